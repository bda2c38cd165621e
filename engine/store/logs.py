"""The logs of tables and their checkpoints: SQL. Every log is read here, be it in rows of its own or in the archive."""

from typing import NamedTuple

import msgspec

from engine.store import archive
from engine.store.archive import Archived, archived
from engine.store.db import Db
from engine.store.table import By, Checkpoint, Entry

ENTRY = "seq, seat, action, made_by, at, events, interaction"
"""The columns of an ``Entry``."""


class Made(NamedTuple):
    """One row of a log without what was said in it."""

    seq: int
    seat: int
    by: By
    at: float


def add_entry(db: Db, session: int, entry: Entry, *, announced: bool = False) -> None:
    """Appends to the log."""
    db.execute(
        f"INSERT INTO log (session, announced, {ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (session, announced, *msgspec.structs.astuple(entry)),
    )


def entry_of(db: Db, interaction: int | None) -> Entry | None:
    """The move that an interaction has made."""
    if interaction is None:
        return None
    row = db.execute(f"SELECT {ENTRY} FROM log WHERE interaction = ?", (interaction,)).fetchone()
    return None if row is None else Entry(*row)


def log(db: Db, session: int, after: int, up_to: int | None) -> tuple[Entry, ...]:
    """The rows with ``after < seq <= up_to``."""
    last = (1 << 62) if up_to is None else up_to
    query = f"SELECT {ENTRY} FROM log WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq"
    rows = db.execute(query, (session, after, last))
    found = tuple(Entry(*row) for row in rows)
    return found or tuple(entry for entry in _archived_log(db, session) if after < entry.seq <= last)


def made(db: Db, session: int) -> tuple[Made, ...]:
    """The whole log without what was said: who made each row, and when."""
    query = "SELECT seq, seat, made_by, at FROM log WHERE session = ? ORDER BY seq"
    found = tuple(map(Made._make, db.execute(query, (session,))))
    return found or tuple(Made(entry.seq, entry.seat, entry.by, entry.at) for entry in _archived_log(db, session))


def post_marks(db: Db, session: int) -> dict[int, int]:
    """The marks of the log's rows: 1 when the channel was told, 0 until then. An archived log has none."""
    return dict(db.execute("SELECT seq, announced FROM log WHERE session = ? ORDER BY seq", (session,)))


def _archived_log(db: Db, session: int) -> tuple[Entry, ...]:
    kept = archived(db, session)
    return kept.log if kept else ()


def archive_table(db: Db, session: int) -> None:
    """Compresses log, checkpoints and state of a table whose game is over into one row."""
    found = db.execute("SELECT state FROM session WHERE id = ?", (session,)).fetchone()
    archive.put(db, session, Archived(found[0], checkpoints(db, session), log(db, session, -1, None)))


def add_checkpoint(db: Db, session: int, point: Checkpoint) -> None:
    """Keeps a state to replay from."""
    db.execute(
        "INSERT INTO checkpoint (session, seq, version, state) VALUES (?, ?, ?, ?)",
        (session, *msgspec.structs.astuple(point)),
    )


def checkpoint(db: Db, session: int, up_to: int) -> Checkpoint | None:
    """The last checkpoint at or before ``up_to``."""
    row = db.execute(
        "SELECT seq, version, state FROM checkpoint WHERE session = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
        (session, up_to),
    ).fetchone()
    if row is not None:
        return Checkpoint(*row)
    kept = archived(db, session)
    earlier = [point for point in kept.points if point.seq <= up_to] if kept else []
    return earlier[-1] if earlier else None


def checkpoints(db: Db, session: int) -> tuple[Checkpoint, ...]:
    """All checkpoints, oldest first."""
    rows = db.execute("SELECT seq, version, state FROM checkpoint WHERE session = ? ORDER BY seq", (session,))
    found = tuple(Checkpoint(*row) for row in rows)
    kept = None if found else archived(db, session)
    return kept.points if kept else found
