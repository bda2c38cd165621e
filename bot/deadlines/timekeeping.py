"""How a table's time is changed by consent: paused, resumed, kept by another clock. It knows no Discord, no title.

Each change done twice is done once: it may be repeated after a crash.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.clocks.clock import anew, paused, resumed
from bot.clocks.terms import Terms, terms_of, words_of
from bot.play.sessions import Sessions
from bot.preferences import People
from bot.tables.table import Table
from engine.core.flow import State, decisions
from engine.errors import Refused
from engine.store import Clock, Session


async def pause(sessions: Sessions, table_id: int) -> Table:
    """From now on no clock of the table runs and nobody is reminded; moves can still be made."""
    async with sessions.holding(table_id) as held:
        session = _playing(held.head.session)
        return await held.save(_stopped(session, sessions.people, sessions.now()))


async def resume(sessions: Sessions, table_id: int) -> Table:
    """The clocks of those who are asked go on with what was left of them."""
    async with sessions.holding(table_id) as held:
        session = _playing(held.head.session)
        if session.paused is None:
            return await held.save(session)
        clocks = _running(session, held.head.state, sessions.now())
        return await held.save(replace(session, paused=None, clocks=clocks))


async def change_terms(sessions: Sessions, table_id: int, terms: Terms) -> Table:
    """The table keeps time in another way. With another clock everybody begins with a full bank."""
    async with sessions.holding(table_id) as held:
        session, now = _playing(held.head.session), sessions.now()
        clocks: Mapping[int, Clock] = session.clocks
        if terms_of(session.terms).clock != terms.clock:
            clocks = {seat: anew(clock, terms.speed, now) for seat, clock in clocks.items()}
        return await held.save(replace(session, terms=words_of(terms), clocks=clocks))


def _playing(session: Session) -> Session:
    if session.status != "playing":
        raise Refused("Time runs only while a game is played.")
    return session


def _stopped(session: Session, people: People, now: float) -> Session:
    if session.paused is not None:
        return session
    users = {seat: player.user for seat, player in enumerate(session.players, 1)}
    persons = {seat: people.of(user or 0) for seat, user in users.items()}
    clocks = {seat: paused(clock, persons[seat], now) for seat, clock in session.clocks.items()}
    return replace(session, paused=now, clocks=clocks)


def _running(session: Session, state: State | None, now: float) -> Mapping[int, Clock]:
    """The clocks, those of the persons who are asked running."""
    asked = {question.seat for question in decisions(state)} if state is not None else set()
    here = {seat for seat, player in enumerate(session.players, 1) if player.user is not None}
    return {seat: resumed(c, now) if seat in asked & here else c for seat, c in session.clocks.items()}
