"""Tables whose channel was deleted: their clocks stop, and after a month they are ended."""

from msgspec.structs import replace

from bot.play.service import TableService
from bot.scheduler import pausing
from bot.tables.table import BookkeepingKey, Table
from engine.store.ids import TableId
from engine.store.table_settings import DAY

DAYS_WITHOUT_CHANNEL = 30
"""Days until such a table is ended."""
_END_AFTER_SECONDS = DAYS_WITHOUT_CHANNEL * DAY


async def pause_without_channel(tables: TableService, table_id: TableId) -> None:
    """Stops the table's clocks for good; from then on its players are owed a message about that."""
    table = await tables.get(table_id)
    if table.status != "playing" or BookkeepingKey.CHANNEL_DELETED_AT in table.notes:
        return
    await pausing.pause_table(tables, table_id)
    await tables.save_bookkeeping(
        table_id,
        {BookkeepingKey.CHANNEL_DELETED_AT: int(tables.now()), BookkeepingKey.CHANNEL_DELETION_NOTIFIED: 0},
    )


def end_time(table: Table) -> float | None:
    """The time when the table is ended; None while it has a channel."""
    gone_since = table.notes.get(BookkeepingKey.CHANNEL_DELETED_AT)
    return None if gone_since is None or table.status != "playing" else gone_since + _END_AFTER_SECONDS


async def end_if_due(tables: TableService, table_id: TableId) -> None:
    """End the table if it is due."""
    async with tables.lock_table(table_id) as locked_table:
        table, at = locked_table.table, end_time(locked_table.table)
        if at is not None and at <= tables.now():
            await locked_table.save(
                replace(table, status="ended", notes={**table.notes, BookkeepingKey.END_POST: 0})
            )  # nowhere to tell it
