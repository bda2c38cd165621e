"""The graph of all track: distances and lightest paths. (R Determining the Runs; R Runs)

Hexes are numbered in alphabetical order. Weights and hexes are packed in one integer, for speed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap
from engine.games.railway_rivals.rules.race import movement_costs
from engine.games.railway_rivals.state.track import Track, owners_by_side

Train = frozenset[Seat]
"""The owners of a train, on whose track it pays nothing: one seat, or both seats of a joint run. (ruling 79)"""

StepWeight = Callable[[tuple[Seat, ...]], int]
"""A function that returns the weight of a step, apart from its movement, given the owners of its track."""

_BITS = 10
_MASK = (1 << _BITS) - 1
_UNREACHABLE = 1 << 60


class TrackGraph(NamedTuple):
    """The graph of all track.

    ``arcs`` are (neighbor, kind) pairs by hex. A kind is an index into ``kinds``, which are (owners, movement) pairs.
    Hexes in ``abroad`` can only be the start or the end of a path.
    """

    hexes: tuple[Hex, ...]
    numbers: dict[Hex, int]
    kinds: tuple[tuple[tuple[Seat, ...], int], ...]
    arcs: tuple[tuple[tuple[int, int], ...], ...]
    abroad: frozenset[int]


class PathTree(NamedTuple):
    """The lightest path from a start to every hex: its weight, and the previous hex (``parents``; -1 at a start)."""

    weights: list[int]
    parents: list[int]

    def path_to(self, graph: TrackGraph, goal: int) -> tuple[Hex, ...]:
        """The hexes of the path to the hex with this number."""
        hexes = []
        while goal >= 0:
            hexes.append(graph.hexes[goal])
            goal = self.parents[goal]
        return tuple(hexes[::-1])

    def can_reach(self, number: int) -> bool:
        return self.weights[number] < _UNREACHABLE


@lru_cache(16)
def track_graph(key: str, track: Track) -> TrackGraph:
    """Return the graph of all track on a map."""
    hex_map, sides = HEX_MAPS[key], owners_by_side(track)
    hexes = tuple(sorted({hex for side in sides for hex in side}))
    numbers = {hex: number for number, hex in enumerate(hexes)}
    kinds: dict[tuple[tuple[Seat, ...], int], int] = {}
    arcs: list[list[tuple[int, int]]] = [[] for _ in hexes]
    for side, seats in sides.items():
        for a, b in (side, side[::-1]):
            kind = (seats, sum(movement_costs(hex_map, (a, b))))
            arcs[numbers[a]].append((numbers[b], kinds.setdefault(kind, len(kinds))))
    abroad = frozenset(numbers[hex] for hex in hexes if hex_map.is_abroad(hex))
    return TrackGraph(hexes, numbers, tuple(kinds), tuple(map(tuple, arcs)), abroad)


def track_distance(hex_map: HexMap, track: Track, starts: Iterable[Hex], goals: Iterable[Hex]) -> int | None:
    """The number of steps of the shortest path over all track; None if there is none. (rulings 58, 60)"""
    graph = track_graph(hex_map.key, track)
    ends = {graph.numbers[hex] for hex in goals if hex in graph.numbers}
    frontier = [graph.numbers[hex] for hex in starts if hex in graph.numbers]
    reached, steps = set(frontier), 0
    while frontier:
        if not ends.isdisjoint(frontier):
            return steps
        # A train leaves a hex over the border only where its run begins. (ruling 53)
        inland = [hex for hex in frontier if not steps or hex not in graph.abroad]
        frontier = list({other for hex in inland for other, _ in graph.arcs[hex]} - reached)
        reached.update(frontier)
        steps += 1
    return None


def kind_weights(graph: TrackGraph, per_movement: int, owner_weight: StepWeight) -> tuple[int, ...]:
    """The weight of each kind of step: ``owner_weight`` plus ``per_movement`` for each movement point."""
    return tuple(movement * per_movement + owner_weight(seats) for seats, movement in graph.kinds)


def build_path_tree(graph: TrackGraph, step_weights: Sequence[int], starts: Iterable[int]) -> PathTree:
    """Find the lightest path from the nearest start to every hex.

    Ties are decided by the alphabetical order of the hexes, compared from the end of the paths. Paths do not pass
    through a hex across the border. (ruling 53)
    """
    distances, parents = [_UNREACHABLE] * len(graph.hexes), [-1] * len(graph.hexes)
    heap = list(starts)
    for start in heap:
        distances[start] = 0
    heapify(heap)
    while heap:
        packed = heappop(heap)
        hex, distance_here = packed & _MASK, packed >> _BITS
        if distance_here > distances[hex] or (distance_here and hex in graph.abroad):
            continue
        for other, kind in graph.arcs[hex]:
            total = distance_here + step_weights[kind]
            if total < distances[other]:
                distances[other], parents[other] = total, hex
                heappush(heap, total << _BITS | other)
            elif total == distances[other] and hex < parents[other]:
                parents[other] = hex
    return PathTree(distances, parents)


def find_lightest_path(
    graph: TrackGraph, step_weights: Sequence[int], starts: Iterable[int], lower_bounds: Sequence[int]
) -> tuple[Hex, ...] | None:
    """The lightest path from any start to a hex whose lower bound is 0; None if there is none.

    ``lower_bounds`` has a minimum of the remaining weight for each hex, so that the search skips hexes in the wrong
    direction.
    """
    distances, parents = [_UNREACHABLE] * len(graph.hexes), [-1] * len(graph.hexes)
    heap = []
    for start in starts:
        distances[start] = 0
        heap.append(lower_bounds[start] << _BITS | start)
    heapify(heap)
    while heap:
        packed = heappop(heap)
        hex, total = packed & _MASK, packed >> _BITS
        if not lower_bounds[hex]:
            return PathTree(distances, parents).path_to(graph, hex)
        distance_here = distances[hex]
        if total > distance_here + lower_bounds[hex] or (distance_here and hex in graph.abroad):
            continue
        for other, kind in graph.arcs[hex]:
            distance_there = distance_here + step_weights[kind]
            if distance_there < distances[other] and lower_bounds[other] < _UNREACHABLE:
                distances[other], parents[other] = distance_there, hex
                heappush(heap, (distance_there + lower_bounds[other]) << _BITS | other)
    return None


@lru_cache(256)
def min_remaining_movement(key: str, track: Track, goals: tuple[Hex, ...]) -> tuple[int, ...]:
    """A lower bound of the movement from each hex to the nearest goal; 0 only at goals."""
    graph = track_graph(key, track)
    ends = [graph.numbers[hex] for hex in goals if hex in graph.numbers]
    distances = build_path_tree(graph, [movement for _, movement in graph.kinds], ends).weights
    entry_costs = movement_costs(HEX_MAPS[key], (graph.hexes[0], *graph.hexes)) if graph.hexes else ()
    bounds = [
        distance - movement + 1 if distance < _UNREACHABLE else _UNREACHABLE
        for distance, movement in zip(distances, entry_costs, strict=True)
    ]
    for end in ends:
        bounds[end] = 0
    return tuple(bounds)
