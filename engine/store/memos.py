"""Notes that people have written for themselves at a table: SQL. It knows no Discord and no rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping


def of_table(db: sqlite3.Connection, session: int) -> Mapping[int, str]:
    """The notes of a table's people to themselves, by user."""
    return dict(db.execute("SELECT user_id, text FROM memo WHERE session = ?", (session,)))


def keep(db: sqlite3.Connection, session: int, user: int, text: str) -> None:
    """Puts ``text`` in the place of the user's note; an empty one takes it away."""
    if text:
        db.execute("INSERT OR REPLACE INTO memo (session, user_id, text) VALUES (?, ?, ?)", (session, user, text))
    else:
        db.execute("DELETE FROM memo WHERE session = ? AND user_id = ?", (session, user))
