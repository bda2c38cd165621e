"""A host removes people from a lobby and invites them again, as these people and the channel see it."""

from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.play import lobby_rules
from bot.users import UserPreferences
from tests.bot.simulated_channel import Direct, World, world

GONE = "removed you from"


async def pick(running: World, host: str, name: str) -> Any:
    """Remove a person by the host's menu."""
    return await running.choose_as_host(host, running.posts()[0], "remove", str(running.person(name).id))


async def joining(running: World, name: str) -> str:
    """Return the answer to the person's press of *Join* on the lobby card."""
    answer = await running.person(name).click(running.posts()[0], label="Join")
    return str(answer.response.content)


def notices(running: World, channel: Any = None) -> list[str]:
    return [post.content for post in running.posts(channel) if GONE in post.content]


async def names(running: World) -> list[str]:
    return [player.name for player in (await running.table()).players]


async def test_user_removed_by_menu_can_join_only_by_invitation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben", "Cleo")
        await pick(running, "Ada", "Ben")
        ben = running.person("Ben")
        await running.told()
        assert await names(running) == ["Ada", "Cleo"] and "Ben" not in running.posts()[0].content
        assert [text.startswith(f"{ben.mention}, the host") for text in notices(running)] == [True]
        assert "you were removed" in await joining(running, "Ben")
        await running.person("Ada").slash(running.channel, "game invite", member=ben)
        post = running.posts()[-1]
        assert post.content.startswith(f"{ben.mention}, Ada invites you to play")
        await ben.click(post, label="Join")
        (post,) = [one for one in running.posts() if one.id == post.id]
        assert post.content.startswith("✓ Ben has joined the table") and not running.labels(post)
        assert await names(running) == ["Ada", "Cleo", "Ben"] and len(notices(running)) == 1


async def test_command_removes_like_the_menu(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        said = await running.person("Ada").slash(running.channel, "game kick", member=running.person("Ben"))
        assert said.ephemeral and "`/game invite`" in said.response.content
        await running.told()
        assert await names(running) == ["Ada"] and len(notices(running)) == 1
        assert "you were removed" in await joining(running, "Ben")


@pytest.mark.parametrize(
    ("way", "closed", "public", "private"),
    [
        ("channel", False, 1, 0),
        ("direct", False, 0, 1),
        ("both", False, 1, 1),
        ("none", False, 0, 0),
        ("direct", True, 1, 0),
        ("both", True, 1, 0),
    ],
)
async def test_removed_user_is_notified_as_they_chose(
    tmp_path: Path, way: Any, closed: bool, public: int, private: int
) -> None:
    async with world(tmp_path) as running:
        await running.bot.services.user_settings.save(running.person("Ben").id, UserPreferences(notices=way))
        direct = Direct(running, "Ben")
        if closed:
            path = f"/channels/{direct.channel.id}/messages"
            running.env.inject_error("POST", path, status=403, code=50007, times=None)
        await running.lobby("Ada", "Ben")
        await pick(running, "Ada", "Ben")
        await running.told()
        assert (len(notices(running)), len(notices(running, direct.channel))) == (public, private)
        assert running.bot.services.user_settings.preferences_of(running.person("Ben").id).closed == closed


async def test_removal_is_notified_once_and_survives_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.lobby("Ada", "Ben")
        await pick(running, "Ada", "Ben")
        await running.told()
        await running.restart()
        with running.env._bot_scope():
            running.bot.services.outbox.wake(table.id)
        await running.told()
        assert len(notices(running)) == 1 and "you were removed" in await joining(running, "Ben")


async def test_user_invited_before_notification_gets_none(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, ben = await running.lobby("Ada", "Ben"), running.person("Ben").id
        for change in (lobby_rules.remove_player, lobby_rules.invite):
            await running.bot.services.tables.change_lobby(table.id, partial(change, user=ben))
        with running.env._bot_scope():
            running.bot.services.outbox.wake(table.id)
        await running.told()
        assert not [request for request in running.env.http_requests if GONE in str(request.json)]
        assert "you were removed" not in await joining(running, "Ben")


async def test_refused_message_does_not_delay_others(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.lobby("Ada", "Ben")
        running.env.inject_error("POST", f"/channels/{running.channel.id}/messages", status=403, code=50013, times=1)
        await pick(running, "Ada", "Ben")
        await running.told()
        assert notices(running) == [] and not running.bot.services.outbox.problem(table.id)


async def test_only_host_and_moderators_can_remove_and_invite(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben", "Cleo")
        assert "Only the host" in (await running.host_page("Cleo", running.posts()[0])).response.content
        for command in ("game kick", "game invite"):
            said = await running.person("Cleo").slash(running.channel, command, member=running.person("Ben"))
            assert said.ephemeral and "Only the host" in said.response.content
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        said = await warden.slash(running.channel, "game kick", member=running.person("Ada"))
        assert "can’t remove the host" in said.response.content
        await warden.slash(running.channel, "game kick", member=running.person("Ben"))
        assert await names(running) == ["Ada", "Cleo"]


async def test_user_who_already_left_is_not_removed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = (await running.host_page("Ada", running.posts()[0])).response
        await running.person("Ben").click(running.posts()[0], label="Leave")
        identity = next(one for one in running.identities(page) if one.endswith(":remove"))
        value = str(running.person("Ben").id)
        said = await running.person("Ada").select(page, [value], custom_id=identity)
        assert "doesn’t have a seat" in said.response.content
        assert "you were removed" not in await joining(running, "Ben") and "Ben" in await names(running)


@pytest.mark.parametrize("command", ["game kick", "game invite"])
async def test_bots_cannot_be_invited_and_direct_messages_have_no_guests(tmp_path: Path, command: str) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        robot = running.guild.add_member(running.env.create_user("Robot", bot=True))
        said = await running.person("Ada").slash(running.channel, command, member=robot)
        assert said.ephemeral and "A bot on this server" in said.response.content
        direct = Direct(running, "Ada")
        await direct.lobby()
        said = await direct.person.slash(command, member=running.person("Ben").user)
        assert said.response.content.startswith(("In a direct message", "You can’t remove someone"))
