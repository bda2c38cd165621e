"""The logs of tables and their checkpoints: SQL."""

from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.store.connection import Connection
from engine.store.ids import InteractionId, TableId
from engine.store.models import Checkpoint, LogRow, MoveOrigin

LOG_COLUMNS = "seq, seat, action, made_by, at, events, interaction"
"""The columns of a ``LogRow``."""


class LogRowHead(NamedTuple):
    """A row of a log without its action and events."""

    seq: int
    seat: Seat
    by: MoveOrigin
    at: float


def add_log_row(db: Connection, table_id: TableId, row: LogRow, *, announced: bool = False) -> None:
    """Append a row to a table's log. ``announced``: whether the row is already posted."""
    db.execute(
        f"INSERT INTO log (session, announced, {LOG_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table_id, announced, *msgspec.structs.astuple(row)),
    )


def find_move_by_interaction(db: Connection, interaction: InteractionId | None) -> LogRow | None:
    """Return the log row that an interaction has made; None if there is none."""
    if interaction is None:
        return None
    row = db.execute(f"SELECT {LOG_COLUMNS} FROM log WHERE interaction = ?", (interaction,)).fetchone()
    return None if row is None else LogRow(*row)


def load_log(db: Connection, table_id: TableId, after: int, up_to: int | None) -> tuple[LogRow, ...]:
    """Return the rows of a table's log with ``after < seq <= up_to``.

    ``up_to`` None means no limit.
    """
    last = (1 << 62) if up_to is None else up_to
    query = f"SELECT {LOG_COLUMNS} FROM log WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq"
    rows = db.execute(query, (table_id, after, last))
    return tuple(LogRow(*row) for row in rows)


def load_row_heads(db: Connection, table_id: TableId) -> tuple[LogRowHead, ...]:
    """Return all rows of a table's log, without actions and events."""
    query = "SELECT seq, seat, made_by, at FROM log WHERE session = ? ORDER BY seq"
    return tuple(map(LogRowHead._make, db.execute(query, (table_id,))))


def load_post_marks(db: Connection, table_id: TableId) -> dict[int, int]:
    """Return 1 for each posted row of a log and 0 for each pending one, by row number."""
    return dict(db.execute("SELECT seq, announced FROM log WHERE session = ? ORDER BY seq", (table_id,)))


def add_checkpoint(db: Connection, table_id: TableId, checkpoint: Checkpoint) -> None:
    """Store a state of a table's game, so that replay can begin there."""
    db.execute(
        "INSERT INTO checkpoint (session, seq, version, state) VALUES (?, ?, ?, ?)",
        (table_id, *msgspec.structs.astuple(checkpoint)),
    )


def find_checkpoint(db: Connection, table_id: TableId, up_to: int) -> Checkpoint | None:
    """Return the last checkpoint of a table at or before row ``up_to``; None if there is none."""
    row = db.execute(
        "SELECT seq, version, state FROM checkpoint WHERE session = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
        (table_id, up_to),
    ).fetchone()
    return None if row is None else Checkpoint(*row)


def load_checkpoints(db: Connection, table_id: TableId) -> tuple[Checkpoint, ...]:
    """Return all checkpoints of a table, oldest first."""
    rows = db.execute("SELECT seq, version, state FROM checkpoint WHERE session = ? ORDER BY seq", (table_id,))
    return tuple(Checkpoint(*row) for row in rows)
