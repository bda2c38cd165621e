"""A map as numbers: where one may build toward, and how far each goal is from every hex by what building costs.

What building costs never changes, so the tables are made once for a map. Hexes are numbers here, for speed.
"""

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Hex
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.track import passable


class Way(NamedTuple):
    """The first hexes of a way from the network, as many as one Turn can need, and all its steps and their cost."""

    hexes: tuple[Hex, ...]
    cost: int
    length: int


MOST_HEXES = 13
"""12 steps: more than the die and 6 gold can buy of the cheapest land."""

BITS = 12
ONE, MOST = 1 << BITS, (1 << BITS) - 1
"""Two or three small numbers in one, the first of which counts most; a way's sums and a hex's number stay below."""

NEVER = ONE**4


@lru_cache(8)
def goals(key: str) -> dict[str, tuple[Hex, ...]]:
    """The goals of building on a map: towns and special runs by name, with the hexes of each."""
    chart = CHARTS[key]
    towns = {town.name: (town.hex,) for town in chart.towns}
    return towns | {run.name: run.hexes for run in chart.special_runs}


class Grid(NamedTuple):
    """A map as numbers: ``steps`` are (neighbor, building cost) by hex, ``back`` the same the other way round.

    ``weighed`` has with each neighbor the cost and a step as one number.
    """

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    back: tuple[tuple[tuple[int, int], ...], ...]
    weighed: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(8)
def grid_of(key: str) -> Grid:
    """The hexes of a map, and where track may lead from each."""
    chart = CHARTS[key]
    hexes = tuple(chart.terrain)
    number = {hex: i for i, hex in enumerate(hexes)}
    back: list[list[tuple[int, int]]] = [[] for _ in hexes]
    steps = []
    for i, a in enumerate(hexes):
        open_to = [b for b in chart.neighbors(a) if passable(chart, a, b)]
        out = [(number[b], building_cost(chart, a, b)) for b in open_to]
        steps.append(tuple(out))
        for j, cost in out:
            back[j].append((i, cost))
    weighed = tuple(tuple((j, cost << BITS | 1) for j, cost in out) for out in steps)
    return Grid(hexes, number, tuple(steps), tuple(map(tuple, back)), weighed)


class Table(NamedTuple):
    """For every hex, how far a goal is (two sums in one number) and the next hex on the way; -1: it is there."""

    far: list[int]
    next: list[int]


@lru_cache(256)
def tables(key: str, goal: str) -> tuple[Table, Table]:
    """By building cost and then steps; by steps and then building cost."""
    grid = grid_of(key)
    ends = [grid.number[hex] for hex in goals(key)[goal]]
    return _table(grid, ends, ONE, 1), _table(grid, ends, 1, ONE)


def _table(grid: Grid, ends: list[int], cost_weight: int, step_weight: int) -> Table:
    far, following = [NEVER] * len(grid.hexes), [-1] * len(grid.hexes)
    for end in ends:
        far[end] = 0
    heap = sorted(ends)
    while heap:
        weight, b = divmod(heappop(heap), ONE)
        if far[b] == weight:
            for a, cost in grid.back[b]:
                further = weight + cost * cost_weight + step_weight
                if further < far[a]:
                    far[a], following[a] = further, b
                    heappush(heap, further * ONE + a)
    return Table(far, following)


def from_table(key: str, table: Table, start: int) -> tuple[Hex, ...]:
    """The first hexes of the way that a table has from a hex to its goal."""
    hexes: list[Hex] = []
    grid = grid_of(key)
    while start >= 0 and len(hexes) < MOST_HEXES:
        hexes.append(grid.hexes[start])
        start = table.next[start]
    return tuple(hexes)
