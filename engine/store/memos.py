"""What people have written down for themselves at a table: SQL. It knows no Discord and no rules."""

from __future__ import annotations

import sqlite3

__all__ = ["keep", "memo"]


def memo(db: sqlite3.Connection, session: int, user: int) -> str:
    """The user's note to themselves; empty when there is none."""
    found = db.execute("SELECT text FROM memo WHERE session = ? AND user_id = ?", (session, user)).fetchone()
    return "" if found is None else str(found[0])


def keep(db: sqlite3.Connection, session: int, user: int, text: str) -> None:
    """Puts ``text`` in the place of the user's note; an empty one takes it away."""
    if text:
        db.execute("INSERT OR REPLACE INTO memo (session, user_id, text) VALUES (?, ?, ?)", (session, user, text))
    else:
        db.execute("DELETE FROM memo WHERE session = ? AND user_id = ?", (session, user))
