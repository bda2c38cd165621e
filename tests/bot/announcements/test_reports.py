"""A phase is reported with whole pictures, and the next player is asked by a separate message."""

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.announcements.channel import ChannelMessages
from bot.announcements.phase_report import draw_report
from bot.announcements.post_text import phases_heading, status_card_text
from bot.announcements.report_layout import ReportContent, ReportPicture, layout_message
from bot.play.service import TableService
from bot.tables.phases import Made, OpenPhase, PhaseLog, split_into_phases
from bot.tables.table import Player
from bot.view import view_table
from engine import Seat, redact, write_action
from engine.core import Decision
from render import Picture
from render.games.railroader.colors import CRATE
from render.palette import PLAYERS
from tests.bot.seated_players import begun
from tests.bot.simulated_channel import CONTAINER, SMALL, World, alts, is_report, parts, report_of, text_of, world
from tests.bot.ui.test_limits import hold

SECTION, GALLERY = 9, 12


async def reported(running: World, phases: int = 1) -> None:
    """Play until ``phases`` more phases have been reported."""
    until = len(running.reports()) + phases
    while len(running.reports()) < until:
        await running.move_on(1)
        await running.told()


def kinds(message: discord.Message) -> list[int]:
    """Return the types of a message's top-level components."""
    return [part.type.value for part in message.components]


def questions(running: World) -> list[discord.Message]:
    """Return the messages of the channel that ask somebody."""
    return [post for post in running.posts() if any(":qboard" in one for one in running.identities(post))]


async def test_report_has_separate_pictures_and_no_mentions(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", "Cleo")
        await reported(running, 2)
        report = running.reports()[-1]
        heading, lines = report_of(report)
        assert heading and lines and not report.content and report.flags.silent
        assert 1 <= kinds(report).count(GALLERY) <= 3 and all(alts(report))
        assert running.labels(report) == ["Pictures", "History"]
        hold(running)


def accent(report: discord.Message) -> int:
    """Return the accent color of a report."""
    return next(int(part["accent_color"]) for part in parts(report) if part["type"] == CONTAINER)


async def test_report_has_color_of_its_only_player_or_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        begun = accent(running.reports()[0])
        _, decision = await running.asked()
        await reported(running)
        turn = running.reports()[1]
        assert begun == int(CRATE[1:], 16)
        assert accent(turn) == int(PLAYERS[decision.seat - 1].color[1:], 16)


async def test_question_after_a_report_is_plain_text_for_lock_screens(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await reported(running)
        person, decision = await running.asked()
        (question,) = questions(running)
        assert question.content.startswith(person.mention) and decision.prompt in question.content
        assert not question.flags.silent and not is_report(question)


async def test_unchanged_picture_is_a_thumbnail(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", "Cleo")
        for _ in range(12):
            await reported(running)
            report = running.reports()[-1]
            if SMALL in [part["type"] for part in parts(report)]:
                break
        assert "Unchanged since the last post." in text_of(report)


@pytest.mark.parametrize(("changed", "files"), [((), 0), (("board",), 2)])
async def test_thumbnails_need_a_large_picture(changed: tuple[str, ...], files: int) -> None:
    drawn = Picture("board", b"", "What it shows.")
    panels = tuple(ReportPicture(name, name, 1, (drawn,), name in changed) for name in ("board", "stocks"))
    sent = layout_message(ReportContent("Draft", "Ada drafted.", panels, "#000000"), [])
    components = [part["type"] for part in sent["view"].to_components()]
    assert len(sent["files"]) == files and (SECTION in components) == (files > 0)


@pytest.mark.parametrize(
    ("parts_of_each", "shown"),
    [((5,), "aaa"), ((2, 2), "aab"), ((1, 5), "abb"), ((2, 2, 2), "abc"), ((1, 1, 1, 1), "abc")],
)
async def test_three_pictures_are_large_one_of_each_kind_first(parts_of_each: tuple[int, ...], shown: str) -> None:
    named = zip("abcd", parts_of_each, strict=False)
    panels = tuple(ReportPicture(name, name, 1, (Picture(name, b"", name),) * count, True) for name, count in named)
    sent = layout_message(ReportContent("Draft", "Ada drafted.", panels, "#000000"), [])
    assert [file.description for file in sent["files"]] == [*shown]


async def test_failed_report_does_not_delay_the_question_and_is_posted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post, left = ChannelMessages.post, [1]

    async def failing(mailbox: ChannelMessages, content: str, **more: Any) -> int:
        if isinstance(more["view"], discord.ui.LayoutView) and left.pop(0) > 0:
            raise OSError("the machine went away")
        left.append(0)
        return await post(mailbox, content, **more)

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        before = len(running.reports())
        while len(questions(running)) and len(running.reports()) == before:
            with monkeypatch.context() as patched:
                left[:] = [1]
                patched.setattr(ChannelMessages, "post", failing)
                await running.move_on(1)
                await running.told()
            if running.bot.services.outbox.problem(1):
                break
        person, _ = await running.asked()
        assert any(post.content.startswith(person.mention) for post in questions(running))
        await running.env.advance_time(120)
        await running.told()
        assert len(running.reports()) == before + 1 and len(questions(running)) == 1


async def test_moves_within_a_phase_keep_one_open_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title="railway-rivals")
        before = len(running.posts())
        await running.move_on(12)
        await running.told()
        assert len(questions(running)) == 1
        assert len(running.posts()) - len(running.reports()) <= before


async def test_outdated_question_from_before_a_crash_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        with monkeypatch.context() as patched:
            patched.setattr(running.bot.services.tables, "mark_published", crash)
            await running.move_on(1)
            await running.told()
        person, decision = await running.asked()
        table = await running.table()
        await running.bot.services.tables.play_move(table.id, person.id, write_action(decision.offers[0]))
        await running.restart()
        await running.told()
        assert len(questions(running)) == 1


async def test_operator_can_choose_plain_reports_with_one_picture(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all", reports="plain") as running:
        await running.started("Ada", "Ben", "Cleo")
        posts = len([post for post in running.posts() if post.embeds])
        while len([post for post in running.posts() if post.embeds]) == posts:
            await running.move_on(1)
            await running.told()
        person, _ = await running.asked()
        report = [post for post in running.posts() if post.embeds][-1]
        assert report.content.startswith(person.mention) and len(report.attachments) == 1
        assert not running.reports() and "Your move" in running.labels(report)


async def test_report_buttons_page_through_pictures_and_phases(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben")
        await reported(running)
        report, eve = running.reports()[-1], running.person("Eve")
        page = await eve.click(report, label="Pictures")
        names = [part["label"] for part in page.response.components[0]["components"]]
        first = alts(page.response)
        assert page.ephemeral and len(first) == 1 and len(names) > 4
        other = alts((await eve.click(page.response, label=names[4])).response)
        assert len(other) == 1 and other != first
        past = await eve.click(report, label="History")
        assert past.ephemeral and "First" in str(past.response.components)


@pytest.mark.parametrize(("names", "shown"), [(("Ada",), False), (("Ada", "Ben"), True)])
async def test_report_of_one_players_phase_has_the_name_in_its_heading(
    sessions: TableService, names: tuple[str, ...], shown: bool
) -> None:
    table = await begun(sessions, *(Player(name, number) for number, name in enumerate(names, 101)))
    found = phases_heading(view_table(table, None), PhaseLog(0, ("Turn",), (Made(0, Seat(1)),)))
    assert found == ("Turn · Ada" if shown else "Turn")


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Draft a city.", "Waiting for <@101>: draft a city. "),
        ("NYC pays. Choose.", "Waiting for <@101>. NYC pays. Choose. "),
        ("NYC: choose.", "Waiting for <@101>. NYC: choose. "),
        ("Sell this?", "Waiting for <@101>. Sell this? "),
    ],
)
async def test_card_names_players_to_move_and_task_in_one_sentence(
    sessions: TableService, prompt: str, said: str
) -> None:
    table = await begun(sessions)
    assert said in status_card_text(table, view_table(table, None), [Decision(Seat(1), prompt, ())], ())


async def test_late_report_shows_the_phase_as_it_was(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await reported(running, 2)
        table, desk = await running.table(), running.bot.services
        history = await desk.tables.history(table.id)
        *_, before, latest = split_into_phases(OpenPhase(), history, over=False)[0]
        assert before.seq < latest.seq == table.seq
        for chapter in (before, latest):
            told = await draw_report(desk.tables, desk.render_pool, table, chapter, {})
            assert told.table_view.view == redact(await desk.tables.state_at(table.id, chapter.seq), None)


async def test_picture_is_small_only_if_it_was_shown_last(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        await reported(running)
        table, desk = await running.table(), running.bot.services
        *_, latest = split_into_phases(OpenPhase(), await desk.tables.history(table.id), over=False)[0]
        first = await draw_report(desk.tables, desk.render_pool, table, latest, {})
        again = await draw_report(desk.tables, desk.render_pool, table, latest, first.digests)
        assert [panel.is_changed for panel in first.content.pictures] == [True]
        assert [panel.is_changed for panel in again.content.pictures] == [False]
