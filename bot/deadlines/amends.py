"""The word on a table's card that downtime was given back: it stands until the next move, or for a day.

It knows no title and no Discord.
"""

from bot.play.sessions import Tables
from bot.tables.table import Note, Table, given_back
from engine.store.ids import TableId
from engine.store.terms import DAY


def due_at(table: Table) -> float | None:
    """The time when the word goes that stands on the card now; None without one. (``bot.telling.posts.card``)"""
    back = given_back(table) if table.status == "playing" else None
    return None if back is None else back[1] + DAY


async def settle(sessions: Tables, table_id: TableId) -> bool:
    """Takes the word away once it is time; whether it was there, so that the card must be rewritten."""
    at = due_at(await sessions.get(table_id))
    if at is None or at > sessions.now():
        return False
    await sessions.note(table_id, {Note.DOWNTIME: 0})
    return True
