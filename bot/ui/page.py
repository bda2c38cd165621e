"""A private answer to a command or a press: text, pictures, buttons. It knows no game.

The first answer carries everything when it is ready in time (it shares no rate limit with other posts); when pictures
take longer, the press is acknowledged first.
"""

import asyncio
from collections.abc import Callable, Sequence
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

PATIENCE_SECONDS = limits.FIRST_ANSWER_SECONDS / 3
"""How long an answer may be in the making before the press is acknowledged without it."""


class Page(msgspec.Struct, frozen=True):
    """What one person is shown. ``scenes`` makes its pictures; it is called off the event loop."""

    text: str
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()


async def show(interaction: discord.Interaction[Any], page: Page, *, anew: bool = False) -> None:
    """Shows the page to the asker alone: in place of the private message that was pressed, or as one ``anew``."""
    studio, style = desk(interaction).studio, _style(desk(interaction), interaction.user.id)
    in_place = not anew and interaction.message is not None and interaction.message.flags.ephemeral
    pictures: Sequence[Picture] = ()
    if page.scenes is not None and studio.is_open_to(interaction.user.id):
        task = asyncio.ensure_future(studio.draw(page.scenes, style))
        if not await in_time(task):
            await _acknowledge(interaction, in_place=in_place)
        pictures = await task
    text = limits.cut(page.text, limits.CONTENT)
    await again(lambda: _answer(interaction, text, page, pictures, in_place=in_place))


async def _answer(
    interaction: discord.Interaction[Any], text: str, page: Page, pictures: Sequence[Picture], *, in_place: bool
) -> None:
    view = rows(*page.buttons)
    if interaction.response.is_done():
        await interaction.edit_original_response(content=text, attachments=files(pictures), view=view)
    elif in_place:
        await interaction.response.edit_message(content=text, attachments=files(pictures), view=view)
    else:
        await interaction.response.send_message(text, files=files(pictures), view=view, ephemeral=True)


def _style(at: Desk, user: int) -> Style:
    """How the user wants pictures that nobody else sees."""
    person = at.people.of(user)
    return Style(person.palette, person.large)


async def in_time(task: asyncio.Future[Any]) -> bool:
    """Waits for the pictures as long as the press need not be acknowledged yet; whether they are there."""
    done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
    return bool(done)


async def _acknowledge(interaction: discord.Interaction[Any], *, in_place: bool) -> None:
    if in_place:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
