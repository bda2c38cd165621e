"""The question of an open seat: whoever takes the seat is mentioned once."""

from pathlib import Path
from typing import Any

import pytest

from bot.announcements.channel import ChannelMessages
from bot.tables.table import Table
from engine.core import write_action
from tests.bot.persons.test_seat_changes_in_channel import resigned
from tests.bot.simulated_channel import World, world
from tests.bot.whole_game import decision_of, person_at


async def test_new_player_of_open_seat_is_mentioned_and_answers_its_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        ada, _ = await running.asked()
        await resigned(running, "Ben", "Leave the seat open")
        await running.move_on(1)
        await running.told()
        assert not asks(running, ada)  # answered, though nobody is asked in her place
        dov, mark = running.person("Dov"), len(running.env.http_requests)
        await dov.click(running.latest("Take seat"), label="Take seat")
        await running.told()
        assert pinged(running, mark) == [dov.id]
        question = running.latest("Your move")
        assert question.content.startswith(dov.mention) and (await running.table()).notes["ping"] == question.id
        await running.move_on(1)
        await running.told()
        assert not asks(running, dov)


async def test_new_player_among_several_to_move_leaves_question_after_answer(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await asked_together(running)
        old = table.notes["ping"]
        await resigned(running, "Ben", "Leave the seat open")
        dov, mark = running.person("Dov"), len(running.env.http_requests)
        await dov.click(running.latest("Take seat"), label="Take seat")
        await running.told()
        assert pinged(running, mark) == [dov.id]
        table = await running.table()
        assert all(f"<@{player.user}>" in open_question(running, table).content for player in table.players)
        assert old not in [post.id for post in running.posts()]
        await answered(running, 2)
        assert dov.mention not in open_question(running, await running.table()).content
        assert pinged(running, mark) == [dov.id]


async def test_edited_question_keeps_its_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.move_on(1)
        table = await running.table()
        assert table.notes["ping"] != table.notes.get("phase")
        await resigned(running, "Ada", "Leave the seat open")
        await running.told()
        question = next(post for post in running.posts() if post.id == table.notes["ping"])
        assert "Your move" in running.labels(question)


async def test_opened_seat_without_reminder_deletes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        mark = len(running.env.http_requests)
        await resigned(running, "Ben", "Leave the seat open")
        await running.told()
        assert "DELETE" not in {request.method for request in running.env.http_requests[mark:]}


async def test_table_without_news_sends_no_request(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.told()
        mark = len(running.env.http_requests)
        running.bot.services.outbox.wake(1)
        await running.told()
        assert not running.env.http_requests[mark:]


async def test_undo_while_open_seat_is_to_move_restores_the_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.move_on(1)
        await resigned(running, "Cleo", "Leave the seat open")
        ben, line = await running.first_offer()
        await ben.slash(running.channel, "move", line=line)
        await running.told()
        assert not asks(running, ben)
        mark = len(running.env.http_requests)
        await ben.slash(running.channel, "undo")
        await running.told()
        question = open_question(running, await running.table())
        assert question.content.startswith(f"{ben.mention} · ") and "Your move" in running.labels(question)
        assert pinged(running, mark) == []


async def test_returned_player_is_not_mentioned_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ping = (await asked_together(running)).notes["ping"]
        await resigned(running, "Ben", "Leave the seat open")
        mark = len(running.env.http_requests)
        await running.person("Ben").click(running.latest("I’m back"), label="I’m back")
        await running.told()
        table = await running.table()
        assert pinged(running, mark) == [] and table.notes["ping"] == ping
        assert running.person("Ben").mention in open_question(running, table).content


@pytest.mark.parametrize("spared", [0, 1])
async def test_stale_post_about_former_player_is_rewritten_after_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spared: int
) -> None:
    """The edit of the card or of the question fails after the post about the seat was made."""
    edit, edits = ChannelMessages.edit, list[int]()

    async def failing(mailbox: ChannelMessages, message: int, *given: Any) -> bool:
        edits.append(message)
        if len(edits) == spared + 1:
            raise OSError
        return await edit(mailbox, message, *given)

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.told()
        ada, _ = await running.asked()
        with monkeypatch.context() as patch:
            patch.setattr(ChannelMessages, "edit", failing)
            await resigned(running, ada.name, "Leave the seat open")
            await running.env.settle()
            assert len(edits) == spared + 1
            await running.restart()
        await running.told()
        assert not any(f"{ada.mention} · " in post.content for post in running.posts())
        assert "Take seat" in running.labels(running.posts()[0]) and len(running.posts()) == 4


async def asked_together(running: World) -> Table:
    """Start a game in which all three players are asked at once."""
    table = await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
    while len(running.bot.services.tables.decisions(table)) < 3:
        await running.move_on(1)
        table = await running.table()
    await running.told()
    return await running.table()


async def answered(running: World, seat: int) -> None:
    """Let the seat take its first offer until it is no longer asked."""
    table = await running.table()
    while any(decision.seat == seat for decision in running.bot.services.tables.decisions(table)):
        line = write_action(next(iter(decision_of(running, table, seat).offers))).split(" ", 1)[1]
        await person_at(running, table, seat).slash(running.channel, "move", line=line)
        await running.told()
        table = await running.table()


def open_question(running: World, table: Table) -> Any:
    """Return the post with the open question."""
    return next(post for post in running.posts() if post.id == table.notes["ping"])


def asks(running: World, person: Any) -> bool:
    """Whether a post other than the status card says that the person is asked."""
    return any(person.mention in post.content.split(" · ")[0] for post in running.posts()[1:])


def pinged(running: World, mark: int) -> list[int]:
    """Return the users mentioned by messages since a position."""
    made = [request.json or {} for request in running.env.http_requests[mark:] if request.method == "POST"]
    return [user for body in made for user in body.get("allowed_mentions", {}).get("users", ())]
