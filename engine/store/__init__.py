"""Where tables live between moves: a log of accepted moves and the head state, in SQLite."""

from engine.store.hold import held
from engine.store.replay import points, state_and_since, state_at
from engine.store.session import (
    CHECKPOINT_EVERY,
    By,
    Checkpoint,
    Clock,
    Entry,
    Holder,
    Player,
    Session,
    Status,
    effective,
    seed_hash,
    take_back,
)
from engine.store.sqlite import Row, Store
from engine.store.trouble import trouble

__all__ = [
    "CHECKPOINT_EVERY",
    "By",
    "Checkpoint",
    "Clock",
    "Entry",
    "Holder",
    "Player",
    "Row",
    "Session",
    "Status",
    "Store",
    "effective",
    "held",
    "points",
    "seed_hash",
    "state_and_since",
    "state_at",
    "take_back",
    "trouble",
]
