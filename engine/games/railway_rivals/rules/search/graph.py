"""All built track as a graph: how far it is, and the lightest ways over it. (R Determining the Runs; R Runs)

Hexes are numbered in the order of the alphabet here, and a sum and a number share one integer, for there are many ways
to be sought for a single question.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex
from engine.games.railway_rivals.rules.race import movement
from engine.games.railway_rivals.state.track import Track, owners

Train = frozenset[Seat]
"""The seats whose track a train uses for nothing: one, or the two of a joint run. (ruling 79)"""

Weigh = Callable[[tuple[Seat, ...]], int]
"""What a step over track of these owners weighs beside its movement."""

_BITS = 10
_MASK = (1 << _BITS) - 1
_FAR = 1 << 60


class Graph(NamedTuple):
    """The graph of all track, for trains.

    ``arcs`` has for every hex the hexes beside it, each with the number of its kind in ``kinds``: who owns the step,
    and the movement it takes. From the hexes ``abroad`` a train only begins.
    """

    hexes: tuple[Hex, ...]
    numbers: dict[Hex, int]
    kinds: tuple[tuple[tuple[Seat, ...], int], ...]
    arcs: tuple[tuple[tuple[int, int], ...], ...]
    abroad: frozenset[int]


class Spread(NamedTuple):
    """The lightest ways from somewhere to everywhere: their weights, and the hex before each (-1: none)."""

    best: list[int]
    parents: list[int]

    def back(self, graph: Graph, goal: int) -> tuple[Hex, ...]:
        """The way to a hex."""
        found = []
        while goal >= 0:
            found.append(graph.hexes[goal])
            goal = self.parents[goal]
        return tuple(found[::-1])

    def reaches(self, number: int) -> bool:
        """Whether there is a way at all."""
        return self.best[number] < _FAR


@lru_cache(16)
def graph_of(key: str, track: Track) -> Graph:
    """The graph of all track on a map."""
    chart, sides = CHARTS[key], owners(track)
    hexes = tuple(sorted({hex for side in sides for hex in side}))
    numbers = {hex: number for number, hex in enumerate(hexes)}
    kinds: dict[tuple[tuple[Seat, ...], int], int] = {}
    arcs: list[list[tuple[int, int]]] = [[] for _ in hexes]
    for side, seats in sides.items():
        for a, b in (side, side[::-1]):
            kind = (seats, sum(movement(chart, (a, b))))
            arcs[numbers[a]].append((numbers[b], kinds.setdefault(kind, len(kinds))))
    abroad = frozenset(numbers[hex] for hex in hexes if chart.abroad(hex))
    return Graph(hexes, numbers, tuple(kinds), tuple(map(tuple, arcs)), abroad)


def distance(chart: Chart, track: Track, starts: Iterable[Hex], goals: Iterable[Hex]) -> int | None:
    """Steps of the shortest way over anybody's track; None when there is none. (rulings 58, 60)"""
    graph = graph_of(chart.key, track)
    ends = {graph.numbers[hex] for hex in goals if hex in graph.numbers}
    edge = [graph.numbers[hex] for hex in starts if hex in graph.numbers]
    reached, steps = set(edge), 0
    while edge:
        if not ends.isdisjoint(edge):
            return steps
        # A train leaves a hex over the border only where its run begins. (ruling 53)
        inland = [hex for hex in edge if not steps or hex not in graph.abroad]
        edge = list({other for hex in inland for other, _ in graph.arcs[hex]} - reached)
        reached.update(edge)
        steps += 1
    return None


def weights(graph: Graph, per_hour: int, weigh: Weigh) -> tuple[int, ...]:
    """The weight of each kind of step: ``per_hour`` for each of movement, and what its owners weigh."""
    return tuple(hours * per_hour + weigh(seats) for seats, hours in graph.kinds)


def spread(graph: Graph, weigh: Sequence[int], starts: Iterable[int]) -> Spread:
    """The lightest ways from any of the starts to everywhere.

    Of equal ways it is that whose hexes come first in the alphabet, compared from the end. A hex over the border is not
    passed through. (ruling 53)
    """
    best, parents = [_FAR] * len(graph.hexes), [-1] * len(graph.hexes)
    heap = list(starts)
    for start in heap:
        best[start] = 0
    heapify(heap)
    while heap:
        packed = heappop(heap)
        hex, so_far = packed & _MASK, packed >> _BITS
        if so_far > best[hex] or (so_far and hex in graph.abroad):
            continue
        for other, kind in graph.arcs[hex]:
            total = so_far + weigh[kind]
            if total < best[other]:
                best[other], parents[other] = total, hex
                heappush(heap, total << _BITS | other)
            elif total == best[other] and hex < parents[other]:
                parents[other] = hex
    return Spread(best, parents)


def lightest(graph: Graph, weigh: Sequence[int], starts: Iterable[int], rest: Sequence[int]) -> tuple[Hex, ...] | None:
    """The lightest way from any of the starts to where the ``rest`` is 0.

    The rest is the least that a way from a hex still weighs, so that hexes that lead away are not looked at.
    """
    best, parents = [_FAR] * len(graph.hexes), [-1] * len(graph.hexes)
    heap = []
    for start in starts:
        best[start] = 0
        heap.append(rest[start] << _BITS | start)
    heapify(heap)
    while heap:
        packed = heappop(heap)
        hex, total = packed & _MASK, packed >> _BITS
        if not rest[hex]:
            return Spread(best, parents).back(graph, hex)
        so_far = best[hex]
        if total > so_far + rest[hex] or (so_far and hex in graph.abroad):
            continue
        for other, kind in graph.arcs[hex]:
            on = so_far + weigh[kind]
            if on < best[other] and rest[other] < _FAR:
                best[other], parents[other] = on, hex
                heappush(heap, (on + rest[other]) << _BITS | other)
    return None


@lru_cache(256)
def hours_left(key: str, track: Track, goals: tuple[Hex, ...]) -> tuple[int, ...]:
    """At least so much movement it takes from each hex to the nearest goal; 0 at the goals alone."""
    graph = graph_of(key, track)
    ends = [graph.numbers[hex] for hex in goals if hex in graph.numbers]
    found = spread(graph, [hours for _, hours in graph.kinds], ends).best
    into = movement(CHARTS[key], (graph.hexes[0], *graph.hexes)) if graph.hexes else ()
    left = [best - hours + 1 if best < _FAR else _FAR for best, hours in zip(found, into, strict=True)]
    for end in ends:
        left[end] = 0
    return tuple(left)
