"""Tells people that they were removed from a lobby, where they want to be told of things. It knows no title.

What is sent is noted after: a notice is never lost in a crash, and its nonce keeps Discord from showing it twice.
"""

import discord

from bot.errors import undelivered
from bot.play.sessions import Tables
from bot.tables.table import Note, Table, removals
from bot.telling.asking import ways
from bot.telling.mailbox import Mailbox, is_refused
from bot.telling.notice_words import removed
from bot.ui.components import rows
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.notices import Place


class Removals:
    """It holds nothing but who it works for."""

    def __init__(self, client: discord.Client, sessions: Tables) -> None:
        self._client, self._sessions = client, sessions

    async def tend(self, table_id: TableId) -> None:
        """Tells those who were removed from this table and do not know yet."""
        table = await self._sessions.get(table_id)
        every, told = removals(table), table.notes.get(Note.REMOVALS_TOLD, 0)
        for number, user in enumerate(every[told:], told + 1):
            if user:  # not invited again meanwhile
                await self._tell(table, user, number)
            await self._sessions.note(table_id, {Note.REMOVALS_TOLD: number})

    async def _tell(self, table: Table, user: UserId, number: int) -> None:
        """In the channel, by direct message, in both, or not at all; in the channel where Discord takes no other."""
        places = ways(self._sessions.people.of(user))
        for place in places:
            try:
                await self._post(table, user, place, number)
            except discord.HTTPException as error:
                if place == "channel" or not is_refused(error):
                    undelivered(error, f"a removal from table {table.id}")
                    continue
                await self._sessions.people.note_closed(user, closed=True)
                if "channel" not in places:
                    await self._tell(table, user, number)

    async def _post(self, table: Table, user: UserId, place: Place, number: int) -> None:
        mailbox = Mailbox(self._client, table.channel, table.guild)
        if place == "direct":
            channel = await self._client.create_dm(discord.Object(user))
            mailbox = Mailbox(self._client, ChannelId(channel.id), None)
        said, nonce = removed(table, user, place), f"{table.id}-removed-{number}"
        await mailbox.post(said, nonce=nonce, view=rows(), pinged=[user])
