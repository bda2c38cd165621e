"""Buttons that nobody knows, buttons from elsewhere, names that are blank, and a second attempt on request."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from simcord.http.router import dispatch

from bot.tables.table import Player
from bot.wording import plain
from tests.bot.world import World, world

ELSEWHERE = "This table is in a channel that you cannot see, so I show you nothing of it."


async def elsewhere(running: World, name: str, identity: str) -> str:
    """What somebody reads who presses such a button in another channel."""
    other = running.guild.create_text_channel("other")
    post = await running.person(name).slash(other, "help")
    return str((await running.press_again(running.person(name), post.response, identity)).response.content)


def hide(running: World, name: str) -> None:
    """Lets the person not see the channel of the table."""
    hidden = str(discord.Permissions(view_channel=True).value)
    overwrite = {"type": 1, "allow": "0", "deny": hidden}
    path = f"/channels/{running.channel.id}/permissions/{running.person(name).id}"
    dispatch(running.env.backend, "PUT", path, json=overwrite)


@pytest.mark.parametrize("identity", ["v:1:0:cboard", "v:1:0:crecap", "h:1:0:Last.1", "y:1:0:follow"])
async def test_a_forged_button_of_a_channel_that_its_presser_cannot_see_shows_nothing(
    tmp_path: Path, identity: str
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.move_on(4)
        running.person("Eve")
        hide(running, "Eve")
        assert await elsewhere(running, "Eve", identity) == ELSEWHERE


async def test_who_sees_the_channel_may_look_from_elsewhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        assert "You do not" not in await elsewhere(running, "Eve", "v:1:0:cboard")
        assert await elsewhere(running, "Eve", "v:1:0:cboard") != ELSEWHERE


async def test_who_plays_may_look_from_anywhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        hide(running, "Ben")
        assert await elsewhere(running, "Ben", "v:1:0:cboard") != ELSEWHERE


@pytest.mark.parametrize("identity", ["z:1:2:what", "once upon a time", "v:1:0:"])
async def test_a_button_that_nobody_knows_is_answered(tmp_path: Path, identity: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        said = await running.press_again(running.person("Ada"), running.latest("Your move"), identity)
        assert said.response.content.startswith("This button is none that I know any more.")


def test_a_seat_without_a_name_is_called_as_nobody_else_is() -> None:
    assert plain([Player("Player 2", 1), Player("", 2), Player("Cleo", 3)]) == ("Player 2", "Seat 2", "Cleo")


async def test_who_has_a_blank_display_name_is_called_by_the_user_name(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("ben", global_name="\u3164\u3164")
        table = await running.lobby("Ada", "ben")
        assert [player.name for player in table.players] == ["Ada", "ben"]


async def test_the_status_tries_again_what_could_not_be_told(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.env.inject_error("*", "/channels/*", status=500, times=1)
        await running.move_on(1)
        table = await running.table()
        assert running.bot.desk.announcer.trouble(table.id)
        await running.person("Ada").slash(running.channel, "game status")
        await running.told()
        assert not running.bot.desk.announcer.trouble(table.id)
        assert await running.bot.desk.sessions.pending() == ()
