"""Places of a ranking: equals share one, and the next one is skipped."""

from collections.abc import Mapping
from typing import Any

from engine.core import Seat


def rank_seats(keys: Mapping[Seat, tuple[Any, ...]]) -> tuple[tuple[Seat, int], ...]:
    """The seats by their keys, the highest first, each with its place; equals keep their order."""
    order = sorted(keys, key=keys.__getitem__, reverse=True)
    return tuple((seat, 1 + sum(key > keys[seat] for key in keys.values())) for seat in order)
