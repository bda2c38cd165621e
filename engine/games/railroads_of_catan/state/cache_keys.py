"""Cache keys: states of which only the parts that matter for a cached function are compared."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from operator import is_
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import Island, NodeId, Track
from engine.games.railroads_of_catan.game_data.pieces import City
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class CacheKey:
    """A state as the argument of a cached function that depends only on a part of the state.

    Two keys are equal if the values in ``counts`` are equal, even if their states differ.
    """

    __slots__ = ("_counts", "_hash", "state")

    def __init__(self, state: RailroadsOfCatan, *counts: Hashable) -> None:
        self.state, self._counts, self._hash = state, counts, hash(counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CacheKey) and self._counts == other._counts

    def __hash__(self) -> int:
        return self._hash


class _BoardKey(msgspec.Struct, frozen=True, cache_hash=True):
    layout: Island
    cities: tuple[tuple[NodeId, City], ...]
    tracks: tuple[tuple[Track, Seat], ...]


class _CachedBoard(NamedTuple):
    """The cache key of a board, and the objects from which it was made; most later states share these objects."""

    parts: tuple[Island, Mapping[NodeId, City], Mapping[Track, Seat]]
    board: _BoardKey


_BOARDS_CACHED = 16
_cached_boards: tuple[_CachedBoard, ...] = ()
"""The newest boards.

The tuple is only replaced as a whole, so that two threads at worst make the same key twice.
"""


def board_key(state: RailroadsOfCatan) -> tuple[Hashable, ...]:
    """Return the terrain, cities, and tracks of a state as a cache key."""
    global _cached_boards
    parts = state.layout, state.cities, state.tracks
    for cached in _cached_boards:
        if all(map(is_, cached.parts, parts)):
            return (cached.board,)
    new_board = _intern_board(_BoardKey(state.layout, tuple(state.cities.items()), tuple(state.tracks.items())))
    _cached_boards = (_CachedBoard(parts, new_board), *_cached_boards)[:_BOARDS_CACHED]
    return (new_board,)


@lru_cache(64)
def _intern_board(board: _BoardKey) -> _BoardKey:
    """Return the same object for equal boards, because comparing an object with itself is fast."""
    return board


def build_key(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """Return everything that decides where a seat may build and run in this turn, and at which prices."""
    return *board_key(state), state.event, state.associates.get(seat)


def earnings_key(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """Return everything that decides a seat's possible income: the board, orders, and the turn."""
    return *build_key(state, seat), state.orders, state.turn
