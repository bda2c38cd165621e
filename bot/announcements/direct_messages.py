"""Sends owners of standing orders direct messages about what their orders did, if they want them.

A message is marked as sent before it is sent: a crash may lose it, but never repeats it. The next question page shows
it too.
"""

import logging

import discord

from bot import limits
from bot.markdown import Markdown, escape_prose, join_lines, md, to_discord, truncate
from bot.play.service import TableService
from bot.ui.plans import order_line
from engine import GAMES
from engine.store.ids import TableId, UserId

_log = logging.getLogger(__name__)


class OrderNotifications:
    """Sends messages about standing orders. Stateless."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._client, self._tables = client, tables

    async def deliver(self, table_id: TableId) -> None:
        """Send what the owners of orders at this table have not been sent yet."""
        claimed = await self._tables.orders.claim_unsent_lines(table_id, self._wants_direct_messages)
        for user, words in claimed.items():
            table = await self._tables.get(table_id)
            where = md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)
            lines = [order_line(word, table.players) for word in words]
            await self._send(user, join_lines([where, *lines]))

    def _wants_direct_messages(self, user: UserId) -> bool:
        person = self._tables.user_settings.preferences_of(user)
        return person.notices in ("direct", "both") and not person.closed

    async def _send(self, user: UserId, text: Markdown) -> None:
        try:
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(
                to_discord(truncate(text, limits.CONTENT)), silent=True
            )  # if anything is asked, a notice says so
        except discord.HTTPException as error:
            _log.warning("Could not send user %d a message about their standing order: %s", user, error.code)
