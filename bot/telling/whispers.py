"""Tells owners of standing orders by direct message what those did, where they want to be told so. It knows no title.

What is sent is marked before: a message may be lost in a crash, but is never sent twice, and the next menu has it too.
"""

import logging

import discord

from bot import limits
from bot.markdown import Markdown, cut, escape_prose, joined, md, sendable
from bot.play.sessions import Tables
from bot.ui.plans import escaped_word
from engine import GAMES
from engine.store.ids import TableId, UserId

_log = logging.getLogger(__name__)


class Whispers:
    """It holds nothing but who it works for."""

    def __init__(self, client: discord.Client, sessions: Tables) -> None:
        self._client, self._sessions = client, sessions

    async def tend(self, table_id: TableId) -> None:
        """Sends what the owners of orders at this table have not been told yet."""
        claimed = await self._sessions.orders.claim_words(table_id, self._wants)
        for user, words in claimed.items():
            table = await self._sessions.get(table_id)
            where = md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)
            lines = [escaped_word(word, table.players) for word in words]
            await self._send(user, joined([where, *lines]))

    def _wants(self, user: UserId) -> bool:
        person = self._sessions.people.of(user)
        return person.notices in ("direct", "both") and not person.closed

    async def _send(self, user: UserId, text: Markdown) -> None:
        try:
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(
                sendable(cut(text, limits.CONTENT)), silent=True
            )  # if anything is asked, a notice says so
        except discord.HTTPException as error:
            _log.warning("an order's owner could not be told (%s)", error.code)
