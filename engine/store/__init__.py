"""Where tables live between moves: a log of accepted moves and the head state, in SQLite."""

from engine.store.session import CHECKPOINT_EVERY, Chair, Checkpoint, Entry, Session, effective, seed_hash
from engine.store.sqlite import Store

__all__ = ["CHECKPOINT_EVERY", "Chair", "Checkpoint", "Entry", "Session", "Store", "effective", "seed_hash"]
