"""The home of tables between moves: a log of accepted moves and the present state, in SQLite."""

from engine.store.hold import held
from engine.store.replay import points, state_and_since, state_at
from engine.store.store import Row, Store
from engine.store.table import (
    CHECKPOINT_EVERY,
    By,
    Checkpoint,
    Clock,
    Entry,
    Holder,
    Player,
    Status,
    Table,
    effective,
    take_back,
)
from engine.store.trouble import DatabaseError, trouble

__all__ = [
    "CHECKPOINT_EVERY",
    "By",
    "Checkpoint",
    "Clock",
    "DatabaseError",
    "Entry",
    "Holder",
    "Player",
    "Row",
    "Status",
    "Store",
    "Table",
    "effective",
    "held",
    "points",
    "state_and_since",
    "state_at",
    "take_back",
    "trouble",
]
