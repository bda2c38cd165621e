"""A start with a damaged database: the bot starts without the lost part, or the process ends."""

import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.client import build_bot
from bot.config import Settings
from bot.guilds import GuildPreferences
from engine.store import Store
from tests.crash.discord_server import Loopback
from tests.crash.discord_state import World


@pytest.fixture
async def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Settings]:
    path = tmp_path / "tables.db"
    await (await Store.open(path)).close()
    door = Loopback(World())
    await door.open()
    monkeypatch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{door.port}/api/v10")
    yield Settings(token="t", database=str(path), thinkers=0, pictures="none")
    await door.close()


def change(settings: Settings, statement: str) -> tuple[int, ...]:
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as db:
        return db.execute(statement).fetchone() or ()


def spoil(file: str, at: int) -> None:
    with open(file, "r+b") as opened:
        opened.seek(at)
        opened.write(b"\xff" * 200)


async def test_failed_start_leaves_no_thread_that_keeps_the_process_alive(settings: Settings) -> None:
    change(settings, "INSERT INTO person (user_id, settings) VALUES (1, '{}')")
    (page,) = change(settings, "SELECT rootpage FROM sqlite_schema WHERE name = 'person'")
    (size,) = change(settings, "PRAGMA page_size")
    spoil(settings.database, (page - 1) * size)
    before = set(threading.enumerate())
    with pytest.raises(sqlite3.DatabaseError):
        async with (bot := build_bot(settings)):
            await bot.login("t")
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(10)
    assert not [thread for thread in left if thread.is_alive()]


async def test_server_with_damaged_choices_has_the_defaults(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    change(settings, """INSERT INTO guild (guild_id, settings) VALUES (1, '{"home":'), (2, '{"home":5}')""")
    async with (bot := build_bot(settings)):
        await bot.login("t")
        assert (bot.services.guild_settings.preferences_of(1), bot.services.guild_settings.preferences_of(2).home) == (
            GuildPreferences(),
            5,
        )
    assert "Could not read the settings of server 1" in caplog.text
