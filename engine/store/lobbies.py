"""The lobbies there are: SQL. It knows no Discord."""

from __future__ import annotations

from engine.store.db import Db


def waiting(db: Db, before: float) -> tuple[tuple[int, ...], float | None]:
    """The tables whose game has not begun and that have not changed since that moment; when the next one changed."""
    rows = db.execute("SELECT id FROM session WHERE status = 'lobby' AND since <= ? ORDER BY since, id", (before,))
    found = tuple(session for (session,) in rows)
    (since,) = db.execute("SELECT min(since) FROM session WHERE status = 'lobby' AND since > ?", (before,)).fetchone()
    return found, since
