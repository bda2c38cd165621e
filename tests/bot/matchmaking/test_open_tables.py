"""The post about open tables and the queue, as people of a server see them."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.http.router import dispatch

from bot.matchmaking import open_tables_post
from bot.matchmaking.open_tables_text import LISTED_SECONDS
from bot.matchmaking.service import Matchmaking
from bot.tables.table import BookkeepingKey, Player
from bot.ui.components import custom_id
from engine.store import matchmaking as sql
from engine.store.table_settings import DAY
from tests.bot.matchmaking.channel_only_discord import FORBIDDEN, refusal
from tests.bot.matchmaking.guild_setup import Met, met
from tests.bot.simulated_channel import GAME, TITLE, text_of, world


async def test_a_lobby_is_on_the_post_until_its_game_starts(tmp_path: Path) -> None:
    async with met(tmp_path, clock="daily") as server:
        assert "No table is waiting" in text_of(server.board())
        other = server.world.guild.create_text_channel("other")
        table = await server.world.lobby("Ada", channel=other)
        await server.settled()
        said = text_of(server.board())
        assert f"**{GAME.name}** · 5 free seats · clock: daily\nAda, in <#{other.id}>" in said
        answer = await server.world.person("Ben").click(server.board(), label="Join")
        assert f"You have a seat at the table in <#{other.id}>." in text_of(answer.response)
        await server.settled()
        assert "4 free seats" in text_of(server.board()) and await server.is_told()
        assert [p.name for p in (await server.world.bot.services.tables.get(table.id)).players] == ["Ada", "Ben"]
        await server.world.person("Ada").slash(other, "game start")
        await server.settled()
        assert "No table is waiting" in text_of(server.board()) and await server.is_told()


async def test_a_new_table_of_the_post_has_a_thread_of_its_own(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        page = (await server.world.person("Ada").click(server.board(), label="New table…")).response
        answer = (await server.world.person("Ada").click(page, label=GAME.name)).response
        await server.settled()
        thread = server.thread()
        assert f"Your table is in <#{thread.id}>" in text_of(answer) and thread.name == f"{GAME.name} · Ada"
        assert f"<#{thread.id}>" in text_of(server.board()) and await server.is_told()
        again = (await server.world.person("Ada").click(page, label=GAME.name)).response
        assert f"You already have an open table of this game: <#{thread.id}>" in text_of(again)
        post = next(post for post in server.world.posts() if post.id == thread.id)
        await server.world.person("Ben").click(post, label="Join")
        table = await server.world.table(thread)
        assert [player.name for player in table.players] == ["Ada", "Ben"]
        assert [m for m in thread.history() if f"## {GAME.name}" in m.content], "its card is in the thread"


async def test_three_people_of_the_queue_are_called_and_the_game_starts(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        await server.seek("Ada", "Ben", title=TITLE)
        assert f"In the queue: {GAME.name} ×2." in text_of(server.board())
        await server.seek("Cleo", title=TITLE)
        thread = server.thread()
        call = next(m for m in thread.history() if "enough people want to play" in m.content)
        users = [server.world.person(name).id for name in ("Ada", "Ben", "Cleo")]
        assert all(f"<@{user}>" in call.content for user in users)
        assert "In the queue" not in text_of(server.board()) and "No one yet" in text_of(server.board())
        for name in ("Ben", "Cleo"):
            await server.world.person(name).click(call, label="Join")
        await server.settled()
        table = await server.world.table(thread)
        assert table.status == "lobby" and table.host == users[1], "who came first is host"
        await server.world.restart()
        await server.settled()
        await server.world.person("Ada").click(call, label="Join")
        await server.settled()
        table = await server.world.table(thread)
        assert table.status == "playing" and table.terms.clock == "daily"
        assert next(m for m in thread.history() if m.id == call.id).content == "The game has started."
        store = server.world.bot.services.tables.store
        assert await store.read(lambda db: sql.load_seekers(db, server.guild)) == ()
        assert await server.is_told()


async def test_two_wait_a_day_for_a_third_and_then_play(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        await server.seek("Ada", "Ben", title=TITLE)
        assert not server.world.channel.threads
        await server.world.env.advance_time(DAY + 60)
        await server.settled()
        assert [m for m in server.thread().history() if "enough people" in m.content]


async def test_people_who_do_not_come_are_not_called_again(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        await server.seek("Ada", "Ben", "Cleo", title=TITLE)
        call = next(m for m in server.thread().history() if "enough people" in m.content)
        await server.world.person("Ada").click(call, label="Not now")
        await server.world.env.advance_time(DAY + 60)
        await server.settled()
        assert "so the table is closed" in next(m for m in server.thread().history() if m.id == call.id).content
        assert len(server.world.channel.threads) == 1
        store = server.world.bot.services.tables.store
        assert await store.read(lambda db: sql.load_seekers(db, server.guild)) == ()


async def test_a_call_is_declined_only_by_those_who_are_called(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        await server.seek("Ada", "Ben", "Cleo", "Dov", title=TITLE)
        call = next(m for m in server.thread().history() if "enough people" in m.content)
        dov = server.world.person("Dov")
        said = (await dov.click(call, label="Not now")).response.content
        assert said.startswith("Nobody is waiting for you at this table.")
        store = server.world.bot.services.tables.store
        assert dov.id in [one.user for one in await store.read(lambda db: sql.load_seekers(db, server.guild))]
        said = (await server.world.person("Ada").click(call, label="Not now")).response.content
        assert said.startswith("You aren’t in the queue for this game anymore.")


async def openings(server: Met) -> tuple[sql.Opening, ...]:
    return await server.world.bot.services.tables.store.read(lambda db: sql.load_guild_openings(db, server.guild))


async def test_people_called_to_a_table_that_cannot_be_opened_are_free_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables_post, "_CHECK_SECONDS", DAY)
    async with met(tmp_path, threads=True) as server:
        server.world.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, times=1_000)
        await server.seek("Ada", "Ben", "Cleo", title=TITLE)
        assert len(await openings(server)) == 1 and not server.world.channel.threads
        await server.world.env.advance_time(7 * DAY)
        await server.settled()
        store = server.world.bot.services.tables.store
        assert await openings(server) == () == await store.read(lambda db: sql.load_seekers(db, server.guild))


async def test_table_that_nobody_can_be_called_to_does_not_block_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Matchmaking._post_call

    async def barred_from_the_first(self: Matchmaking, opening: sql.Opening, *given: Any) -> None:
        if opening.id == 1:
            raise refusal(403, FORBIDDEN)
        await call(self, opening, *given)

    monkeypatch.setattr(Matchmaking, "_post_call", barred_from_the_first)
    async with met(tmp_path, threads=True) as server:
        for title, *names in ((TITLE, "Ada", "Ben", "Cleo"), ("railroader", "Dan", "Eve", "Fay")):
            await server.seek(*names, title=title)
        assert [one.post is None for one in await openings(server)] == [True, False]


async def test_forged_press_for_an_unknown_game_opens_nothing(tmp_path: Path) -> None:
    async with met(tmp_path, threads=True) as server:
        forged = custom_id("B", 0, 0, "open nosuch")
        answer = await server.world.press_again(server.world.person("Ada"), server.board(), forged)
        assert "There’s no such game" in text_of(answer.response) and await openings(server) == ()


async def test_lobbies_leave_the_post_after_three_days(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        other = server.world.guild.create_text_channel("other")
        await server.world.lobby("Ada", channel=other)
        await server.settled()
        await server.world.env.advance_time(LISTED_SECONDS + 60)
        await server.settled()
        assert "No table is waiting" in text_of(server.board()) and await server.is_told()


async def test_tables_that_not_everyone_sees_are_not_on_the_post(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        hidden: dict[Any, Any] = {running.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        secret = running.guild.create_text_channel("secret", overwrites=hidden)
        ada = Player("Ada", running.person("Ada").id)
        with running.env._bot_scope():
            await running.bot.services.tables.open_lobby(secret.id, server.guild, TITLE, ada)
        await server.settled()
        assert "No table is waiting" in text_of(server.board())


async def test_tables_with_a_member_denied_by_name_are_not_on_the_post(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running, shut = server.world, discord.PermissionOverwrite(view_channel=False)
        other = running.guild.create_text_channel("other", overwrites={running.person("Eve"): shut})
        await running.lobby("Ada", channel=other)
        await server.settled()
        assert "No table is waiting" in text_of(server.board())


async def test_tables_that_are_hidden_from_a_guest_of_the_home_channel_are_not_on_the_post(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        server, shown = Met(running), discord.PermissionOverwrite(view_channel=True)
        home = running.guild.create_text_channel("home", overwrites={running.person("Eve"): shown})
        other = running.guild.create_text_channel("other")
        seen = str(discord.Permissions(view_channel=True).value)
        for channel in (home, other):
            path = f"/channels/{channel.id}/permissions"
            allowed, denied = {"type": 1, "allow": seen, "deny": "0"}, {"type": 0, "allow": "0", "deny": seen}
            dispatch(running.env.backend, "PUT", f"{path}/{running.bot.user.id}", json=allowed)
            dispatch(running.env.backend, "PUT", f"{path}/{running.guild.id}", json=denied)
        await server.choose(home=home.id)
        ada = Player("Ada", running.person("Ada").id)
        with running.env._bot_scope():
            table = await running.bot.services.tables.open_lobby(other.id, server.guild, TITLE, ada)
        await server.settled()
        assert (await running.bot.services.tables.get(table.id)).notes[BookkeepingKey.IS_LISTED] == 0


async def test_a_table_that_was_hidden_later_leaves_the_post_when_somebody_cannot_join_it(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        running = server.world
        await running.lobby("Ada", channel=(other := running.guild.create_text_channel("other")))
        await server.settled()
        assert "Ada, in <#" in text_of(server.board())
        denied = {"type": 0, "allow": "0", "deny": str(discord.Permissions(view_channel=True).value)}
        dispatch(running.env.backend, "PUT", f"/channels/{other.id}/permissions/{running.guild.id}", json=denied)
        said = await running.person("Eve").click(server.board(), label="Join")
        assert "can’t see" in text_of(said.response)
        await server.settled()
        assert "No table is waiting" in text_of(server.board())


async def deleted(server: Met) -> None:
    """Delete the post as a moderator."""
    server.world.env.backend.delete_message(server.world.channel.id, server.board().id)


async def test_a_deleted_post_comes_again_with_the_next_change(tmp_path: Path) -> None:
    async with met(tmp_path) as server:
        await deleted(server)
        await server.seek("Ada", title=TITLE)
        assert f"In the queue: {GAME.name} ×1." in text_of(server.board()) and await server.is_told()
