"""Posts a welcome message in a server that has just added the bot."""

import logging

import discord

from bot.markdown import to_discord
from bot.offered_games import OfferedGames
from bot.permissions import TABLE_PERMISSIONS
from bot.ui.components import build_view
from bot.ui.start_buttons import WELCOME_TEXT, start_buttons

_log = logging.getLogger(__name__)


async def post_welcome(guild: discord.Guild, offered: OfferedGames) -> None:
    """Post the welcome in the first channel where the bot may post; in none if there is no such channel."""
    for channel in _candidate_channels(guild):
        permissions = channel.permissions_for(guild.me)
        if all(getattr(permissions, name) for name in TABLE_PERMISSIONS):
            try:
                await channel.send(to_discord(WELCOME_TEXT), view=build_view(start_buttons(offered)), silent=True)
            except discord.HTTPException as error:
                _log.warning("Could not post the welcome in channel %d: %s", channel.id, error.code)
            return


def _candidate_channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """The server's system channel, followed by all text channels in order."""
    system_channels = [guild.system_channel] if guild.system_channel is not None else []
    return [*system_channels, *guild.text_channels]
