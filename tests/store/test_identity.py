"""A database whose files were removed or replaced while open stores nothing, and the next start loses nothing."""

import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.check_database_file import check_database_file
from engine.errors import Unreadable
from engine.store import Store, lock_database
from engine.store.backup import back_up_database
from engine.store.connection import Connection
from engine.store.errors import DatabaseRemoved, classify_error, operator_message
from engine.store.ids import TableId
from engine.store.users import save_last_alive
from tests.store.test_store import append, entry, head, playing

Harm = Callable[[Path], object]

HARMS: dict[str, tuple[Harm, str]] = {
    "removed": (lambda path: path.unlink(), "was removed or renamed, or its disk is gone"),
    "renamed": (lambda path: path.rename(path.with_name("other.db")), "was removed or renamed"),
    "replaced": (lambda path: os.replace(path.with_name("copy.db"), path), "was replaced by another file"),
    "overwritten": (lambda path: shutil.copyfile(path.with_name("copy.db"), path), "was overwritten"),
    "emptied": (lambda path: path.write_bytes(b""), "was overwritten"),
    "log removed": (lambda path: path.with_name("tables.db-wal").unlink(), "The file .*-wal, which belongs to"),
    "index removed": (lambda path: path.with_name("tables.db-shm").unlink(), "The file .*-shm, which belongs to"),
    "lock removed": (lambda path: path.with_name("tables.db.lock").unlink(), "The file .*[.]lock, which belongs to"),
    "folder renamed": (lambda path: path.parent.rename(path.parent.with_name("moved")), "or its disk is gone"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the database."""
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot" / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    """Yield the open database of a bot with a game of one move, and a backup from before the move beside it."""
    with lock_database(str(path)):
        opened = await Store.open(path)
        number = await playing(opened)
        back_up_database(path, path.with_name("copy.db"))
        await append(opened, head(number, 1), entry(1))
        yield opened
        await opened.close()


def note_alive(at: float) -> Callable[[Connection], object]:
    return lambda db: save_last_alive(db, at)


def add(db: object) -> None:
    db.execute("INSERT INTO alive (one, at) VALUES (1, 1.0)")  # type: ignore[attr-defined]


@pytest.mark.parametrize("harm", HARMS)
async def test_nothing_is_stored_once_a_file_is_removed_or_replaced(harm: str, path: Path, store: Store) -> None:
    await store.check()
    spoil, said = HARMS[harm]
    spoil(path)
    with pytest.raises(DatabaseRemoved, match=said) as raised:
        await store.write(add)
    assert classify_error(raised.value) == "removed" and operator_message(raised.value).endswith("ends.")
    assert store.is_lost()
    for again in (store.check, store.purge_deleted, lambda: store.read(lambda db: None)):
        with pytest.raises(DatabaseRemoved, match=said):
            await again()


async def test_a_file_that_is_removed_while_it_is_written_confirms_nothing(path: Path, store: Store) -> None:
    def work(db: object) -> None:
        add(db)
        path.unlink()

    with pytest.raises(DatabaseRemoved, match="was removed or renamed"):
        await store.write(work)


@pytest.mark.parametrize("harm", ["removed", "renamed", "emptied"])
async def test_a_start_makes_no_empty_database_where_there_was_one(harm: str, path: Path, tmp_path: Path) -> None:
    with lock_database(str(path)):
        await (await Store.open(path)).close()
    HARMS[harm][0](path)
    with (
        pytest.raises(Unreadable, match=r"is gone or empty, .* remove .*tables\.db\.lock\.$"),
        lock_database(str(path)),
    ):
        pass
    path.with_name("tables.db.lock").unlink()
    with lock_database(str(path)):
        await (await Store.open(path)).close()


async def test_a_start_that_failed_before_it_opened_the_database_is_no_sign_of_one(path: Path) -> None:
    for _ in range(2):
        with lock_database(str(path)):
            pass
    path.unlink()
    with lock_database(str(path)):
        pass


async def test_a_lock_that_was_removed_with_the_database_is_no_reason_for_an_empty_one(path: Path) -> None:
    with lock_database(str(path)):
        store = await Store.open(path)
        for file in path.parent.iterdir():
            file.unlink()
        with pytest.raises(DatabaseRemoved):
            await store.check()
        await store.close()
    with pytest.raises(Unreadable, match="is gone or empty"), lock_database(str(path)):
        pass
    assert sorted(os.listdir(path.parent)) == ["tables.db.lock"]


def crashed(path: Path, folder: Path) -> None:
    """Put the files of a running bot into ``folder`` as after a crash, as the same inodes."""
    for end in ("", "-wal"):
        os.link(f"{path}{end}", folder / f"tables.db{end}")
    shutil.copyfile(f"{path}.lock", folder / "tables.db.lock")  # the lock itself ends with a process


@pytest.mark.parametrize("is_backup", [True, False])
async def test_a_copy_is_not_mixed_with_the_log_of_the_file_before(
    is_backup: bool, path: Path, store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "crashed"
    folder.mkdir()
    crashed(path, folder)
    copy, database = path.with_name("copy.db"), folder / "tables.db"
    if not is_backup:  # the file of a bot that was stopped
        with closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA journal_mode = WAL")
    os.replace(copy, database)
    before = database.read_bytes()
    with pytest.raises(Unreadable, match="belongs to the file that was there before"), lock_database(str(database)):
        pass
    assert database.read_bytes() == before
    (folder / "tables.db-wal").unlink()
    with lock_database(str(database)):
        pass


async def test_a_start_after_a_crash_takes_the_log(path: Path, store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "crashed"
    folder.mkdir()
    for end in ("", "-wal", ".lock"):
        shutil.copyfile(f"{path}{end}", folder / f"tables.db{end}")  # to another disk, say
    with lock_database(str(folder / "tables.db")):
        again = await Store.open(folder / "tables.db")
        assert [row.seq for row in await again.load_log(1)] == [0, 1]
        await again.close()


async def test_a_copy_that_was_written_over_the_open_file_is_not_mixed_with_its_log(path: Path) -> None:
    with lock_database(str(path)):
        store = await Store.open(path)
        number = await playing(store)
        back_up_database(path, path.with_name("copy.db"))
        await append(store, head(number, 1), entry(1))
        shutil.copyfile(path.with_name("copy.db"), path)
        with pytest.raises(DatabaseRemoved, match="was overwritten"):
            await store.write(add)
        await store.close()
    assert path.read_bytes() == path.with_name("copy.db").read_bytes()
    with lock_database(str(path)):
        again = await Store.open(path)
        assert [row.seq for row in await again.load_log(number)] == [0]
        await again.close()


async def stored(path: Path) -> list[int]:
    """Return the numbers of the first table's log rows, as a start of the bot reads them."""
    with lock_database(str(path)):
        store = await Store.open(path)
        rows = [row.seq for row in await store.load_log(TableId(1))]
        await store.close()
    return rows


async def copied_and_overwritten(path: Path, copied: bool) -> bytes:
    """Return the bytes of an earlier state of a bot's file, after that state was written over the file.

    Without ``copied``, the file is only touched.
    """
    with lock_database(str(path)):
        store = await Store.open(path)
        number = await playing(store)
        await store.purge_deleted()
        before = path.read_bytes()
        await append(store, head(number, 1), entry(1))
        if copied:
            path.write_bytes(before)
        else:
            path.touch()
        with pytest.raises(DatabaseRemoved, match="Another program has written the database"):
            await store.write(add)
        await store.close()
    return before


async def test_a_copy_of_the_open_file_that_is_written_over_it_is_noticed_and_not_mixed(path: Path) -> None:
    before = await copied_and_overwritten(path, copied=True)
    assert path.read_bytes() == before
    with pytest.raises(Unreadable, match=r"If you copied a file there, move .*-wal"), lock_database(str(path)):
        pass
    path.with_name("tables.db-wal").unlink()
    assert await stored(path) == [0]


async def test_a_file_that_only_seemed_to_be_overwritten_loses_nothing(path: Path) -> None:
    await copied_and_overwritten(path, copied=False)
    with (
        pytest.raises(Unreadable, match=r"If you copied nothing there, remove .*tables\.db\.lock"),
        lock_database(str(path)),
    ):
        pass
    path.with_name("tables.db.lock").unlink()
    assert await stored(path) == [0, 1]


async def test_an_older_copy_of_the_file_itself_is_noticed_and_not_mixed(path: Path) -> None:
    with lock_database(str(path)):
        store = await Store.open(path)
        number = await playing(store)
        await store.close()
    before = path.read_bytes()
    with lock_database(str(path)):
        store = await Store.open(path)
        await append(store, head(number, 1), entry(1))
        path.write_bytes(before)
        with pytest.raises(DatabaseRemoved, match="was overwritten"):
            await store.write(add)
        await store.close()
    assert path.read_bytes() == before and await stored(path) == [0]


async def test_an_older_copy_is_not_mixed_with_the_log_of_a_bot_that_crashed(path: Path, tmp_path: Path) -> None:
    with lock_database(str(path)):
        await (await Store.open(path)).close()
    before, folder = path.read_bytes(), tmp_path / "crashed"
    folder.mkdir()
    with lock_database(str(path)):
        store = await Store.open(path)
        await playing(store)
        for end in ("", "-wal", ".lock"):
            shutil.copyfile(f"{path}{end}", folder / f"tables.db{end}")
        await store.close()
    (folder / "tables.db").write_bytes(before)
    with (
        pytest.raises(Unreadable, match="belongs to the file that was there before"),
        lock_database(str(folder / "tables.db")),
    ):
        pass
    (folder / "tables.db-wal").unlink()
    with lock_database(str(folder / "tables.db")):
        pass


async def test_a_checkpoint_of_another_program_is_no_harm(path: Path, store: Store) -> None:
    for number, mode in enumerate(("PASSIVE", "RESTART", "TRUNCATE")):
        with closing(sqlite3.connect(path)) as other:
            assert other.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0] == 0
        await store.check()
        await store.write(note_alive(number))


async def test_checkpoints_of_the_bot_itself_are_no_harm(path: Path, store: Store) -> None:
    for number in range(40):
        await store.write(note_alive(number))
        if number % 10 == 0:
            await store.purge_deleted()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file itself has no lock")
async def test_a_database_that_the_bot_has_made_is_in_use_without_its_lock_too(path: Path, store: Store) -> None:
    path.with_name("tables.db.lock").unlink()
    with pytest.raises(Unreadable, match="in use by another Roundhouse"), lock_database(str(path)):
        pass


@pytest.mark.parametrize("harm", ["removed", "renamed", "replaced"])
async def test_the_doctor_says_that_a_running_bot_has_another_file_open(harm: str, path: Path, store: Store) -> None:
    HARMS[harm][0](path)
    said = [one.text_line() for one in check_database_file(str(path), is_running=True, now=2.0)]
    assert any(line.startswith("wrong  database: The running bot has a different file open") for line in said), said
    assert not any("at its first start" in line for line in said)


async def test_the_doctor_says_that_a_database_is_gone_while_no_bot_runs(path: Path) -> None:
    with lock_database(str(path)):
        await (await Store.open(path)).close()
    path.unlink()
    said = [one.text_line() for one in check_database_file(str(path), is_running=False, now=2.0)]
    assert any(line.startswith("wrong  database: ") and "is gone or empty" in line for line in said), said
