"""Every way of a train to a city that may be the best one: by its moves, and by what each rival gets. (RC Phase 6)"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import FEE_CAP, MOVES
from engine.games.railroads_of_catan.box.island import Place, Track, ends
from engine.games.railroads_of_catan.rules.fees import city_fee, segment_fee
from engine.games.railroads_of_catan.rules.trips import is_closed, moves_over
from engine.games.railroads_of_catan.state.known import Known, roadbed
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_FAR = max(MOVES.values())
"""Moves of any train in a turn."""


class Toll(NamedTuple):
    """A way: its moves, the fees of each seat as far as the cap, by seat, and the points after the first."""

    moves: int
    fees: tuple[int, ...]
    points: tuple[Place, ...]


class _Edge(NamedTuple):
    """One track in one direction: where it leads, and what it takes."""

    there: Place
    moves: int
    fees: tuple[tuple[int, int], ...]
    """Seat, counted from 0, and dollars."""


class Tolls:
    """The ways of one player; those from a point are worked out once, when they are asked for."""

    def __init__(self, beside: Mapping[Place, tuple[_Edge, ...]], cities: frozenset[Place], seats: int) -> None:
        self._beside, self._cities, self._seats = beside, cities, seats
        self._known: dict[Place, tuple[Toll, ...]] = {}

    def within(self, start: Place, moves: int) -> Iterator[Toll]:
        """Ways to other cities of at most so many moves.

        A way is left out if another to the same city takes no more moves and costs no more at any rival.
        """
        if start not in self._known:
            self._known[start] = tuple(self._search(start))
        for toll in self._known[start]:
            if toll.moves > moves:
                return
            yield toll

    def _search(self, start: Place) -> Iterator[Toll]:
        """The shortest first, so that what is found is replaced by nothing that is found later."""
        found: dict[Place, list[tuple[int, ...]]] = {}
        waiting = [Toll(0, (0,) * self._seats, ())]
        while waiting:
            toll = heappop(waiting)
            here = toll.points[-1] if toll.points else start
            known = found.setdefault(here, [])
            if any(_covers(fees, toll.fees) for fees in known):
                continue
            known.append(toll.fees)
            if here in self._cities and here != start:
                yield toll
            for edge in self._beside.get(here, ()):
                if toll.moves + edge.moves <= _FAR:
                    heappush(waiting, _along(toll, edge))


def _covers(fees: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether no seat gets more than by the others."""
    return all(mine <= theirs for mine, theirs in zip(fees, others, strict=True))


def _along(toll: Toll, edge: _Edge) -> Toll:
    fees = list(toll.fees)
    for seat, dollars in edge.fees:
        fees[seat] = min(fees[seat] + dollars, FEE_CAP)
    return Toll(toll.moves + edge.moves, tuple(fees), (*toll.points, edge.there))


def tolls_of(state: RailroadsOfCatan, seat: Seat) -> Tolls:
    """The ways of a seat as the board is in this turn."""
    return _tolls(Known(state, *roadbed(state, seat)), seat)


@lru_cache(32)
def _tolls(known: Known, seat: Seat) -> Tolls:
    state = known.state
    beside: dict[Place, tuple[_Edge, ...]] = {}
    for over in state.tracks:
        if is_closed(state, over):
            continue
        a, b = ends(over)
        for here, there in ((a, b), (b, a)):
            edge = _Edge(there, moves_over(state, seat, over), tuple(_fees(state, seat, over, there)))
            beside[here] = (*beside.get(here, ()), edge)
    return Tolls(beside, frozenset(state.cities), state.seats)


def _fees(state: RailroadsOfCatan, seat: Seat, over: Track, there: Place) -> Iterator[tuple[int, int]]:
    """The fees of a track, and of the city in which it ends, each with its seat, counted from 0."""
    if fee := segment_fee(state, seat, over):
        yield state.tracks[over] - 1, fee
    if fee := city_fee(state, seat, there):
        yield state.cities[there].seat - 1, fee
