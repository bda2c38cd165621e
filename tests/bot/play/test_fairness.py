"""Fairness: the seed was promised, and the exported file replays to the same game, whatever happens between turns."""

import hashlib
from contextlib import suppress

import pytest

from bot.play import seats
from bot.play.redo import redo
from bot.play.service import TableService
from bot.play.undo import undo
from bot.scheduler import pausing, timeouts
from bot.tables.table import Table
from engine.core import Seat
from engine.core.transcript import parse_transcript, replay
from engine.errors import Refused
from engine.games import GAMES
from engine.store.table_settings import TableSettings
from engine.store.verify import verify_database
from tests.bot.orders.test_order_execution import ordered, stepped
from tests.bot.seated_players import ADA, BEN, CAT, DAN, asked, move_on

WISHES = {
    "railroad-rivals": "draft *",
    "railway-rivals": "start *\nbuild *",
    "railroader": "discard *",
    "railroads-of-catan": "pick *",
}
"""For each game an order that its first questions allow."""


async def under_way(sessions: TableService, title: str) -> Table:
    """Return a table of three with a clock, some moves into the game."""
    table = await sessions.open_lobby(1, None, title, ADA)
    for player in (BEN, CAT):
        await sessions.join_lobby(table.id, player)
    await sessions.start_game(table.id, ADA.user or 0)
    table = await pausing.change_table_settings(sessions, table.id, TableSettings(clock="daily"))
    return await move_on(sessions, table, 4)


async def taken_back_and_made_again(sessions: TableService, table: Table) -> Table:
    """Undo and redo a move; moves that revealed something are skipped."""
    for _ in range(12):
        user, line = asked(sessions, table)
        await sessions.play_move(table.id, user, line)
        with suppress(Refused):
            await undo(sessions, table.id, user)
            await redo(sessions, table.id, user)
            return await sessions.get(table.id)
        table = await sessions.get(table.id)
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("title", sorted(WISHES))
async def test_exported_eventful_game_replays_to_the_same_game(
    sessions: TableService, database: str, title: str
) -> None:
    assert sorted(WISHES) == sorted(GAMES)
    table = await under_way(sessions, title)
    promised = table.seed_hash
    for player in (ADA, BEN, CAT):
        await ordered(sessions, table, player, WISHES[title], duration="once")
    table = await stepped(sessions, await move_on(sessions, await stepped(sessions, table), 3))
    table = await taken_back_and_made_again(sessions, table)
    seat = Seat(sessions.decisions(table)[0].seat)
    assert await timeouts.apply_timeout(sessions, table.id, seat, table.clocks[seat].point)
    await seats.resign(sessions, table.id, CAT.user or 0, leave_open=True)
    await seats.take_seat(sessions, table.id, 3, DAN)
    table = await move_on(sessions, await stepped(sessions, table), 2)
    await seats.resign(sessions, table.id, DAN.user or 0, leave_open=False)
    for _ in range(8):
        table = await stepped(sessions, await move_on(sessions, await stepped(sessions, table), 1))

    made = {move.by for move in await sessions.history(table.id)}
    assert {"start", "player", "undo", "order", "clock", "computer"} <= made
    with pytest.raises(Refused):
        await sessions.export_game(table.id)
    await sessions.end_game(table.id, ADA.user or 0)
    file = parse_transcript(await sessions.export_game(table.id))
    assert hashlib.sha256(str(file.seed).encode()).hexdigest() == promised
    assert replay(GAMES[title], file) == (await sessions.get(table.id)).state
    assert (await verify_database(database)).findings == ()
