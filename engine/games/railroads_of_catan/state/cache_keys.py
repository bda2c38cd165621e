"""Cache keys: states reduced to the parts that a cached function depends on."""

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
    """A state for a function with an ``lru_cache`` that reads only what ``counts``.

    Two keys are equal if that is equal, even if their states differ.
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
    """A board, and the parts of the states that it was read from: later states mostly have the very same."""

    parts: tuple[Island, Mapping[NodeId, City], Mapping[Track, Seat]]
    board: _BoardKey


_BOARDS_CACHED = 16
_cached_boards: tuple[_CachedBoard, ...] = ()
"""Swapped as a whole, so threads at worst read a board again."""


def board_key(state: RailroadsOfCatan) -> tuple[Hashable, ...]:
    """Everything on the island: terrain, cities, tracks."""
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
    """The same object for equal boards, so that comparing them takes no time."""
    return board


def build_key(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """The board, and what else decides where a seat may build and run in this turn, and at what price."""
    return *board_key(state), state.event, state.associates.get(seat)


def earnings_key(state: RailroadsOfCatan, seat: Seat) -> tuple[Hashable, ...]:
    """Everything that decides a seat's possible income: where it can run, open orders, and remaining turns."""
    return *build_key(state, seat), state.orders, state.turn
