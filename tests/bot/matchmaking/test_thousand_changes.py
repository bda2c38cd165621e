"""The post about open tables agrees with the store after changes, kills, and failures."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from simcord.components import walk_components

from bot import limits
from bot.guilds import GuildPreferences
from bot.matchmaking.open_tables_post import EDIT_SECONDS
from bot.matchmaking.open_tables_text import POST_CUSTOM_ID
from bot.matchmaking.service import MAX_CALLS_PER_GUILD
from bot.play import lobby_rules
from bot.tables.table import BookkeepingKey, Player
from engine.store import Store, matchmaking
from engine.store.connection import Connection
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY
from tests.bot.matchmaking.thousand_changes import GUILD, SHOWN, Life, lived
from tests.bot.simulated_channel import GAME, TITLE, WORDS


async def test_the_post_equals_the_store_after_changes_and_kills(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    counts, wrong = await lived(database, changes=60, seed=2)
    assert not wrong
    assert counts["restarts"] and counts["people mentioned"] and counts["comparisons"] > 4


async def test_five_hundred_people_are_called_a_few_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as life:
        await life.store.write(lambda db: many(db, life.walls.now))
        await life.servers.save(GUILD, GuildPreferences(home=life.walls.open_channel(), threads=True))
        await life.boards._update_guild(GUILD)
        ((_, post),) = life.walls.posts(POST_CUSTOM_ID)
        assert f"{GAME.name} ×{500 - 3 * MAX_CALLS_PER_GUILD}" in post.parts[0]["content"]
        assert sorted(user for _, user, _ in life.walls.mentions) == list(range(1, 3 * MAX_CALLS_PER_GUILD + 1))
        life.walls.now += EDIT_SECONDS
        await life.boards._update_guild(GUILD)
        assert len(life.walls.mentions) == 3 * MAX_CALLS_PER_GUILD, "nobody is called while so many tables wait"


async def test_the_fullest_post_fits_a_message(tmp_path: Path) -> None:
    async with opened(tmp_path) as life:
        await life.servers.save(GUILD, GuildPreferences(home=life.walls.open_channel()))
        for user in range(1, 13):
            new = lobby_rules.new_lobby(life.walls.open_channel(), GUILD, TITLE, Player("*" * 32, user), life.walls.now)
            made = await life.sessions.create_table(replace(new, notes={BookkeepingKey.IS_LISTED: 1}))
            for number in range(4):
                await life.sessions.join_lobby(made.id, Player("<@&" * 10 + "x", 100 + number))
        await life.boards._update_guild(GUILD)
        ((_, post),) = life.walls.posts(POST_CUSTOM_ID)
        assert len(list(walk_components(post.parts))) <= limits.LAYOUT_PARTS
        words = [part["content"] for part in post.parts if part["type"] == WORDS]
        assert sum(map(len, words)) <= limits.LAYOUT and "4 more tables follow" in words[0]
        assert sum("free seat" in text for text in words) == SHOWN


def many(db: Connection, now: float) -> None:
    """Add people in the order in which they are called."""
    for user in range(1, 501):
        matchmaking.save_seeker(db, Seeker(GUILD, user, TITLE, "daily", now + user / 1_000, now + DAY))


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[Life]:
    """Run an idle bot with an empty store."""
    store = await Store.open(tmp_path / "tables.db")
    try:
        life = Life(store, 1)
        await life.restart()
        yield life
    finally:
        await store.close()
