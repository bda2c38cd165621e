"""Tells people that they were removed from a lobby. It knows no title."""

from collections.abc import Callable

import discord

from bot.announcements.channel import ChannelMessages
from bot.announcements.notification_text import removal_text
from bot.announcements.personal_messages import PersonalMessages
from bot.play.service import TableService
from bot.tables.table import REMOVAL_PREFIX, BookkeepingKey, users_removed
from engine.store.ids import TableId
from engine.store.notifications import DELIVERY_METHODS
from engine.store.owed_posts import find_tables_with_more_notes


class RemovalNotifications:
    """Reads from the notes of a table who was removed, and how many of them have been told."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._client, self._tables = client, tables
        self._messages = PersonalMessages(client, tables.user_settings)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start: goes on with every table that somebody was removed from and not told."""
        for table_id in await self._tables.store.read(
            lambda db: find_tables_with_more_notes(db, REMOVAL_PREFIX, BookkeepingKey.REMOVALS_NOTIFIED)
        ):
            wake(table_id)

    async def deliver(self, table_id: TableId) -> None:
        """Tells those who were removed from this table and do not know yet. Raises what may pass."""
        table = await self._tables.get(table_id)
        channel = ChannelMessages(self._client, table.channel, table.guild)
        every, notified_count = users_removed(table), table.notes.get(BookkeepingKey.REMOVALS_NOTIFIED, 0)
        for number, user in enumerate(every[notified_count:], notified_count + 1):
            if user:  # not invited again meanwhile
                texts = {method: removal_text(table, user, method) for method in DELIVERY_METHODS}
                await self._messages.notify(user, texts, nonce=f"{table.id}-removed-{number}", channel=channel)
            await self._tables.save_bookkeeping(table_id, {BookkeepingKey.REMOVALS_NOTIFIED: number})
