"""After a disk was full, the database is sound, every tool says so, and a backup has all that was confirmed."""

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bot.operations.check_database_file import check_database_file
from bot.play.service import TableService
from engine.__main__ import main
from engine.games import GAMES
from engine.store import Store, classify_error, lock_database
from engine.store.connection import Connection
from tests.store.damaged_copies import content, play


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a disk of 3 MB, or skip the test if none can be mounted."""
    folder.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(folder)], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture(params=["a file that can’t grow", "a full disk"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of the database."""
    if request.param == "a full disk":
        with small_disk(tmp_path / "disk") as there:
            yield there
    else:
        yield tmp_path


@pytest.fixture
async def store(folder: Path) -> AsyncIterator[Store]:
    """Yield the database of a running bot, with a game."""
    path = folder / "tables.db"
    with lock_database(str(path)):
        opened = await Store.open(path)
        await play(TableService(opened, new_seed=lambda: 7), 1, next(iter(GAMES)), 3)
        await opened.read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        await opened.write(noting(1.0))
        yield opened
        await opened.close()


@contextmanager
def without_room(folder: Path) -> Iterator[None]:
    """Limit the growth of the database's write-ahead log to about two and a half pages, or fill the disk."""
    room = (folder / "tables.db-wal").stat().st_size + 2 * (24 + 4_096) + 2_000
    if os.path.ismount(folder):
        filler = folder / "filler"
        with suppress(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4_096))
        yield
        filler.unlink()
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def noting(at: float) -> Callable[[Connection], object]:
    return lambda db: db.execute("INSERT INTO person (user_id, settings) VALUES (?, '')", (int(at),))


def filling(db: Connection) -> None:
    for number in range(1_000):
        row = "INSERT INTO log (session, seq, seat, action, made_by, at, events) VALUES (1, ?, 0, ?, 'start', 1.0, x'')"
        db.execute(row, (1_000 + number, "x" * 3_000))


async def fail_to_write(store: Store, folder: Path) -> None:
    with without_room(folder), pytest.raises(sqlite3.Error) as raised:
        await store.write(filling)
    assert classify_error(raised.value) in ("full", "failed")


def spoil(file: Path, at: int) -> None:
    """Overwrite three bytes of a file with other values."""
    with open(file, "rb+") as there:
        there.seek(at)
        there.write(b"\xee\xee\xee")


async def run(words: list[str]) -> int:
    """Return the exit status of ``python -m engine``, run in a thread while the bot's connection stays open."""
    return await asyncio.to_thread(main, words)


async def tools(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Check that ``verify``, ``backup`` and the doctor find the database sound, and return the output of the tools."""
    database, copy = folder / "tables.db", tmp_path / "copy.db"
    assert await run(["verify", "--db", str(database)]) == 0, capsys.readouterr().out
    assert await run(["backup", "--db", str(database), "--to", str(copy)]) == 0, capsys.readouterr().err
    assert content(copy) == content(database)
    findings = [
        one.text_line() for one in check_database_file(str(database), is_running=True, now=2.0) if one.what != "disk"
    ]
    assert all(line.startswith("fine") for line in findings), findings
    return capsys.readouterr().out


async def test_after_a_failed_write_every_tool_finds_the_database_sound(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fail_to_write(store, folder)
    assert "middle of a change" not in await tools(folder, tmp_path, capsys)


async def test_the_rest_of_a_failed_write_behind_later_changes_is_no_damage(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fail_to_write(store, folder)
    await store.write(noting(2.0))
    await tools(folder, tmp_path, capsys)


async def test_damage_to_a_log_in_use_is_found_as_before(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fail_to_write(store, folder)
    spoil(folder / "tables.db-wal", 32 + 24 + 100)
    assert await run(["verify", "--db", str(folder / "tables.db")]) == 1
    assert await run(["backup", "--db", str(folder / "tables.db"), "--to", str(tmp_path / "copy.db")]) == 1
    assert "is damaged" in capsys.readouterr().err


async def test_a_log_that_ends_within_a_change_while_no_bot_runs_is_copied_up_to_its_last_commit(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fail_to_write(store, folder)
    killed = tmp_path / "killed"
    killed.mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(f"{folder / 'tables.db'}{end}", killed / f"tables.db{end}")
    spoil(killed / "tables.db-wal", (killed / "tables.db-wal").stat().st_size)
    copy = tmp_path / "copy.db"
    assert await run(["backup", "--db", str(killed / "tables.db"), "--to", str(copy)]) == 0
    assert "The copy goes up to the last commit." in capsys.readouterr().out
    assert content(copy) == content(folder / "tables.db")
    assert await run(["verify", "--db", str(killed / "tables.db")]) == 0
    said = capsys.readouterr().out
    assert "Note: The write-ahead log" in said and "the bot’s next start removes it" in said
    assert "Games checked: 1" in said and "differences: 0" in said
    findings = [one.text_line() for one in check_database_file(str(killed / "tables.db"), is_running=False, now=2.0)]
    assert not any("Restore a backup" in line for line in findings)
    assert any(line.startswith("note   log: ") for line in findings), findings
