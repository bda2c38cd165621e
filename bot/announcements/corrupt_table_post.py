"""Posts one message in the channel of a table that can't be read."""

import discord

from bot.announcements.channel import ChannelMessages
from bot.markdown import error_message
from bot.tables.cache import CorruptTable
from bot.tables.table import BookkeepingKey
from bot.ui.components import build_view
from engine.store import Store
from engine.store.ids import MessageId, TableId
from engine.store.pending_posts import load_note
from engine.store.table_reading import load_table_place
from engine.store.table_rows import save_notes


async def post_corrupt_table(client: discord.Client, store: Store, table_id: TableId) -> None:
    """Post in the table's channel that the table can't be read, unless this was posted before.

    Discord's exceptions propagate.
    """
    place = await store.read(lambda db: load_table_place(db, table_id))
    existing_post = await store.read(lambda db: load_note(db, table_id, BookkeepingKey.CORRUPT_POST))
    if place is None or place[2] not in ("lobby", "playing") or existing_post is not None:
        return
    try:
        messages, text = ChannelMessages(client, *place[:2]), error_message(CorruptTable(table_id))
        post = await messages.post(text, nonce=f"{table_id}-aside", view=build_view())
    except discord.NotFound:
        post = MessageId(-1)  # the channel is gone, so there is nothing to post later
    await store.write(lambda db: save_notes(db, table_id, {BookkeepingKey.CORRUPT_POST: post}))
