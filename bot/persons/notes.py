"""Private notes that players write for themselves at a table."""

from functools import partial

from bot import limits
from bot.markdown import Markdown, escape_prose, md
from bot.tables.empty_rows import EmptyRowsCache
from engine.store import Store
from engine.store import private_notes as sql
from engine.store.ids import TableId, UserId

MAX_LENGTH_ABOVE_QUESTION = 300
"""Maximum characters of a note that a question shows; ``/hand`` shows the whole note."""
_MAX_QUOTED_LENGTH = 1_200


class PrivateNotes:
    """Private notes of users, one per user and table."""

    def __init__(self, store: Store) -> None:
        self._store, self._notes = store, EmptyRowsCache(store, sql.load_private_notes)

    async def load_note(self, table_id: TableId, user: UserId) -> str:
        """Return the user's note; may be empty."""
        return (await self._notes.read(table_id)).get(user, "")

    async def save_note(self, table_id: TableId, user: UserId, text: str) -> None:
        """Replace the user's note with ``text``; an empty text deletes it."""
        with self._notes.invalidate_after(table_id):
            await self._store.write(partial(sql.save_private_note, table_id=table_id, user=user, text=text))


def quote_note(note: str, max_length: int = _MAX_QUOTED_LENGTH) -> list[Markdown]:
    """Return the lines of the note as a quotation, shortened and without blank lines; empty for an empty note."""
    lines = [line for line in f"📝 {note}".splitlines() if line.strip()] if note else []
    return [md("> {}", escape_prose(line)) for line in limits.truncate("\n".join(lines), max_length).splitlines()]
