"""Proposals at a table: who is asked, their single execution, and their post."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.play import seats
from bot.proposals.service import Poll, ProposalKind, poll_everyone, vote_result
from bot.scheduler import pausing
from bot.tables.table import Table
from engine.errors import Refused
from engine.store.table_settings import DAY, TableSettings
from tests.bot.simulated_channel import World, world


def test_all_or_most_voters_must_agree() -> None:
    everybody, most = Poll((1, 2, 3), 3), Poll((1, 2, 3, 4), 3)
    assert vote_result(everybody, {1: True, 2: True}) == "open"
    assert vote_result(everybody, {1: True, 2: False}) == "lost"
    assert vote_result(everybody, {1: True, 2: True, 3: True}) == "carried"
    assert vote_result(most, {1: True, 2: True, 3: False}) == "open"
    assert vote_result(most, {1: True, 2: True, 3: False, 4: True}) == "carried"
    assert vote_result(most, {1: True, 2: False, 3: False}) == "lost"
    assert vote_result(Poll((), 0), {}) == "carried"


def test_former_voter_no_longer_counts() -> None:
    assert vote_result(Poll((1,), 1), {1: True, 2: False}) == "carried"
    assert vote_result(Poll((1, 3), 2), {1: True, 2: True}) == "open"


async def proposed(running: World, *names: str) -> tuple[Table, Any]:
    """Start a game in which the second of ``names`` proposes to end it, and return the table and the post."""
    table = await running.started(*names)
    asked = await running.person(names[1]).slash(running.channel, "game end")
    await running.person(names[1]).click(asked.response, label="Ask the table")
    await running.told()
    return table, running.latest("Agree")


async def test_game_is_ended_when_everybody_agrees(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, post = await proposed(running, "Ada", "Ben", "Cleo")
        ada, cleo = running.person("Ada"), running.person("Cleo")
        assert {user.id for user in post.mentions} == {ada.id, cleo.id}
        assert "**Ben** proposes to end the game" in post.content
        told = await running.person("Dov").click(post, label="Agree")
        assert told.ephemeral and "Only the players named in the post" in told.response.content
        told = await ada.click(post, label="Agree")
        assert told.ephemeral and told.response.content == "You agreed to end the game early."
        await ada.click(post, label="Agree")
        assert "✓ Ada and Ben" in running.latest("Agree").content
        assert (await running.table()).status == "playing"
        await cleo.click(post, label="Agree")
        assert (await running.table()).status == "ended"
        closed = next(m for m in running.posts() if m.id == post.id)
        assert "✓ The game ended early." in closed.content and not running.labels(closed)
        with pytest.raises(Refused, match="This vote is over: The game ended early"):
            await running.bot.services.proposals.save_vote(1, ada.id, yes=False)


async def test_rejection_or_withdrawal_ends_a_proposal(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, post = await proposed(running, "Ada", "Ben", "Cleo")
        ben = running.person("Ben")
        again = await ben.slash(running.channel, "game end")
        assert "already voting on ending" in again.response.content and f"/{post.id}>" in again.response.content
        assert running.labels(again.response) == []
        told = await running.person("Cleo").click(post, label="Disagree")
        assert told.response.content == ("You voted no. Rejected: you disagreed.")
        assert "✗ Rejected: Cleo disagreed." in next(m for m in running.posts() if m.id == post.id).content
        again = await ben.slash(running.channel, "game end")
        await ben.click(again.response, label="Ask the table")
        told = await ben.click(running.latest("Agree"), label="Disagree")
        assert told.response.content.startswith("You withdrew your proposal to end the game")
        assert running.posts()[-1].content.endswith("✗ The proposal was withdrawn.")


async def test_proposal_survives_restart_and_expires_after_three_days(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, post = await proposed(running, "Ada", "Ben", "Cleo")
        await running.env.advance_time(DAY)
        await running.bot.services.scheduler._save_alive()
        await running.restart()
        await running.person("Ada").click(post, label="Agree")
        assert "✓ Ada and Ben" in running.latest("Agree").content and running.latest("Agree").id == post.id
        await running.env.advance_time(2.1 * DAY)
        assert "✗ The vote expired" in next(m for m in running.posts() if m.id == post.id).content
        assert (await running.table()).status == "playing"


async def test_vote_post_lost_in_a_crash_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for moment in ("bot.announcements.channel.ChannelMessages.post", "engine.store.proposals.save_proposal_post"):
            with monkeypatch.context() as crash:
                crash.setattr(moment, lambda *_, **__: 1 // 0)
                ben, before = running.person("Ben"), [post.id for post in running.posts()]
                asked = await ben.slash(running.channel, "game end")
                await ben.click(asked.response, label="Ask the table")
                made = len([post for post in running.posts() if post.id not in before])
                assert made == (moment == "engine.store.proposals.save_proposal_post")
            await running.restart()
            await running.told()
            new = [post for post in running.posts() if post.id not in before]
            assert len(new) == 1 and "Agree" in running.labels(new[0])
            await running.person("Ada").click(new[0], label="Disagree")


async def test_crash_after_the_last_vote_only_delays_execution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        _, post = await proposed(running, "Ada", "Ben")
        with monkeypatch.context() as crash:
            crash.setattr("bot.play.service.TableService.end_game", lambda *_, **__: 1 // 0)
            await running.person("Ada").click(post, label="Agree")
        assert (await running.table()).status == "playing"
        await running.restart()
        await running.told()
        assert (await running.table()).status == "ended"
        assert "✓ The game ended early." in next(m for m in running.posts() if m.id == post.id).content


async def test_archived_thread_is_reopened_for_a_proposal(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        thread = await running.thread()
        await running.lobby("Ada", "Ben", channel=thread)
        await running.person("Ada").slash(thread, "game start")
        asked = await running.person("Ben").slash(thread, "game end")
        running.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083, times=1)
        await running.person("Ben").click(asked.response, label="Ask the table")
        assert "Agree" in running.labels([m for m in thread.history() if not m.flags.ephemeral][-1])


async def test_player_who_left_no_longer_votes(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, post = await proposed(running, "Ada", "Ben", "Cleo")
        await running.person("Ada").click(post, label="Agree")
        desk, seat = running.bot.services, running.bot.services.tables.seat_of(table, running.person("Cleo").id)
        assert seat is not None
        async with desk.tables.lock_table(table.id) as held:
            await seats.open_seat(desk.tables, held, seat, "left")
        desk.outbox.wake(table.id)
        await running.told()
        assert (await running.table()).status == "ended"
        assert "✓ The game ended early." in next(m for m in running.posts() if m.id == post.id).content


async def test_simultaneous_and_repeated_votes_execute_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await proposed(running, "Ada", "Ben", "Cleo")
        desk, carried = running.bot.services, list[int]()

        async def carry(table: Table, __: Any) -> str:
            carried.append(table.id)
            await asyncio.sleep(0)
            return "Done."

        monkeypatch.setitem(desk.proposals.kinds, "end", ProposalKind(poll_everyone, carry))
        users = [running.person(name).id for name in ("Ada", "Cleo", "Ada", "Cleo")]
        told = await asyncio.gather(
            *(desk.proposals.save_vote(1, user, yes=True) for user in users), return_exceptions=True
        )
        assert len(carried) == 1
        assert [isinstance(answer, Refused) for answer in told] == [False, False, True, True]


async def test_deleted_vote_post_is_repeated_without_mentions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, post = await proposed(running, "Ada", "Ben", "Cleo")
        running.env.backend.delete_message(running.channel.id, post.id)
        await running.bot.services.proposals.save_vote(1, running.person("Ada").id, yes=True)
        await running.told()
        again = running.latest("Agree")
        assert again.id != post.id and "✓ Ada and Ben" in again.content
        sent = [r for r in running.env.http_requests if r.method == "POST" and r.path.endswith("/messages")][-1]
        assert sent.json["allowed_mentions"]["users"] == []


async def dying(*_: Any, **__: Any) -> None:
    raise asyncio.CancelledError


@pytest.mark.parametrize("kind", ["end", "replace"])
async def test_proposal_executed_before_a_crash_is_executed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async with world(tmp_path) as running:
        dov = running.person("Dov")
        if kind == "end":
            await proposed(running, "Ada", "Ben")
        else:
            await running.started("Ada", "Ben", "Cleo")
            await running.person("Ben").slash(running.channel, "game seat", action="replace", player="Cleo", member=dov)
        await running.told()
        post, votes = running.latest("Agree"), running.bot.services.proposals
        monkeypatch.setattr(votes, "_close_proposal", dying)
        with pytest.raises(asyncio.CancelledError):
            await votes.save_vote(1, running.person("Ada").id, yes=True)
        await running.restart()
        await running.told()
        closed = next(m for m in running.posts() if m.id == post.id)
        assert "✓ " in closed.content and "not possible" not in closed.content and not running.labels(closed)
        assert len([m for m in running.posts() if "is offered to you" in m.content]) == (kind == "replace")


async def test_proposal_stores_no_names(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.person("Ben").slash(running.channel, "game seat", action="replace", player="Cleo", by=0)
        await running.told()
        post = running.latest("Agree")
        assert "proposes to give Cleo’s seat to a computer" in post.content
        await running.person("Ada").click(post, label="Disagree")
        await running.person("Cleo").click(post, label="Disagree")
        stored = await running.bot.services.proposals.load_proposal(1)
        assert not any(name in stored.words + stored.result for name in ("Ada", "Ben", "Cleo"))
        assert "disagreed" in stored.result
        assert "Ada and Cleo disagreed" in next(m for m in running.posts() if m.id == post.id).content


async def test_host_needs_consent_to_end_a_game_with_others(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        page = await ada.slash(running.channel, "game end")
        assert "everyone must agree" in page.response.content
        assert running.labels(page.response) == ["Ask the table"]
        old = f"e:{(await running.table()).id}:0:yes"  # a button from when nobody else played
        said = await running.press_again(ada, running.posts()[0], old)
        assert "everyone must agree" in said.response.content
        assert (await running.table()).status == "playing"
        await ada.click(page.response, label="Ask the table")
        await running.told()
        assert (await running.table()).status == "playing"
        await running.person("Ben").click(running.latest("Agree"), label="Agree")
        assert (await running.table()).status == "ended"
        asked = (await running.table()).notes["ping"]
        assert asked not in [post.id for post in running.posts()], "nothing is asked any more"
        late = await running.press_again(ada, running.posts()[0], old)
        assert late.response.content == "This game is already over."


async def test_host_cannot_end_a_game_waiting_for_a_recently_late_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada", "Ben")
        for term, word in (("clock", "daily"), ("late", "open")):
            await running.bot.services.tables.set_term(lobby.id, term, word)
        await running.person("Ada").slash(running.channel, "game start")
        while (await running.asked())[0] is running.person("Ada"):
            await running.move_on(1)
        await running.env.advance_time(2 * DAY + 3600)
        page = await running.person("Ada").slash(running.channel, "game end")
        assert running.labels(page.response) == ["Ask the table"]


async def test_host_can_end_a_game_that_waited_a_week_for_others(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        labels = []
        for name in ("Ada", "Ben"):
            while (await running.asked())[0] is not running.person(name):
                await running.move_on(1)
            for days in (6, 2):
                await running.env.advance_time(days * DAY)
                page = (await ada.slash(running.channel, "game end")).response
                labels.append((name, running.labels(page)))
        ask, end = ["Ask the table"], ["End the game"]
        assert labels == [("Ada", ask), ("Ada", ask), ("Ben", ask), ("Ben", end)]
        await ada.click(page, label="End the game")
        assert (await running.table()).status == "ended"


async def test_host_cannot_end_a_paused_or_slow_game_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada, sessions = running.person("Ada"), running.bot.services.tables
        while (await running.asked())[0] is ada:
            await running.move_on(1)
        await pausing.change_table_settings(sessions, 1, TableSettings(clock="weekly"))
        async with sessions.lock_table(1) as held:
            clocks = {seat: replace(clock, bank=14 * DAY) for seat, clock in held.table.clocks.items()}
            await held.save(replace(held.table, clocks=clocks))
        await running.env.advance_time(8 * DAY)
        page = await ada.slash(running.channel, "game end")
        assert running.labels(page.response) == ["Ask the table"]
        await pausing.pause_table(sessions, 1)
        await running.env.advance_time(8 * DAY)
        page = await ada.slash(running.channel, "game end")
        assert running.labels(page.response) == ["Ask the table"]


async def test_moderator_ends_games_of_others_but_votes_as_a_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        running.people["Wanda"] = warden
        await running.started("Ada", "Wanda")
        page = await warden.slash(running.channel, "game end")
        assert running.labels(page.response) == ["Ask the table"]
        said = await running.person("Dov").slash(running.channel, "game end")
        assert "Only players here" in said.response.content and not running.labels(said.response)
        await seats.resign(running.bot.services.tables, (await running.table()).id, warden.id, leave_open=False)
        page = await warden.slash(running.channel, "game end")
        await warden.click(page.response, label="End the game")
        assert (await running.table()).status == "ended"
