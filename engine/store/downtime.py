"""What the time in which the bot did not run is given back to: SQL. It knows no Discord."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping


def give_back(db: sqlite3.Connection, seconds: float, others: Mapping[int, Callable[[float], float]]) -> None:
    """Sets all running clocks forward by the time in which nobody could have answered, and puts off open proposals.

    ``others`` are users whose clocks did not run all that time: from when a clock has run, to when it is to have.
    """
    moved = [
        (since, session, seat)
        for user, since_when in others.items()
        for session, seat, since in ((*row[:2], since_when(row[2])) for row in _running(db, user))
    ]
    db.execute("UPDATE clock SET since = since + ? WHERE since IS NOT NULL", (seconds,))
    db.executemany("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", moved)
    db.execute("UPDATE proposal SET at = at + ?, told = 0 WHERE state = 'open'", (seconds,))


def _running(db: sqlite3.Connection, user: int) -> list[tuple[int, int, float]]:
    return db.execute(
        "SELECT session, seat, since FROM clock JOIN player USING (session, seat)"
        " WHERE user_id = ? AND since IS NOT NULL",
        (user,),
    ).fetchall()
