"""A backup is made while a bot writes, and gets its name only if it is whole and equal to the database."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.play.service import LogEntry, TableService
from engine.__main__ import main
from engine.core import write_action
from engine.store import Store, lock_database
from engine.store.backup import back_up_database
from engine.store.migrations import load_migrations, migrate
from engine.store.verify import verify_database
from tests.store.damaged_copies import played


@pytest.fixture
async def source(tmp_path: Path) -> Path:
    """Return a database with games of all titles and no running bot."""
    folder = tmp_path / "bot"
    folder.mkdir()
    await played(folder / "tables.db", 12)
    return folder / "tables.db"


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    """Yield the path for the copy, and check afterwards that no unfinished copy is left beside it."""
    folder = tmp_path / "copies"
    folder.mkdir()
    yield folder / "copy.db"
    assert not [name for name in os.listdir(folder) if name != "copy.db"]


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def _counted(path: Path) -> int:
    """Return the number of rows of all database tables together."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return sum(db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names)


def refused(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the error message of ``python -m engine backup``, which must end with status 1."""
    assert main(["backup", "--db", str(source), "--to", str(target)]) == 1
    said = capsys.readouterr()
    assert not said.out and said.err.endswith(".\n") and len(said.err.splitlines()) == 1
    return said.err


async def test_the_copy_has_every_row_and_passes_verification(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "--db", str(source), "--to", str(target)]) == 0
    said = capsys.readouterr().out
    assert "whole and the same" in said and str(target.stat().st_size) in said
    assert f": {_counted(source)} rows" in said
    assert rows(target) == rows(source)
    report = await verify_database(target)
    assert report.games and not report.findings


async def test_what_only_the_write_ahead_log_has_is_in_the_copy(source: Path, target: Path) -> None:
    live = source.with_name("live.db")
    assert live.with_name("live.db-wal").stat().st_size
    back_up_database(live, target)
    live.with_name("live.db-wal").unlink()
    assert len(rows(target)) > len(rows(live))


def test_only_the_operator_may_read_the_copy(source: Path, target: Path) -> None:
    back_up_database(source, target)
    assert target.stat().st_mode & 0o077 == 0


def test_an_older_copy_is_replaced(source: Path, target: Path) -> None:
    back_up_database(source, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        db.execute("UPDATE session SET host = 4711")
        db.execute("PRAGMA journal_mode = DELETE")
    back_up_database(source, target)
    assert rows(target) == rows(source)


def test_a_bot_that_writes_meanwhile_is_not_disturbed_and_the_copy_is_of_one_moment(source: Path, target: Path) -> None:
    done, written = threading.Event(), list[int]()

    def write() -> None:
        with closing(sqlite3.connect(source, isolation_level=None, timeout=0.7)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            while not done.is_set():
                number = len(written)
                db.execute("BEGIN IMMEDIATE")
                db.execute("UPDATE session SET host = ?", (number,))
                db.execute("UPDATE log SET at = ?", (float(number),))
                db.execute("COMMIT")
                written.append(number)

    bot = threading.Thread(target=write)
    bot.start()
    try:
        while not written:
            pass
        for _ in range(5):
            before = len(written)
            back_up_database(source, target)
            with closing(sqlite3.connect(target)) as db:
                hosts = {host for (host,) in db.execute("SELECT host FROM session")}
                times = {int(at) for (at,) in db.execute("SELECT at FROM log")}
            assert hosts == times and len(hosts) == 1 and hosts.pop() >= before - 1
    finally:
        done.set()
        bot.join()


def test_a_database_of_an_older_release_is_copied_as_it_is(tmp_path: Path, target: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        migrate(db, {1: load_migrations()[1]})
    back_up_database(old, target)
    with closing(sqlite3.connect(target)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_missing_database_is_refused(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "can’t be opened: there is no such file or folder. Check the name" in refused(
        target.with_name("none.db"), target, capsys
    )


def test_an_empty_file_is_no_database(tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.db").touch()
    assert "The file is empty" in refused(tmp_path / "empty.db", target, capsys)


def test_another_programs_database_is_not_copied(
    tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE ours (a)")
    assert "belongs to another program" in refused(tmp_path / "other.db", target, capsys)


def test_a_damaged_page_is_found_and_the_older_copy_stays(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back_up_database(source, target)
    before = target.read_bytes()
    data = bytearray(source.read_bytes())
    for page in range(3, len(data) // 4_096):
        data[page * 4_096 : page * 4_096 + 16] = b"\xee" * 16
    source.write_bytes(data)
    refused(source, target, capsys)
    assert target.read_bytes() == before


def test_a_damaged_write_ahead_log_is_reported(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = source.with_name("live.db-wal")
    data = bytearray(log.read_bytes())
    data[32 + 24 + 100] ^= 0xFF
    log.write_bytes(data)
    assert "write-ahead log" in refused(source.with_name("live.db"), target, capsys)


def test_a_copy_that_differs_is_not_kept(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(copy: Path) -> None:
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("UPDATE player SET name = 'Mallory' WHERE seat = 1")

    monkeypatch.setattr("engine.store.backup.sync_file", spoiled)
    assert "differs from the database in “player”" in refused(source, target, capsys)
    assert not target.exists()


def test_the_copy_never_replaces_the_database_itself(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = source.with_name("link.db")
    link.symlink_to(source)
    assert "the database itself" in refused(source, link, capsys)


async def test_the_copy_replaces_no_database_in_use(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = source.with_name("other.db")
    store = await Store.open(other)
    assert "in use" in refused(source, other, capsys)
    await store.close()
    with lock_database(str(other)):
        assert "in use" in refused(source, other, capsys)


def test_a_file_that_is_no_copy_stays(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = source.with_name("letter.txt")
    letter.write_text("Dear Ada")
    assert "so it stays" in refused(source, letter, capsys)
    assert letter.read_text() == "Dear Ada"


def test_a_target_in_a_missing_folder_or_that_is_a_folder_is_refused(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no folder" in refused(source, target.parent / "deeper" / "copy.db", capsys)
    assert "it is a folder" in refused(source, target.parent, capsys)


_FULL = """
import resource, sys
from bot.play.service import LogEntry, TableService
from engine.__main__ import main
from engine.core.notation import write_action
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(main(["backup", "--db", sys.argv[1], "--to", sys.argv[2]]))
"""


def test_a_full_disk_gives_a_sentence(source: Path, target: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _FULL, str(source), str(target)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1 and not ended.stdout
    assert ended.stderr.endswith(".\n") and "Traceback" not in ended.stderr
    assert not target.exists()


def test_nothing_is_copied_from_a_source_that_is_locked(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(source, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.0))
        assert "in use by another program" in refused(source, target, capsys)


async def test_a_bot_goes_on_from_a_copy_that_was_put_in_place(source: Path, target: Path) -> None:
    store = await Store.open(source)
    tables = TableService(store)
    ours = (await tables.store.list_tables_in_play())[0]
    then = await tables.get(ours)
    back_up_database(source, target)
    await _move(tables, ours)
    await store.close()

    for end in ("", "-wal", "-shm"):
        source.with_name(source.name + end).unlink(missing_ok=True)
    shutil.copyfile(target, source)

    restored = TableService(await Store.open(source))
    now = await restored.get(ours)
    assert (now.seq, now.state, now.players) == (then.seq, then.state, then.players)
    assert (await _move(restored, ours)).seq == then.seq + 1
    await restored.store.close()
    assert not (await verify_database(source)).findings


async def _move(tables: TableService, ours: int) -> LogEntry:
    question = tables.decisions(await tables.get(ours))[0]
    return await tables.play_move(ours, question.seat, write_action(next(iter(question.offers))))
