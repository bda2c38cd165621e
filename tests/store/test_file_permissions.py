"""Files with hands or seeds are readable only for the user who runs the program, whatever the umask allows."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.operations.check_database_file import check_database_file
from engine.__main__ import main
from engine.games import GAMES
from engine.store import Store, lock_database
from engine.store.sqlite_setup import WAL_SIZE_LIMIT

TITLE = next(iter(GAMES))

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no modes of files here")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder while the umask forbids nothing."""
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {file.name: f"{file.stat().st_mode & 0o777:o}" for file in folder.iterdir()}


async def test_a_database_and_all_files_beside_it_are_the_operators_alone(folder: Path) -> None:
    with lock_database(str(folder / "tables.db")):
        store = await Store.open(folder / "tables.db")
        assert modes(folder) == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"), "600")
        await store.close()


async def test_a_database_that_a_tool_makes_is_the_operators_alone(folder: Path) -> None:
    await (await Store.open(folder / "tables.db")).close()
    assert modes(folder) == {"tables.db": "600"}


def test_a_database_that_was_moved_is_the_operators_alone(folder: Path) -> None:
    import asyncio

    async def make() -> None:
        await (await Store.open(folder / "tables.db")).close()

    asyncio.run(make())
    assert main(["move", "--from", str(folder / "tables.db"), "--to", str(folder / "new.db")]) == 0
    assert set(modes(folder).values()) == {"600"} and {"new.db", "tables.db.lock"} <= {*modes(folder)}


def test_a_transcript_is_the_operators_alone(folder: Path) -> None:
    assert main(["selfplay", TITLE, "--transcript", str(folder / "one.game")]) == 0
    assert modes(folder) == {"one.game": "600"}


async def test_the_doctor_says_how_files_of_an_older_release_become_the_operators_alone(folder: Path) -> None:
    path = folder / "tables.db"
    await (await Store.open(path)).close()
    path.chmod(0o640)
    (found,) = [one for one in check_database_file(str(path), is_running=False, now=0.0) if one.what == "permissions"]
    assert found.level == "note" and f"Run `chmod 600 {path}`." in found.text
    path.chmod(0o600)
    assert not [one for one in check_database_file(str(path), is_running=False, now=0.0) if one.what == "permissions"]


async def test_the_log_is_cut_down_after_a_large_change(folder: Path) -> None:
    path, log = folder / "tables.db", folder / "tables.db-wal"
    store = await Store.open(path)
    await store.write(lambda db: db.execute("CREATE TABLE thing AS SELECT zeroblob(?) AS size", (2 * WAL_SIZE_LIMIT,)))
    assert log.stat().st_size > WAL_SIZE_LIMIT
    for _ in range(3):
        await store.write(lambda db: db.execute("INSERT INTO person (user_id, settings) VALUES (abs(random()), '{}')"))
    assert log.stat().st_size <= WAL_SIZE_LIMIT
    await store.close()


async def test_the_doctor_notes_a_log_that_is_larger_than_the_database(folder: Path) -> None:
    path, log = folder / "tables.db", folder / "tables.db-wal"
    store = await Store.open(path)
    os.truncate(log, WAL_SIZE_LIMIT)
    assert not [
        one for one in check_database_file(str(path), is_running=True, now=0.0) if "more than the database" in one.text
    ]
    os.truncate(log, WAL_SIZE_LIMIT + 1)
    (found,) = [
        one for one in check_database_file(str(path), is_running=True, now=0.0) if "more than the database" in one.text
    ]
    assert found.level == "note" and "restart the bot" in found.text
    os.truncate(log, 0)
    await store.close()
