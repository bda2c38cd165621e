"""Pauses tables whose channel was deleted, and ends them after a month."""

from msgspec.structs import replace

from bot.play.service import TableService
from bot.scheduler import pausing
from bot.tables.table import BookkeepingKey, Table
from engine.store.ids import TableId
from engine.store.table_settings import DAY

DAYS_WITHOUT_CHANNEL = 30
"""Days without a channel after which a table is ended."""
_END_AFTER_SECONDS = DAYS_WITHOUT_CHANNEL * DAY


async def pause_without_channel(tables: TableService, table_id: TableId) -> None:
    """Pause the table for good, and note that its players must be notified."""
    table = await tables.get(table_id)
    if table.status != "playing" or BookkeepingKey.CHANNEL_DELETED_AT in table.notes:
        return
    await pausing.pause_table(tables, table_id)
    await tables.save_bookkeeping(
        table_id,
        {BookkeepingKey.CHANNEL_DELETED_AT: int(tables.now()), BookkeepingKey.CHANNEL_DELETION_NOTIFIED: 0},
    )


def end_time(table: Table) -> float | None:
    """Return the time when the table will be ended, in seconds since 1970; None if its channel exists."""
    gone_since = table.notes.get(BookkeepingKey.CHANNEL_DELETED_AT)
    return None if gone_since is None or table.status != "playing" else gone_since + _END_AFTER_SECONDS


async def end_if_due(tables: TableService, table_id: TableId) -> None:
    """End the table if its ``end_time`` has come."""
    async with tables.lock_table(table_id) as locked_table:
        table, at = locked_table.table, end_time(locked_table.table)
        if at is not None and at <= tables.now():
            await locked_table.save(
                replace(table, status="ended", notes={**table.notes, BookkeepingKey.END_POST: 0})
            )  # there is no channel for a post
