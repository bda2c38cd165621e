"""Crediting of downtime, and correction of times that a wrong clock stored: SQL."""

from collections.abc import Callable, Iterable, Mapping

from engine.core import Seat
from engine.store.connection import CAPPED_TIME_SQL, Connection
from engine.store.ids import TableId, UserId

_TIME_COLUMNS = (("clock", "since"), ("session", "since"), ("session", "paused"), ("proposal", "at"), ("notice", "at"))
_BUMP_REVISIONS_SQL = "UPDATE session SET revision = revision + 1 WHERE status IN ('lobby', 'playing')"
"""SQL that makes other processes read open tables again, because their cached tables have an old revision."""


def credit_downtime(
    db: Connection,
    seconds: float,
    now: float,
    others: Mapping[UserId, Callable[[float], float]],
    notes: Iterable[str],
) -> None:
    """Credit downtime to running clocks and other waiting times.

    The start of each clock and waiting time is moved forward by ``seconds``, but not beyond ``now``. The other waiting
    times are counted from the start of a proposal, from a table's last change or pause, or from the times in ``notes``.
    ``others`` has the users whose clocks ran only for a part of the time, each with a function from the old start of a
    clock to the new one. If ``correct_future_times`` moved times although the system clock had been right, this moves
    them back.
    """
    clock_rows = [
        (new_start(since), session, seat)
        for user, new_start in others.items()
        for session, seat, since in _load_running_clocks(db, user)
    ]
    db.execute(f"UPDATE clock SET since = {CAPPED_TIME_SQL.format('since')} WHERE since IS NOT NULL", (seconds, now))
    db.executemany("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", clock_rows)
    db.execute(
        f"UPDATE proposal SET at = {CAPPED_TIME_SQL.format('at')}, told = 0 WHERE state = 'open'", (seconds, now)
    )
    # in whole seconds, so that the notes of this gap are not older than a last move
    for column in ("since", "paused"):
        later = f"UPDATE session SET {column} = {CAPPED_TIME_SQL.format(column)} WHERE status IN ('lobby', 'playing')"
        db.execute(later, (seconds, int(now)))
    _shift_note_times(db, seconds, now, notes, "message > 0")
    db.execute(_BUMP_REVISIONS_SQL)


def correct_future_times(db: Connection, seconds: float, now: float, notes: Iterable[str]) -> None:
    """Move stored times that are after ``now`` by ``seconds`` (negative), and at least back to ``now``.

    Such times were stored before the system clock was set back; times in the past are correct. ``notes`` are the names
    of notes that contain times.
    """
    for table, column in _TIME_COLUMNS:
        db.execute(
            f"UPDATE {table} SET {column} = {CAPPED_TIME_SQL.format(column)} WHERE {column} > ?2", (seconds, now)
        )
    db.execute("UPDATE proposal SET told = 0 WHERE state = 'open'")
    _shift_note_times(db, seconds, now, notes, "message > ?2")
    db.execute(_BUMP_REVISIONS_SQL)


def _shift_note_times(db: Connection, seconds: float, now: float, notes: Iterable[str], condition: str) -> None:
    update = f"UPDATE note SET message = {CAPPED_TIME_SQL.format('message')} WHERE name = ?3 AND {condition}"
    db.executemany(update, [(int(seconds), int(now), name) for name in notes])


def _load_running_clocks(db: Connection, user: UserId) -> list[tuple[TableId, Seat, float]]:
    """Return the running clocks of a user as (table, seat, start) tuples."""
    return db.execute(
        "SELECT session, seat, since FROM clock JOIN player USING (session, seat)"
        " WHERE user_id = ? AND since IS NOT NULL",
        (user,),
    ).fetchall()
