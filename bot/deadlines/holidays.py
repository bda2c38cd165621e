"""A holiday begins, changes or ends, and the clocks of all the tables of a person with it. It knows no title."""

from collections.abc import Mapping
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot.clocks.clock import waited
from bot.clocks.hours import LONGEST_HOLIDAY
from bot.markdown import md
from bot.play.sessions import Tables
from bot.preferences import Person
from bot.tables.cache import retry
from bot.wording import span, when
from engine.core import Seat, all_seats
from engine.errors import Refused
from engine.store import Clock, Table
from engine.store.db import Db
from engine.store.ids import UserId
from engine.store.statements import put_clocks, touch
from engine.store.terms import DAY


async def change_holiday(sessions: Tables, user: UserId, holiday: tuple[float, float]) -> Person:
    """Gives the user another holiday, from now on. What an earlier one saved on running clocks stays saved.

    Raises ``Refused`` for one that follows too soon.
    """
    return await retry(lambda: _change_holiday(sessions, user, holiday))


async def _change_holiday(sessions: Tables, user: UserId, holiday: tuple[float, float]) -> Person:
    before, now = sessions.people.of(user), sessions.now()
    rested = rest(before, now)
    check_holiday(holiday, rested, now)
    after = replace(before, holiday=holiday, rested=rested)
    async with AsyncExitStack() as tables:  # always in the same order, so that no two wait for each other
        numbers = sorted(table.id for table in await sessions.of_user(user))
        every = [await tables.enter_async_context(sessions.holding(number)) for number in numbers]

        def kept(db: Db) -> None:
            for held in every:
                touch(db, held.table.id, held.table.revision)
                put_clocks(db, held.table.id, _settled(held.table, user, before, now))

        for held in every:
            held.forget()
        await sessions.people.keep(user, after, kept)  # all or nothing: no time is saved twice
    return after


def _settled(table: Table, user: UserId, before: Person, now: float) -> Mapping[Seat, Clock]:
    """The user's clock at the table, by its seat."""
    seats = [seat for seat in all_seats(len(table.players)) if table.players[seat - 1].user == user]
    return {seat: settled(table.clocks[seat], before, now) for seat in seats if seat in table.clocks}


def rest(person: Person, now: float) -> tuple[float, float]:
    """The latest holiday that has begun, up to now; one that went on from the one before it is one with it."""
    (start, end), earlier = person.holiday, person.rested
    if start >= min(end, now):
        return earlier
    return (earlier[0] if earlier[1] >= start else start, min(end, now))


def check_holiday(holiday: tuple[float, float], rested: tuple[float, float], now: float) -> None:
    """Raises ``Refused`` for a holiday that begins before as much time has passed as the last one took.

    One that is not over yet may go on, as long as a holiday may be.
    """
    (start, end), (began, until) = holiday, rested
    lasted = until - began
    if start >= end or not lasted or start >= until + lasted:
        return
    if until < now or start > now:
        raise Refused(
            md(
                "You can’t start another holiday yet: your last one lasted {}, and you must wait as long. "
                "The next one can start {} at the earliest.",
                span(lasted),
                when(until + lasted),
            )
        )
    if end - began > LONGEST_HOLIDAY.total_seconds() + DAY:
        raise Refused(md("A holiday can last at most {} days, and yours began {}.", LONGEST_HOLIDAY.days, when(began)))


def settled(clock: Clock, person: Person, now: float) -> Clock:
    """The clock as if it had begun so much later as the person was on holiday since."""
    return clock if clock.since is None else replace(clock, since=now - waited(clock, person, now))
