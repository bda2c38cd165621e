"""Days played in a row. Pure; it knows no title and no Discord.

A streak survives one missed day in seven, and any that its player was on holiday.
"""

from collections.abc import Callable

from msgspec.structs import replace

from engine.store.dailies import Attempt
from engine.store.ids import DailyNumber

_FORGIVEN_EVERY = 7


def continued(before: Attempt | None, done: Attempt, away: Callable[[DailyNumber], bool]) -> Attempt:
    """A finished attempt with its streak, after the one ``before``; ``away`` says on which days the player rested."""
    survived = None if before is None else _missed(before, done.daily, away)
    if before is None or survived is None:
        return replace(done, streak=1, missed=0)
    return replace(done, streak=before.streak + 1, missed=survived)


def running(last: Attempt | None, number: DailyNumber, away: Callable[[DailyNumber], bool]) -> int:
    """The streak that an attempt on day ``number`` would continue; 0 when it is over."""
    return last.streak if last is not None and _missed(last, number, away) is not None else 0


def _missed(before: Attempt, number: DailyNumber, away: Callable[[DailyNumber], bool]) -> int | None:
    """The last day that the streak survived, once day ``number`` is played; None when it does not survive."""
    missing = [day for day in map(DailyNumber, range(before.daily + 1, number)) if not away(day)]
    if not missing:
        return before.missed
    [first, *more] = missing
    rested = not before.missed or first - before.missed >= _FORGIVEN_EVERY
    return first if rested and not more else None
