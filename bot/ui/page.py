"""A private answer to a command or a press: text, pictures, buttons. It knows no game.

The first answer carries everything when it is ready at once (it shares no rate limit with other posts). When pictures
take longer, text and buttons are answered without them, and the same message gets them when they are drawn. Of several
presses on one message, the answer that was composed last stays: no old menu replaces the word that a move was made.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.again import again
from bot.desk import Desk, desk
from bot.studio import files
from bot.ui.components import rows
from render import Picture, Scene, Style

__all__ = ["Page", "in_time", "show"]

PATIENCE_SECONDS = 0.3
"""How long text waits for its pictures: most are drawn by then, and one answer is quieter than two."""


class Page(msgspec.Struct, frozen=True):
    """What one person is shown. ``scenes`` makes its pictures; it is called off the event loop."""

    text: str
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()


async def show(interaction: discord.Interaction[Any], page: Page, *, anew: bool = False) -> None:
    """Shows the page to the asker alone: in place of the private message that was pressed, or as one ``anew``."""
    studio, style = desk(interaction).studio, _style(desk(interaction), interaction.user.id)
    turn = studio.latest.turn()
    in_place = not anew and interaction.message is not None and interaction.message.flags.ephemeral
    text, view = limits.cut(page.text, limits.CONTENT), rows(*page.buttons)
    if page.scenes is None or not studio.is_open_to(interaction.user.id):
        await again(lambda: _answer(interaction, turn, text, view, (), in_place=in_place))
        return
    task = asyncio.ensure_future(studio.draw(page.scenes, style, private=True))
    at_once = await in_time(task)
    drawn = task.result() if at_once else ()
    message = await again(lambda: _answer(interaction, turn, text, view, drawn, in_place=in_place))
    if at_once:
        return
    pictures = await task
    if pictures:
        with suppress(discord.NotFound):  # dismissed meanwhile
            await again(lambda: _add(interaction, message, turn, pictures))


async def _add(
    interaction: discord.Interaction[Any], message: int | None, turn: int, pictures: Sequence[Picture]
) -> None:
    """Adds late pictures to their answer, while it is still the one shown."""
    if desk(interaction).studio.latest.is_from(message, turn):
        await interaction.edit_original_response(attachments=files(pictures))


async def _answer(
    interaction: discord.Interaction[Any],
    turn: int,
    text: str,
    view: ui.View,
    pictures: Sequence[Picture],
    *,
    in_place: bool,
) -> int | None:
    """Shows what there is, unless a newer answer is there; the id of the message, if Discord has told it."""
    message = interaction.message.id if in_place and interaction.message is not None else None
    latest = desk(interaction).studio.latest
    if not latest.note(message, turn):  # before it is sent: what is still drawn for an older one is not wanted any more
        if not interaction.response.is_done():
            await interaction.response.defer()
        return message
    if interaction.response.is_done():
        message = (await interaction.edit_original_response(content=text, attachments=files(pictures), view=view)).id
    elif in_place:
        await interaction.response.edit_message(content=text, attachments=files(pictures), view=view)
    else:
        sent = await interaction.response.send_message(text, files=files(pictures), view=view, ephemeral=True)
        message = sent.message_id
        latest.note(message, turn)
    return message


def _style(at: Desk, user: int) -> Style:
    """How the user wants pictures that nobody else sees."""
    person = at.people.of(user)
    return Style(person.palette, person.large)


async def in_time(task: asyncio.Future[Any]) -> bool:
    """Waits a moment for the pictures; whether they are there."""
    done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
    return bool(done)
