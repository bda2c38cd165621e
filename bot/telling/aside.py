"""A table that cannot be read is set aside, and its channel is told so, once. It knows no title."""

import discord

from bot.markdown import message_of
from bot.tables.cache import Damaged
from bot.tables.table import Note
from bot.telling.mailbox import Mailbox
from bot.ui.components import rows
from engine.store import Store
from engine.store.ids import MessageId, TableId
from engine.store.owed import note_of
from engine.store.reading import place_of
from engine.store.statements import put_notes


async def tell_set_aside(client: discord.Client, store: Store, table_id: TableId) -> None:
    """Posts it where the table is open and the channel does not know yet. Raises what Discord raises."""
    place = await store.read(lambda db: place_of(db, table_id))
    told = await store.read(lambda db: note_of(db, table_id, Note.ASIDE))
    if place is None or place[2] not in ("lobby", "playing") or told is not None:
        return
    try:
        mailbox, said = Mailbox(client, *place[:2]), message_of(Damaged(table_id))
        post = await mailbox.post(said, nonce=f"{table_id}-aside", view=rows())
    except discord.NotFound:
        post = MessageId(-1)  # there is nobody to tell
    await store.write(lambda db: put_notes(db, table_id, {Note.ASIDE: post}))
