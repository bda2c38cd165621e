"""Pending posts, such as analyses and pictures, which are recorded in tables' notes: SQL."""

from engine.store.connection import Connection, read_scalar
from engine.store.ids import TableId


def find_tables_with_pending_post(db: Connection, note: str) -> tuple[TableId, ...]:
    """Return the tables whose note ``note`` is 0, which means that the post is pending."""
    rows = db.execute("SELECT session FROM note WHERE name = ? AND message = 0 ORDER BY session", (note,))
    return tuple(session for (session,) in rows)


def find_tables_with_pending_pictures(db: Connection, prefix: str) -> tuple[TableId, ...]:
    """Return the tables with a note whose name begins with ``prefix`` and whose value is not negative."""
    rows = db.execute(
        "SELECT DISTINCT session FROM note WHERE name LIKE ? AND message >= 0 ORDER BY session", (f"{prefix}%",)
    )
    return tuple(session for (session,) in rows)


def find_tables_with_more_notes(db: Connection, prefix: str, count_note: str) -> tuple[TableId, ...]:
    """Return the tables with more notes that begin with ``prefix`` than the value of the note ``count_note``."""
    rows = db.execute(
        "SELECT session FROM note WHERE name LIKE ? GROUP BY session HAVING count(*) > coalesce((SELECT done.message"
        " FROM note AS done WHERE done.session = note.session AND done.name = ?), 0) ORDER BY session",
        (f"{prefix}%", count_note),
    )
    return tuple(session for (session,) in rows)


def load_note(db: Connection, table_id: TableId, name: str) -> int | None:
    """Return one note of a table, even if the rest of the table is unreadable; None if there is no such note."""
    return read_scalar(db.execute("SELECT message FROM note WHERE session = ? AND name = ?", (table_id, name)), int)
