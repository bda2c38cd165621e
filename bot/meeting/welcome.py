"""The first post in a server that has just added the bot. It knows no title."""

import logging

import discord

from bot.markdown import sendable
from bot.offered import OfferedGames
from bot.permissions import KEEPS_A_TABLE
from bot.ui.components import rows
from bot.ui.start import WELCOME, start_buttons

_log = logging.getLogger(__name__)


async def post_welcome(guild: discord.Guild, offered: OfferedGames) -> None:
    """Says what the bot does and how to begin, in the first channel where the bot may post; nothing without one."""
    for channel in _candidates(guild):
        granted = channel.permissions_for(guild.me)
        if all(getattr(granted, name) for name in KEEPS_A_TABLE):
            try:
                await channel.send(sendable(WELCOME), view=rows(start_buttons(offered)), silent=True)
            except discord.HTTPException as error:
                _log.warning("Could not post the welcome in channel %d: %s", channel.id, error.code)
            return


def _candidates(guild: discord.Guild) -> list[discord.TextChannel]:
    """The channel in which Discord itself welcomes people, and then all text channels from the top."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    return [*first, *guild.text_channels]
