"""Transactions that wait for the connection at the same time are committed or rolled back separately."""

import asyncio
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest_asyncio

from engine.errors import Refused, Stale
from engine.store import Store, classify_error
from tests.store.test_store import append, entry, head, playing

Work = Callable[[sqlite3.Connection], Any]


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "tables.db")
    await opened.write(lambda db: db.execute("CREATE TABLE thing (number INTEGER PRIMARY KEY, size BLOB)"))
    yield opened
    await opened.close()


async def at_once(store: Store, *waiting: Awaitable[Any]) -> list[Any]:
    """Return the results and exceptions of writers that all wait while the connection is busy."""
    gate = threading.Event()
    busy = asyncio.create_task(store.read(lambda db: gate.wait(10)))
    await asyncio.sleep(0)
    tasks = [asyncio.ensure_future(one) for one in waiting]
    await asyncio.sleep(0)
    gate.set()
    await busy
    return await asyncio.gather(*tasks, return_exceptions=True)


def adding(number: int, size: int = 0) -> Work:
    def work(db: sqlite3.Connection) -> int:
        db.execute("INSERT INTO thing VALUES (?, zeroblob(?))", (number, size))
        return number

    return work


def refusing(number: int) -> Work:
    def work(db: sqlite3.Connection) -> None:
        adding(number)(db)
        raise Refused("No.")

    return work


async def things(store: Store) -> list[int]:
    return await store.read(lambda db: [number for (number,) in db.execute("SELECT number FROM thing")])


async def test_each_transaction_returns_its_own_result(store: Store) -> None:
    assert await at_once(store, *(store.write(adding(n)) for n in range(5))) == list(range(5))


async def test_a_transaction_that_raises_is_undone_alone(store: Store) -> None:
    first, refused, last = await at_once(store, *map(store.write, (adding(1), refusing(2), adding(3))))
    assert (first, last) == (1, 3) and isinstance(refused, Refused)
    assert await things(store) == [1, 3]


async def test_moves_of_one_table_are_made_in_the_order_in_which_they_came(store: Store) -> None:
    number = await playing(store)
    moves = [append(store, head(number, seq), entry(seq, press=press)) for seq, press in ((1, 7), (2, 8), (2, 9))]
    one, two, late, again = await at_once(store, *moves, append(store, head(number, 3), entry(3, press=7)))
    assert (one, two) == (entry(1, press=7), entry(2, press=8))
    assert isinstance(late, Stale) and again == one
    assert [row.seq for row in await store.load_log(number)] == [0, 1, 2]


async def test_a_commit_that_fails_leaves_the_others_alone(store: Store) -> None:
    def orphan(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")  # so that it is the commit that fails
        db.execute("INSERT INTO note (session, name, message) VALUES (77, 'card', 1)")

    failed = await at_once(store, *map(store.write, (adding(1), refusing(2), orphan)))
    assert [failed[0], type(failed[1]), type(failed[2])] == [1, Refused, sqlite3.IntegrityError]
    assert await things(store) == [1]
    assert await store.write(adding(4)) == 4


async def test_a_full_disk_writes_nothing_until_there_is_space_again(store: Store, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    await store.write(adding(1))
    room = (tmp_path / "tables.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        failed = await at_once(store, *(store.write(adding(n, 10_000)) for n in (2, 3)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [classify_error(error) for error in failed] in (["full"] * 2, ["failed"] * 2)
    assert await things(store) == [1]
    assert await store.write(adding(4)) == 4


async def test_a_canceled_caller_leaves_the_others_alone(store: Store) -> None:
    tasks = [asyncio.ensure_future(store.write(adding(n))) for n in (1, 2, 3)]

    async def canceling() -> None:
        tasks[1].cancel()

    first, canceled, last, _ = await at_once(store, *tasks, canceling())
    assert (first, last) == (1, 3) and isinstance(canceled, asyncio.CancelledError)
    assert set(await things(store)) == {1, 2, 3}


_KILLED = """
import asyncio, os, signal, sys
from engine.store import Store

def adding(number):
    return lambda db: db.execute("INSERT INTO thing VALUES (?, NULL)", (number,)).rowcount

def killed(db):
    adding(3)(db)
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    store = await Store.open(sys.argv[1])
    for number in (1, 2):
        await store.write(adding(number))
        print(number, flush=True)
    await store.write(killed)

asyncio.run(main())
"""


async def test_a_process_killed_before_a_commit_loses_only_that_transaction(store: Store, tmp_path: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _KILLED, str(tmp_path / "tables.db")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGKILL, "1\n2\n", "")
    assert await things(store) == [1, 2]
