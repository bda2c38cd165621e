"""The line about credited downtime on a table's card, shown until the next move or for a day."""

from bot.play.service import TableService
from bot.tables.table import BookkeepingKey, Table, downtime_compensation
from engine.store.ids import TableId
from engine.store.table_settings import DAY


def removal_time(table: Table) -> float | None:
    """The time at which the line is removed from the card; None if there is no such line."""
    back = downtime_compensation(table) if table.status == "playing" else None
    return None if back is None else back[1] + DAY


async def remove_if_due(tables: TableService, table_id: TableId) -> bool:
    """Remove the line if it is due; return whether the card must be rewritten."""
    at = removal_time(await tables.get(table_id))
    if at is None or at > tables.now():
        return False
    await tables.save_bookkeeping(table_id, {BookkeepingKey.DOWNTIME_SECONDS: 0})
    return True
