"""Backups with the time in their names: the newest ones stay, and no other file is deleted."""

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import Unreadable
from engine.store import lock_database
from engine.store.backup import back_up_database, rotate_backups
from engine.store.migrations import load_migrations, migrate

FIRST = datetime(2026, 3, 28, 4, 0, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a database without games."""
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        migrate(db, load_migrations())
    return file


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "roundhouse.db"


def names(target: Path) -> list[str]:
    return sorted(os.listdir(target.parent))


def back_up_daily(source: Path, target: Path, days: int, keep: int = 3) -> None:
    for day in range(days):
        rotate_backups(source, target, keep, FIRST + day * DAY)


def test_the_newest_backups_stay(source: Path, target: Path) -> None:
    back_up_daily(source, target, 5)
    assert names(target) == [
        "roundhouse-20260330T040000Z.db",
        "roundhouse-20260331T040000Z.db",
        "roundhouse-20260401T040000Z.db",
    ]


def test_the_name_has_the_time_in_utc(source: Path, target: Path) -> None:
    at = datetime(2026, 3, 31, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    assert rotate_backups(source, target, 1, at).file.name == "roundhouse-20260330T230203Z.db"


def test_a_smaller_number_deletes_all_that_are_too_many(source: Path, target: Path) -> None:
    back_up_daily(source, target, 4, keep=9)
    result = rotate_backups(source, target, 1, FIRST + 4 * DAY)
    assert names(target) == [result.file.name]
    assert len(result.deleted) == 4 and not result.problems


def test_all_backups_stay_after_the_clock_went_back(source: Path, target: Path) -> None:
    back_up_daily(source, target, 3)
    before = names(target)
    result = rotate_backups(source, target, 1, FIRST - DAY)
    assert names(target) == [result.file.name, *before]


def test_backups_of_a_clock_that_was_ahead_do_not_push_out_good_ones(source: Path, target: Path) -> None:
    back_up_daily(source, target, 2)
    rotate_backups(source, target, 2, FIRST + 900 * DAY)
    rotate_backups(source, target, 2, FIRST + 2 * DAY)
    assert [name[11:19] for name in names(target)] == ["20260329", "20260330", "20280913"]


def test_other_files_are_never_deleted_and_do_not_count(source: Path, target: Path) -> None:
    others = {
        "roundhouse.db",
        "roundhouse-1.db",
        "roundhouse-20200101T000000Z.db.gz",
        "old-roundhouse-20200101T000000Z.db",
        "roundhouse-test-20200101T000000Z.db",
        "roundhouse-20200101T000000Z-keep.db",
    }
    back_up_database(source, target)
    for name in others - {target.name}:
        shutil.copy(target, target.with_name(name))
    target.with_name("roundhouse-20200101T000000Z.db").write_text("Dear Ada")
    target.with_name("roundhouse-20200102T000000Z.db").touch()
    target.with_name("roundhouse-20200103T000000Z.db").mkdir()
    target.with_name("roundhouse-20200104T000000Z.db").symlink_to(target)
    with closing(sqlite3.connect(target.with_name("roundhouse-20200105T000000Z.db"))) as db:
        db.execute("CREATE TABLE ours (a)")
    before = set(names(target))
    back_up_daily(source, target, 3, keep=2)
    assert set(names(target)) == before | {"roundhouse-20260329T040000Z.db", "roundhouse-20260330T040000Z.db"}


def test_the_database_itself_is_never_deleted(source: Path, target: Path) -> None:
    database = target.with_name("roundhouse-20200101T000000Z.db")
    shutil.copy(source, database)
    back_up_daily(database, target, 2, keep=1)
    assert names(target) == [database.name, "roundhouse-20260329T040000Z.db"]


def test_a_backup_that_a_bot_has_open_stays_with_a_sentence(source: Path, target: Path) -> None:
    back_up_daily(source, target, 1)
    [opened] = target.parent.iterdir()
    with lock_database(str(opened)):
        result = rotate_backups(source, target, 1, FIRST + DAY)
    assert opened.exists() and result.file.exists()
    assert result.problems == (f"The old backup {opened} is in use as a database, so it stays.",)


def test_nothing_is_deleted_if_the_new_backup_fails(source: Path, target: Path) -> None:
    back_up_daily(source, target, 3)
    before = names(target)
    source.write_bytes(b"\xee" * 8_192)
    with pytest.raises(Unreadable):
        rotate_backups(source, target, 1, FIRST + 9 * DAY)
    assert names(target) == before


def test_nothing_is_deleted_while_the_disk_is_full(source: Path, target: Path) -> None:
    back_up_daily(source, target, 3)
    before = names(target)

    def limit_file_size() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    python = [sys.executable, "-B"]  # a limited process would write cut-off bytecode files
    command = [*python, "-m", "engine", "backup", "--db", str(source), "--to", str(target), "--keep", "1"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit_file_size)
    assert ended.returncode == 1 and not ended.stdout
    assert "Traceback" not in ended.stderr and ended.stderr.endswith(".\n")
    assert names(target) == before


def test_old_unfinished_copies_are_deleted_and_new_ones_stay(source: Path, target: Path) -> None:
    """A killed process leaves an unfinished copy, which a backup with another name does not overwrite."""
    stale = [".roundhouse-20260327T040000Z.db.abcd_123.part", ".roundhouse-20260327T040000Z.db.abcd_123.part-journal"]
    fresh = ".roundhouse-20260327T050000Z.db.abcd_124.part"
    other = ".another-20260327T040000Z.db.abcd_123.part"
    for name in (*stale, fresh, other):
        target.with_name(name).write_bytes(b"half")
    for name in (*stale, other):
        os.utime(target.with_name(name), (0, 0))
    result = rotate_backups(source, target, 3, FIRST)
    assert names(target) == sorted([fresh, other, result.file.name])


def test_a_backup_without_rotation_also_deletes_its_old_unfinished_copies(source: Path, target: Path) -> None:
    part = target.with_name(".roundhouse.db.abcd_123.part")
    part.write_bytes(b"half")
    os.utime(part, (0, 0))
    back_up_database(source, target)
    assert names(target) == [target.name]


def test_the_command_says_what_it_wrote_and_deleted(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back_up_daily(source, target, 1)
    [old] = target.parent.iterdir()
    assert main(["backup", "--db", str(source), "--to", str(target), "--keep", "1"]) == 0
    [new] = target.parent.iterdir()
    wrote, deleted = capsys.readouterr().out.splitlines()
    assert wrote.startswith(f"wrote {new}: ") and deleted == f"deleted {old}"
    assert new.stat().st_mode & 0o077 == 0


def test_a_problem_with_an_old_backup_is_the_exit_status(
    source: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back_up_daily(source, target, 1)
    [opened] = target.parent.iterdir()
    with lock_database(str(opened)):
        assert main(["backup", "--db", str(source), "--to", str(target), "--keep", "1"]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("wrote ") and "so it stays" in printed.err


@pytest.mark.parametrize("name", [".", "/"])
def test_a_folder_as_the_name_of_backups_is_refused(
    source: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "--db", str(source), "--to", name, "--keep", "2"]) == 1
    assert "it is a folder. Name a file in it." in capsys.readouterr().err


def test_keeping_no_backups_is_refused(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["backup", "--db", str(source), "--to", str(target), "--keep", "0"])
    assert "at least 1" in capsys.readouterr().err
