"""States of which only some things count, so that what follows from these is worked out once while they last."""

from __future__ import annotations

from collections.abc import Hashable

from engine.core.seats import Seat
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Known:
    """A state for a function with an ``lru_cache``, which may look at nothing of it but what ``counts``.

    Two are equal if that is equal, whatever else their states hold.
    """

    __slots__ = ("_counts", "_hash", "state")

    def __init__(self, state: RailroadsOfCatan, *counts: Hashable) -> None:
        self.state, self._counts, self._hash = state, counts, hash(counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self._counts == other._counts

    def __hash__(self) -> int:
        return self._hash


def board(state: RailroadsOfCatan) -> tuple[Hashable, ...]:
    """All that stands on the island: terrain, cities, tracks."""
    return state.layout, tuple(state.cities.items()), tuple(state.tracks.items())


def roadbed(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """The board, and what else decides where a seat may build and run in this turn, and for how much."""
    return *board(state), state.event, state.associates.get(seat)


def outlook(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """All that decides what goods and trains of a seat may bring: where it can run, open orders, and turns to come."""
    return *roadbed(state, seat), state.orders, state.turn
