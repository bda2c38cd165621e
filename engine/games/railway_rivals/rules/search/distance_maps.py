"""A map as numbers: possible building steps, and the building distance of every hex to each goal.

Building costs never change, so the tables are computed once per map. Hexes are numbers here, for speed.
"""

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.track import is_passable


class BuildPath(NamedTuple):
    """The first hexes of a path from the network, enough for one Turn, and all its steps and their cost."""

    hexes: tuple[Hex, ...]
    cost: int
    length: int


MAX_PATH_HEXES = 13
"""12 steps: more than the die and 6 gold can buy of the cheapest land."""

FIELD_BITS = 12
FIELD_BASE, FIELD_MASK = 1 << FIELD_BITS, (1 << FIELD_BITS) - 1
"""Pack two or three small numbers in one, the first being the most significant; a path's sums and a hex's number
are below the base.
"""

UNREACHABLE = FIELD_BASE**4


@lru_cache(8)
def goal_hexes(key: str) -> dict[str, tuple[Hex, ...]]:
    """The goals of building on a map: towns and special runs by name, with the hexes of each."""
    hex_map = HEX_MAPS[key]
    towns = {town.name: (town.hex,) for town in hex_map.towns}
    return towns | {run.name: run.hexes for run in hex_map.special_runs}


class NumberedMap(NamedTuple):
    """A map as numbers: ``steps`` are (neighbor, building cost) by hex, ``steps_back`` the same in reverse.

    ``packed_steps`` has, with each neighbor, the cost and a step as one number.
    """

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    steps_back: tuple[tuple[tuple[int, int], ...], ...]
    packed_steps: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(8)
def number_map(key: str) -> NumberedMap:
    """The hexes of a map, and the possible building steps from each."""
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
    """For every hex, the distance to a goal (two sums in one number) and the next hex; -1 at the goal."""

    distances: list[int]
    next_hexes: list[int]


@lru_cache(256)
def distance_maps(key: str, goal: str) -> tuple[DistanceMap, DistanceMap]:
    """By building cost and then steps; by steps and then building cost."""
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
    """The first hexes of the path that a table has from a hex to its goal."""
    hexes: list[Hex] = []
    grid = number_map(key)
    while start >= 0 and len(hexes) < MAX_PATH_HEXES:
        hexes.append(grid.hexes[start])
        start = distance_map.next_hexes[start]
    return tuple(hexes)
