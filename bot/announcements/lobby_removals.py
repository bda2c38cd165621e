"""Notifies people who were removed from a lobby.

A message is marked as sent after it is sent, so a crash can't lose it; its nonce prevents a second one.
"""

import discord

from bot.announcements.channel import ChannelMessages, is_direct_message_refused
from bot.announcements.notification_text import removal_text
from bot.announcements.recipients import delivery_methods
from bot.errors import report_undelivered
from bot.play.service import TableService
from bot.tables.table import BookkeepingKey, Table, users_removed
from bot.ui.components import build_view
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.notifications import DeliveryMethod


class RemovalNotifications:
    """Sends messages about removals. Stateless."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._client, self._tables = client, tables

    async def deliver(self, table_id: TableId) -> None:
        """Notify everyone who was removed from this table and was not notified yet."""
        table = await self._tables.get(table_id)
        every, notified_count = users_removed(table), table.notes.get(BookkeepingKey.REMOVALS_NOTIFIED, 0)
        for number, user in enumerate(every[notified_count:], notified_count + 1):
            if user:  # not invited again meanwhile
                await self._notify(table, user, number)
            await self._tables.save_bookkeeping(table_id, {BookkeepingKey.REMOVALS_NOTIFIED: number})

    async def _notify(self, table: Table, user: UserId, number: int) -> None:
        """Notify a user by their chosen way, or in the channel if Discord refuses direct messages."""
        places = delivery_methods(self._tables.user_settings.preferences_of(user))
        for place in places:
            try:
                await self._post(table, user, place, number)
            except discord.HTTPException as error:
                if place == "channel" or not is_direct_message_refused(error):
                    report_undelivered(error, f"a removal from table {table.id}")
                    continue
                await self._tables.user_settings.note_messages_refused(user, closed=True)
                if "channel" not in places:
                    await self._notify(table, user, number)

    async def _post(self, table: Table, user: UserId, place: DeliveryMethod, number: int) -> None:
        messages = ChannelMessages(self._client, table.channel, table.guild)
        if place == "direct":
            channel = await self._client.create_dm(discord.Object(user))
            messages = ChannelMessages(self._client, ChannelId(channel.id), None)
        text, nonce = removal_text(table, user, place), f"{table.id}-removed-{number}"
        await messages.post(text, nonce=nonce, view=build_view(), mentioned=[user])
