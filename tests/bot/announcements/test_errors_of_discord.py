"""Bugs, missing permissions, deleted messages, and crashes: what is reported, and that nothing is lost."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.client import Roundhouse, build_bot
from bot.config import Settings
from bot.tables.table import Player
from engine import GAMES
from tests.bot.simulated_channel import GAME, TITLE, World, spelled, world


async def test_bug_is_reported_with_a_number_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        monkeypatch.setitem(GAMES, TITLE, replace(GAME, text=replace(GAME.text, help=lambda _: 1 // 0)))
        said = await running.person("Ada").slash(running.channel, "rules")
        assert said.ephemeral and "include error" in said.response.content
        number = said.response.content.split("`")[1]
        assert number in caplog.text and "ZeroDivisionError" in caplog.text
        assert "nothing" not in said.response.content and "`/game status`" in said.response.content


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (403, 50013)])
async def test_player_reads_confirmation_if_discord_refused_the_reply(tmp_path: Path, status: int, code: int) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        running.env.inject_error("POST", "/interactions/*", status=status, code=code, times=1)
        said = (await person.slash(running.channel, "move", line=line)).response.content
        assert said.startswith("✓ Your move was made.\n") and (await running.table()).seq == 1


async def test_move_is_posted_despite_a_later_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        sessions, (_, line) = running.bot.services.tables, await running.first_offer()

        async def broken(*_: Any) -> None:
            raise OSError("disk I/O error")

        for pressed in (False, True):
            before = await running.table()
            person, decision = await running.asked()
            with monkeypatch.context() as patched:
                patched.setattr(sessions, "play_forced_moves", broken)
                if pressed:
                    identity = f"a:{before.id}:{before.seq}:- {spelled(next(iter(decision.offers)))}"
                    said = await running.press_again(person, running.latest("Your move"), identity)
                else:
                    said = await person.slash(running.channel, "move", line=line)
            assert said.response.content.startswith("✓ Your move was made.\n")
            await running.told()
            assert (await running.table()).seq == before.seq + 1
            assert await sessions.moves_to_publish(before.id) == ()


async def test_failed_posts_are_kept_pending(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        before = {post.id for post in running.posts()}
        running.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
        for _ in range(2):
            person, line = await running.first_offer()
            said = await person.slash(running.channel, "move", line=line)
            assert said.response.content.startswith("✓")
        assert "Ask a moderator to allow me View Channel there." in said.response.content
        running.env.backend.faults.clear()
        await running.env.advance_time(80)
        assert {post.id for post in running.posts()} - before
        assert await running.bot.services.tables.tables_to_publish() == ()


async def test_deleted_status_card_is_posted_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        running.env.backend.delete_message(running.channel.id, table.notes["card"])
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        card = (await running.table()).notes["card"]
        assert card != table.notes["card"] and any(post.id == card for post in running.posts())


async def test_post_made_before_a_crash_is_found_and_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.services.tables, "mark_published", crash)
        await person.slash(running.channel, "move", line=line)
        posts = [post.id for post in running.posts()]
        await running.restart()
        await running.env.settle()
        assert await running.bot.services.tables.tables_to_publish() == ()
        assert [post.id for post in running.posts()] == posts


async def test_report_made_before_a_crash_is_found_and_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        await running.move_on(2)

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.services.tables, "mark_published", crash)
        await running.move_on(1)
        posts = [post.id for post in running.posts()]
        assert running.reports()[1:]
        await running.restart()
        await running.env.settle()
        assert await running.bot.services.tables.tables_to_publish() == ()
        assert [post.id for post in running.posts()] == posts


async def test_lobby_card_lost_in_a_crash_is_posted(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = running.person("Ada")
        await running.bot.services.tables.open_lobby(running.channel.id, running.guild.id, TITLE, Player("Ada", ada.id))
        await running.restart()
        await running.env.settle()
        await running.person("Ben").click(running.posts()[-1], label="Join")
        assert len((await running.table()).players) == 2


async def test_lobby_card_posted_before_a_crash_is_found_and_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:

        async def lost(*_: Any) -> None:
            """The process ends before the message's id is written down."""

        monkeypatch.setattr(running.bot.services.tables, "save_bookkeeping", lost)
        table = await running.lobby("Ada")
        card = running.posts()[-1].id
        await running.restart()
        await running.env.settle()
        assert [post.id for post in running.posts()] == [card]
        assert (await running.bot.services.tables.get(table.id)).notes["card"] == card


async def test_next_move_retries_a_failed_channel_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.env.inject_error("*", "/channels/*", status=403, code=50013, times=1)
        await running.move_on(1)
        assert running.bot.services.outbox.problem(1)
        await running.move_on(1)
        assert not running.bot.services.outbox.problem(1)
        assert await running.bot.services.tables.tables_to_publish() == ()


async def test_archived_thread_is_reopened(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, times=1)
        await running.move_on(1)
        assert await running.bot.services.tables.tables_to_publish() == ()
        assert any(r.path.endswith(f"/channels/{running.channel.id}") for r in running.env.http_requests)


async def test_host_is_notified_of_locked_thread_and_posts_follow_later(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        thread, ada = await running.thread(), running.person("Ada")
        await running.lobby("Ada", "Ben", channel=thread)
        await ada.slash(thread, "game start")
        page = await running.person("Ben").slash(thread, "game seat", action="resign")
        running.env.inject_error("*", f"/channels/{thread.id}/messages*", status=400, code=50083, times=None)
        running.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=None)
        await running.person("Ben").click(page.response, label="Leave the seat open")
        said = (await ada.slash(thread, "game status")).response.content
        assert "⚠ " in said and "permission" in said
        assert not any("A seat is open" in post.content for post in thread.history())
        running.env.backend.faults.clear()
        await running.env.advance_time(80)
        assert sum("A seat is open" in post.content for post in thread.history()) == 1
        assert "⚠ " not in (await ada.slash(thread, "game status")).response.content


async def test_old_card_is_replaced_at_the_end_of_a_phase(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        old = (await running.started("Ada", "Ben")).notes["card"]
        await running.env.advance_time(7_200)
        await running.move_on(4)
        card = (await running.table()).notes["card"]
        ids = [post.id for post in running.posts()]
        assert card in ids and old not in ids and card != old


async def test_old_card_stays_the_only_one_while_it_cannot_be_deleted(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        old = (await running.started("Ada", "Ben", trail=True)).notes["card"]
        await running.told()
        await running.env.advance_time(7_200)
        running.env.inject_error("DELETE", "/channels/*", status=500, times=1)
        while not deletions(running):
            await running.move_on(1)
            await running.told()
        assert [post.id for post in running.posts() if "Waiting for " in post.content] == [old]
        while len(deletions(running)) < 2:
            await running.move_on(1)
            await running.told()
        (card,) = [post.id for post in running.posts() if "Waiting for " in post.content]
        assert card == (await running.table()).notes["card"] != old


def deletions(running: World) -> list[str]:
    """Return the messages that the bot tried to delete."""
    return [request.path for request in running.env.http_requests if request.method == "DELETE"]


async def test_table_of_computers_continues_after_restart(tmp_path: Path) -> None:
    async with world(tmp_path, pace=100.0) as running:
        sessions, host = running.bot.services.tables, running.person("Ada")
        table = await sessions.open_lobby(
            running.channel.id, running.guild.id, TITLE, Player("Ada", host.id), seated=False
        )
        for _ in range(2):
            await sessions.add_computer(table.id, "random")
        await host.slash(running.channel, "game start")
        before = (await running.table()).seq
        await running.env.advance_time(100)
        assert (await running.table()).seq == before + 1
        await running.restart()
        await running.env.settle()
        assert (await running.table()).seq == before + 2


async def test_refused_start_ends_with_an_error_and_closes_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(_: Roundhouse) -> None:
        raise OSError("Discord is away")

    monkeypatch.setattr(Roundhouse, "_register_commands", refused)
    with pytest.raises(OSError, match="Discord is away"):
        async with build_bot(Settings(database=str(tmp_path / "tables.db"))) as bot:
            await bot.setup_hook()
    with pytest.raises(ValueError, match="Connection closed"):
        await bot._store.list_tables_in_play()


async def test_failure_after_a_post_does_not_block_other_posts(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        told: list[int] = []

        async def broken(_: int) -> None:
            raise ZeroDivisionError

        async def other(table_id: int) -> None:
            told.append(table_id)

        running.bot.services.outbox.after_publishing = [broken, other]
        table = await running.started("Ada", "Ben")
        assert table.id in told and running.bot.services.outbox.problem(table.id)
