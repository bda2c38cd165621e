"""The morning post: once a day despite kills and clock changes, off by default, and never posted late."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.clocks.quiet_hours import hours_around
from bot.guilds import GuildPreferences
from bot.matchmaking.guild_page import guild_page
from bot.matchmaking.morning_post import MorningPosts
from bot.offered_games import OfferedGames
from bot.solo.daily_pages import play_button
from bot.solo.deal import newest_number
from engine.games import GAMES
from engine.games.solo import all_puzzles
from engine.store import Store
from tests.bot.matchmaking.channel_only_discord import Killed
from tests.bot.matchmaking.test_guild_pages import labels
from tests.bot.matchmaking.test_thousand_changes import opened
from tests.bot.matchmaking.thousand_changes import GUILD, Life, Unpaced

HOUR = 3_600.0
EIGHT = GuildPreferences(morning=8, zone="Europe/Berlin")


def at(*when: int) -> float:
    return datetime(*when, tzinfo=UTC).timestamp()  # type: ignore[arg-type, misc]


@asynccontextmanager
async def server(folder: Path, choices: GuildPreferences, now: float) -> AsyncIterator[Life]:
    """Return a server with a home channel and these settings, at that time."""
    async with opened(folder) as life:
        life.walls.now = now
        await life.servers.save(GUILD, replace(choices, home=life.walls.open_channel()))
        yield life


def posts(life: Life) -> list[str]:
    """Return the text of every morning post in all channels."""
    made = (post for channel in life.walls.channels.values() for post in channel.values())
    return [post.content for post in made if post.content and "Puzzle" in post.content]


async def tended(life: Life, *, days: int) -> None:
    """Let this many days pass, with a check every half hour."""
    for _ in range(days * 48):
        await life.boards._morning_posts.post_if_due(GUILD)
        life.walls.now += HOUR / 2


async def test_a_post_is_made_once_a_day_at_its_hour(tmp_path: Path) -> None:
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 0)) as life:
        life.walls.now = at(2027, 1, 4, 6)
        await life.boards._morning_posts.post_if_due(GUILD)
        assert life.boards._morning_posts.next_moments(GUILD) == [at(2027, 1, 4, 7)]
        await tended(life, days=3)
        made = posts(life)
        assert [
            f"Daily #{newest_number(at(2027, 1, day))} ·" in said for day, said in zip((4, 5, 6), made, strict=True)
        ]
        ((_, post),) = life.walls.posts(str(play_button(newest_number(at(2027, 1, 4))).custom_id))
        (solve,) = [mark for mark in post.marks if mark.startswith("P:")]
        assert int(solve.split(":")[1]) in all_puzzles() and solve.endswith(":m0")


async def test_no_morning_post_is_made_by_default(tmp_path: Path) -> None:
    async with server(tmp_path, GuildPreferences(), at(2027, 1, 4)) as life:
        await tended(life, days=2)
        assert not posts(life) and life.boards._morning_posts.next_moments(GUILD) == []


async def test_no_morning_post_is_made_if_no_offered_game_has_a_daily(tmp_path: Path) -> None:
    without = OfferedGames(tuple(key for key, game in GAMES.items() if game.daily is None))
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 7)) as life:
        walls: Any = life.walls
        pace = Unpaced(lambda: 0.0)
        mornings = MorningPosts(walls, life.store, life.servers, pace, lambda: life.walls.now, without)
        await mornings.post_if_due(GUILD)
        assert not posts(life) and mornings.next_moments(GUILD) == []
    page = guild_page(EIGHT, [], has_morning=False)
    assert "Morning post" not in page.text and "Morning post…" not in labels(page)[-1]


@pytest.mark.parametrize("is_made", [False, True])
async def test_a_kill_in_the_middle_of_posting_makes_no_second_one(
    tmp_path: Path, is_made: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 7)) as life:
        request = type(life.walls).request

        async def killed(self: object, channel: int, work: object) -> None:
            if is_made:
                await request(life.walls, channel, work)
            raise Killed

        with monkeypatch.context() as patched:
            patched.setattr(type(life.walls), "request", killed)
            with pytest.raises(Killed):
                await life.boards._morning_posts.post_if_due(GUILD)
        assert len(posts(life)) == is_made
        await life.restart()
        moved = replace(life.servers.preferences_of(GUILD), home=life.walls.open_channel())
        await life.servers.save(GUILD, moved)
        await tended(life, days=1)
        assert len(posts(life)) == 1


@pytest.mark.parametrize("day", [at(2027, 3, 27), at(2027, 10, 30)])
def test_post_is_made_once_on_days_of_clock_changes(day: float) -> None:
    for hour in (0, 1, 2, 3):
        found = {hours_around(day + half * HOUR / 2, hour, "Europe/Berlin")[0] for half in range(100)}
        gaps = [(after - before) / HOUR for before, after in pairwise(sorted(found))]
        assert len(found) >= 3 and all(23 <= gap <= 25 for gap in gaps)


async def test_a_daily_that_two_local_mornings_fall_into_is_posted_once(tmp_path: Path) -> None:
    """When summer time begins, one UTC day contains two midnights of London."""
    async with server(tmp_path, GuildPreferences(morning=0, zone="Europe/London"), at(2027, 3, 27)) as life:
        await tended(life, days=4)
        made = posts(life)
        assert len(made) == len(set(made)) == 4


async def test_post_whose_hour_passed_long_ago_is_left_out(tmp_path: Path) -> None:
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 11)) as life:
        await life.boards._morning_posts.post_if_due(GUILD)
        assert not posts(life)
        life.walls.now = at(2027, 1, 5, 10, 59)
        await life.boards._morning_posts.post_if_due(GUILD)
        assert len(posts(life)) == 1


async def test_post_refused_by_its_channel_is_made_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 7)) as life:
        life.walls.is_barred = True
        with pytest.raises(discord.Forbidden):
            await life.boards._morning_posts.post_if_due(GUILD)
        assert not await life.boards._try_step(life.boards._morning_posts.post_if_due, GUILD)
        life.walls.is_barred = False
        await tended(life, days=1)
        assert len(posts(life)) == 1


async def test_post_is_not_repeated_after_a_restart(tmp_path: Path) -> None:
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 7)) as life:
        await life.boards._morning_posts.post_if_due(GUILD)
        assert isinstance(life.store, Store)
        await life.restart()
        await life.boards._morning_posts.post_if_due(GUILD)
        assert len(posts(life)) == 1


async def test_clock_that_ran_ahead_suppresses_posts_only_briefly(tmp_path: Path) -> None:
    async with server(tmp_path, EIGHT, at(2028, 1, 4, 7)) as life:
        await life.boards._morning_posts.post_if_due(GUILD)
        life.walls.now = at(2027, 1, 4, 6)
        await tended(life, days=3)
        assert len(posts(life)) == 4


async def test_store_error_while_planning_forgets_no_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.CRITICAL)
    async with server(tmp_path, EIGHT, at(2027, 1, 4, 6)) as life:
        with monkeypatch.context() as patched:
            patched.setattr(life.boards, "_next_moment", failing)
            again = await life.boards._update_guild(GUILD)
        assert again is not None and again > life.walls.now
        life.walls.now = at(2027, 1, 4, 6, 30)
        assert await life.boards._update_guild(GUILD) == at(2027, 1, 4, 7)


async def failing(guild: int) -> float | None:
    raise OSError(f"no disk for {guild}")
