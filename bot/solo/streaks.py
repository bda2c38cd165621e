"""Streaks of days played. Pure.

A streak survives one missed day in seven, and days on holiday.
"""

from collections.abc import Callable

from msgspec.structs import replace

from engine.store.dailies import DailyAttempt
from engine.store.ids import DailyNumber

_FORGIVING_INTERVAL = 7
"""Minimum days between two missed days that a streak survives."""


def continue_streak(
    before: DailyAttempt | None, attempt: DailyAttempt, is_holiday: Callable[[DailyNumber], bool]
) -> DailyAttempt:
    """Return a finished attempt with its streak.

    ``before`` is the previous attempt. ``is_holiday`` tells on which days the user was on holiday.
    """
    last_missed = None if before is None else _last_missed_day(before, attempt.daily, is_holiday)
    if before is None or last_missed is None:
        return replace(attempt, streak=1, missed=0)
    return replace(attempt, streak=before.streak + 1, missed=last_missed)


def running_streak(last: DailyAttempt | None, number: DailyNumber, is_holiday: Callable[[DailyNumber], bool]) -> int:
    """The streak in days that an attempt on day ``number`` would continue; 0 if it has ended."""
    return last.streak if last is not None and _last_missed_day(last, number, is_holiday) is not None else 0


def _last_missed_day(
    before: DailyAttempt, number: DailyNumber, is_holiday: Callable[[DailyNumber], bool]
) -> int | None:
    """The last missed day before day ``number`` that the streak survives, 0 without one; None if the streak ends."""
    missed_days = [day for day in map(DailyNumber, range(before.daily + 1, number)) if not is_holiday(day)]
    if not missed_days:
        return before.missed
    [first, *others] = missed_days
    can_forgive = not before.missed or first - before.missed >= _FORGIVING_INTERVAL
    return first if can_forgive and not others else None
