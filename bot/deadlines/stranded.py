"""A table whose channel was deleted: nobody can play there, so its clocks stand, and after a month it is ended.

It knows no title and no Discord.
"""

from msgspec.structs import replace

from bot.deadlines import timekeeping
from bot.play.sessions import Tables
from bot.tables.table import Note, Table
from engine.store.ids import TableId
from engine.store.terms import DAY

_KEPT_SECONDS = 30 * DAY
"""Until it is ended."""


async def strand(sessions: Tables, table_id: TableId) -> bool:
    """Stops the table's clocks for good; whether that is news."""
    table = await sessions.get(table_id)
    if table.status != "playing" or Note.CHANNEL_GONE in table.notes:
        return False
    await timekeeping.pause(sessions, table_id)
    await sessions.note(table_id, {Note.CHANNEL_GONE: int(sessions.now())})
    return True


def ends_at(table: Table) -> float | None:
    """The time when the table is ended; None while it has a channel."""
    gone = table.notes.get(Note.CHANNEL_GONE)
    return None if gone is None or table.status != "playing" else gone + _KEPT_SECONDS


async def settle(sessions: Tables, table_id: TableId) -> None:
    """Ends the table when it is time to."""
    async with sessions.holding(table_id) as held:
        table, at = held.table, ends_at(held.table)
        if at is not None and at <= sessions.now():
            await held.save(replace(table, status="ended", notes={**table.notes, Note.CLOSED: 0}))  # nowhere to tell it
