"""Carries out votes to pause a table, to resume it, or to change its clock.

Each change is idempotent, because it may be repeated after a crash.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.clocks.clock import pause_clock, restart_clock, resume_clock
from bot.markdown import md
from bot.play.service import TableService
from bot.users import UserSettings
from engine.core import Seat, State, decisions
from engine.errors import Refused
from engine.store import Clock, Table
from engine.store.ids import TableId
from engine.store.table_settings import TableSettings


async def pause_table(tables: TableService, table_id: TableId) -> Table:
    """Pause a table. Its clocks stop and reminders are not sent, but moves can still be made."""
    async with tables.lock_table(table_id) as locked_table:
        table = _check_in_play(locked_table.table)
        return await locked_table.save(_pause_clocks(table, tables.user_settings, tables.now()))


async def resume_table(tables: TableService, table_id: TableId) -> Table:
    """Resume a table. The clocks of the seats that are to move continue with the time that was left."""
    async with tables.lock_table(table_id) as locked_table:
        table = _check_in_play(locked_table.table)
        if table.paused is None:
            return await locked_table.save(table)
        clocks = _restart_clocks(table, locked_table.table.state, tables.now())
        return await locked_table.save(replace(table, paused=None, clocks=clocks))


async def change_table_settings(tables: TableService, table_id: TableId, settings: TableSettings) -> Table:
    """Change a table's time control or time-out rule. If the time control changes, all clocks start full."""
    async with tables.lock_table(table_id) as locked_table:
        table, now = _check_in_play(locked_table.table), tables.now()
        clocks: Mapping[Seat, Clock] = table.clocks
        if table.terms.clock != settings.clock:
            clocks = {seat: restart_clock(clock, settings.time_control, now) for seat, clock in clocks.items()}
        return await locked_table.save(replace(table, terms=settings, clocks=clocks))


def _check_in_play(table: Table) -> Table:
    if table.status != "playing":
        raise Refused(md("You can change the clock only while a game is being played."))
    return table


def _pause_clocks(table: Table, user_settings: UserSettings, now: float) -> Table:
    if table.paused is not None:
        return table
    users = {seat: player.user for seat, player in enumerate(table.players, 1)}
    preferences = {seat: user_settings.preferences_of(user) for seat, user in users.items()}
    clocks = {seat: pause_clock(clock, preferences[seat], now) for seat, clock in table.clocks.items()}
    return replace(table, paused=now, clocks=clocks)


def _restart_clocks(table: Table, state: State | None, now: float) -> Mapping[Seat, Clock]:
    """Return the clocks of all seats after a pause. Clocks of users who are to move have been started again."""
    asked_seats = {question.seat for question in decisions(state)} if state is not None else set()
    seats_of_users = {seat for seat, player in enumerate(table.players, 1) if player.user is not None}
    started_clocks = {
        seat: resume_clock(clock, now) for seat, clock in table.clocks.items() if seat in asked_seats & seats_of_users
    }
    return {**table.clocks, **started_clocks}
