"""Changes of a table's time by consent: paused, resumed, kept by another clock. It knows no Discord, no title.

Each change done twice is done once: it may be repeated after a crash.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.clocks.clock import anew, paused, resumed
from bot.markdown import md
from bot.play.sessions import Tables
from bot.preferences import People
from engine.core import Seat, State, decisions
from engine.errors import Refused
from engine.store import Clock, Table
from engine.store.ids import TableId
from engine.store.terms import Terms


async def pause(sessions: Tables, table_id: TableId) -> Table:
    """Pause a table: no clock of it runs from now on and nobody is reminded; moves can still be made."""
    async with sessions.holding(table_id) as held:
        table = _playing(held.table)
        return await held.save(_stopped(table, sessions.people, sessions.now()))


async def resume(sessions: Tables, table_id: TableId) -> Table:
    """The clocks of those who are asked go on with what was left of them."""
    async with sessions.holding(table_id) as held:
        table = _playing(held.table)
        if table.paused is None:
            return await held.save(table)
        clocks = _running(table, held.table.state, sessions.now())
        return await held.save(replace(table, paused=None, clocks=clocks))


async def change_terms(sessions: Tables, table_id: TableId, terms: Terms) -> Table:
    """The table keeps time in another way. With another clock everybody begins with a full bank."""
    async with sessions.holding(table_id) as held:
        table, now = _playing(held.table), sessions.now()
        clocks: Mapping[Seat, Clock] = table.clocks
        if table.terms.clock != terms.clock:
            clocks = {seat: anew(clock, terms.speed, now) for seat, clock in clocks.items()}
        return await held.save(replace(table, terms=terms, clocks=clocks))


def _playing(table: Table) -> Table:
    if table.status != "playing":
        raise Refused(md("You can change the clock only while a game is being played."))
    return table


def _stopped(table: Table, people: People, now: float) -> Table:
    if table.paused is not None:
        return table
    users = {seat: player.user for seat, player in enumerate(table.players, 1)}
    persons = {seat: people.of(user) for seat, user in users.items()}
    clocks = {seat: paused(clock, persons[seat], now) for seat, clock in table.clocks.items()}
    return replace(table, paused=now, clocks=clocks)


def _running(table: Table, state: State | None, now: float) -> Mapping[Seat, Clock]:
    """The clocks, those of the persons who are asked running."""
    asked = {question.seat for question in decisions(state)} if state is not None else set()
    here = {seat for seat, player in enumerate(table.players, 1) if player.user is not None}
    running = {seat: resumed(clock, now) for seat, clock in table.clocks.items() if seat in asked & here}
    return {**table.clocks, **running}
