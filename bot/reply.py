"""Responds to interactions, and defers slow responses.

Discord accepts a first response within 3 seconds, and further ones for 15 minutes. (docs, receiving-and-responding)
Interactions that are not answered after a while are therefore deferred. No other module responds to interactions
directly.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.markdown import Markdown, md, to_discord
from engine import Refused
from engine.store.ids import MessageId

DEFER_SECONDS = 1.5
"""Seconds after which a response is deferred; the rest of the 3 seconds is for the network."""
TOO_LATE_FOR_MODAL = md("That took too long, so I can’t open the form now. Please try again.")

_log = logging.getLogger(__name__)
_ResponseType = discord.InteractionResponseType
_REPLY_KEY = "reply"
"""Key of an interaction's ``extras`` for the interaction's ``Reply``."""
_PRESSED_TYPES = (_ResponseType.deferred_message_update, _ResponseType.message_update)
"""Types of first responses that make the message with the pressed button the original response."""


class Reply:
    """The response to one interaction. Mutable.

    ``edits``: whether the response edits the message with the pressed button.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, edits: bool = False) -> None:
        self._interaction, self._edits = interaction, edits
        self._first_answer_lock = asyncio.Lock()
        self._own_message: MessageId | None = None
        self._is_due = False

    # -- deferring

    @asynccontextmanager
    async def defer_if_late(self, seconds: float) -> AsyncIterator[None]:
        """Defer the response if it has not begun after this number of seconds in the block."""
        deferral = asyncio.create_task(self._defer_after(seconds), name="defer")
        try:
            yield
        finally:
            if not self._is_due:
                deferral.cancel()
            await asyncio.wait({deferral})

    async def _defer_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._is_due = True
        try:
            await self.defer()
        except (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError) as error:
            _log.warning("Could not defer interaction %d: %s", self._interaction.id, error)

    async def defer(self) -> None:
        """Show that the response takes a while, either in a new private message or in the message that it will edit."""
        if self._edits or is_private(self._interaction):
            await self.acknowledge()
        else:
            await self.defer_new_message()

    async def defer_new_message(self) -> None:
        """Show, in a new private message, that the response takes a while."""
        async with self._first_answer_lock:
            if not self._interaction.response.is_done():
                await self._interaction.response.defer(ephemeral=True, thinking=True)

    async def acknowledge(self) -> None:
        """Acknowledge the press without a visible response. The message may be edited later."""
        async with self._first_answer_lock:
            if not self._interaction.response.is_done():
                await self._interaction.response.defer()

    # -- messages

    async def send_message(
        self, content: Markdown, *, view: ui.View | None = None, files: Sequence[discord.File] = ()
    ) -> None:
        """Send a private message."""
        arguments: dict[str, Any] = {"ephemeral": True}
        if view is not None:
            arguments["view"] = view
        if files:
            arguments["files"] = list(files)
        async with self._first_answer_lock:
            if not self._interaction.response.is_done():
                await self._interaction.response.send_message(to_discord(content), **arguments)
                return
        await self._interaction.followup.send(to_discord(content), **arguments)

    async def show_page(self, content: Markdown, view: ui.View, files: Sequence[discord.File]) -> MessageId | None:
        """Show a page in a private message of its own, which is sent or edited; return its id, if known.

        ``edit`` then changes this message.
        """
        async with self._first_answer_lock:
            response = self._interaction.response
            if not response.is_done():
                arguments: dict[str, Any] = {"view": view, "files": list(files), "ephemeral": True}
                return _message_id_of(await response.send_message(to_discord(content), **arguments))
            if response.type in _PRESSED_TYPES and self._own_message is None:
                arguments = {"view": view, "files": list(files), "ephemeral": True, "wait": True}
                self._own_message = MessageId(
                    (await self._interaction.followup.send(to_discord(content), **arguments)).id
                )
                return self._own_message
        return await self.edit(content=content, view=view, attachments=list(files))

    async def edit(self, *, content: Markdown, **parts: Any) -> MessageId:
        """Edit the message that contains the response, and return the message's id."""
        arguments = {"content": to_discord(content), **parts}
        if self._own_message is not None:
            return MessageId((await self._interaction.followup.edit_message(self._own_message, **arguments)).id)
        return MessageId((await self._interaction.edit_original_response(**arguments)).id)

    async def edit_pressed_message(self, *, content: Markdown, **parts: Any) -> None:
        """Edit the message with the pressed button."""
        arguments = {"content": to_discord(content), **parts}
        async with self._first_answer_lock:
            if not self._interaction.response.is_done():
                await self._interaction.response.edit_message(**arguments)
                return
        await self._interaction.edit_original_response(**arguments)

    async def post_publicly(self, content: Markdown, *, after: Markdown, **more: Any) -> MessageId | None:
        """Respond with a public message, and return its id, if known.

        A deferred response can only be private. It is changed to ``after``, and the public message follows.
        """
        async with self._first_answer_lock:
            if not self._interaction.response.is_done():
                return _message_id_of(await self._interaction.response.send_message(to_discord(content), **more))
        if self._interaction.response.type not in _PRESSED_TYPES:
            await self._interaction.edit_original_response(content=to_discord(after))
        return MessageId((await self._interaction.followup.send(to_discord(content), wait=True, **more)).id)

    async def remove(self) -> None:
        """Delete the private message that contains the response. Discord allows that for 15 minutes."""
        if self._own_message is not None:
            await self._interaction.followup.delete_message(self._own_message)
        else:
            await self._interaction.delete_original_response()

    async def open_modal(self, form: ui.Modal) -> None:
        """Open a form, which must be the first response. Raises ``Refused`` if there is a response already."""
        async with self._first_answer_lock:
            if self._interaction.response.is_done():
                raise Refused(TOO_LATE_FOR_MODAL)
            await self._interaction.response.send_modal(form)

    @property
    def is_editing_pressed_message(self) -> bool:
        """Whether a page replaces the private message with the pressed button."""
        has_new_message = self._interaction.response.type is _ResponseType.deferred_channel_message
        return is_private(self._interaction) and not has_new_message


def _message_id_of(response: discord.InteractionCallbackResponse[Any]) -> MessageId | None:
    return None if response.message_id is None else MessageId(response.message_id)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the pressed button is in a private message."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def begin_reply(interaction: discord.Interaction[Any], *, edits: bool = False) -> Reply:
    """Create the reply of an interaction that has just arrived."""
    reply: Reply = interaction.extras.setdefault(_REPLY_KEY, Reply(interaction, edits=edits))
    return reply


def reply_of(interaction: discord.Interaction[Any]) -> Reply:
    """Return the reply of an interaction; create it if needed."""
    return begin_reply(interaction)
