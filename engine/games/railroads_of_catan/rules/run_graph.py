"""Paths of trains between cities. (RC Phase 6)"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import NodeId, track_ends
from engine.games.railroads_of_catan.rules.trips import city_fee, is_closed, segment_fee, track_moves
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, build_key
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.shortest_paths import find_shortest_paths


class Leg(NamedTuple):
    """A path of a train from a point to a city.

    ``points`` does not contain the first point. ``fees`` are dollars, without the maximum per rival.
    """

    points: tuple[NodeId, ...]
    moves: int
    fees: int


class _RunEdge(NamedTuple):
    """A track in one direction, with the moves and the fee in dollars that it costs."""

    here: NodeId
    there: NodeId
    moves: int
    fee: int


class RunGraph:
    """Paths of one player's trains to all cities; the paths from a point are computed when they are first needed."""

    def __init__(self, edges: frozenset[_RunEdge], cities: frozenset[NodeId]) -> None:
        self._cities = sorted(cities)
        self._legs_by_start: dict[NodeId, Mapping[NodeId, tuple[Leg, ...]]] = {}
        self._sorted_legs: dict[NodeId, tuple[Leg, ...]] = {}
        self._by_moves: dict[NodeId, list[tuple[NodeId, int]]] = {}
        self._by_fees: dict[NodeId, list[tuple[NodeId, int]]] = {}
        for here, there, moves, fee in sorted(edges):
            self._by_moves.setdefault(here, []).append((there, moves * _WEIGHT_BASE + fee))
            self._by_fees.setdefault(here, []).append((there, fee * _WEIGHT_BASE + moves))

    def legs_from(self, start: NodeId) -> Mapping[NodeId, tuple[Leg, ...]]:
        """Return the path with the fewest moves to each city, and also the path with the lowest fees if it differs."""
        if start not in self._legs_by_start:
            quickest = {
                city: Leg(points, *weights) for city, points, weights in self._search_from(start, self._by_moves)
            }
            cheapest = {
                city: Leg(points, *weights[::-1]) for city, points, weights in self._search_from(start, self._by_fees)
            }
            legs_by_city = {city: (leg, cheapest[city]) for city, leg in quickest.items()}
            self._legs_by_start[start] = {city: tuple(dict.fromkeys(legs)) for city, legs in legs_by_city.items()}
        return self._legs_by_start[start]

    def legs_by_moves(self, start: NodeId) -> tuple[Leg, ...]:
        """Return the paths of ``legs_from`` to all cities, the fewest moves first."""
        if start not in self._sorted_legs:
            legs = (leg for legs_to_city in self.legs_from(start).values() for leg in legs_to_city)
            self._sorted_legs[start] = tuple(sorted(legs, key=lambda leg: leg.moves))
        return self._sorted_legs[start]

    def count_moves(self, start: NodeId, city: NodeId) -> int | None:
        """Return the fewest moves from a point to a city; None if there is no path."""
        if start == city:
            return 0
        legs = self.legs_from(start).get(city)
        return legs[0].moves if legs else None

    def _search_from(
        self, start: NodeId, adjacency: Mapping[NodeId, list[tuple[NodeId, int]]]
    ) -> Iterator[tuple[NodeId, tuple[NodeId, ...], tuple[int, int]]]:
        """Yield (city, points of the path, two parts of the path's weight) for each other city that can be reached."""
        paths = find_shortest_paths(start, lambda here: adjacency.get(here, ()), 0)
        for city in self._cities:
            if city in paths.distances and city != start:
                yield city, paths.path_to(city), divmod(paths.distances[city], _WEIGHT_BASE)


_WEIGHT_BASE = 1 << 20
"""Weights are moves times this plus fees, or fees times this plus moves; neither is ever as high as this."""


def run_graph_of(state: RailroadsOfCatan, seat: Seat) -> RunGraph:
    """Return the paths of a seat's trains in this turn."""
    return _run_graph(CacheKey(state, *build_key(state, seat)), seat)


@lru_cache(32)
def _run_graph(key: CacheKey, seat: Seat) -> RunGraph:
    return RunGraph(frozenset(_open_edges(key.state, seat)), frozenset(key.state.cities))


def _open_edges(state: RailroadsOfCatan, seat: Seat) -> Iterator[_RunEdge]:
    """Yield both directions of all tracks that are not closed."""
    for track in state.tracks:
        if is_closed(state, track):
            continue
        a, b = track_ends(track)
        moves, fee = track_moves(state, seat, track), segment_fee(state, seat, track)
        for here, there in ((a, b), (b, a)):
            yield _RunEdge(here, there, moves, fee + city_fee(state, seat, there))
