"""Ways from a company's network to towns and special runs it does not have: cheapest, least in payments, shortest.

They are proposals, not rules: whatever ``building.Site`` allows may be built. Hexes are numbers here, for speed.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.chart import CHARTS, Hex
from engine.games.railway_rivals.track import (
    ADJACENT_TOWNS,
    JOIN,
    PARALLEL_HALF,
    Track,
    building_cost,
    owners,
    passable,
    tracks_in,
)

__all__ = ["Way", "targets", "ways"]


class Way(NamedTuple):
    """The hexes from the network to the goal, and what all of it costs and pays on the present board."""

    hexes: tuple[Hex, ...]
    cost: int
    fees: int

    @property
    def length(self) -> int:
        """In steps."""
        return len(self.hexes) - 1


@lru_cache(1)
def targets(key: str) -> dict[str, tuple[Hex, ...]]:
    """Where one may build toward on a map: towns and special runs by name, with the hexes of each."""
    chart = CHARTS[key]
    towns = {town.name: (town.hex,) for town in chart.towns}
    return towns | {run.name: run.hexes for run in chart.special_runs}


class _Grid(NamedTuple):
    """A map as numbers: ``steps`` are (neighbor, building cost) by hex."""

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    steps: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(8)
def _grid(key: str) -> _Grid:
    chart = CHARTS[key]
    hexes = tuple(chart.terrain)
    number = {hex: i for i, hex in enumerate(hexes)}
    steps = tuple(
        tuple((number[b], building_cost(chart, a, b)) for b in chart.neighbors(a) if passable(chart, a, b))
        for a in hexes
    )
    return _Grid(hexes, number, steps)


class _Fees(NamedTuple):
    """What rivals get: by hex for entering it, and by side (``a * _WIDE + b``) for running beside them."""

    joins: tuple[int, ...]
    beside: dict[int, int]


_WIDE = 4_096
"""More hexes than any map has."""


@lru_cache(16)
def _fees(key: str, track: Track, seat: Seat) -> _Fees:
    """R Payments to Rivals, for every step at once; ``track.payments`` is the same for one. (rulings 34 to 45)"""
    chart, number = CHARTS[key], _grid(key).number
    joins = [0] * len(number)
    for hex, seats in tracks_in(track).items():
        if hex not in chart.town_at:
            joins[number[hex]] = JOIN * (len(seats) - (seat in seats))
    beside: dict[int, int] = {}
    for (a, b), built in owners(track).items():
        if rivals := len(built) - (seat in built):
            halves = (a not in chart.town_at) + (b not in chart.town_at)
            fee = rivals * (PARALLEL_HALF * halves or ADJACENT_TOWNS)
            i, j = number[a], number[b]
            beside[i * _WIDE + j] = beside[j * _WIDE + i] = fee
    return _Fees(tuple(joins), beside)


_COST, _FEE, _STEP = range(3)
_WEIGHTS = ((1 << 20, 1 << 10, 1), (1 << 10, 1 << 20, 1), (1 << 10, 1 << 10, 1 << 20))
"""What costs, payments and steps weigh: the cheapest way, the one that pays least, the shortest."""


@lru_cache(64)
def ways(key: str, track: Track, seat: Seat, network: frozenset[Hex]) -> dict[str, tuple[Way, ...]]:
    """Up to three different ways to everything that is not on the network, the nearest goals first."""
    grid, fees = _grid(key), _fees(key, track, seat)
    goals = {name: hexes for name, hexes in targets(key).items() if network.isdisjoint(hexes)}
    wanted = {name: [grid.number[hex] for hex in hexes] for name, hexes in goals.items()}
    found: dict[str, dict[tuple[Hex, ...], Way]] = {name: {} for name in goals}
    starts = [grid.number[hex] for hex in network]
    for weights in _WEIGHTS:
        before, far = _search(grid, fees, starts, wanted, weights)
        for name, ends in wanted.items():
            reached = [end for end in ends if end in far]
            if reached:
                way = _way(grid, fees, before, min(reached, key=far.__getitem__))
                found[name].setdefault(way.hexes, way)
    reachable = {name: tuple(different.values()) for name, different in found.items() if different}
    return dict(sorted(reachable.items(), key=lambda item: min(way.cost for way in item[1])))


def _search(
    grid: _Grid, fees: _Fees, starts: list[int], wanted: dict[str, list[int]], weights: tuple[int, int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """From the network outward until every goal has its nearest hex: the hex before each, and what it weighs."""
    cost_weight, fee_weight, step_weight = weights
    joins, beside, steps = fees.joins, fees.beside, grid.steps
    best = dict.fromkeys(starts, 0)
    before: dict[int, int] = {}
    far: dict[int, int] = {}
    waiting: dict[int, list[str]] = {}
    for name, ends in wanted.items():
        for end in ends:
            waiting.setdefault(end, []).append(name)
    missing = set(wanted)
    heap = sorted(starts)
    while heap and missing:
        weight, a = divmod(heappop(heap), _WIDE)
        if best[a] < weight:
            continue
        if a in waiting:
            far[a] = weight
            missing.difference_update(waiting[a])
        for b, cost in steps[a]:
            fee = joins[b] + beside.get(a * _WIDE + b, 0)
            further = weight + cost * cost_weight + fee * fee_weight + step_weight
            if b not in best or further < best[b]:
                best[b], before[b] = further, a
                heappush(heap, further * _WIDE + b)
    return before, far


def _way(grid: _Grid, fees: _Fees, before: dict[int, int], end: int) -> Way:
    numbers = [end]
    while numbers[-1] in before:
        numbers.append(before[numbers[-1]])
    numbers.reverse()
    cost = fee = 0
    for a, b in pairwise(numbers):
        cost += next(cost for other, cost in grid.steps[a] if other == b)
        fee += fees.joins[b] + fees.beside.get(a * _WIDE + b, 0)
    return Way(tuple(grid.hexes[number] for number in numbers), cost, fee)
