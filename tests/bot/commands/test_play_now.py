"""*Play now* leads with one press to the first own question, wherever the bot may start a game."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.http.router import dispatch

from bot.commands.option_choices import game_choices_with_description
from bot.offered_games import OfferedGames
from bot.routes import all_commands
from bot.ui.start_buttons import PLAY_NOW_CUSTOM_ID
from engine import GAMES
from tests.bot.first_presses import count_presses
from tests.bot.simulated_channel import TITLE, Direct, World, text_of, world

PLAY_NOW = f"Play now: {GAMES[TITLE].name}"
"""The label of *Play now*, with the name of its game."""


async def play_now(running: World, name: str = "Ada", **given: Any) -> Any:
    """Return the answer to ``/play``."""
    return (await running.person(name).slash(running.channel, "play", **given)).response


def is_asked(running: World, page: Any) -> bool:
    """Whether the page is a private question with buttons."""
    return bool(page.ephemeral and running.labels(page))


def deny(running: World, *names: str) -> None:
    """Take permissions in the channel from the bot."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    body = {"type": 0, "allow": "0", "deny": str(denied)}
    dispatch(running.env.backend, "PUT", f"/channels/{running.channel.id}/permissions/{running.guild.id}", json=body)


async def test_play_now_starts_a_game_in_a_thread_and_asks_the_first_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = (await running.person("Ada").slash(running.channel, "help")).response
        page = (await running.person("Ada").click(said, custom_id=PLAY_NOW_CUSTOM_ID)).response
        (thread,) = running.channel.threads
        table = await running.table(thread)
        assert table.status == "playing" and [player.policy is None for player in table.players] == [True, False, False]
        assert is_asked(running, page) and f"<#{thread.id}>" in page.content
        await running.told()
        assert not running.bot.services.outbox.problem(table.id) and running.posts(thread)


@pytest.mark.parametrize("title", GAMES)
async def test_every_game_can_be_started_by_command_and_list(tmp_path: Path, title: str) -> None:
    async with world(tmp_path) as running:
        assert is_asked(running, await play_now(running, game=title))
        said = (await running.person("Ben").slash(running.channel, "help")).response
        games = (await running.person("Ben").click(said, label="Another game…")).response
        assert is_asked(running, (await running.person("Ben").select(games, [title])).response)
        for thread in running.channel.threads:
            assert (await running.table(thread)).title == title


async def test_play_now_without_threads_falls_back_to_direct_message_then_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        deny(running, "create_public_threads")
        ada = Direct(running, "Ada")
        for place in (ada.channel, running.channel):
            assert is_asked(running, await play_now(running))
            assert (await running.table(place)).status == "playing"
        refused = await play_now(running)
        assert "no place for another game" in text_of(refused) and not running.channel.threads


async def test_user_without_permission_plays_in_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        role = running.guild.create_role("Openers", permissions=discord.Permissions())
        boss = running.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
        running.people["Boss"] = running.guild.add_member(running.env.create_user("Boss"), roles=[boss])
        page = (await running.person("Boss").slash(running.channel, "setup")).response
        await running.person("Boss").select(page, [role], custom_id="S:0:0:opener")
        ada = Direct(running, "Ada")
        assert is_asked(running, await play_now(running))
        assert (await ada.table()).status == "playing" and not running.channel.threads


async def test_new_server_is_welcomed_where_the_bot_may_post(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        before = len(running.posts())
        await running.bot.on_guild_join(running.bot.get_guild(running.guild.id))  # type: ignore[arg-type]
        (post,) = running.posts()[before:]
        assert PLAY_NOW in running.labels(post) and "Today’s deal" in running.labels(post)
        page = (await running.person("Ada").click(post, label=PLAY_NOW)).response
        assert is_asked(running, page)
        assert "daily" in text_of((await running.person("Ada").click(post, label="Today’s deal")).response)


async def test_the_button_names_the_game_that_it_starts(tmp_path: Path) -> None:
    last, *_ = reversed(GAMES)
    async with world(tmp_path, games=(last,)) as running:
        said = (await running.person("Ada").slash(running.channel, "help")).response
        await running.person("Ada").click(said, label=f"Play now: {GAMES[last].name}")
        (thread,) = running.channel.threads
        assert (await running.table(thread)).title == last


def test_the_list_of_games_says_how_often_it_is_ones_turn() -> None:
    for choice in game_choices_with_description(OfferedGames()):
        assert re.search(r" · your turn about \d+ times$", choice.name), "and no word is cut"


async def test_play_now_is_rate_limited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        for _ in range(6):
            await play_now(running)
        assert "wait a minute" in text_of(await play_now(running))


def test_play_is_a_separate_command() -> None:
    assert "play" in {command.name for command in all_commands()}


async def test_first_own_question_takes_at_most_two_presses(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        assert max((await count_presses(running)).values()) <= 2


async def test_second_table_is_opened_in_a_thread(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        said = (await running.person("Ben").slash(running.channel, "game new", game=TITLE)).response
        assert "already has a table" in said.content
        said = (await running.person("Ben").click(said, label="Open it in a thread")).response
        (thread,) = running.channel.threads
        table = await running.table(thread)
        assert table.status == "lobby" and f"<#{thread.id}>" in said.content
        await running.told()
        assert "Join" in running.labels(running.posts(thread)[0])
