"""Streaks of days played. Pure.

A streak survives one missed day in seven, and days on holiday.
"""

from collections.abc import Callable

from msgspec.structs import replace

from engine.store.dailies import DailyAttempt
from engine.store.ids import DailyNumber

_FORGIVING_INTERVAL = 7
"""Minimum days between two missed days, if a streak is to survive both."""


def continue_streak(
    before: DailyAttempt | None, attempt: DailyAttempt, is_holiday: Callable[[DailyNumber], bool]
) -> DailyAttempt:
    """Return the finished attempt with its streak.

    ``before`` is the user's previous attempt. ``is_holiday`` returns whether the user was on holiday on a day.
    """
    last_missed = None if before is None else _last_missed_day(before, attempt.daily, is_holiday)
    if before is None or last_missed is None:
        return replace(attempt, streak=1, missed=0)
    return replace(attempt, streak=before.streak + 1, missed=last_missed)


def running_streak(last: DailyAttempt | None, number: DailyNumber, is_holiday: Callable[[DailyNumber], bool]) -> int:
    """Return the length of the streak in days before day ``number``; 0 if an attempt on that day can't continue it."""
    return last.streak if last is not None and _last_missed_day(last, number, is_holiday) is not None else 0


def _last_missed_day(
    before: DailyAttempt, number: DailyNumber, is_holiday: Callable[[DailyNumber], bool]
) -> int | None:
    """Return the latest missed day that the streak has survived, before day ``number``.

    Return 0 if the streak has no missed day, and None if the streak has ended.
    """
    missed_days = [day for day in map(DailyNumber, range(before.daily + 1, number)) if not is_holiday(day)]
    if not missed_days:
        return before.missed
    [first, *others] = missed_days
    can_forgive = not before.missed or first - before.missed >= _FORGIVING_INTERVAL
    return first if can_forgive and not others else None
