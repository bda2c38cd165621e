"""How many moves of a table stand: SQL. It knows no Discord and no rules."""

from __future__ import annotations

import sqlite3

__all__ = ["moves_standing"]


def moves_standing(db: sqlite3.Connection, session: int, seq: int) -> int:
    """The number of moves up to log row ``seq`` that were not taken back: it is the same again at the same decision."""
    row = db.execute(
        "SELECT coalesce(sum(CASE made_by WHEN 'undo' THEN -1 ELSE 1 END), 0) FROM log"
        " WHERE session = ? AND seq <= ? AND made_by NOT IN ('start', 'ahead')",
        (session, seq),
    ).fetchone()
    return int(row[0])
