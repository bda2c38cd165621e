"""A private message shows its latest answer, whatever is drawn or sent again meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.reply_order import NewestAnswer, ReplyOrder
from bot.ui.components import custom_id
from tests.bot.simulated_channel import World, spelled, world

CHANGE, NOTHING_NEW = 7, 6
"""Discord's types of a first answer to a press. (docs, receiving-and-responding)"""


def test_superseded_picture_is_not_shown() -> None:
    latest = ReplyOrder[str]()
    first, second = latest.next_turn(), latest.next_turn()
    assert latest.for_message(1).try_replace(first, "text") and latest.for_message(1).try_replace(second, "newer")
    assert not latest.for_message(1).try_replace(first, "text and picture") and latest.for_message(1).is_newest(second)


def test_reply_older_than_the_one_shown_is_dropped() -> None:
    latest = ReplyOrder[str]()
    first, second = latest.next_turn(), latest.next_turn()
    assert latest.for_message(1).try_replace(second, "newer") and not latest.for_message(1).try_replace(first, "older")


async def test_newer_reply_waits_for_the_one_being_sent() -> None:
    shown, sent = NewestAnswer[str](), list[str]()

    async def send(answer: str) -> None:
        sent.append(answer)
        shown.try_replace(2, "newer")

    with shown.count_sender():
        shown.try_replace(1, "older")
        await shown.send_newest(send)
    assert sent == ["older", "newer"]


async def test_edits_of_one_message_are_sent_one_at_a_time() -> None:
    shown, under_way = NewestAnswer[str](), list[bool]()

    async def send(_: str) -> None:
        under_way.append(True)
        await asyncio.sleep(0)
        assert len(under_way) == 1
        under_way.clear()

    with shown.count_sender():
        shown.try_replace(1, "answer")
        await asyncio.gather(shown.send_newest(send), shown.send_newest(send))


def test_reply_order_forgets_message_after_last_send() -> None:
    latest = ReplyOrder[str]()
    with latest.for_message(1).count_sender():
        latest.for_message(1).try_replace(1, "picture")
    assert latest.for_message(1)._answer is None and not latest.for_message(1).try_replace(0, "older")


async def test_late_picture_does_not_replace_a_later_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = asyncio.Event()
    async with world(tmp_path, pictures="one") as running:

        async def when_drawn(picture: asyncio.Future[Any]) -> bool:
            await running.env.external_wait(drawn.wait(), reason="a picture that takes a while")
            await picture
            return True

        person, page = await menu(running)
        monkeypatch.setattr("bot.page_reply.wait_briefly", when_drawn)
        await person.click(page, label=running.labels(page)[0])
        await move_and(running, person, page, drawn)
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert shown.content.startswith("✓") and not shown.attachments
        sent = [(r.json or {}).get("type") for r in running.env.http_requests if r.path.endswith("/callback")]
        assert sent[-2:] == [CHANGE, NOTHING_NEW]


async def test_late_picture_is_not_retried_over_a_later_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def too_late(_: object) -> bool:
        return False

    broken, plain = asyncio.Event(), discord.Interaction.edit_original_response
    async with world(tmp_path, pictures="one") as running:

        async def breaking(self: discord.Interaction[Any], **changes: Any) -> Any:
            if not broken.is_set():
                await running.env.external_wait(broken.wait(), reason="a connection that is about to break")
                raise ConnectionResetError
            return await plain(self, **changes)

        person, page = await menu(running)
        monkeypatch.setattr("bot.page_reply.wait_briefly", too_late)
        monkeypatch.setattr(discord.Interaction, "edit_original_response", breaking)
        await person.click(page, label=running.labels(page)[0])
        await move_and(running, person, page, broken)
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert shown.content.startswith("✓") and not shown.attachments


async def test_picture_uploaded_during_a_later_press_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(_: object) -> bool:
        return False

    answered, plain = asyncio.Event(), discord.Interaction.edit_original_response
    async with world(tmp_path, pictures="one") as running:

        async def uploading(self: discord.Interaction[Any], **changes: Any) -> Any:
            await running.env.external_wait(answered.wait(), reason="an upload that takes a while")
            return await plain(self, **changes)

        person, page = await menu(running)
        monkeypatch.setattr("bot.page_reply.wait_briefly", too_late)
        monkeypatch.setattr(discord.Interaction, "edit_original_response", uploading)
        await person.click(page, label=running.labels(page)[0])
        await move_and(running, person, page, answered)
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert shown.content.startswith("✓") and not shown.attachments


async def test_reply_that_arrives_after_a_later_one_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, plain = asyncio.Event(), discord.InteractionResponse.edit_message
    first = list[object]()
    async with world(tmp_path, pictures="one") as running:

        async def slow(self: discord.InteractionResponse[Any], **changes: Any) -> Any:
            first.append(self)
            if len(first) == 1:
                await running.env.external_wait(answered.wait(), reason="an answer that takes a while")
            return await plain(self, **changes)

        person, page = await menu(running)
        monkeypatch.setattr(discord.InteractionResponse, "edit_message", slow)
        await person.click(page, label=running.labels(page)[0])
        await move_and(running, person, page, answered)
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert shown.content.startswith("✓") and not shown.attachments


async def menu(running: World) -> tuple[Any, Any]:
    """Return the first asked person, and their private message with the question."""
    await running.started("Ada", "Ben")
    person, _ = await running.asked()
    return person, (await person.click(running.latest("Your move"), label="Your move")).response


async def move_and(running: World, person: Any, page: Any, then: asyncio.Event) -> None:
    """Press *Confirm* in the private message, and set ``then`` after the answer."""
    table, (_, decision) = await running.table(), await running.asked()
    move = spelled(next(iter(decision.offers)))
    await running.press_again(person, page, custom_id("a", table.id, table.seq, f"- {move}"))
    then.set()
    await running.told()
