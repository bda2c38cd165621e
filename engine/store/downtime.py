"""Time given back where nobody could answer, and moments put right that a wrong clock has written: SQL.

It knows no Discord.
"""

from collections.abc import Callable, Iterable, Mapping

from engine.core import Seat
from engine.store.db import CAPPED, Db
from engine.store.ids import TableId, UserId

_MOMENTS = (("clock", "since"), ("session", "since"), ("session", "paused"), ("proposal", "at"), ("notice", "at"))
_CHANGED = "UPDATE session SET revision = revision + 1 WHERE status IN ('lobby', 'playing')"
"""No process uses what it has read of these tables before."""


def give_back(
    db: Db,
    seconds: float,
    now: float,
    others: Mapping[UserId, Callable[[float], float]],
    notes: Iterable[str],
) -> None:
    """Sets all running clocks forward by the time in which nobody could have answered, but not beyond ``now``, and puts
    off open proposals, and all that is counted from a table's last change, its pause, or those ``notes``.

    ``others`` are users whose clocks did not run all that time: from when a clock has run, to when it is to have.
    So ``set_right`` is undone too, when the clock that was right was taken for a wrong one.
    """
    moved = [
        (since, session, seat)
        for user, since_when in others.items()
        for session, seat, since in ((*row[:2], since_when(row[2])) for row in _running(db, user))
    ]
    db.execute(f"UPDATE clock SET since = {CAPPED.format('since')} WHERE since IS NOT NULL", (seconds, now))
    db.executemany("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", moved)
    db.execute(f"UPDATE proposal SET at = {CAPPED.format('at')}, told = 0 WHERE state = 'open'", (seconds, now))
    for moment in ("since", "paused"):  # whole seconds: what is noted of this gap must not seem older than a last move
        later = f"UPDATE session SET {moment} = {CAPPED.format(moment)} WHERE status IN ('lobby', 'playing')"
        db.execute(later, (seconds, int(now)))
    _move_notes(db, seconds, now, notes, "message > 0")
    db.execute(_CHANGED)


def set_right(db: Db, seconds: float, now: float, notes: Iterable[str]) -> None:
    """Move what lies in the future, by a clock that was set back, by ``seconds`` (below 0), to ``now`` at most.

    What lies in the past was written by a clock that was right. ``notes`` are those that are moments.
    """
    for table, moment in _MOMENTS:
        db.execute(f"UPDATE {table} SET {moment} = {CAPPED.format(moment)} WHERE {moment} > ?2", (seconds, now))
    db.execute("UPDATE proposal SET told = 0 WHERE state = 'open'")
    _move_notes(db, seconds, now, notes, "message > ?2")
    db.execute(_CHANGED)


def _move_notes(db: Db, seconds: float, now: float, notes: Iterable[str], which: str) -> None:
    moved = f"UPDATE note SET message = {CAPPED.format('message')} WHERE name = ?3 AND {which}"
    db.executemany(moved, [(int(seconds), int(now), name) for name in notes])


def _running(db: Db, user: UserId) -> list[tuple[TableId, Seat, float]]:
    return db.execute(
        "SELECT session, seat, since FROM clock JOIN player USING (session, seat)"
        " WHERE user_id = ? AND since IS NOT NULL",
        (user,),
    ).fetchall()
