"""What tables still owe their channels after their games, kept among their notes: SQL. It knows no Discord."""

from __future__ import annotations

import sqlite3


def owed(db: sqlite3.Connection, note: str) -> tuple[int, ...]:
    """The tables whose note of that name is 0: promised, and not yet the id of a post."""
    rows = db.execute("SELECT session FROM note WHERE name = ? AND message = 0 ORDER BY session", (note,))
    return tuple(session for (session,) in rows)
