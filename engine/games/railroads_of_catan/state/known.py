"""States of which only some things count, so that what follows from these is worked out once while they last."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from operator import is_
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.layout import Layout
from engine.games.railroads_of_catan.box.pieces import City
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


class _Board(msgspec.Struct, frozen=True, cache_hash=True):
    layout: Layout
    cities: tuple[tuple[Place, City], ...]
    tracks: tuple[tuple[Track, Seat], ...]


class _Seen(NamedTuple):
    """A board, and the parts of the states that it was read from: later states mostly have the very same."""

    parts: tuple[Layout, Mapping[Place, City], Mapping[Track, Seat]]
    board: _Board


_BOARDS_SEEN = 16
_seen: tuple[_Seen, ...] = ()
"""Swapped as a whole, so threads at worst read a board once more."""


def board(state: RailroadsOfCatan) -> tuple[Hashable, ...]:
    """All that stands on the island: terrain, cities, tracks."""
    global _seen
    parts = state.layout, state.cities, state.tracks
    for seen in _seen:
        if all(map(is_, seen.parts, parts)):
            return (seen.board,)
    found = _one_of(_Board(state.layout, tuple(state.cities.items()), tuple(state.tracks.items())))
    _seen = (_Seen(parts, found), *_seen)[:_BOARDS_SEEN]
    return (found,)


@lru_cache(64)
def _one_of(board: _Board) -> _Board:
    """The same object for equal boards, so that comparing them takes no time."""
    return board


def roadbed(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """The board, and what else decides where a seat may build and run in this turn, and for how much."""
    return *board(state), state.event, state.associates.get(seat)


def outlook(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """All that decides what goods and trains of a seat may bring: where it can run, open orders, and turns to come."""
    return *roadbed(state, seat), state.orders, state.turn
