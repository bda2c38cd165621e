"""A private answer to a command or a press: text, pictures, buttons. It knows no game.

The first answer carries everything when it is ready in time (it shares no rate limit with other posts); when pictures
take longer, the press is acknowledged first.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.studio import files
from bot.ui.components import rows
from render import Picture

__all__ = ["Page", "show"]

PATIENCE_SECONDS = limits.FIRST_ANSWER_SECONDS / 3
"""How long an answer may be in the making before the press is acknowledged without it."""


class Page(msgspec.Struct, frozen=True):
    """What one person is shown."""

    text: str
    pictures: Sequence[Picture] = ()
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()


async def show(interaction: discord.Interaction[Any], making: Coroutine[Any, Any, Page]) -> None:
    """Shows the page to the asker alone: in place of the private message that was pressed, or as a new one."""
    in_place = interaction.message is not None and interaction.message.flags.ephemeral
    task = asyncio.ensure_future(making)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
    if not done:
        await (interaction.response.defer() if in_place else interaction.response.defer(ephemeral=True, thinking=True))
    page = await task
    text, view = limits.cut(page.text, limits.CONTENT), rows(*page.buttons)
    if not done:
        await interaction.edit_original_response(content=text, attachments=files(page.pictures), view=view)
    elif in_place:
        await interaction.response.edit_message(content=text, attachments=files(page.pictures), view=view)
    else:
        await interaction.response.send_message(text, files=files(page.pictures), view=view, ephemeral=True)
