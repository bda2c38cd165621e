"""A report whose pictures are late is posted as text, and its pictures are edited in afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.tables.picture_slots import CLAIMED, add_pending, pending_pictures
from bot.tables.table import Player
from engine import PhaseEnded, write_action
from tests.bot.simulated_channel import TITLE, World, alts, is_report, parts, spelled, text_of, world
from tests.bot.whole_game import person_at, requests

SOON = "The pictures will appear here soon."
GALLERY = 12
HOUR = 3_600.0
OUTAGE = 7
"""Attempts that fail while ``busy`` lasts; the next one would come after minutes."""


@asynccontextmanager
async def late(tmp_path: Path, **given: Any) -> AsyncIterator[World]:
    """Run a bot whose reports are all late."""
    async with world(tmp_path, **{"pictures": "all", **given}) as running:
        running.bot.report_pictures.late_seconds = 0.0
        yield running


@asynccontextmanager
async def busy(running: World) -> AsyncIterator[None]:
    """Draw no report in this block, as under heavy load."""
    pictures = running.bot.report_pictures
    at_once = pictures.wait_for_turn

    async def wait() -> None:
        await asyncio.sleep(HOUR)

    pictures.wait_for_turn = wait
    try:
        yield
    finally:
        pictures.wait_for_turn = at_once
    await running.env.advance_time(2 * HOUR)


async def ended(running: World, phases: int = 1) -> None:
    """Make moves until ``phases`` more phases have ended."""
    for _ in range(phases):
        before = (await running.table()).notes["phase"]
        while (await running.table()).notes["phase"] == before:
            await running.move_on(1)
            await running.told()


async def drawn(running: World) -> None:
    """Wait until no report lacks its pictures."""
    for _ in range(200):
        await running.told()
        if not await pending(running):
            return
    raise AssertionError("pictures are still pending")


def named(running: World, text: str) -> str:
    """Return the text with names in place of ids, which differ between two worlds."""
    for person in running.people.values():
        text = text.replace(f"<@{person.id}>", person.name)
    return text


async def pending(running: World) -> dict[int, int]:
    return pending_pictures((await running.table()).notes)


def galleries(message: discord.Message) -> int:
    return sum(part["type"] == GALLERY for part in parts(message))


async def test_report_and_question_are_posted_before_late_pictures(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            words, ids = running.reports()[-1], [post.id for post in running.posts()]
            assert SOON in text_of(words) and not words.attachments and not galleries(words)
            asked = (await running.table()).notes["ping"]
            assert words.id < asked
        await drawn(running)
        whole = running.reports()[-1]
        assert whole.id == words.id and [post.id for post in running.posts()] == ids
        assert galleries(whole) and all(alts(whole)) and SOON not in text_of(whole)
        assert running.labels(whole) == running.labels(words) == ["Pictures", "History"]


@pytest.mark.parametrize(("title", "phases"), [("railroad-rivals", 8), ("railroader", 4)])
async def test_late_pictures_show_the_end_of_their_phase(tmp_path: Path, title: str, phases: int) -> None:
    told = list[list[str]]()
    for folder, seconds in (("in time", 1_000.0), ("late", 0.0)):
        (tmp_path / folder).mkdir()
        async with world(tmp_path / folder, pictures="all") as running:
            running.bot.report_pictures.late_seconds = seconds
            await running.started("Ada", "Ben", title=title)
            async with nullcontext() if seconds else busy(running):
                await ended(running, phases)
            await drawn(running)
            told.append([named(running, text_of(report)) for report in running.reports()])
    assert told[0] == told[1] and len(told[0]) > phases


async def test_restart_between_text_and_pictures_loses_neither(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running, 2)
            posts = [post.id for post in running.posts()]
            assert len(await pending(running)) == 2
            await running.restart()
        await drawn(running)
        assert [post.id for post in running.posts()] == posts
        assert all(galleries(report) and SOON not in text_of(report) for report in running.reports())


async def test_unrecorded_report_from_before_a_crash_gets_its_pictures(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        before = (await running.table()).notes["phase"]
        async with busy(running):
            await ended(running)
            report = running.reports()[-1]
            table = await running.table()
            (seq,) = await pending(running)
            claim = add_pending(table.notes, seq, CLAIMED)
            await running.bot.services.tables.save_bookkeeping(table.id, {**claim, "phase": before})
            await running.bot.services.tables.store.write(
                lambda db: db.execute("UPDATE log SET announced = 0 WHERE seq = ?", (seq,))
            )
            await running.restart()
        await drawn(running)
        assert [post.id for post in running.reports()][-1] == report.id
        assert galleries(running.reports()[-1]) and not await pending(running)


async def test_claimed_report_that_failed_is_posted_once_with_pictures(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        reports = len(running.reports())
        await end_untold(running)
        running.env.inject_error("POST", f"/channels/{running.channel.id}/messages", status=503, times=1)
        await running.move_on(1)
        assert CLAIMED in (await pending(running)).values() and len(running.reports()) == reports
        await running.env.advance_time(60)
        await drawn(running)
        assert len(running.reports()) == reports + 1 and galleries(running.reports()[-1])


async def end_untold(running: World) -> None:
    """Make moves below Discord until a phase has ended, so that nothing is posted yet."""
    is_ended = False
    while not is_ended:
        table, (person, decision) = await running.table(), await running.asked()
        move = await running.bot.services.tables.play_move(
            table.id, person.id, write_action(next(iter(decision.offers)))
        )
        is_ended = any(isinstance(event, PhaseEnded) for event in move.events)


async def test_undone_report_gets_no_pictures(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        await drawn(running)
        async with busy(running):
            undone = await undo_phase(running)
            assert "↩ Undone: **" in text_of(post_of(running, undone))
            assert undone not in (await pending(running)).values()
        await drawn(running)
        post = post_of(running, undone)
        assert "↩ Undone: **" in text_of(post) and not post.attachments and not is_report(post)


async def undo_phase(running: World) -> int:
    """Play until a move that ended a phase can be undone, and return the report of that phase."""
    chance = Random(5)
    for _ in range(60):
        table = await running.table()
        decision = chance.choice(running.bot.services.tables.decisions(table))
        person = person_at(running, table, decision.seat)
        await person.slash(running.channel, "move", line=spelled(chance.choice(list(decision.offers))))
        await running.told()
        after = await running.table()
        if after.notes["phase"] == table.notes["phase"]:
            continue
        said = (await person.slash(running.channel, "undo")).response.content
        await running.told()
        if said.startswith("You undid your move"):
            return after.notes["phase"]
    raise AssertionError("no such phase")


def post_of(running: World, message: int) -> discord.Message:
    return next(post for post in running.posts() if post.id == message)


async def test_deleted_report_is_ignored(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running, 2)
            first, second = [report.id for report in running.reports()][-2:]
            running.env.backend.delete_message(running.channel.id, first)
            posts = [post.id for post in running.posts()]
        await drawn(running)
        assert [post.id for post in running.posts()] == posts
        assert galleries(post_of(running, second)) and not running.bot.services.outbox.problem(1)


async def test_ended_table_still_gets_pictures_of_its_last_report(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada")
        await drawn(running)
        async with busy(running):
            await ended(running)
            report = running.reports()[-1]
            await running.bot.services.tables.end_game(1, running.person("Ada").id)
            running.bot.services.outbox.wake(1)
            await running.told()
            await running.restart()
        await drawn(running)
        assert galleries(post_of(running, report.id))
        assert (await running.table()).status == "ended"


async def test_refused_picture_edit_is_retried(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            report = running.reports()[-1].id
            path = f"/channels/{running.channel.id}/messages/{report}"
            running.env.inject_error("PATCH", path, status=503, times=1)
        await drawn(running)
        assert galleries(post_of(running, report))


@pytest.mark.parametrize("reports", ["whole", "plain"])
async def test_report_without_accepted_pictures_promises_none(tmp_path: Path, reports: str) -> None:
    async with late(tmp_path, reports=reports) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            report = (await running.table()).notes["phase"]
            assert SOON in text_of(post_of(running, report))
            path = f"/channels/{running.channel.id}/messages/{report}"
            running.env.inject_error("PATCH", path, status=413, times=1)
        await drawn(running)
        post = post_of(running, report)
        assert SOON not in text_of(post) and not post.attachments and len(text_of(post)) > len(SOON)


async def test_refused_pictures_are_retried_with_the_next_report(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            report = running.reports()[-1].id
            path = f"/channels/{running.channel.id}/messages/{report}"
            running.env.inject_error("PATCH", path, status=403, code=50013, times=OUTAGE)
        assert not galleries(post_of(running, report))
        await ended(running)
        await drawn(running)
        assert galleries(post_of(running, report))


async def test_button_of_a_late_report_draws_its_picture_at_once(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            report = running.reports()[-1]
            page = await running.person("Eve").click(report, label="Pictures")
            assert len(alts(page.response)) == 1
            past = await running.person("Eve").click(report, label="History")
            assert "First" in str(past.response.components)


async def test_plain_report_gets_its_picture_and_keeps_its_question(tmp_path: Path) -> None:
    async with late(tmp_path, reports="plain") as running:
        await running.started("Ada", "Ben", "Cleo")
        await drawn(running)
        async with busy(running):
            await ended(running)
            phase = (await running.table()).notes["phase"]
            words = post_of(running, phase)
            assert SOON in text_of(words) and not words.attachments
        await drawn(running)
        whole = post_of(running, phase)
        assert whole.content == words.content and running.labels(whole) == running.labels(words)
        assert len(whole.attachments) == 1 and all(alts(whole)) and SOON not in text_of(whole)


async def test_report_pending_before_restart_does_not_wait_for_pictures(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", "Cleo")
        await end_untold(running)
        await running.env.advance_time(60)
        await running.restart()
        await drawn(running)
        report = running.reports()[-1]
        edits = [request for request in requests(running) if request.path.endswith(f"/messages/{report.id}")]
        assert len(edits) == 1 and galleries(report)


async def test_report_without_pictures_is_not_edited(tmp_path: Path) -> None:
    async with late(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben", "Cleo")
        await ended(running)
        reports = [f"/messages/{report.id}" for report in running.reports()]
        assert not any(request.path.endswith(tuple(reports)) for request in requests(running))


async def test_computer_tables_wait_for_report_pictures(tmp_path: Path) -> None:
    async with late(tmp_path, pace=5 * HOUR) as running:
        sessions, host = running.bot.services.tables, Player("Ada", running.person("Ada").id)
        table = await sessions.open_lobby(running.channel.id, running.guild.id, TITLE, host, seated=False)
        for _ in range(2):
            await sessions.add_computer(table.id, "random")
        async with busy(running):
            await running.person("Ada").slash(running.channel, "game start")
            assert (await running.table()).status == "playing" and not running.reports()
        assert galleries(running.reports()[0])


@pytest.mark.parametrize("is_late", [False, True])
async def test_follower_gets_the_picture_of_the_report(tmp_path: Path, is_late: bool) -> None:
    async with late(tmp_path) as running:
        if not is_late:
            running.bot.report_pictures.late_seconds = 1_000.0
        await running.started("Ada", "Ben", "Cleo")
        await running.person("Eve").slash(running.channel, "game follow")
        await drawn(running)
        works = list[float]()
        running.bot.services.render_pool.on_timed = works.append
        async with busy(running) if is_late else nullcontext():
            await ended(running)
        await drawn(running)
        await running.env.advance_time(60)
        inbox = running.person("Eve").user.dm_channel
        assert inbox is not None
        assert galleries(list(inbox.history())[-1]) and galleries(running.reports()[-1])
        assert len(works) == 1


async def test_follower_of_an_undone_report_gets_later_reports(tmp_path: Path) -> None:
    async with late(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        await drawn(running)
        await running.person("Eve").slash(running.channel, "game follow")
        async with busy(running):
            await undo_phase(running)
        await ended(running)
        await drawn(running)
        await running.env.advance_time(60)
        inbox = running.person("Eve").user.dm_channel
        assert inbox is not None
        assert galleries(list(inbox.history())[-1])


async def test_computer_tables_stop_waiting_for_report_pictures(tmp_path: Path) -> None:
    async with late(tmp_path, pace=5 * HOUR) as running:
        sessions, host = running.bot.services.tables, Player("Ada", running.person("Ada").id)
        table = await sessions.open_lobby(running.channel.id, running.guild.id, TITLE, host, seated=False)
        for _ in range(2):
            await sessions.add_computer(table.id, "random")
        running.bot.report_pictures.longest_seconds = 0.0
        async with busy(running):
            await running.person("Ada").slash(running.channel, "game start")
            await running.told()
            assert SOON in text_of(running.reports()[0])
        await drawn(running)
        assert galleries(running.reports()[0])
