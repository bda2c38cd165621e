"""Streaks of days played. Pure.

A streak survives one missed day in seven, and days on holiday.
"""

from collections.abc import Callable

from msgspec.structs import replace

from engine.store.dailies import DailyAttempt
from engine.store.ids import DailyNumber

_FORGIVING_INTERVAL = 7


def continue_streak(
    before: DailyAttempt | None, attempt: DailyAttempt, away: Callable[[DailyNumber], bool]
) -> DailyAttempt:
    """A finished attempt with its streak, given the one ``before``; ``away`` says on which days the player was on
    holiday.
    """
    last_missed = None if before is None else _last_missed_day(before, attempt.daily, away)
    if before is None or last_missed is None:
        return replace(attempt, streak=1, missed=0)
    return replace(attempt, streak=before.streak + 1, missed=last_missed)


def running_streak(last: DailyAttempt | None, number: DailyNumber, away: Callable[[DailyNumber], bool]) -> int:
    """The streak that an attempt on day ``number`` would continue; 0 if it has ended."""
    return last.streak if last is not None and _last_missed_day(last, number, away) is not None else 0


def _last_missed_day(before: DailyAttempt, number: DailyNumber, away: Callable[[DailyNumber], bool]) -> int | None:
    """The last missed day that the streak survived, after day ``number``; None if it does not survive."""
    missed_days = [day for day in map(DailyNumber, range(before.daily + 1, number)) if not away(day)]
    if not missed_days:
        return before.missed
    [first, *others] = missed_days
    can_forgive = not before.missed or first - before.missed >= _FORGIVING_INTERVAL
    return first if can_forgive and not others else None
