"""A holiday begins, changes or ends, and the clocks of all the tables of a person with it. It knows no title."""

from __future__ import annotations

from msgspec.structs import replace

from bot.clocks.clock import waited
from bot.persons.people import Person
from bot.play.sessions import Sessions
from engine.store import Clock

__all__ = ["change_holiday", "settled"]


async def change_holiday(sessions: Sessions, user: int, holiday: tuple[float, float]) -> Person:
    """Gives the user another holiday, from now on. What an earlier one saved on running clocks stays saved."""
    before, now = sessions.people.of(user), sessions.now()
    for table in await sessions.of_user(user):
        async with sessions.holding(table.id) as held:
            session = held.head.session
            seats = [seat for seat, player in enumerate(session.players, 1) if player.user == user]
            clocks = {seat: settled(session.clocks[seat], before, now) for seat in seats if seat in session.clocks}
            if any(clocks[seat] != session.clocks[seat] for seat in clocks):
                await held.save(replace(session, clocks={**session.clocks, **clocks}))
    after = replace(before, holiday=holiday)
    await sessions.people.keep(user, after)
    return after


def settled(clock: Clock, person: Person, now: float) -> Clock:
    """The clock as if it had begun so much later as the person was on holiday since."""
    return clock if clock.since is None else replace(clock, since=now - waited(clock, person, now))
