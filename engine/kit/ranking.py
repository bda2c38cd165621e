"""Places of a ranking. Equal seats share a place, and the next places are skipped."""

from collections.abc import Mapping
from typing import Any

from engine.core import Seat


def rank_seats(keys: Mapping[Seat, tuple[Any, ...]]) -> tuple[tuple[Seat, int], ...]:
    """Return (seat, place) pairs, the highest key first; equal seats keep their order."""
    order = sorted(keys, key=keys.__getitem__, reverse=True)
    return tuple((seat, 1 + sum(key > keys[seat] for key in keys.values())) for seat in order)
