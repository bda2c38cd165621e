"""Fairness: whatever happens between turns, the seed was promised, and the file replays to the same game."""

import hashlib
from contextlib import suppress

import pytest

from bot.deadlines import timekeeping, timeout
from bot.play import handover
from bot.play.redo import redo
from bot.play.sessions import Tables
from bot.play.takeback import undo
from bot.tables.table import Table
from engine.core import Seat
from engine.core.transcript import parse_transcript, replay
from engine.errors import Refused
from engine.games import GAMES
from engine.store.terms import Terms
from engine.store.verify import verify
from tests.bot.planning.test_plan_orders import ordered, stepped
from tests.bot.seated import ADA, BEN, CAT, DAN, asked, move_on

WISHES = {
    "railroad-rivals": "draft *",
    "railway-rivals": "start *\nbuild *",
    "railroader": "discard *",
    "railroads-of-catan": "pick *",
}
"""An order that every title's first questions let its player give."""


async def under_way(sessions: Tables, title: str) -> Table:
    """A table of three with a clock, some moves into the game."""
    table = await sessions.open(1, None, title, ADA)
    for player in (BEN, CAT):
        await sessions.join(table.id, player)
    await sessions.start(table.id, ADA.user or 0)
    table = await timekeeping.change_terms(sessions, table.id, Terms(clock="daily"))
    return await move_on(sessions, table, 4)


async def taken_back_and_made_again(sessions: Tables, table: Table) -> Table:
    """Until a move could be: some show something hidden."""
    for _ in range(12):
        user, line = asked(sessions, table)
        await sessions.play(table.id, user, line)
        with suppress(Refused):
            await undo(sessions, table.id, user)
            await redo(sessions, table.id, user)
            return await sessions.get(table.id)
        table = await sessions.get(table.id)
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("title", sorted(WISHES))
async def test_the_file_of_a_game_with_all_that_can_come_between_replays_to_the_same_game(
    sessions: Tables, database: str, title: str
) -> None:
    assert sorted(WISHES) == sorted(GAMES)
    table = await under_way(sessions, title)
    promised = table.seed_hash
    for player in (ADA, BEN, CAT):
        await ordered(sessions, table, player, WISHES[title], lasts="once")
    table = await stepped(sessions, await move_on(sessions, await stepped(sessions, table), 3))
    table = await taken_back_and_made_again(sessions, table)
    seat = Seat(sessions.decisions(table)[0].seat)
    assert await timeout.attend(sessions, table.id, seat, table.clocks[seat].point)
    await handover.resign(sessions, table.id, CAT.user or 0, opened=True)
    await handover.take_seat(sessions, table.id, 3, DAN)
    table = await move_on(sessions, await stepped(sessions, table), 2)
    await handover.resign(sessions, table.id, DAN.user or 0, opened=False)
    for _ in range(8):
        table = await stepped(sessions, await move_on(sessions, await stepped(sessions, table), 1))

    made = {move.by for move in await sessions.history(table.id)}
    assert {"start", "player", "undo", "order", "clock", "computer"} <= made
    with pytest.raises(Refused):
        await sessions.export(table.id)
    await sessions.end(table.id, ADA.user or 0)
    file = parse_transcript(await sessions.export(table.id))
    assert hashlib.sha256(str(file.seed).encode()).hexdigest() == promised
    assert replay(GAMES[title], file) == (await sessions.get(table.id)).state
    assert (await verify(database)).findings == ()
