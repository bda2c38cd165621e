"""A database stays the same when it is moved from a file to a server and back; a failed move leaves nothing."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.__main__ import main
from engine.store import Store, lock_database, transfer
from tests.bench.large_database import crowd
from tests.conftest import DEEP
from tests.postgresql import schema
from tests.store.damaged_copies import played
from tests.store.test_store import LOBBY

MANY = 1_000 if DEEP else 4


@pytest.fixture
async def source(tmp_path: Path) -> Path:
    """Return a database with games of all titles and no running bot."""
    folder = tmp_path / "bot"
    folder.mkdir()
    await played(folder / "tables.db", 12)
    return folder / "tables.db"


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(db.iterdump())


def moved(source: object, target: object) -> int:
    with ThreadPoolExecutor(1) as thread:  # the tool runs a loop of its own
        return thread.submit(main, ["move", "--from", str(source), "--to", str(target)]).result()


def refused(source: object, target: object, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the error message of a move that is refused."""
    assert moved(source, target) == 1
    said = capsys.readouterr()
    assert not said.out and said.err.endswith(".\n") and len(said.err.splitlines()) == 1
    return said.err


async def test_a_file_moved_to_a_server_and_back_is_the_same(
    source: Path, postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, back = schema(postgresql), tmp_path / "back.db"
    assert moved(source, address) == 0
    assert moved(address, back) == 0
    said = capsys.readouterr().out
    assert said.count("differences: 0") == 2 and "all the same" in said
    assert rows(back) == rows(source)
    assert set(os.listdir(tmp_path)) == {"bot", "back.db"}


async def test_a_crowd_of_tables_moved_to_a_server_and_back_is_the_same(
    postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, address, back = tmp_path / "tables.db", schema(postgresql), tmp_path / "back.db"
    await crowd(there, MANY)
    with closing(sqlite3.connect(there, isolation_level=None)) as db:  # half are called finished, after sixty moves
        db.execute("UPDATE session SET status = 'ended' WHERE status = 'finished'")
    assert moved(there, address) == moved(address, back) == 0
    said = capsys.readouterr().out
    print(said)
    assert said.count("differences: 0") == 2
    assert rows(back) == rows(there)


async def test_a_bot_goes_on_where_the_other_database_was(source: Path, postgresql: str) -> None:
    """A new table must not get the id of a table that was deleted before the move."""
    with closing(sqlite3.connect(source, isolation_level=None)) as db:
        db.execute("UPDATE sqlite_sequence SET seq = 400 WHERE name = 'session'")
    address = schema(postgresql)
    assert moved(source, address) == 0
    store = await Store.open(address)
    assert await store.create_table(replace(LOBBY, channel=77)) == 401
    await store.close()


async def test_a_move_from_file_to_file_is_a_copy(source: Path, tmp_path: Path) -> None:
    assert moved(source, tmp_path / "copy.db") == 0
    assert rows(tmp_path / "copy.db") == rows(source)


async def test_a_database_that_a_bot_has_is_not_moved(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock_database(str(source)):
        assert "in use" in refused(source, tmp_path / "copy.db", capsys)


async def test_nothing_is_moved_to_or_from_a_server_that_a_bot_uses(
    source: Path, postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = schema(postgresql)
    store = await Store.open(address)
    assert "in use" in refused(source, address, capsys)
    assert "in use" in refused(address, tmp_path / "copy.db", capsys)
    await store.close()


async def test_a_server_with_rows_is_not_filled(
    source: Path, postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = schema(postgresql)
    assert moved(source, address) == 0
    capsys.readouterr()
    assert "has rows in" in refused(source, address, capsys)


async def test_a_file_that_is_there_is_not_overwritten(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    assert "exists already" in refused(source, tmp_path / "letter.txt", capsys)
    assert (tmp_path / "letter.txt").read_text() == "Dear Ada"


async def test_a_damaged_file_is_not_moved(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(source.read_bytes())
    data[3 * 4_096 : 3 * 4_096 + 64] = b"\xee" * 64
    source.write_bytes(data)
    assert "damaged" in refused(source, tmp_path / "copy.db", capsys)
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("kind", ["file", "server"])
async def test_a_copy_that_differs_is_not_kept(
    source: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    target = str(tmp_path / "copy.db") if kind == "file" else schema(request.getfixturevalue("postgresql"))
    copied = transfer._copy_rows

    def spoiled(here: transfer.Connection, there: transfer.Connection, shape: transfer._TableSchema) -> None:
        copied(here, there, shape)
        there.execute("UPDATE player SET name = 'Mallory' WHERE seat = 1")

    monkeypatch.setattr(transfer, "_copy_rows", spoiled)
    assert "differs in “player”" in refused(source, target, capsys)
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["bot"]
    assert moved(source, target) == 0, "the target is as empty as before"
