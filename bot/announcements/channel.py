"""Posts to one table's channel. Handles deleted messages, archived threads, and repeated requests.

A post that may be repeated after a crash has a nonce, and buttons with a known ``custom_id``, so that an existing post
is found.
"""

import logging
import re
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ui

from bot import limits
from bot.errors import retry_once
from bot.markdown import Markdown, md, to_discord
from bot.tables.table import BookkeepingKey, Table
from bot.ui.components import PostKind
from engine.store.ids import ChannelId, GuildId, MessageId, RoleId, UserId

_log = logging.getLogger(__name__)

_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE, _TOO_OLD_TO_EDIT, _THREAD_ARCHIVED = 10003, 10008, 30046, 50083
"""Discord's error codes for refused requests. (docs, opcodes-and-status-codes)"""
_CLOCK_TOLERANCE = 60.0
"""Seconds by which Discord's clock and the bot's may differ."""
_FIRST_MOMENT = discord.utils.DISCORD_EPOCH / 1_000
"""The earliest time that a message id can contain, in seconds since 1970."""
_SERVER_ERROR = 500
"""HTTP status codes from 500 on are failures of Discord."""
_DIRECT_MESSAGE_REFUSED = (50007, 50278)
"""Error codes: the user accepts no direct messages from the bot, or shares no server with it."""
_TOO_MANY_CONVERSATIONS = 40003
"""Error code: the bot opens direct messages too fast. A later attempt may succeed."""
_LATEST_MESSAGES, _MAX_SEARCH = 50, 1_000
"""Maximum messages that a search reads: the latest ones, or those after a known message."""


class ChannelMessages:
    """Sends messages to one channel or thread, even if discord.py has not cached it."""

    def __init__(self, client: discord.Client, channel: ChannelId, guild: GuildId | None) -> None:
        self._client = client
        self._channel = client.get_partial_messageable(channel, guild_id=guild)

    def link(self, message: MessageId) -> Markdown:
        """The address of a message in the channel."""
        return md(
            "https://discord.com/channels/{}/{}/{}", self._channel.guild_id or md("@me"), self._channel.id, message
        )

    async def post(
        self,
        content: Markdown,
        *,
        nonce: str,
        view: ui.View | ui.LayoutView,
        title: Markdown = md(""),
        report: Markdown = md(""),
        files: Sequence[discord.File] = (),
        mentioned: Sequence[UserId] = (),
        role: RoleId | None = None,
    ) -> MessageId:
        """Post a message that notifies the ``mentioned`` users and the ``role``; without them, silently. Return its id.

        A message made of layout components has no ``content``, ``title``, or ``report``.
        """
        arguments: dict[str, Any] = {
            "view": view,
            "nonce": nonce,
            "allowed_mentions": _mention_permissions(mentioned, role),
        }
        arguments["silent"] = not mentioned and role is None
        if title or report:
            arguments["embed"] = discord.Embed(title=to_discord(title) or None, description=to_discord(report) or None)
        if files:
            arguments["files"] = list(files)

        async def send() -> MessageId:
            for file in files:
                file.reset()
            message = await self._channel.send(to_discord(content) or None, **arguments)
            return MessageId(message.id)

        try:
            return await retry_once(send)
        except discord.HTTPException as error:
            if error.code != _THREAD_ARCHIVED:
                raise
            await self._unarchive_thread()
            return await retry_once(send)

    async def edit(self, message: MessageId, content: Markdown, view: ui.View | None = None) -> bool:
        """Change a message's text, and its buttons if ``view`` is given, without notifying anyone.

        Return False if the message was deleted or is too old to be edited now.
        """
        arguments: dict[str, Any] = {"content": to_discord(content)}
        if view is not None:
            arguments["view"] = view
        return await self._try_edit(message, arguments)

    async def _try_edit(self, message: MessageId, arguments: dict[str, Any]) -> bool:
        target = self._channel.get_partial_message(message)
        arguments["allowed_mentions"] = _mention_permissions(())

        async def send() -> None:
            for file in arguments.get("attachments", ()):
                file.reset()
            await target.edit(**arguments)

        try:
            await retry_once(send)
        except discord.HTTPException as error:
            if error.code in (_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE, _TOO_OLD_TO_EDIT):
                return False
            if error.code != _THREAD_ARCHIVED:
                raise
            await self._unarchive_thread()
            await retry_once(send)
        return True

    async def replace_with_text(self, message: MessageId, text: Markdown) -> bool:
        """Replace the whole message with text: remove its pictures and buttons.

        Return False if the message was deleted or is too old to be edited now.
        """
        view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(to_discord(text)))
        view.stop()
        return await self._try_edit(message, {"content": None, "embeds": [], "attachments": [], "view": view})

    async def add_files(
        self,
        message: MessageId,
        files: Sequence[discord.File],
        *,
        view: ui.LayoutView | None = None,
        title: Markdown = md(""),
        report: Markdown = md(""),
    ) -> bool:
        """Add files to a message that has none, with the components or embed that ``post`` takes.

        The text is unchanged. Return False if the message was deleted or is too old to be edited now.
        """
        arguments: dict[str, Any] = {"attachments": list(files)}
        if view is not None:
            arguments["view"] = view
        if title or report:
            arguments["embed"] = discord.Embed(title=to_discord(title) or None, description=to_discord(report) or None)
        return await self._try_edit(message, arguments)

    async def edit_layout(self, message: MessageId, view: ui.LayoutView) -> bool:
        """Change a message made of layout components. Return False if it was deleted or is too old to be edited now."""
        return await self._try_edit(message, {"view": view})

    async def delete(self, message: MessageId) -> bool:
        """Delete one of the bot's messages. Return False if Discord failed, so that the caller can retry.

        A message that is already gone, or that may not be deleted, counts as deleted.
        """
        try:
            await retry_once(self._channel.get_partial_message(message).delete)
        except discord.HTTPException as error:
            _log.info("Could not delete message %d: %s", message, error.code)
            return error.status < _SERVER_ERROR
        return True

    async def find_by_custom_id(self, *custom_ids: str, after: MessageId | None = None) -> MessageId | None:
        """Find the bot's message that has a button with one of ``custom_ids``.

        ``after`` is a message known to be older; without it, only the latest messages are searched.
        """
        async for message in self._own_messages(after):
            if not _custom_ids(message).isdisjoint(custom_ids):
                return MessageId(message.id)
        return None

    async def find_by_pattern(
        self, pattern: re.Pattern[str], *, after: MessageId | None = None
    ) -> dict[int, MessageId]:
        """Find the bot's messages with a matching ``custom_id``; return their ids by the number in the pattern's group.

        ``after`` as in ``find_by_custom_id``.
        """
        posts_by_seq = dict[int, MessageId]()
        async for message in self._own_messages(after):
            matches = filter(None, map(pattern.fullmatch, _custom_ids(message)))
            posts_by_seq |= {int(match[1]): MessageId(message.id) for match in matches}
        return posts_by_seq

    async def _own_messages(self, after: MessageId | None) -> AsyncIterator[discord.Message]:
        """Yield the bot's messages: those after message ``after``, or if it is None, those among the channel's
        latest ones.
        """
        bot_user = self._client.user
        since = None if after is None else discord.Object(after)
        try:
            async for message in self._channel.history(
                limit=_LATEST_MESSAGES if since is None else _MAX_SEARCH, after=since
            ):
                if bot_user is not None and message.author.id == bot_user.id:
                    yield message
        except discord.HTTPException as error:
            if error.status >= _SERVER_ERROR:  # the message may exist: the caller retries instead of posting it twice
                raise
            _log.info("Could not read the history of channel %d: %s", self._channel.id, error.code)

    async def _unarchive_thread(self) -> None:
        thread = await self._client.fetch_channel(self._channel.id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)


def is_direct_message_refused(error: discord.HTTPException) -> bool:
    """Whether the user accepts no direct messages from the bot."""
    return error.code in _DIRECT_MESSAGE_REFUSED


def is_request_rejected(error: discord.HTTPException) -> bool:
    """Whether Discord rejected the request for good, so that a retry would fail too."""
    return error.status < _SERVER_ERROR


def may_be_accepted_later(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed later, because Discord failed or the bot began too many conversations."""
    return error.status >= _SERVER_ERROR or error.code == _TOO_MANY_CONVERSATIONS


def is_channel_gone(error: discord.HTTPException) -> bool:
    """Whether the channel was deleted."""
    return error.code == _UNKNOWN_CHANNEL


def message_id_before(moment: float) -> MessageId:
    """Return a message id lower than those of all messages sent after ``moment``.

    Discord's clock may be a minute behind.
    """
    at = datetime.fromtimestamp(max(moment - _CLOCK_TOLERANCE, _FIRST_MOMENT), UTC)
    return MessageId(discord.utils.time_snowflake(at))


def is_old_message(message: MessageId) -> bool:
    """Whether edits of the message count against the limit for old messages."""
    age = discord.utils.utcnow() - discord.utils.snowflake_time(message)
    return age.total_seconds() > limits.OLD_MESSAGE_SECONDS


def _mention_permissions(users: Sequence[UserId], role: RoleId | None = None) -> discord.AllowedMentions:
    roles = False if role is None else [discord.Object(role)]
    named = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=roles, replied_user=False, users=named)


def _custom_ids(message: discord.Message) -> set[str]:
    buttons = [part for row in message.components if isinstance(row, discord.ActionRow) for part in row.children]
    return {part.custom_id for part in buttons if isinstance(part, discord.Button) and part.custom_id}


def latest_known_post(table: Table) -> MessageId | None:
    """Return the id of the table's latest report, or else of its status card; None if it has neither."""
    post_id = table.notes.get(BookkeepingKey.LATEST_REPORT, table.notes.get(BookkeepingKey.STATUS_CARD))
    return None if post_id is None else MessageId(post_id)


def nonce_of_post(table: Table, seq: int, post: PostKind) -> str:
    """The nonce of a post. Discord ignores a second message with this nonce for some minutes.

    (docs, create message)
    """
    return f"{table.id}-{seq}-{post}-{table.seed_hash[:6]}"
