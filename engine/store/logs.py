"""The logs of tables and their checkpoints: SQL."""

from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.store.db import Db
from engine.store.ids import InteractionId, TableId
from engine.store.table import By, Checkpoint, Entry

ENTRY = "seq, seat, action, made_by, at, events, interaction"
"""The columns of an ``Entry``."""


class Made(NamedTuple):
    """One row of a log without what was said in it."""

    seq: int
    seat: Seat
    by: By
    at: float


def add_entry(db: Db, session: TableId, entry: Entry, *, announced: bool = False) -> None:
    """Appends to the log."""
    db.execute(
        f"INSERT INTO log (session, announced, {ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (session, announced, *msgspec.structs.astuple(entry)),
    )


def entry_of(db: Db, interaction: InteractionId | None) -> Entry | None:
    """The move that an interaction has made."""
    if interaction is None:
        return None
    row = db.execute(f"SELECT {ENTRY} FROM log WHERE interaction = ?", (interaction,)).fetchone()
    return None if row is None else Entry(*row)


def log(db: Db, session: TableId, after: int, up_to: int | None) -> tuple[Entry, ...]:
    """The rows with ``after < seq <= up_to``."""
    last = (1 << 62) if up_to is None else up_to
    query = f"SELECT {ENTRY} FROM log WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq"
    rows = db.execute(query, (session, after, last))
    return tuple(Entry(*row) for row in rows)


def made(db: Db, session: TableId) -> tuple[Made, ...]:
    """The whole log without what was said: who made each row, and when."""
    query = "SELECT seq, seat, made_by, at FROM log WHERE session = ? ORDER BY seq"
    return tuple(map(Made._make, db.execute(query, (session,))))


def post_marks(db: Db, session: TableId) -> dict[int, int]:
    """The marks of the log's rows: 1 when the channel was told, 0 until then."""
    return dict(db.execute("SELECT seq, announced FROM log WHERE session = ? ORDER BY seq", (session,)))


def add_checkpoint(db: Db, session: TableId, point: Checkpoint) -> None:
    """Keeps a state to replay from."""
    db.execute(
        "INSERT INTO checkpoint (session, seq, version, state) VALUES (?, ?, ?, ?)",
        (session, *msgspec.structs.astuple(point)),
    )


def checkpoint(db: Db, session: TableId, up_to: int) -> Checkpoint | None:
    """The last checkpoint at or before ``up_to``."""
    row = db.execute(
        "SELECT seq, version, state FROM checkpoint WHERE session = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
        (session, up_to),
    ).fetchone()
    return None if row is None else Checkpoint(*row)


def checkpoints(db: Db, session: TableId) -> tuple[Checkpoint, ...]:
    """All checkpoints, oldest first."""
    rows = db.execute("SELECT seq, version, state FROM checkpoint WHERE session = ? ORDER BY seq", (session,))
    return tuple(Checkpoint(*row) for row in rows)
