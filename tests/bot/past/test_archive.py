"""The archive: a game long over is one compressed row, and whoever reads it notices nothing."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from bot.deadlines.archiving import Archiving
from bot.persons.privacy import exported_data, forget_user
from bot.persons.scores import Scores
from bot.play import takeback
from bot.play.sessions import Player, Tables
from engine.core.transcript import parse
from engine.errors import Refused, Stale, Unreadable
from engine.store import DatabaseError, Store
from engine.store.archive import archived, due
from engine.store.db import Db
from engine.store.logs import archive_table
from engine.store.moving import move
from engine.store.verify import verify
from tests.postgresql import schema

GOLDEN = Path(__file__).parents[2] / "games" / "railroader" / "nobody-can-go-on.game"
"""A whole game of two players in 50 moves."""
HALF, FEW = 20, 3
MOVED_AT, DAYS = 1_000.0, 30
on_a_file = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what is the same on both databases."""
WILMA, BEN = Player("Wilhelmina Quux", 123_456_789_012_345_678), Player("Ben", 2)


class Clock:
    """The time, which stands until it is set."""

    now = MOVED_AT

    def __call__(self) -> float:
        return self.now


async def played(sessions: Tables, channel: int, lines: int | None = None, clock: Clock | None = None) -> int:
    """A timed game, by default to its end, of which the channel has been told everything."""
    file = parse(GOLDEN.read_text())
    table = await sessions.open(channel, 9, file.title, WILMA)
    for name, word in {"deck": "first", **file.options}.items():  # the deck that was dealt then
        await sessions.set_option(table.id, name, word)
    await sessions.set_term(table.id, "clock", "daily")
    await sessions.join(table.id, BEN)
    table = await sessions.start(table.id, table.host)
    for number, (_, line) in enumerate(file.lines[:lines], 1):
        if clock is not None:
            clock.now += number
        user = table.players[int(line[1]) - 1].user
        assert user is not None
        await sessions.play(table.id, user, line, interaction=1_000 * channel + number)
    table = await sessions.get(table.id)
    await sessions.announced(table.id, table.seq, {"card": 5})
    return table.id


async def ended(sessions: Tables, channel: int) -> int:
    """A game that its host has ended early."""
    table = await played(sessions, channel, FEW)
    await sessions.end(table, WILMA.user or 0)
    return table


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(store: Store, clock: Clock) -> Tables:
    return dealt(store, clock)


def dealt(store: Store, clock: Clock) -> Tables:
    """Tables at which the golden game can be played."""
    return Tables(store, clock=clock, new_seed=lambda: parse(GOLDEN.read_text()).seed)


async def everything(store: Store, table: int) -> dict[str, Any]:
    """All that can be read of a table and of its host, by everything that reads."""
    sessions = Tables(store, clock=lambda: MOVED_AT)  # with nothing in its memory
    scores = Scores(sessions)
    assert WILMA.user is not None
    return {
        "table": await sessions.get(table),
        "log": await store.log(table),
        "middle": await store.log(table, after=7, up_to=11),
        "none": await store.log(table, after=1_000),
        "points": await store.checkpoints(table),
        "states": [await sessions.state_at(table, seq) for seq in (0, 7, HALF, 49, 50)],
        "history": await sessions.history(table),
        "export": await sessions.export(table),
        "data": json.loads(await exported_data(sessions, WILMA.user)),
        "record": await scores.record_of(WILMA.user),
        "newest": await store.newest_in(1),
    }


async def rows(store: Store) -> dict[str, int]:
    """How many rows the tables with logs have."""
    names = ("log", "checkpoint", "archive")
    count = "SELECT count(*) FROM {}"
    return await store.read(lambda db: {name: db.execute(count.format(name)).fetchone()[0] for name in names})


async def test_an_archived_game_reads_as_before_and_is_one_row(store: Store, sessions: Tables, clock: Clock) -> None:
    table = await played(sessions, 1, clock=clock)
    before = await everything(store, table)
    assert before["record"].in_time > 0 and len(set(before["record"].waits)) == 5
    assert len(before["points"]) > 1 and len(before["data"]["seats"][0]["moves"]) > 5
    counts = await rows(store)

    def interrupted(db: Db) -> None:
        archive_table(db, table)
        raise Stale("stop")

    with pytest.raises(Stale):
        await store.write(interrupted)
    assert await rows(store) == counts and await everything(store, table) == before
    await store.write(lambda db: archive_table(db, table))
    assert await rows(store) == {"log": 0, "checkpoint": 0, "archive": 1}
    assert await everything(store, table) == before
    with pytest.raises(Refused):
        await takeback.undo(sessions, table, BEN.user or 0)
    with pytest.raises(Unreadable, match="no move 51"):
        await sessions.state_at(table, 51)
    assert await rows(store) == {"log": 0, "checkpoint": 0, "archive": 1}


async def test_only_games_that_are_over_for_so_long_and_told_are_archived(
    store: Store, sessions: Tables, clock: Clock
) -> None:
    told, untold = await played(sessions, 1), await ended(sessions, 2)
    runs, early = await played(sessions, 3, FEW), await ended(sessions, 4)
    lobby = await sessions.open(5, 9, parse(GOLDEN.read_text()).title, WILMA)
    await sessions.end((await sessions.open(6, 9, lobby.title, WILMA)).id, WILMA.user or 0)
    await store.write(
        lambda db: db.execute("UPDATE log SET announced = 0 WHERE session = ? AND seq = ?", (untold, FEW))
    )
    archiving = Archiving(sessions, DAYS)
    clock.now = MOVED_AT + DAYS * 86_400
    assert not await archiving.step()
    clock.now += 1
    later = await ended(sessions, 7)
    assert [await archiving.step() for _ in range(4)] == [True, True, False, False]
    found = await store.read(lambda db: db.execute("SELECT session FROM archive ORDER BY session").fetchall())
    assert [number for (number,) in found] == [told, early]
    await sessions.announced(untold, FEW, {})
    assert await archiving.step()
    assert [(await sessions.get(number)).status for number in (runs, lobby.id, later)] == ["playing", "lobby", "ended"]


@on_a_file
async def test_with_no_days_nothing_is_archived(sessions: Tables) -> None:
    never, archiving = Archiving(sessions, 0), Archiving(sessions, DAYS)
    for each in (never, archiving):
        each.start()
    assert (never._task, archiving._task is None) == (None, False)
    await archiving.close()
    await never.close()


async def test_a_table_that_fails_keeps_its_log_and_the_next_one_is_archived(
    store: Store, sessions: Tables, clock: Clock
) -> None:
    first, second = await ended(sessions, 1), await ended(sessions, 2)
    kept = await store.log(first)
    await store.write(lambda db: db.execute("INSERT INTO archive VALUES (?, ?)", (first, b"")))
    clock.now += DAYS * 86_400 + 1
    archiving = Archiving(sessions, DAYS)
    with pytest.raises(DatabaseError):
        await archiving.step()
    assert await store.log(first) == kept
    assert await archiving.step()
    assert await store.read(lambda db: due(db, clock.now, first)) is None
    assert await store.read(lambda db: archived(db, second)) is not None


KILLED = """
import asyncio, os, sys
from engine.store import Store
from engine.store.logs import archive_table

async def main(last):
    store = await Store.open(sys.argv[1])
    def dying(db):
        db.set_trace_callback(lambda statement: statement.startswith(last) and os._exit(9))
        archive_table(db, 1)
    await store.write(dying)

for last in sys.argv[2:]:
    child = os.fork()
    if not child:
        asyncio.run(main(last))
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 9:
        sys.exit(last)
"""
"""Archives table 1 in one process after the other; each is killed before it does the statement that it is given."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
async def test_a_process_killed_in_the_middle_loses_nothing(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "tables.db"
    store = await Store.open(path)
    table = await played(dealt(store, clock), 1)
    before = await everything(store, table)
    await store.close()
    statements = ("DELETE FROM checkpoint", "UPDATE session SET archived", "COMMIT")
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, path, *statements)
    assert await process.wait() == 0
    store = await Store.open(path)
    assert await everything(store, table) == before
    assert (await rows(store))["archive"] == 0
    await store.close()
    assert (await verify(path)).findings == ()


@on_a_file
async def test_what_is_damaged_in_the_archive_is_found(database: str, store: Store, sessions: Tables) -> None:
    table, other = await played(sessions, 1), await ended(sessions, 2)
    for number in (table, other):
        await store.write(lambda db, number=number: archive_table(db, number))  # type: ignore[misc]
    assert (await verify(database)).findings == ()
    await store.write(lambda db: db.execute("UPDATE archive SET data = ? WHERE session = ?", (b"x", table)))
    with pytest.raises(Unreadable, match="archived log can’t be read"):
        await store.get(table)
    (finding,) = (await verify(database)).findings
    assert finding.session == table and "archived log can’t be read" in finding.problem


@on_a_file
async def test_nothing_of_a_person_is_in_an_archive(store: Store, sessions: Tables) -> None:
    table = await played(sessions, 1)
    await store.write(lambda db: archive_table(db, table))
    assert WILMA.user is not None
    await forget_user(sessions, Scores(sessions), WILMA.user)
    assert [player.name for player in (await sessions.get(table)).players] == ["A former player", "Ben"]

    def unpacked(db: Db) -> bytes:
        return zlib.decompress(db.execute("SELECT data FROM archive").fetchone()[0])

    data = await store.read(unpacked)
    assert b"railhead" in data or b"discard" in data  # the moves are there
    marks = (b"Quux", str(WILMA.user).encode(), WILMA.user.to_bytes(8, "big"))
    assert [mark for mark in marks if mark in data] == []


async def test_an_archive_moves_to_a_server_and_back(tmp_path: Path, postgresql: str) -> None:
    path, address, back = tmp_path / "tables.db", schema(postgresql), tmp_path / "back.db"
    store = await Store.open(path)
    table = await played(dealt(store, Clock()), 1)
    await store.write(lambda db: archive_table(db, table))
    before = await everything(store, table)
    await store.close()
    move(str(path), address)
    move(address, str(back))
    for place in (address, back):
        store = await Store.open(place)
        assert await everything(store, table) == before
        await store.close()
