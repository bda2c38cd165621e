"""A bot on standby takes over, and one that has lost its database ends."""

import asyncio
from pathlib import Path

import pytest

from bot.hosting import lifeline
from bot.hosting.lifeline import Lifeline
from engine.store import Store
from tests.postgresql import schema
from tests.relay import Relay


class Bot:
    """A bot that notes its end."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.lifeline = Lifeline(self.end)

    async def end(self) -> None:
        self.ended.set()


@pytest.fixture
def address(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(lifeline, "_SECONDS", 0.05)
    return schema(postgresql)


async def cut(store: Store, postgresql: str) -> None:
    """The server ends the connection, as when it is restarted."""
    psycopg = pytest.importorskip("psycopg")
    (number,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute(f"SELECT pg_terminate_backend({number})")


async def until(bot: Bot) -> None:
    for _ in range(1_000):
        if bot.lifeline.stands_by:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the bot never was on standby")


async def test_a_second_bot_is_on_standby_and_takes_over_when_the_first_loses_its_database(
    address: str, postgresql: str
) -> None:
    first, second = Bot(), Bot()
    store = await first.lifeline.opened(address)
    waiting = asyncio.create_task(second.lifeline.opened(address))
    await until(second)
    assert not waiting.done() and not first.lifeline.stands_by
    await cut(store, postgresql)
    await first.ended.wait()
    assert first.lifeline.has_lost
    taken = await waiting
    assert not second.lifeline.stands_by and not second.ended.is_set()
    second.lifeline.close()
    await taken.close()
    await store.close()


async def test_a_bot_whose_database_answers_no_more_ends(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifeline, "_PATIENCE", 0.2)
    monkeypatch.setattr("engine.store.postgresql._CLOSE_SECONDS", 0.1)
    bot = Bot()
    async with Relay(address) as relay:
        store = await bot.lifeline.opened(relay.address)
        relay.is_still = True
        await asyncio.wait_for(bot.ended.wait(), 20)
        assert bot.lifeline.has_lost
        await asyncio.wait_for(store.close(), 20)


async def test_a_bot_that_is_stopped_has_lost_nothing(address: str) -> None:
    bot = Bot()
    store = await bot.lifeline.opened(address)
    bot.lifeline.close()
    await store.close()
    await asyncio.sleep(0.1)
    assert not bot.lifeline.has_lost and not bot.ended.is_set()


async def test_a_bot_whose_file_is_removed_ends_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifeline, "_SECONDS", 0.01)
    bot = Bot()
    store = await bot.lifeline.opened(str(tmp_path / "tables.db"))
    (tmp_path / "tables.db").unlink()
    await asyncio.wait_for(bot.ended.wait(), 60)
    assert bot.lifeline.has_lost and bot.lifeline.removed in caplog.messages
    assert bot.lifeline.removed.startswith(f"The database {tmp_path / 'tables.db'} was removed or renamed")
    await store.close()


async def test_a_bot_whose_file_stays_goes_on_and_has_lost_nothing_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifeline, "_SECONDS", 0.01)
    bot = Bot()
    store = await bot.lifeline.opened(str(tmp_path / "tables.db"))
    await asyncio.sleep(0.1)
    await store.close()
    await asyncio.sleep(0.1)
    assert not bot.lifeline.has_lost and not bot.ended.is_set()


def test_standing_by_is_told_once_however_often_the_database_is_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    bot = Bot()
    with caplog.at_level("INFO"):
        for _ in range(3):
            bot.lifeline._wait()
    assert caplog.messages == ["another bot has the database, so this one stands by"]
