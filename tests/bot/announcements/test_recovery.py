"""Recovery from failures: full disks, lost cards, outdated buttons, and imported games."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.play.undo import undo
from bot.tables.table import BookkeepingKey
from engine import Stale, decisions, write_action
from engine.core.transcript import write_transcript
from tests.bot.simulated_channel import GAME, TITLE, World, text_of, world


async def test_computer_moves_after_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=1)
        sessions, step = running.bot.services.tables, running.bot.services.tables.play_automatic_move

        async def full_once(_: int) -> None:
            monkeypatch.setattr(sessions, "play_automatic_move", step)
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(sessions, "play_automatic_move", full_once)
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        assert running.bot.services.outbox.problem(1)
        await running.env.advance_time(60)
        assert not running.bot.services.outbox.problem(1)
        assert sessions.decisions(await running.table())[0].seat == 1
        running.env.errors.clear()


async def test_report_is_not_duplicated_after_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        await running.move_on(3)
        sessions, announced = running.bot.services.tables, running.bot.services.tables.mark_published

        async def full_once(*_: Any) -> Any:
            monkeypatch.setattr(sessions, "mark_published", announced)
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(sessions, "mark_published", full_once)
        await running.move_on(1)
        reports = [post.id for post in running.reports()]
        await running.env.advance_time(60)
        assert [post.id for post in running.reports()] == reports
        assert await sessions.tables_to_publish() == ()


async def test_lost_post_is_found_below_many_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        await running.move_on(3)

        async def lost(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.services.tables, "mark_published", lost)
        await running.move_on(1)
        reports = [post.id for post in running.reports()]
        for number in range(60):
            await running.person("Ada").send(running.channel, f"chatter {number}")
        await running.restart()
        await running.env.settle()
        assert [post.id for post in running.reports()] == reports


async def test_undo_button_undoes_only_its_own_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        sessions = running.bot.services.tables
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        moved = await running.table()
        await running.move_on(1)
        other, decision = await running.asked()
        assert decision.seat and table.seq < moved.seq
        with pytest.raises(Stale, match="changed since that button"):
            await undo(sessions, table.id, other.id, seen_seq=moved.seq)


async def test_deleted_lobby_card_is_restored_by_game_status(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        await running.mailbox(await running.table()).delete(running.posts()[-1].id)
        await running.env.settle()
        assert not running.posts()
        await running.person("Ben").slash(running.channel, "game status")
        await running.person("Ben").click(running.posts()[-1], label="Join")
        assert len((await running.table()).players) == 2


async def test_known_lobby_card_is_not_duplicated_below_many_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.lobby("Ada")
        for number in range(60):
            await running.person("Ada").send(running.channel, f"chatter {number}")
        running.bot.services.outbox._publisher.unconfirmed.add(table.id)
        running.bot.services.outbox.wake(table.id)
        await running.told()
        assert len([post for post in running.posts() if "Join" in running.labels(post)]) == 1


async def test_stale_question_is_deleted_although_a_later_report_was_stored(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await running.move_on(1)
        (left,) = _questions(running)
        await running.bot.services.tables.save_bookkeeping(
            table.id, {BookkeepingKey.QUESTION_POST: left.id - 1, BookkeepingKey.LATEST_REPORT: left.id + 1}
        )
        running.bot.services.outbox._publisher.unconfirmed.add(table.id)
        await running.move_on(1)
        (asked,) = _questions(running)
        assert asked.id != left.id


async def test_stale_question_is_deleted_with_the_last_move(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        table = await running.started("Ada")
        while (await running.table()).status == "playing":
            left = _questions(running)
            await running.bot.services.tables.save_bookkeeping(table.id, {BookkeepingKey.QUESTION_POST: 0})
            running.bot.services.outbox._publisher.unconfirmed.add(table.id)
            await running.move_on(1)
        await running.told()
        assert left
        assert not _questions(running)


async def test_stale_question_is_deleted_while_its_player_continues(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        table = await running.started("Ada", "Ben", title="railroader")
        (left,) = _questions(running)
        person, _ = await running.asked()
        await running.bot.services.tables.save_bookkeeping(table.id, {BookkeepingKey.QUESTION_POST: 1})
        running.bot.services.outbox._publisher.unconfirmed.add(table.id)
        await running.move_on(1)
        assert (await running.asked())[0] == person, "the turn goes on"
        (asked,) = _questions(running)
        assert asked.id != left.id


def _questions(running: World) -> list[Any]:
    """Return the posts of the channel that have a question."""
    return [post for post in running.posts() if any(":qboard" in mark for mark in running.identities(post))]


async def test_imported_game_warns_that_its_owner_can_know_everything(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = running.person("Ada"), running.person("Ben")
        dealt, _ = GAME.new_game(GAME.options(), 2, 4)
        text = write_transcript(GAME, GAME.options(), 2, 4, (write_action(next(iter(decisions(dealt)[0].offers))),))
        await ada.slash(running.channel, "game new", game="file", file=("a.game", text.encode()))
        assert "Anyone with the file" in running.posts()[-1].content
        await ben.click(running.posts()[-1], label="Join")
        await ada.slash(running.channel, "game start")
        told = " ".join(text_of(post) for post in running.posts())
        assert "SHA-256" not in told and told.count("Anyone with the file") >= 1


async def test_file_without_moves_is_refused_because_its_seed_is_known(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        text = write_transcript(GAME, GAME.options(), 2, 4, ())
        said = await running.person("Ada").slash(
            running.channel, "game new", game="file", file=("a.game", text.encode())
        )
        assert "no moves yet" in said.response.content
        assert not running.posts()


async def test_seed_is_shown_when_a_game_is_ended_early(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=1)
        said = await running.person("Ada").slash(running.channel, "game end")
        await running.person("Ada").click(said.response, label="End the game")
        assert "Seed: `7`" in running.posts()[-1].content
        assert "Your move" not in running.labels(running.posts()[-1])


async def test_endless_undo_is_rate_limited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        answers = []
        for _ in range(8):
            person, line = await running.first_offer()
            await person.slash(running.channel, "move", line=line)
            answers.append((await person.slash(running.channel, "undo")).response.content)
        assert any("Please wait a minute" in answer for answer in answers)


async def test_seed_hash_stays_in_the_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await running.move_on(5)
        assert any(table.seed_hash in text_of(post) for post in running.posts())


async def test_endless_opening_of_tables_is_rate_limited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = running.person("Ada")
        answers = []
        for _ in range(8):
            said = await ada.slash(running.channel, "game new", game=TITLE)
            answers.append(said.response.content)
            if not said.ephemeral:
                await ada.slash(running.channel, "game end")
        assert "Please wait a minute" in answers[-1]


async def test_undo_is_posted_if_the_question_is_deleted(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        table = await running.table()
        await running.mailbox(table).delete(table.notes["ping"])
        before = len(running.posts())
        await person.slash(running.channel, "undo")
        assert len(running.posts()) > before
        assert person.mention in running.posts()[-1].content


async def test_rules_can_be_read_before_the_game_starts(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Cleo")
        said = await running.person("Ben").slash(running.channel, "rules")
        assert "Game Turn" in said.response.content


async def test_forced_move_is_reported_as_the_only_choice(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for _ in range(60):
            await running.move_on(1)
            made = await running.bot.services.tables.history((await running.table()).id)
            if any(move.by == "forced" for move in made):
                break
        assert any("(The only choice.)" in text_of(post) for post in running.posts())


async def test_number_out_of_bounds_is_asked_again_with_bounds(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for _ in range(30):
            person, decision = await running.asked()
            if "bid" in decision.prompt:
                break
            await running.move_on(1)
        table = await running.table()
        bidding = await running.press_again(person, running.latest("Your move"), f"m:{table.id}:{table.seq}:-0 bid")
        form = await person.click(bidding.response, label="Another number…")
        said = await person.submit_modal(form, {"number": "99"})
        assert "Enter a whole number from 1 to" in said.response.content
        form = await person.click(bidding.response, label="Another number…")
        said = await person.submit_modal(form, {"number": "$1"})
        assert "Confirm" in running.labels(said.response)


async def test_unrecorded_card_is_found_and_not_repeated(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        card = table.notes[BookkeepingKey.STATUS_CARD]
        await running.bot.services.tables.save_bookkeeping(
            table.id, {BookkeepingKey.STATUS_CARD: card - 1, BookkeepingKey.LATEST_REPORT: card - 1}
        )
        running.bot.services.outbox._publisher.unconfirmed.add(table.id)
        await running.move_on(1)
        assert (await running.table()).notes[BookkeepingKey.STATUS_CARD] == card
