"""`/setup`, permission to open tables, and the single mention of a role."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.http.router import dispatch

from bot import client
from bot.ui.components import custom_id, parse_custom_id
from engine.store import guilds as sql
from tests.bot.matchmaking.guild_setup import met
from tests.bot.simulated_channel import TITLE, World, text_of, world
from tests.bot.ui.test_whole_move_buttons import values_of


def member(running: World, name: str, *, mentionable: bool = False, **permissions: bool) -> tuple[Any, Any]:
    """Return a member with a role of their own that has these permissions, and the role."""
    granted = discord.Permissions(**permissions)
    role = running.guild.create_role(f"role of {name}", permissions=granted, mentionable=mentionable)
    running.people[name] = running.guild.add_member(running.env.create_user(name), roles=[role])
    return running.people[name], role


async def test_setup_is_chosen_on_one_page_and_says_what_is_missing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        boss, role = member(running, "Boss", manage_guild=True)
        no = discord.PermissionOverwrite(create_public_threads=False, attach_files=False, mention_everyone=False)
        home = running.guild.create_text_channel("home", overwrites={running.guild.default_role: no})
        page = (await boss.slash(running.channel, "setup")).response
        assert "Home channel: **none**" in text_of(page)
        page = (await boss.select(page, [home], custom_id=custom_id("S", 0, 0, "home"))).response
        assert f"In <#{home.id}> I lack Attach Files." in text_of(page)
        page = (await boss.click(page, label="Threads: turn on")).response
        assert f"In <#{home.id}> I lack Attach Files and Create Public Threads." in text_of(page)
        page = (await boss.select(page, [role], custom_id=custom_id("S", 0, 0, "role"))).response
        assert f"I can’t mention <@&{role.id}>." in text_of(page)
        page = (await boss.select(page, ["daily"], custom_id=custom_id("S", 0, 0, "clock"))).response
        server = running.bot.services.guild_settings.preferences_of(running.guild.id)
        assert (server.home, server.threads, server.role, server.clock) == (home.id, True, role.id, "daily")
        await running.restart()
        assert running.bot.services.guild_settings.preferences_of(running.guild.id) == server
        page = (await boss.click(page, label="Remove post")).response
        assert "Home channel: **none**" in text_of(page)


async def test_a_morning_post_has_an_hour_and_a_zone_and_needs_a_home_that_takes_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        boss, _ = member(running, "Boss", manage_guild=True)
        page = (await boss.slash(running.channel, "setup")).response
        assert "Morning post, with the daily deal and a puzzle: **none**" in text_of(page)
        form = await boss.click(page, label="Morning post…")
        refused = (await boss.submit_modal(form, {"hour": ["8"], "zone": "Berln"})).response
        assert "Europe/Berlin" in text_of(refused)
        form = await boss.click(refused, label="Edit…")
        assert values_of(form) == {"hour": ["8"], "zone": "Berln"}
        page = (await boss.submit_modal(form, {"hour": ["8"], "zone": "europe/berlin"})).response
        assert "**at 8:00, Europe/Berlin**" in text_of(page)
        assert "The morning post needs a home channel." in text_of(page)
        no = discord.PermissionOverwrite(send_messages=False)
        home = running.guild.create_text_channel("home", overwrites={running.guild.default_role: no})
        page = (await boss.select(page, [home], custom_id=custom_id("S", 0, 0, "home"))).response
        assert f"In <#{home.id}> I lack Send Messages" in text_of(page)
        form = await boss.click(page, label="Morning post…")
        await boss.submit_modal(form, {"hour": ["none"], "zone": "UTC"})
        assert running.bot.services.guild_settings.preferences_of(running.guild.id).morning is None


async def test_only_managers_of_the_server_set_it_up(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        boss, _ = member(running, "Boss", manage_guild=True)
        page = (await boss.slash(running.channel, "setup")).response
        assert page is not None
        other = (await running.person("Eve").slash(running.channel, "lfg")).response
        assert "no home channel" in text_of(other)
        forged = await running.press_again(running.person("Eve"), other, custom_id("S", 0, 0, "threads on"))
        assert "Only someone who can manage this server" in text_of(forged.response)
        assert not running.bot.services.guild_settings.is_known(running.guild.id)


async def test_no_home_is_chosen_on_another_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        boss, _ = member(running, "Boss", manage_guild=True)
        other = running.env.create_guild().create_text_channel("theirs")
        page = (await boss.slash(running.channel, "setup")).response
        for channel in (str(other.id), "9" * 19):
            monkeypatch.setattr(
                client, "parse_custom_id", lambda identity, _, sent=channel: parse_custom_id(identity, [sent])
            )
            said = await running.press_again(boss, page, custom_id("S", 0, 0, "home"))
            assert "isn’t o" in text_of(said.response)
        assert not running.bot.services.guild_settings.is_known(running.guild.id) and not running.posts(other)


async def test_only_members_with_the_chosen_role_open_tables(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        _, role = member(server.world, "Ada")
        await server.choose(opener=role.id)
        answer = (await server.world.person("Ben").slash(server.world.channel, "game new", game=TITLE)).response
        assert f"only members with the role <@&{role.id}> can open tables" in text_of(answer)
        await server.world.lobby("Ada")
        await server.world.person("Ben").click(server.world.latest("Join"), label="Join")
        assert len((await server.world.table()).players) == 2


async def test_a_rematch_is_opened_by_members_with_the_chosen_role_alone(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        _, role = member(running, "Ada")
        table = await running.started("Ada", "Ben")
        await server.choose(opener=role.id)
        await running.bot.services.tables.end_game(table.id, table.host)
        answer = (await running.person("Ben").slash(running.channel, "game new", game="rematch")).response
        assert f"only members with the role <@&{role.id}> can open tables" in text_of(answer)
        await running.person("Ada").slash(running.channel, "game new", game="rematch")
        await running.person("Ben").slash(running.channel, "game new", game="rematch")
        assert [player.name for player in (await running.table()).players] == ["Ada", "Ben"]


async def test_role_is_mentioned_once_per_table_and_twice_a_day(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        _, role = member(running, "Boss", mentionable=True)
        await server.choose(role=role.id)
        for number, said in enumerate(("I called", "I called", "already mentioned 2 times in 24 hours")):
            channel = running.guild.create_text_channel(f"table-{number}")
            table = await running.lobby("Ada", channel=channel)
            await server.settled()
            card = channel.history()[-1]
            stranger = await running.host_page("Ben", card)
            assert "Only the host" in text_of(stranger.response)
            answer = await running.host_page("Ada", card, "Call players")
            assert said in text_of(answer.response)
            again = await running.press_again(running.person("Ada"), card, custom_id("l", table.id, 0, "ping"))
            assert "already mentioned" in text_of(again.response)
        calls = [post for post in running.posts() if f"<@&{role.id}>" in text_of(post)]
        assert [call.raw_role_mentions for call in calls] == [[role.id], [role.id]]
        await running.env.advance_time(86_400)
        assert "I called" in text_of((await running.host_page("Ada", card, "Call players")).response)


async def test_missing_permission_in_the_home_channel_is_named_when_players_are_called(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        _, role = member(running, "Boss", mentionable=True)
        await server.choose(role=role.id)
        channel = running.guild.create_text_channel("table")
        await running.lobby("Ada", channel=channel)
        await server.settled()
        denied = {"type": 0, "allow": "0", "deny": str(discord.Permissions(send_messages=True).value)}
        home = running.channel.id
        dispatch(running.env.backend, "PUT", f"/channels/{home}/permissions/{running.guild.id}", json=denied)
        answer = (await running.host_page("Ada", channel.history()[-1], "Call players")).response
        assert text_of(answer).startswith(
            f"I can’t post in the home channel. Ask a moderator to allow me Send Messages in <#{home}>."
        )


async def test_a_mention_that_discord_refuses_does_not_count(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        _, role = member(running, "Boss", mentionable=True)
        await server.choose(role=role.id)
        other = running.guild.create_text_channel("table")
        await running.lobby("Ada", channel=other)
        await server.settled()
        running.env.inject_error("POST", f"/channels/{running.channel.id}/messages", status=403, times=1)
        card = other.history()[-1]
        await running.host_page("Ada", card, "Call players")
        answer = await running.host_page("Ada", card, "Call players")
        assert "I called" in text_of(answer.response)


async def test_deleted_home_channel_counts_as_none(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        running = server.world
        await server.seek("Ada", title=TITLE)
        running.env.backend.delete_channel(running.channel.id)
        with running.env._bot_scope():
            running.bot.services.open_tables_posts.update_soon(server.guild)
            await running.bot.services.guild_settings.save(
                server.guild, running.bot.services.guild_settings.preferences_of(server.guild)
            )
        await server.settled()
        assert running.bot.services.guild_settings.preferences_of(server.guild).home is None
        store = running.bot.services.tables.store
        assert await store.read(lambda db: sql.load_open_tables_post(db, server.guild)) == sql.OpenTablesPost()


async def test_hostile_names_do_no_harm_on_the_post(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        name = "**@everyone** <@1> [x](y)"
        user = running.env.create_user("mallory", global_name=name)
        mallory = running.people["mallory"] = running.guild.add_member(user)
        other = running.guild.create_text_channel("table")
        await mallory.slash(other, "game new", game=TITLE)
        await server.settled()
        said = text_of(server.board())
        assert "\\*\\*\\@everyone\\*\\* \\<\\@1\\> \\[x\\]\\(y\\), in" in said
        assert not server.board().mentions and not server.board().mention_everyone
