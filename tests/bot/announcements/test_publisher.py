"""Messages of one channel: which are sent, which errors are ignored, and which messages are found."""

import re
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import ui

from bot import limits
from bot.announcements.channel import (
    ChannelMessages,
    is_channel_gone,
    is_direct_message_refused,
    is_old_message,
    is_request_rejected,
    latest_known_post,
    message_id_before,
)
from bot.tables.table import BookkeepingKey, Table
from bot.ui.components import build_view, button
from tests.bot.announcements.notifications_of_store import error
from tests.bot.seated_players import TITLE

ME, CHANNEL = 7, 5
ARCHIVED = error(400, 50083)
VIEW = build_view([button("x", "m:1:0:-0")])


class Wire:
    """A client with one channel. Requests raise ``fails``; ``sent`` records all of them."""

    user = SimpleNamespace(id=ME)

    def __init__(self, *fails: Exception, is_thread: bool = True) -> None:
        self.fails, self.is_thread = list(fails), is_thread
        self.sent: list[tuple[str, Any]] = []
        self.posts: list[Any] = []

    def get_partial_messageable(self, number: int, *, guild_id: int | None) -> Any:
        self.id, self.guild_id = number, guild_id
        return self

    async def _do(self, deed: str, given: Any) -> Any:
        self.sent.append((deed, given))
        if self.fails:
            raise self.fails.pop(0)
        return SimpleNamespace(id=99)

    async def send(self, content: str | None, **given: Any) -> Any:
        return await self._do("send", {"content": content, **given})

    def get_partial_message(self, message: int) -> Any:
        async def edit(**given: Any) -> Any:
            return await self._do("edit", given)

        async def delete() -> Any:
            return await self._do("delete", message)

        return SimpleNamespace(edit=edit, delete=delete)

    async def fetch_channel(self, number: int) -> Any:
        async def edit(**given: Any) -> None:
            self.sent.append(("reopen", given))

        return _Thread(edit) if self.is_thread else object()

    async def history(self, *, limit: int, after: Any) -> AsyncIterator[Any]:
        self.sent.append(("history", (limit, after and after.id)))
        if self.fails:
            raise self.fails.pop(0)
        for post in self.posts:
            yield post


class _Thread(discord.Thread):
    def __init__(self, edit: Callable[..., Any]) -> None:
        self.edit = edit  # type: ignore[method-assign]


def mailbox(wire: Wire, guild: int | None = 1) -> ChannelMessages:
    return ChannelMessages(cast(Any, wire), CHANNEL, guild)


@pytest.mark.parametrize(
    ("pinged", "role", "silent"), [((), None, True), ((3,), None, False), ((), 4, False), ((3,), 4, False)]
)
async def test_post_is_silent_unless_it_mentions_somebody(
    pinged: tuple[int, ...], role: int | None, silent: bool
) -> None:
    wire = Wire()
    assert await mailbox(wire).post("Hello", nonce="n", view=VIEW, mentioned=pinged, role=role) == 99
    ((_, given),) = wire.sent
    assert (given["content"], given["silent"], given["nonce"]) == ("Hello", silent, "n")
    allowed = {"parse": [], "users": list(pinged), **({"roles": [4]} if role else {}), "replied_user": False}
    assert {name: value for name, value in given["allowed_mentions"].to_dict().items() if value} == {
        name: value for name, value in allowed.items() if value
    }
    assert "embed" not in given and "files" not in given


@pytest.mark.parametrize(
    ("title", "report", "embed"),
    [("", "", None), ("T", "", ("T", None)), ("", "R", (None, "R")), ("T", "R", ("T", "R"))],
)
async def test_report_is_in_a_container_if_given(title: str, report: str, embed: Any) -> None:
    wire, file = Wire(), SimpleNamespace(reset=lambda: None)
    await mailbox(wire).post("", nonce="n", view=VIEW, title=title, report=report, files=[cast(Any, file)])
    ((_, given),) = wire.sent
    found = given.get("embed")
    assert (found and (found.title, found.description)) == embed
    assert given["content"] is None and given["files"] == [file]


@pytest.mark.parametrize("is_thread", [True, False])
async def test_archived_thread_is_reopened_and_posted_to(is_thread: bool) -> None:
    wire = Wire(ARCHIVED, is_thread=is_thread)
    assert await mailbox(wire).post("Hello", nonce="n", view=VIEW) == 99
    back = ["reopen"] if is_thread else []
    assert [deed for deed, _ in wire.sent] == ["send", *back, "send"]
    wire = Wire(ARCHIVED, is_thread=is_thread)
    assert await mailbox(wire).edit(8, "Hello")
    assert [deed for deed, _ in wire.sent] == ["edit", *back, "edit"]
    assert ("reopen", {"archived": False}) in wire.sent or not is_thread


async def test_other_discord_errors_are_raised() -> None:
    for failure in (error(403, 50013), error(500)):
        with pytest.raises(discord.HTTPException):
            await mailbox(Wire(failure)).post("Hello", nonce="n", view=VIEW)
        with pytest.raises(discord.HTTPException):
            await mailbox(Wire(failure)).edit(8, "Hello")


@pytest.mark.parametrize("code", [10003, 10008, 30046])
async def test_missing_or_too_old_message_is_not_edited(code: int) -> None:
    assert not await mailbox(Wire(error(404, code))).edit(8, "Hello")
    assert not await mailbox(Wire(error(404, code))).replace_with_text(8, "Hello")


async def test_edit_keeps_the_buttons_unless_given_new_ones() -> None:
    wire = Wire()
    assert await mailbox(wire).edit(8, "Hello") and await mailbox(wire).edit(8, "Hello", VIEW)
    assert [given.get("view") for _, given in wire.sent] == [None, VIEW]
    assert all(not given["allowed_mentions"].to_dict().get("users") for _, given in wire.sent)


async def test_replacement_keeps_only_text() -> None:
    wire = Wire()
    assert await mailbox(wire).replace_with_text(8, "Gone") and await mailbox(wire).edit_layout(
        8, ui.LayoutView(timeout=None)
    )
    (_, given), (_, laid) = wire.sent
    assert (given["content"], given["embeds"], given["attachments"]) == (None, [], [])
    assert [part["content"] for part in given["view"].to_components()] == ["Gone"] and set(laid) == {
        "view",
        "allowed_mentions",
    }


@pytest.mark.parametrize(
    ("failure", "gone"), [(None, True), (error(404, 10008), True), (error(499), True), (error(500), False)]
)
async def test_message_without_delete_permission_counts_as_deleted(failure: Exception | None, gone: bool) -> None:
    wire = Wire(*([failure] if failure else []))
    assert await mailbox(wire).delete(8) == gone and wire.sent == [("delete", 8)]


def post(number: int, author: int, *marks: str) -> Any:
    row = discord.ActionRow.__new__(discord.ActionRow)
    row.children = []
    for mark in marks:
        one = discord.Button.__new__(discord.Button)
        one.custom_id = mark or None
        row.children.append(one)
    return SimpleNamespace(id=number, author=SimpleNamespace(id=author), components=[row, object()])


async def test_only_own_messages_are_found_by_buttons() -> None:
    wire = Wire()
    wire.posts = [post(1, 3, "m:1"), post(2, ME), post(3, ME, "", "x", "m:1"), post(4, ME, "m:2"), post(5, ME, "m:1")]
    box = mailbox(wire)
    assert [
        await box.find_by_custom_id("m:1"),
        await box.find_by_custom_id("m:2", "y"),
        await box.find_by_custom_id("y"),
    ] == [3, 4, None]
    assert await box.find_by_pattern(re.compile(r"m:(\d)")) == {1: 5, 2: 4}
    assert await box.find_by_custom_id("y", after=77) is None
    assert wire.sent[0] == ("history", (50, None)) and wire.sent[-1] == ("history", (1_000, 77))


async def test_forbidden_history_is_empty_and_failed_one_is_retried() -> None:
    assert await mailbox(Wire(error(403, 50013))).find_by_custom_id("m:1") is None
    assert await mailbox(Wire(error(499))).find_by_custom_id("m:1") is None
    with pytest.raises(discord.HTTPException):
        await mailbox(Wire(error(500))).find_by_custom_id("m:1")


@pytest.mark.parametrize(
    ("status", "code", "refused", "denied", "gone"),
    [
        (403, 50007, True, True, False),
        (403, 50278, True, True, False),
        (403, 40003, False, True, False),
        (404, 10003, False, True, True),
        (404, 10008, False, True, False),
        (500, 0, False, False, False),
    ],
)
def test_failures_are_classified(status: int, code: int, refused: bool, denied: bool, gone: bool) -> None:
    failure = error(status, code)
    assert (is_direct_message_refused(failure), is_request_rejected(failure), is_channel_gone(failure)) == (
        refused,
        denied,
        gone,
    )


def test_message_search_starts_a_minute_before_the_claim() -> None:
    moment = 1_800_000_000.0
    assert discord.utils.snowflake_time(message_id_before(moment)).timestamp() == moment - 60
    assert discord.utils.snowflake_time(message_id_before(0.0)).timestamp() * 1_000 == discord.utils.DISCORD_EPOCH


@pytest.mark.parametrize(("age", "old"), [(-60, False), (60, True)])
def test_message_is_old_after_an_hour(age: float, old: bool) -> None:
    now = discord.utils.utcnow().timestamp()
    assert is_old_message(message_id_before(now - limits.OLD_MESSAGE_SECONDS - age + 60)) == old


@pytest.mark.parametrize(
    ("notes", "known"),
    [
        ({}, None),
        ({BookkeepingKey.STATUS_CARD: 3}, 3),
        ({BookkeepingKey.LATEST_REPORT: 4, BookkeepingKey.STATUS_CARD: 3}, 4),
        ({BookkeepingKey.LATEST_REPORT: 0}, 0),
    ],
)
def test_unrecorded_post_is_newer_than_last_report_or_card(notes: Any, known: int | None) -> None:
    table = Table(id=1, channel=1, guild=1, title=TITLE, host=1, options={}, status="playing", players=(), notes=notes)
    assert latest_known_post(table) == known


@pytest.mark.parametrize(("guild", "where"), [(1, "1"), (None, "@me")])
def test_message_has_a_link_on_servers_and_in_direct_messages(guild: int | None, where: str) -> None:
    assert mailbox(Wire(), guild).link(9) == f"https://discord.com/channels/{where}/5/9"
