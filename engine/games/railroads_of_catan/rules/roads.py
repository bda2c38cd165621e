"""Ways for trains between cities, over track that is built. (RC Phase 6)"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.box.island import Place, ends
from engine.games.railroads_of_catan.rules.fees import city_fee, segment_fee
from engine.games.railroads_of_catan.rules.trips import is_closed, moves_over
from engine.games.railroads_of_catan.state.known import Known, roadbed
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.paths import lightest


class Leg(NamedTuple):
    """The way from one point to a city: points after the first, moves, and fees before the cap."""

    points: tuple[Place, ...]
    moves: int
    fees: int


class _Edge(NamedTuple):
    """One track in one direction."""

    here: Place
    there: Place
    moves: int
    fee: int


class Roads:
    """The ways of one player to all cities; those from each point are worked out once, when they are asked for."""

    def __init__(self, edges: frozenset[_Edge], cities: frozenset[Place]) -> None:
        self._cities = sorted(cities)
        self._known: dict[Place, Mapping[Place, tuple[Leg, ...]]] = {}
        self._sorted: dict[Place, tuple[Leg, ...]] = {}
        self._by_moves: dict[Place, list[tuple[Place, int]]] = {}
        self._by_fees: dict[Place, list[tuple[Place, int]]] = {}
        for here, there, moves, fee in sorted(edges):
            self._by_moves.setdefault(here, []).append((there, moves * _MANY + fee))
            self._by_fees.setdefault(here, []).append((there, fee * _MANY + moves))

    def legs(self, start: Place) -> Mapping[Place, tuple[Leg, ...]]:
        """To every city that can be reached: the quickest way, and the cheapest one if that is another."""
        if start not in self._known:
            quickest = {city: Leg(points, *both) for city, points, both in self._search(start, self._by_moves)}
            cheapest = {city: Leg(points, *both[::-1]) for city, points, both in self._search(start, self._by_fees)}
            both_ways = {city: (leg, cheapest[city]) for city, leg in quickest.items()}
            self._known[start] = {city: tuple(dict.fromkeys(legs)) for city, legs in both_ways.items()}
        return self._known[start]

    def nearest(self, start: Place) -> tuple[Leg, ...]:
        """All of these ways, those of fewest moves first."""
        if start not in self._sorted:
            legs = (leg for ways in self.legs(start).values() for leg in ways)
            self._sorted[start] = tuple(sorted(legs, key=lambda leg: leg.moves))
        return self._sorted[start]

    def moves(self, start: Place, city: Place) -> int | None:
        """Moves that the quickest way takes; None without a way."""
        if start == city:
            return 0
        legs = self.legs(start).get(city)
        return legs[0].moves if legs else None

    def _search(
        self, start: Place, beside: Mapping[Place, list[tuple[Place, int]]]
    ) -> Iterator[tuple[Place, tuple[Place, ...], tuple[int, int]]]:
        """Every other city that is reached: the points of the way, and the two parts of what it weighs."""
        ways = lightest(start, lambda here: beside.get(here, ()), 0)
        for city in self._cities:
            if city in ways.weights and city != start:
                yield city, ways.to(city), divmod(ways.weights[city], _MANY)


_MANY = 1 << 20
"""More moves, or dollars, than any way takes: a weight holds both, what counts first in front."""


def roads_of(state: RailroadsOfCatan, seat: Seat) -> Roads:
    """The ways of a seat as the board is in this turn."""
    return _roads(Known(state, *roadbed(state, seat)), seat)


@lru_cache(32)
def _roads(known: Known, seat: Seat) -> Roads:
    return Roads(frozenset(_edges(known.state, seat)), frozenset(known.state.cities))


def _edges(state: RailroadsOfCatan, seat: Seat) -> Iterator[_Edge]:
    """Every track that is open, in both directions."""
    for over in state.tracks:
        if is_closed(state, over):
            continue
        a, b = ends(over)
        moves, fee = moves_over(state, seat, over), segment_fee(state, seat, over)
        for here, there in ((a, b), (b, a)):
            yield _Edge(here, there, moves, fee + city_fee(state, seat, there))
