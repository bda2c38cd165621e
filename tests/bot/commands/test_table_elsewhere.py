"""A command in a channel without a table: it says where the user's table is, and reveals no other one."""

from pathlib import Path

import pytest

from tests.bot.history.test_history import played
from tests.bot.simulated_channel import Direct, World, world

NO_TABLE = "There’s no table in this channel. "
COMMANDS = ("undo", "recap", "history", "board", "hand", "describe", "game status", "game end")


async def said(running: World, name: str, channel: object, command: str = "recap") -> str:
    return str((await running.person(name).slash(channel, command)).response.content)


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_elsewhere_says_where_the_only_table_is(tmp_path: Path, command: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        lounge = running.guild.create_text_channel("lounge")
        assert await said(running, "Ada", lounge, command) == f"{NO_TABLE}Your table is in <#{running.channel.id}>."
        assert await said(running, "Eve", lounge, command) == f"{NO_TABLE}Open one with `/game new`."


async def test_several_tables_are_listed_by_games(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        await running.lobby("Ada", channel=other)
        lounge = running.guild.create_text_channel("lounge")
        assert await said(running, "Ada", lounge) == f"{NO_TABLE}`/games` lists your tables."
        assert await said(running, "Ben", lounge) == f"{NO_TABLE}Your table is in <#{running.channel.id}>."


async def test_a_table_in_direct_messages_is_the_users_own(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await Direct(running, "Ada").lobby()
        running.person("Ben")
        assert await said(running, "Ada", running.channel) == f"{NO_TABLE}Your table is in our direct messages."
        assert await said(running, "Ben", running.channel) == f"{NO_TABLE}Open one with `/game new`."


async def test_a_direct_message_names_a_table_of_any_server_and_a_server_only_its_own(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada").user
        here = str((await ada.slash("recap")).response.content)
        assert here == f"{NO_TABLE}Your table is in <#{running.channel.id}>."
        elsewhere = running.env.create_guild("Another")
        member = elsewhere.add_member(ada)
        there = await member.slash(elsewhere.create_text_channel("there"), "recap")
        assert there.response.content == f"{NO_TABLE}Open one with `/game new`."


async def test_the_last_game_is_named_after_its_end(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await played(running)
        lounge = running.guild.create_text_channel("lounge")
        last = f"Your last game was in <#{running.channel.id}>. Open a new table with `/game new`."
        assert await said(running, "Ada", lounge) == f"{NO_TABLE}{last}"
        assert await said(running, "Eve", lounge) == f"{NO_TABLE}Open one with `/game new`."
        await running.lobby("Ada", channel=running.guild.create_text_channel("other"))
        assert "Your table is in" in await said(running, "Ada", lounge)
