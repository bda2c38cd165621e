"""A store in a file: what survives the end of the process, and which files are refused."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.errors import Unreadable
from engine.store import Store
from tests.store.test_store import append, entry, head, playing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


async def test_the_database_flushes_every_commit(store: Store) -> None:
    def pragmas(db: sqlite3.Connection) -> list[object]:
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]

    assert await store.read(pragmas) == ["wal", 2, 1]


async def test_committed_data_survives_the_end_of_the_process(path: Path, store: Store) -> None:
    number = await playing(store)
    await append(store, head(number, 1), entry(1))
    copy = path.with_name("copy.db")
    for suffix in ("", "-wal"):  # as a killed process leaves them: no checkpoint of the write-ahead log
        copy.with_name(copy.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    survivor = await Store.open(copy)
    assert [row.action for row in await survivor.load_log(number)] == ["", "p1 go 1"]
    await survivor.close()


# -- files it does not take


async def test_a_database_of_a_newer_release_is_refused_and_left_alone(path: Path, store: Store) -> None:
    def age(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA user_version = 99")

    await store.read(age)
    with pytest.raises(Unreadable, match="version 99, but this release reads only up to"):
        await Store.open(path)


async def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(Unreadable, match="another program"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(Unreadable, match="cannot be read as a database"):
        await Store.open(path)


async def test_a_missing_folder_gives_a_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can’t be opened"):
        await Store.open(tmp_path / "nowhere" / "tables.db")
