"""Building distances from every hex of a map to each goal.

Building costs never change, so distances are computed once per map. Hexes are represented by numbers, for speed.
"""

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.track import is_passable


class BuildPath(NamedTuple):
    """A building path: its first hexes, enough for one Turn, and the cost and number of all its steps."""

    hexes: tuple[Hex, ...]
    cost: int
    length: int


MAX_PATH_HEXES = 13
"""Maximum number of hexes in a path: 12 steps are the most that the die and 6 gold can buy."""

FIELD_BITS = 12
FIELD_BASE, FIELD_MASK = 1 << FIELD_BITS, (1 << FIELD_BITS) - 1
"""Base and mask for packing two or three small numbers in one integer, the first in the highest bits.

The numbers are costs, numbers of steps, or hexes, and are below the base.
"""

UNREACHABLE = FIELD_BASE**4
"""The distance of hexes without a path to the goal."""


@lru_cache(8)
def goal_hexes(key: str) -> dict[str, tuple[Hex, ...]]:
    """The hexes of each goal of building, by the name of the town or special run."""
    hex_map = HEX_MAPS[key]
    towns = {town.name: (town.hex,) for town in hex_map.towns}
    return towns | {run.name: run.hexes for run in hex_map.special_runs}


class NumberedMap(NamedTuple):
    """A map with numbers for hexes: ``steps`` are (neighbor, building cost) pairs by hex.

    ``steps_back`` are (previous hex, building cost) pairs by neighbor. ``packed_steps`` are pairs by hex, too: the
    neighbor, and the building cost packed with the number 1 for one step.
    """

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    steps_back: tuple[tuple[tuple[int, int], ...], ...]
    packed_steps: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(8)
def number_map(key: str) -> NumberedMap:
    """Number the hexes of a map, and compute the possible building steps."""
    hex_map = HEX_MAPS[key]
    hexes = tuple(hex_map.terrain)
    number = {hex: i for i, hex in enumerate(hexes)}
    back: list[list[tuple[int, int]]] = [[] for _ in hexes]
    steps = []
    for i, a in enumerate(hexes):
        open_to = [b for b in hex_map.neighbors(a) if is_passable(hex_map, a, b)]
        out = [(number[b], building_cost(hex_map, a, b)) for b in open_to]
        steps.append(tuple(out))
        for j, cost in out:
            back[j].append((i, cost))
    weighed = tuple(tuple((j, cost << FIELD_BITS | 1) for j, cost in out) for out in steps)
    return NumberedMap(hexes, number, tuple(steps), tuple(map(tuple, back)), weighed)


class DistanceMap(NamedTuple):
    """For every hex, the packed distance to a goal, and the next hex on the path, or -1 if there is none."""

    distances: list[int]
    next_hexes: list[int]


@lru_cache(256)
def distance_maps(key: str, goal: str) -> tuple[DistanceMap, DistanceMap]:
    """Two maps of the distances to a goal: by cost and then steps, and by steps and then cost."""
    grid = number_map(key)
    ends = [grid.number[hex] for hex in goal_hexes(key)[goal]]
    return _distance_map(grid, ends, FIELD_BASE, 1), _distance_map(grid, ends, 1, FIELD_BASE)


def _distance_map(grid: NumberedMap, ends: list[int], cost_weight: int, step_weight: int) -> DistanceMap:
    distances, next_hexes = [UNREACHABLE] * len(grid.hexes), [-1] * len(grid.hexes)
    for end in ends:
        distances[end] = 0
    heap = sorted(ends)
    while heap:
        weight, b = divmod(heappop(heap), FIELD_BASE)
        if distances[b] == weight:
            for a, cost in grid.steps_back[b]:
                distance = weight + cost * cost_weight + step_weight
                if distance < distances[a]:
                    distances[a], next_hexes[a] = distance, b
                    heappush(heap, distance * FIELD_BASE + a)
    return DistanceMap(distances, next_hexes)


def path_from_map(key: str, distance_map: DistanceMap, start: int) -> tuple[Hex, ...]:
    """The first hexes of the path to the goal; ``start`` is the number of the hex where it begins."""
    hexes: list[Hex] = []
    grid = number_map(key)
    while start >= 0 and len(hexes) < MAX_PATH_HEXES:
        hexes.append(grid.hexes[start])
        start = distance_map.next_hexes[start]
    return tuple(hexes)
