"""Whether somebody is still a member of a server. It knows no title."""

from __future__ import annotations

import logging

import discord

from bot.telling.access import UNKNOWN_MEMBER

_log = logging.getLogger(__name__)


class Membership:
    """Mutable: it keeps the servers it has asked about, so that one question is one request."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._guilds: dict[int, discord.Guild] = {}

    async def has_left(self, guild: int, user: int) -> bool:
        """Whether Discord says that the user is no member; False as well when it cannot be known now."""
        try:
            if guild not in self._guilds:
                self._guilds[guild] = await self._client.fetch_guild(guild, with_counts=False)
            await self._guilds[guild].fetch_member(user)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MEMBER:
                _log.info("whether somebody is still a member could not be asked (%s)", error.code)
            return error.code == UNKNOWN_MEMBER
        return False
