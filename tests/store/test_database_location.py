"""A database in an impossible place or in use gives one sentence to whoever starts the bot."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import Unreadable
from engine.store import Store, lock_database
from engine.store.migrations import load_migrations, migrate
from engine.store.verify import verify_database
from tests.store import unprivileged

START = """
async def start():
    try:
        with lock_database(sys.argv[1]):
            await (await Store.open(sys.argv[1])).close()
    except Unreadable as error:
        print(error)
asyncio.run(start())
"""
"""Python code that opens a database in the way in which the bot opens it at its start."""
VERIFY = "sys.exit(engine.__main__.main(['verify', '--db', sys.argv[1]]))"


async def made(path: Path) -> None:
    await (await Store.open(path)).close()


def told_at_the_start(path: Path) -> str:
    done = unprivileged.run(START, str(path))
    assert not done.stderr and done.stdout.count("\n") == 1 and done.stdout.endswith(".\n")
    return done.stdout


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(Unreadable, match="there is no folder .*absent. Make it first."),
        lock_database(str(tmp_path / "absent" / "tables.db")),
    ):
        pass


async def test_a_missing_folder_is_named_also_by_the_store(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no folder .*absent"):
        await Store.open(tmp_path / "absent" / "tables.db")


def test_a_folder_in_the_place_of_the_file_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="it is a folder"), lock_database(str(tmp_path)):
        pass


def test_a_folder_that_may_not_be_written_is_reported() -> None:
    with unprivileged.shared_folder() as folder:
        folder.chmod(0o555)
        assert "the bot needs the right to write" in told_at_the_start(folder / "tables.db")


async def test_a_database_that_may_not_be_written_is_reported() -> None:
    with unprivileged.shared_folder() as folder:
        await made(folder / "tables.db")
        (folder / "tables.db").chmod(0o444)
        folder.chmod(0o777)
        assert "may not be written" in told_at_the_start(folder / "tables.db")


async def test_a_copy_in_a_folder_that_may_not_be_written_can_be_verified() -> None:
    with unprivileged.shared_folder() as folder:
        await made(folder / "tables.db")
        (folder / "tables.db").chmod(0o444)
        folder.chmod(0o555)
        done = unprivileged.run(VERIFY, str(folder / "tables.db"))
        assert (done.returncode, done.stderr) == (0, "")


LINKS = [os.symlink, *([os.link] if sys.platform == "linux" else [])]
"""Functions that give a file a second name; the lock recognizes hard links only on Linux."""


@pytest.mark.parametrize("link", LINKS)
async def test_the_same_database_by_another_name_is_in_use(tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    await made(tmp_path / "tables.db")
    (tmp_path / "other").mkdir()
    second = tmp_path / "other" / "again.db"
    link(tmp_path / "tables.db", second)
    with (
        lock_database(str(tmp_path / "tables.db")),
        pytest.raises(Unreadable, match="in use by another Roundhouse"),
        lock_database(str(second)),
    ):
        pass


async def test_a_file_that_is_no_database_is_reported_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear friends, " * 100)
    with pytest.raises(Unreadable, match=r"cannot be read as a database: .*\.$"):
        await Store.open(path)
    assert path.read_text() == "Dear friends, " * 100


async def test_advice_to_use_a_backup_accepts_backups_with_games_that_differ(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"green tea, black tea\n" * 100)
    with pytest.raises(Unreadable, match=r"verify` can check\. A game that differs there stops nothing"):
        await Store.open(path)


async def test_a_database_of_a_newer_release_is_reported(tmp_path: Path) -> None:
    await made(tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        db.execute(f"PRAGMA user_version = {max(load_migrations()) + 1}")
    with pytest.raises(Unreadable, match="this release reads only up to"):
        await Store.open(tmp_path / "tables.db")


async def test_a_database_that_another_program_has_locked_is_reported_at_the_start(
    tmp_path: Path,
) -> None:
    await made(tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unreadable, match="in use by another program"):
            await Store.open(tmp_path / "tables.db")


TOOLS = "sys.exit(engine.__main__.main(sys.argv[1:]))"
LONG = "a" * 300 + ".db"


def told_by(*words: object) -> str:
    """Run a tool without access rights, and return its error message, which must be one sentence."""
    done = unprivileged.run(TOOLS, *map(str, words))
    assert done.returncode in (1, 2) and not done.stdout, done
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n"), done.stderr
    return done.stderr


async def test_a_folder_that_may_not_be_entered_is_reported_by_every_tool_and_at_the_start() -> None:
    with unprivileged.shared_folder() as folder:
        (folder / "closed").mkdir()
        closed, new = folder / "closed" / "tables.db", folder / "new.db"
        await made(closed)
        (folder / "closed").chmod(0o700)
        folder.chmod(0o777)
        told = [
            told_by("verify", "--db", closed), told_by("backup", "--db", closed, "--to", new),
            told_by("move", "--from", closed, "--to", new), told_at_the_start(closed),
        ]  # fmt: skip
        assert all(f"{closed} can’t be opened: it’s forbidden." in said for said in told), told
        assert sorted(os.listdir(folder)) == ["closed"]


async def test_an_unwritable_place_for_the_new_database_is_reported() -> None:
    with unprivileged.shared_folder() as folder:
        (folder / "own").mkdir()
        (folder / "own").chmod(0o777)
        await made(folder / "own" / "tables.db")
        (folder / "own" / "tables.db").chmod(0o666)
        said = told_by("move", "--from", folder / "own" / "tables.db", "--to", folder / "new.db")
        assert f"The file {folder / 'new.db'} can’t be written: it’s forbidden." in said


async def test_a_log_that_may_not_be_read_is_not_blamed_on_the_copy() -> None:
    with unprivileged.shared_folder() as folder:
        (folder / "copies").mkdir()
        (folder / "copies").chmod(0o777)
        store = await Store.open(folder / "tables.db")
        (folder / "tables.db").chmod(0o644)
        (folder / "tables.db-wal").chmod(0o600)
        said = told_by("backup", "--db", folder / "tables.db", "--to", folder / "copies" / "copy.db")
        await store.close()
        assert said.startswith(f"The database {folder / 'tables.db'} can’t be opened: it’s forbidden.")


async def test_a_name_that_is_too_long_is_reported(tmp_path: Path) -> None:
    with unprivileged.shared_folder() as folder:
        folder.chmod(0o777)
        await made(folder / "tables.db")
        (folder / "tables.db").chmod(0o666)
        told = [
            told_by("verify", "--db", LONG), told_by("backup", "--db", LONG, "--to", folder / "new.db"),
            told_by("move", "--from", LONG, "--to", folder / "new.db"),
            told_by("move", "--from", folder / "tables.db", "--to", folder / LONG),
            told_by("backup", "--db", folder / "tables.db", "--to", folder / LONG), told_at_the_start(folder / LONG),
        ]  # fmt: skip
        assert all("the name is too long. Choose a shorter one." in said for said in told), told


async def test_an_empty_name_is_reported() -> None:
    with unprivileged.shared_folder() as folder:
        there, new = folder / "tables.db", folder / "new.db"
        await made(there)
        there.chmod(0o666)
        folder.chmod(0o777)
        told = [
            told_by("verify", "--db", ""), told_by("backup", "--db", "", "--to", new),
            told_by("backup", "--db", there, "--to", ""), told_by("move", "--from", "", "--to", new),
            told_by("move", "--from", there, "--to", ""),
        ]  # fmt: skip
        assert all("is empty. Name a file, or an address: postgresql://…." in said for said in told), told


async def test_a_path_below_a_file_is_reported(tmp_path: Path) -> None:
    await made(tmp_path / "tables.db")
    with pytest.raises(Unreadable, match="it would be in a file, and not in a folder. Check the name."):
        await verify_database(tmp_path / "tables.db" / "more.db")


def test_a_full_disk_is_reported_at_the_start(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as db:
        db.execute("PRAGMA max_page_count = 2")
        with pytest.raises(Unreadable, match="The disk is full"):
            migrate(db, load_migrations())


def test_a_failing_disk_is_reported_at_the_start(tmp_path: Path) -> None:
    limit = "\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, 8_192))\n"
    with unprivileged.shared_folder() as folder:
        folder.chmod(0o777)
        done = unprivileged.run(limit + START, str(folder / "tables.db"))
        assert not done.stderr and done.stdout.startswith("The disk failed")
