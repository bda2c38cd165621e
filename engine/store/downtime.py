"""Credits downtime to clocks, and corrects times stored by a wrong clock: SQL."""

from collections.abc import Callable, Iterable, Mapping

from engine.core import Seat
from engine.store.connection import CAPPED_TIME_SQL, Connection
from engine.store.ids import TableId, UserId

_TIME_COLUMNS = (("clock", "since"), ("session", "since"), ("session", "paused"), ("proposal", "at"), ("notice", "at"))
_BUMP_REVISIONS_SQL = "UPDATE session SET revision = revision + 1 WHERE status IN ('lobby', 'playing')"
"""No process uses what it has read of these tables before."""


def give_back_time(
    db: Connection,
    seconds: float,
    now: float,
    others: Mapping[UserId, Callable[[float], float]],
    notes: Iterable[str],
) -> None:
    """Advance all running clocks by the downtime, but not beyond ``now``; postpone open proposals, and everything
    counted from a table's last change, its pause, or those ``notes``.

    ``others`` maps users whose clocks did not run all that time to a function of a clock's start. This also reverts
    ``correct_future_times`` if a right clock was taken for a wrong one.
    """
    clock_rows = [
        (since, session, seat)
        for user, since_when in others.items()
        for session, seat, since in ((*row[:2], since_when(row[2])) for row in _load_running_clocks(db, user))
    ]
    db.execute(f"UPDATE clock SET since = {CAPPED_TIME_SQL.format('since')} WHERE since IS NOT NULL", (seconds, now))
    db.executemany("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", clock_rows)
    db.execute(
        f"UPDATE proposal SET at = {CAPPED_TIME_SQL.format('at')}, told = 0 WHERE state = 'open'", (seconds, now)
    )
    for moment in ("since", "paused"):  # whole seconds: what is noted of this gap must not seem older than a last move
        later = f"UPDATE session SET {moment} = {CAPPED_TIME_SQL.format(moment)} WHERE status IN ('lobby', 'playing')"
        db.execute(later, (seconds, int(now)))
    _shift_note_times(db, seconds, now, notes, "message > 0")
    db.execute(_BUMP_REVISIONS_SQL)


def correct_future_times(db: Connection, seconds: float, now: float, notes: Iterable[str]) -> None:
    """Move times in the future, stored by a clock that was set back, by ``seconds`` (negative), to ``now`` at most.

    Times in the past are correct. ``notes`` are the notes that are times.
    """
    for table, moment in _TIME_COLUMNS:
        db.execute(
            f"UPDATE {table} SET {moment} = {CAPPED_TIME_SQL.format(moment)} WHERE {moment} > ?2", (seconds, now)
        )
    db.execute("UPDATE proposal SET told = 0 WHERE state = 'open'")
    _shift_note_times(db, seconds, now, notes, "message > ?2")
    db.execute(_BUMP_REVISIONS_SQL)


def _shift_note_times(db: Connection, seconds: float, now: float, notes: Iterable[str], which: str) -> None:
    moved = f"UPDATE note SET message = {CAPPED_TIME_SQL.format('message')} WHERE name = ?3 AND {which}"
    db.executemany(moved, [(int(seconds), int(now), name) for name in notes])


def _load_running_clocks(db: Connection, user: UserId) -> list[tuple[TableId, Seat, float]]:
    return db.execute(
        "SELECT session, seat, since FROM clock JOIN player USING (session, seat)"
        " WHERE user_id = ? AND since IS NOT NULL",
        (user,),
    ).fetchall()
