"""What the time in which nobody could answer is given back to, and what a wrong clock has written: SQL.

It knows no Discord.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping

_MOMENTS = (("clock", "since"), ("session", "since"), ("session", "paused"), ("proposal", "at"), ("notice", "at"))


def give_back(
    db: sqlite3.Connection, seconds: float, now: float, others: Mapping[int, Callable[[float], float]]
) -> None:
    """Sets all running clocks forward by the time in which nobody could have answered, but not beyond ``now``, and puts
    off open proposals.

    ``others`` are users whose clocks did not run all that time: from when a clock has run, to when it is to have.
    """
    moved = [
        (since, session, seat)
        for user, since_when in others.items()
        for session, seat, since in ((*row[:2], since_when(row[2])) for row in _running(db, user))
    ]
    db.execute("UPDATE clock SET since = min(since + ?, ?) WHERE since IS NOT NULL", (seconds, now))
    db.executemany("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", moved)
    db.execute("UPDATE proposal SET at = min(at + ?, ?), told = 0 WHERE state = 'open'", (seconds, now))


def set_right(db: sqlite3.Connection, seconds: float, now: float, notes: Iterable[str]) -> None:
    """What a clock that was ahead has written of the future is moved by ``seconds`` (below 0), to ``now`` at most.

    What lies in the past was written by a clock that was right. Of the ``notes`` that are moments, the future is now.
    """
    for table, moment in _MOMENTS:
        moved = f"UPDATE {table} SET {moment} = min({moment} + ?1, ?2) WHERE {moment} > ?2"
        db.execute(moved, (seconds, now))
    db.execute("UPDATE proposal SET told = 0 WHERE state = 'open'")
    future = "UPDATE note SET message = ?1 WHERE name = ?2 AND message > ?1"
    db.executemany(future, [(int(now), name) for name in notes])


def _running(db: sqlite3.Connection, user: int) -> list[tuple[int, int, float]]:
    return db.execute(
        "SELECT session, seat, since FROM clock JOIN player USING (session, seat)"
        " WHERE user_id = ? AND since IS NOT NULL",
        (user,),
    ).fetchall()
