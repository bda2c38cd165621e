"""A bot on standby takes over, and a bot that has lost its database ends."""

import asyncio
from pathlib import Path

import pytest

from bot.operations.database_watch import ANSWER_SECONDS, OLDER_RELEASE_REASON, DatabaseWatch
from engine.store import Store
from tests.postgresql import schema
from tests.postgresql_relay import Relay


class Bot:
    """A bot that records its end, and checks its database continuously."""

    def __init__(self, patience: float = ANSWER_SECONDS) -> None:
        self.ended = asyncio.Event()
        self.database_watch = DatabaseWatch(self.end, check_seconds=0.0, answer_seconds=patience)

    async def end(self) -> None:
        self.ended.set()


@pytest.fixture
def address(postgresql: str) -> str:
    return schema(postgresql)


async def cut(store: Store, postgresql: str) -> None:
    """End the connection at the server, as a restart does."""
    psycopg = pytest.importorskip("psycopg")
    (number,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute(f"SELECT pg_terminate_backend({number})")


def watch() -> asyncio.Task[None]:
    """Return the task that checks the database."""
    (found,) = [task for task in asyncio.all_tasks() if task.get_name() == "lifeline"]
    return found


async def test_a_bot_that_loses_its_database_ends(address: str, postgresql: str) -> None:
    bot = Bot()
    store = await bot.database_watch.open_store(address)
    await cut(store, postgresql)
    await bot.ended.wait()
    assert bot.database_watch.has_lost_database
    await store.close()


async def test_a_bot_whose_database_answers_no_more_ends(address: str) -> None:
    bot = Bot(patience=0.2)
    async with Relay(address) as relay:
        store = await bot.database_watch.open_store(relay.address)
        relay.is_still = True
        await bot.ended.wait()
    assert bot.database_watch.has_lost_database
    await store.close()


async def test_stopped_bot_reports_no_lost_database(address: str) -> None:
    bot = Bot()
    store, watching = await bot.database_watch.open_store(address), watch()
    bot.database_watch.close()
    await store.close()
    await asyncio.wait({watching})
    assert watching.cancelled()
    assert not bot.database_watch.has_lost_database and not bot.ended.is_set()


async def test_a_bot_whose_file_is_removed_ends_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bot = Bot()
    store = await bot.database_watch.open_store(str(tmp_path / "tables.db"))
    (tmp_path / "tables.db").unlink()
    await bot.ended.wait()
    assert bot.database_watch.has_lost_database and bot.database_watch.removal_message in caplog.messages
    assert bot.database_watch.removal_message.startswith(
        f"The database {tmp_path / 'tables.db'} was removed or renamed"
    )
    await store.close()


async def test_bot_whose_file_stays_continues_and_reports_no_loss_when_stopped(tmp_path: Path) -> None:
    bot = Bot()
    store, watching = await bot.database_watch.open_store(str(tmp_path / "tables.db")), watch()
    for _ in range(20):
        await store.check()  # in turn with the bot
    assert not watching.done()
    await store.close()
    await watching
    assert not bot.database_watch.has_lost_database and not bot.ended.is_set()


def test_standby_is_logged_once_despite_repeated_attempts(caplog: pytest.LogCaptureFixture) -> None:
    bot = Bot()
    with caplog.at_level("INFO"):
        for _ in range(3):
            bot.database_watch.enter_standby(OLDER_RELEASE_REASON)
        bot.database_watch.leave_standby()
    assert caplog.messages == [
        f"{OLDER_RELEASE_REASON}. This process is on standby.",
        "This process is now the leader.",
    ]
