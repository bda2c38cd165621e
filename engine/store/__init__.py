"""Storage of tables: a log of accepted moves and the current state, in SQLite or PostgreSQL."""

from engine.store.errors import DatabaseError, classify_error
from engine.store.file_lock import lock_database
from engine.store.models import (
    CHECKPOINT_INTERVAL,
    Checkpoint,
    Clock,
    FormerHolder,
    LogRow,
    MoveOrigin,
    Player,
    Status,
    Table,
    drop_undone,
    undo_last_move,
)
from engine.store.replay import due_checkpoints, load_state_and_later_rows, load_state_at
from engine.store.store import MoveWrite, Store

__all__ = [
    "CHECKPOINT_INTERVAL",
    "Checkpoint",
    "Clock",
    "DatabaseError",
    "FormerHolder",
    "LogRow",
    "MoveOrigin",
    "MoveWrite",
    "Player",
    "Status",
    "Store",
    "Table",
    "classify_error",
    "drop_undone",
    "due_checkpoints",
    "load_state_and_later_rows",
    "load_state_at",
    "lock_database",
    "undo_last_move",
]
