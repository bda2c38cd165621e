"""Private notes that users have written for themselves at a table: SQL."""

from collections.abc import Mapping

from engine.store.connection import Connection
from engine.store.ids import TableId, UserId


def load_private_notes(db: Connection, table_id: TableId) -> Mapping[UserId, str]:
    """Return the private notes at a table, by user."""
    return dict(db.execute("SELECT user_id, text FROM memo WHERE session = ? ORDER BY user_id", (table_id,)))


def save_private_note(db: Connection, table_id: TableId, user: UserId, text: str) -> None:
    """Store the user's private note at a table, replacing an earlier one; an empty text deletes it."""
    if text:
        db.execute(
            "INSERT INTO memo (session, user_id, text) VALUES (?, ?, ?)"
            " ON CONFLICT (session, user_id) DO UPDATE SET text = excluded.text",
            (table_id, user, text),
        )
    else:
        db.execute("DELETE FROM memo WHERE session = ? AND user_id = ?", (table_id, user))
