"""Posts about moves undone by a vote, by a new seat holder, or while Discord fails."""

from datetime import datetime
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from bot.announcements.corrections import UndoSummary, correct_reports, load_undo_summary, phases_undone_since
from bot.play import seats
from bot.play.service import TableService
from bot.play.undo import undo
from bot.tables.phases import PhaseLog
from bot.tables.table import BookkeepingKey, forget_shown_pictures
from engine import PhaseEnded
from engine.store import Store
from tests.bot.play.test_undo_in_channel import post_of
from tests.bot.seated_players import ADA, BEN, CAT, asked, begun, move_on
from tests.bot.simulated_channel import world


async def test_question_is_corrected_if_redo_precedes_full_undo_post(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", trail=True)
        first, line = await running.first_offer()
        await first.slash(running.channel, "move", line=line)
        other, _ = await running.asked()
        notes = (await running.table()).notes
        running.env.inject_error(
            "PATCH", f"/channels/{running.channel.id}/messages/{notes['card']}", status=500, times=1
        )
        await first.slash(running.channel, "undo")
        assert "undid the last move" in post_of(running, notes["ping"]).content, "told, but the card was not edited"
        await first.slash(running.channel, "undo", scope="redo")
        await running.env.advance_time(600)
        question = post_of(running, (await running.table()).notes["ping"]).content
        assert "back" not in question and other.mention in question and first.mention not in question
        assert "back" not in post_of(running, notes["ping"]).content


async def test_new_seat_holder_is_asked_after_voted_undo(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first, line = await running.first_offer()
        await first.slash(running.channel, "move", line=line)
        other, _ = await running.asked()
        await seats.resign(running.bot.services.tables, 1, first.id, leave_open=True)
        running.bot.services.outbox.wake(1)
        await running.told()
        dov = running.person("Dov")
        await dov.click(running.latest("Take seat"), label="Take seat")
        page = await dov.slash(running.channel, "undo")
        await dov.click(page.response, label="Ask the table")
        await running.told()
        await other.click(running.latest("Agree"), label="Agree")
        await running.told()
        notes = (await running.table()).notes
        assert dov.mention in post_of(running, notes["ping"]).content
        gone = next(
            post.content for post in running.posts() if "agreed to undo" in post.content and "↩" in post.content
        )
        assert gone.startswith(f"↩ The table agreed to undo the last move by {first.name}.") and dov.mention not in gone


async def test_vote_without_remaining_voters_is_executed_and_reported(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        first, _ = await running.asked()
        await running.move_on(1)
        second, _ = await running.asked()
        await running.move_on(1)
        offer = await first.slash(running.channel, "undo")
        await first.click(offer.response, label="Ask the table")
        await running.told()
        await second.slash(running.channel, "undo")  # with that, nobody else need agree
        await running.told()
        sessions, table = running.bot.services.tables, await running.table()
        assert (await running.asked())[0] is first and await sessions.moves_to_publish(table.id) == ()
        question = next(post for post in running.posts() if post.id == table.notes["ping"])
        card = next(post for post in running.posts() if post.id == table.notes["card"])
        assert first.mention in question.content and second.mention not in question.content
        assert f"Waiting for {first.mention}" in card.content and second.mention not in card.content


async def test_going_back_without_others_concerned_is_posted_as_undo(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        first, line = await running.first_offer()
        await first.slash(running.channel, "move", line=line)
        again, line = await running.first_offer()
        assert again is first
        await first.slash(running.channel, "move", line=line)
        posts = len(running.posts())
        moves = await first.autocomplete(running.channel, "undo", "to", "")
        await first.slash(running.channel, "undo", to=moves[0]["value"])
        await running.told()
        assert len(running.posts()) == posts, "nobody is mentioned again"
        question = post_of(running, (await running.table()).notes["ping"]).content
        assert "↩" in question and "consent" not in question


async def test_posted_undo_is_not_posted_with_the_next_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        for _ in range(2):
            first, line = await running.first_offer()
            await first.slash(running.channel, "move", line=line)
            await first.slash(running.channel, "undo")
        table, sessions = await running.table(), running.bot.services.tables
        history = await sessions.history(table.id)
        undos = [move for move in history if move.by == "undo"]
        found = await load_undo_summary(sessions, table, undos[-1:])
        assert found is not None
        assert (len(undos), found.first_seq) == (2, undos[-1].seq)


async def test_undo_within_a_phase_corrects_no_report(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    user, _ = asked(sessions, table)
    await move_on(sessions, table, 1)
    await undo(sessions, table.id, user)
    history = await sessions.history(table.id)
    assert [move.by for move in history][-1] == "undo" and phases_undone_since(history, 0) is None


class Looking:
    """A channel that records from which time a post was searched, and what was edited."""

    def __init__(self) -> None:
        self.after: list[datetime] = []
        self.edited: list[int] = []

    async def find_by_custom_id(self, *_: str, after: int) -> None:
        self.after.append(discord.utils.snowflake_time(after))

    async def edit(self, post: int, _: str) -> None:
        self.edited.append(post)


@pytest.mark.parametrize(
    ("report", "edited"), [({}, []), ({BookkeepingKey.LATEST_REPORT: 5}, [5]), ({BookkeepingKey.LATEST_REPORT: 6}, [])]
)
async def test_undone_report_is_marked_unless_it_contains_the_open_question(
    sessions: TableService, report: dict[str, int], edited: list[int]
) -> None:
    mailbox, begun_table = Looking(), await begun(sessions, ADA, BEN)
    table = replace(begun_table, notes={BookkeepingKey.QUESTION_POST: 6, **report})
    gone = UndoSummary((), (PhaseLog(1, ("Turn",), ()),), None)
    await correct_reports(cast(Any, mailbox), sessions, table, gone, plain=True)
    assert mailbox.edited == edited


async def test_report_of_valid_phase_is_searched_from_its_last_move(store: Store) -> None:
    now = 1_700_000_000.0
    sessions = TableService(store, clock=lambda: now, new_seed=lambda: 7)
    table, mailbox = await begun(sessions, ADA, BEN), Looking()
    while True:
        now += 100
        user, line = asked(sessions, table)
        made = await sessions.play_move(table.id, user, line)
        table = await sessions.get(table.id)
        if any(isinstance(event, PhaseEnded) for event in made.events):
            break
    gone = UndoSummary((), (PhaseLog(table.seq, ("Turn",), ()),), PhaseLog(made.seq, ("Draft",), ()))
    notes = await correct_reports(cast(Any, mailbox), sessions, table, gone, plain=True)
    assert notes == forget_shown_pictures(table.notes)
    assert [at.timestamp() for at in mailbox.after] == [made.at - 1]
