"""The archive: a game long over is one compressed row, and whoever reads it notices nothing."""

import asyncio
import json
import os
import sys
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.deadlines.archiving import Archiving
from bot.persons.privacy import exported_data, forget_user
from bot.persons.scores import Scores
from bot.play import takeback
from bot.play.sessions import Tables
from engine.core.transcript import parse
from engine.errors import Refused, Stale, Unreadable
from engine.store import DatabaseError, Store
from engine.store.archive import archived, due
from engine.store.db import Db
from engine.store.logs import archive_table
from engine.store.moving import move
from engine.store.verify import verify
from tests.bot.past.long_over import (
    BEN,
    DAYS,
    FEW,
    GOLDEN,
    MOVED_AT,
    WILMA,
    Clock,
    dealt,
    ended,
    everything,
    examined,
    opened,
    played,
    rows,
)
from tests.postgresql import schema

on_a_file = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what is the same on both databases."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(store: Store, clock: Clock) -> Tables:
    return dealt(store, clock)


async def test_an_archived_game_reads_as_before_and_is_one_row(
    database: str, store: Store, sessions: Tables, clock: Clock
) -> None:
    table = await played(sessions, 1, clock=clock)
    before = await everything(store, table)
    assert before["record"].in_time > 0 and len(set(before["record"].waits)) == 5
    assert len(before["points"]) > 1 and len(before["data"]["seats"][0]["moves"]) > 5
    counts, said = await rows(store), await examined(database)

    def interrupted(db: Db) -> None:
        archive_table(db, table)
        raise Stale("stop")

    with pytest.raises(Stale):
        await store.write(interrupted)
    assert await rows(store) == counts and await everything(store, table) == before
    await store.write(lambda db: archive_table(db, table))
    assert await rows(store) == {"log": 0, "checkpoint": 0, "archive": 1}
    assert await everything(store, table) == before and await examined(database) == said
    with pytest.raises(DatabaseError):
        await store.write(lambda db: archive_table(db, table))
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
    for clock.now in (-MOVED_AT, MOVED_AT + DAYS * 86_400):  # the clock was set back; one second is missing
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


STATEMENTS = ("INSERT INTO archive", "DELETE FROM log", "DELETE FROM checkpoint", "UPDATE session", "COMMIT")
"""All that archiving writes, in its order."""

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
        try:
            asyncio.run(main(last))
        finally:
            os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 9:
        sys.exit(last)
"""
"""Archives table 1 in one process after the other; each is killed before it does the statement that it is given."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
async def test_a_process_killed_in_the_middle_loses_nothing(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "tables.db"
    async with opened(path) as store:
        table = await played(dealt(store, clock), 1)
        before = await everything(store, table)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, path, *STATEMENTS)
    assert await process.wait() == 0
    async with opened(path) as store:
        assert await everything(store, table) == before
        assert (await rows(store))["archive"] == 0
    assert (await verify(path)).findings == ()


class Cut:
    """A connection to a server that breaks before the statement that begins so."""

    def __init__(self, db: Any, last: str) -> None:
        self._db, self._last = db, last

    def execute(self, statement: str, *given: Any) -> Any:
        if statement.startswith(self._last):
            self._db.pg.close()
        return self._db.execute(statement, *given)


async def test_a_server_whose_bot_is_gone_in_the_middle_loses_nothing(postgresql: str) -> None:
    address = schema(postgresql)
    async with opened(address) as store:
        table = await played(dealt(store, Clock()), 1, FEW)
        before = await store.log(table), await store.checkpoints(table), await store.get(table)

    def dying(db: Db, last: str) -> None:
        archive_table(Cut(db, last), table)  # type: ignore[arg-type]
        Cut(db, last).execute("COMMIT")

    for last in STATEMENTS:
        async with opened(address) as store:
            with pytest.raises(DatabaseError):
                await store.write(partial(dying, last=last))
            assert store.is_lost()
        async with opened(address) as store:
            assert (await store.log(table), await store.checkpoints(table), await store.get(table)) == before
            assert (await rows(store))["archive"] == 0


@on_a_file
async def test_what_is_damaged_in_the_archive_is_found(database: str, store: Store, sessions: Tables) -> None:
    table, other = await played(sessions, 1), await ended(sessions, 2)
    for number in (table, other):
        await store.write(lambda db, number=number: archive_table(db, number))  # type: ignore[misc]
    assert (await verify(database)).findings == ()
    assert WILMA.user is not None
    in_time = (await Scores(sessions).record_of(WILMA.user)).in_time
    await store.write(lambda db: db.execute("UPDATE archive SET data = ? WHERE session = ?", (b"x", other)))
    with pytest.raises(Unreadable, match="archived log can’t be read"):
        await store.get(other)
    (finding,) = (await verify(database)).findings
    assert finding.session == other and "archived log can’t be read" in finding.problem
    data = json.loads(await exported_data(sessions, WILMA.user))
    whole, damaged = (seat["moves"] for seat in data["seats"])
    assert "can’t be read" in damaged[0]["unreadable"] and {move["made by"] for move in whole} == {"player"}
    assert 0 < (await Scores(sessions).record_of(WILMA.user)).in_time <= in_time
    done = await forget_user(sessions, Scores(sessions), WILMA.user)
    assert (done.tables, done.left) == ((table, other), ())


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
    async with opened(path) as store:
        table = await played(dealt(store, Clock()), 1)
        await store.write(lambda db: archive_table(db, table))
        before = await everything(store, table)
    move(str(path), address)
    move(address, str(back))
    for place in (address, back):
        async with opened(place) as store:
            assert await everything(store, table) == before
