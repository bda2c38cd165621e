"""Deleted data leaves no byte in the files, even while another program reads or after an interrupted start."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from engine.errors import Unreadable
from engine.store import Store, sqlite_setup, users
from engine.store.migrations import load_migrations, migrate
from engine.store.users import UserPreferences

ZONE = "Atlantis/Poseidonis"
_OVERWRITING = 6
"""The first version of the database in which deleted data is overwritten."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def reader(store: Store, path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection of another program in a transaction, which keeps its snapshot from the first statement on."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        yield other


def left(path: Path) -> list[str]:
    """Return the names of the files that still contain deleted data."""
    return [file.name for file in path.parent.glob("tables.db*") if ZONE.encode() in file.read_bytes()]


async def delete(store: Store, reader: sqlite3.Connection) -> None:
    await store.write(lambda db: users.save_user_preferences(db, 1, UserPreferences(zone=ZONE)))
    reader.execute("SELECT * FROM person").fetchall()
    await store.write(lambda db: users.delete_user_preferences(db, 1))
    await store.purge_deleted()


async def test_deleted_data_that_a_reader_kept_in_the_log_goes_once_the_reader_ends(
    path: Path, store: Store, reader: sqlite3.Connection
) -> None:
    await delete(store, reader)
    await store.purge_if_pending()
    assert left(path) == ["tables.db-wal"]
    reader.execute("ROLLBACK")
    await store.purge_if_pending()
    assert left(path) == []


async def test_deleted_data_that_a_reader_kept_in_the_log_goes_at_the_next_start(
    path: Path, store: Store, reader: sqlite3.Connection
) -> None:
    await delete(store, reader)
    reader.execute("ROLLBACK")
    again = await Store.open(path)  # beside the one that was killed, whose end would have emptied the log
    assert left(path) == []
    await again.close()


async def test_a_reader_at_the_start_also_postpones_the_purge(
    path: Path, store: Store, reader: sqlite3.Connection
) -> None:
    await delete(store, reader)
    again = await Store.open(path)
    reader.execute("ROLLBACK")
    await again.purge_if_pending()
    assert left(path) == []
    await again.close()


async def old(path: Path) -> None:
    """Create a database of an older release, with deleted data in its free pages."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        migrate(db, {version: script for version, script in load_migrations().items() if version < _OVERWRITING})
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("INSERT INTO person VALUES (77, ?)", (ZONE * 500,))
        db.execute("DELETE FROM person")


class Failing(sqlite3.Connection):
    """A connection that raises ``error`` at statements that begin with ``at``."""

    at, error = "", BaseException()

    def execute(self, statement: str, *given: object) -> sqlite3.Cursor:
        self.check(statement)
        return super().execute(statement)

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        self.check(script)
        return super().executescript(script)

    def check(self, statement: str) -> None:
        if statement.startswith(self.at):
            raise self.error


@pytest.fixture
def failing(path: Path) -> Iterator[Failing]:
    with closing(Failing(path, isolation_level=None)) as db:
        yield db


@pytest.mark.parametrize("killed_in", ["BEGIN IMMEDIATE", "VACUUM", "PRAGMA journal_mode", "PRAGMA wal_checkpoint"])
async def test_a_file_of_an_older_release_is_rewritten_by_the_start_after_a_killed_one(
    path: Path, failing: Failing, killed_in: str
) -> None:
    await old(path)
    assert left(path) == ["tables.db"]
    failing.at, failing.error = killed_in, KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        sqlite_setup.prepare_database(failing)
    failing.close()
    await (await Store.open(path)).close()
    assert left(path) == []


async def test_a_full_disk_during_the_rewrite_is_reported_and_the_next_start_repeats_it(
    path: Path, failing: Failing
) -> None:
    await old(path)
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    failing.at, failing.error = "VACUUM", full
    with pytest.raises(Unreadable, match="The disk is full"):
        sqlite_setup.prepare_database(failing)
    failing.close()
    await (await Store.open(path)).close()
    assert left(path) == []
