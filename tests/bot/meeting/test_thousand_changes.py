"""The post about open tables is equal to the store after changes, kills and failures."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from simcord.components import walk_components

from bot import limits
from bot.meeting.board import MARK
from bot.meeting.boards import EDIT_SECONDS
from bot.meeting.openings import MOST_CALLED
from bot.play import seating
from bot.servers import Server
from bot.tables.table import Note, Player
from engine.store import Store, openings
from engine.store.db import Db
from engine.store.openings import Seeker
from engine.store.terms import DAY
from tests.bot.meeting.thousand_changes import GUILD, SHOWN, Life, lived
from tests.bot.world import GAME, TITLE, WORDS


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
        await life.servers.keep(GUILD, Server(home=life.walls.open_channel(), threads=True))
        await life.boards._attempt(GUILD)
        ((_, post),) = life.walls.posts(MARK)
        assert f"{GAME.name} ×{500 - 3 * MOST_CALLED}" in post.parts[0]["content"]
        assert sorted(user for _, user, _ in life.walls.mentions) == list(range(1, 3 * MOST_CALLED + 1))
        life.walls.now += EDIT_SECONDS
        await life.boards._attempt(GUILD)
        assert len(life.walls.mentions) == 3 * MOST_CALLED, "nobody is called while so many tables wait"


async def test_the_fullest_post_fits_a_message(tmp_path: Path) -> None:
    async with opened(tmp_path) as life:
        await life.servers.keep(GUILD, Server(home=life.walls.open_channel()))
        for user in range(1, 13):
            new = seating.opened(life.walls.open_channel(), GUILD, TITLE, Player("*" * 32, user), life.walls.now)
            made = await life.sessions.create(replace(new, notes={Note.LISTED: 1}))
            for number in range(4):
                await life.sessions.join(made.id, Player("<@&" * 10 + "x", 100 + number))
        await life.boards._attempt(GUILD)
        ((_, post),) = life.walls.posts(MARK)
        assert len(list(walk_components(post.parts))) <= limits.LAYOUT_PARTS
        words = [part["content"] for part in post.parts if part["type"] == WORDS]
        assert sum(map(len, words)) <= limits.LAYOUT and "4 more tables follow" in words[0]
        assert sum("free seat" in text for text in words) == SHOWN


def many(db: Db, now: float) -> None:
    """People in the order in which they are called."""
    for user in range(1, 501):
        openings.seek(db, Seeker(GUILD, user, TITLE, "daily", now + user / 1_000, now + DAY))


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[Life]:
    """A bot at rest with an empty store."""
    store = await Store.open(tmp_path / "tables.db")
    try:
        life = Life(store, 1)
        await life.restart()
        yield life
    finally:
        await store.close()
