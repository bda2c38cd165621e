"""Permissions count in the table's own channel only."""

from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.http.router import dispatch

from tests.bot.simulated_channel import World, world

MANAGE = discord.Permissions(manage_channels=True).value


def warden_of(running: World, channel: Any) -> Any:
    """Return Wanda, who may manage that channel and no other."""
    wanda = running.person("Wanda")
    overwrite = {"type": 1, "allow": str(MANAGE), "deny": "0"}
    dispatch(running.env.backend, "PUT", f"/channels/{channel.id}/permissions/{wanda.id}", json=overwrite)
    return wanda


async def pressed(running: World, channel: Any, person: Any, identity: str) -> Any:
    """Return the bot's answer to a press of that button in that channel."""
    post = await person.slash(channel, "help")
    return (await running.press_again(person, post.response, identity)).response


@pytest.mark.parametrize("identity", ["l:1:0:start", "l:1:0:add", "x:1:0:0", "t:1:0:clock", "K:1:0:menu"])
async def test_moderator_of_another_channel_cannot_manage_the_lobby(tmp_path: Path, identity: str) -> None:
    async with world(tmp_path) as running:
        before = await running.lobby("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        said = await pressed(running, other, warden_of(running, other), identity)
        assert "Only the host" in said.content and await running.table() == before


async def test_moderator_of_another_channel_cannot_end_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        said = await pressed(running, other, warden_of(running, other), "e:1:0:yes")
        assert "Only players here" in said.content and (await running.table()).status == "playing"


async def test_watching_host_without_rights_here_must_ask_the_players(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        wanda = warden_of(running, other)
        async with running.bot.services.tables.lock_table(table.id) as held:
            await held.save(replace(held.table, host=wanda.id))
        said = await pressed(running, other, wanda, "e:1:0:yes")
        assert running.labels(said) == ["Ask the table"] and (await running.table()).status == "playing"


async def test_moderator_of_the_tables_channel_can_act_from_elsewhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        wanda = warden_of(running, running.channel)
        await pressed(running, running.guild.create_text_channel("other"), wanda, "l:1:0:start")
        assert (await running.table()).status == "playing"
