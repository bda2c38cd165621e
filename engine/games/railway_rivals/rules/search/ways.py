"""Ways from a company's network to towns and special runs it does not have: cheapest, shortest, least in payments.

They are proposals, not rules: whatever ``building.Site`` allows may be built. What building costs never changes, so
the first two are read off tables that are made once for a map. Hexes are numbers here, for speed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex
from engine.games.railway_rivals.box.figures import ADJACENT_TOWNS, JOIN, PARALLEL_HALF
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.track import (
    Track,
    owners,
    passable,
    tracks_in,
)


class Way(NamedTuple):
    """The first hexes of a way from the network, as many as one Turn can need, and all its steps and their cost."""

    hexes: tuple[Hex, ...]
    cost: int
    length: int


_MOST_HEXES = 13
"""12 steps: more than the die and 6 gold can buy of the cheapest land."""

_BITS = 12
_ONE, _MOST = 1 << _BITS, (1 << _BITS) - 1
"""Two or three small numbers in one, the first of which counts most; a way's sums and a hex's number stay below."""

_NEVER = _ONE**4

_DETOUR = 6
"""Gold that a way may cost more to build than the dearest of the cheapest, in order to pay rivals less."""


@lru_cache(8)
def goals(key: str) -> dict[str, tuple[Hex, ...]]:
    """The goals of building on a map: towns and special runs by name, with the hexes of each."""
    chart = CHARTS[key]
    towns = {town.name: (town.hex,) for town in chart.towns}
    return towns | {run.name: run.hexes for run in chart.special_runs}


def plain_ways(key: str, network: frozenset[Hex], toward: Collection[str] = ()) -> Mapping[str, tuple[Way, Way]]:
    """The cheapest way to build and the shortest one to each of these goals, the cheapest to reach first.

    Without any, to all that are off the network.
    """
    return _plain_ways(key, network, tuple(toward))


def way_left(key: str, path: Branches, toward: str) -> Way | None:
    """The cheapest way from where ``path`` ends to the goal; None: it is reached."""
    if not set(path.hexes).isdisjoint(goals(key)[toward]):
        return None
    return plain_ways(key, frozenset(path.hexes[-1:]), (toward,))[toward][0]


@lru_cache(64)
def _plain_ways(key: str, network: frozenset[Hex], toward: tuple[str, ...]) -> Mapping[str, tuple[Way, Way]]:
    number = _grid(key).number
    starts = sorted(number[hex] for hex in network)
    found: dict[str, tuple[Way, Way]] = {}
    for name in toward or [name for name, hexes in goals(key).items() if network.isdisjoint(hexes)]:
        cheap, short = _tables(key, name)
        cheapest, shortest = min(starts, key=cheap.far.__getitem__), min(starts, key=short.far.__getitem__)
        if cheap.far[cheapest] < _NEVER:
            cost, steps = divmod(cheap.far[cheapest], _ONE)
            fewer, dearer = divmod(short.far[shortest], _ONE)
            found[name] = (
                Way(_from(key, cheap, cheapest), cost, steps),
                Way(_from(key, short, shortest), dearer, fewer),
            )
    return dict(sorted(found.items(), key=lambda item: item[1][0].cost))


@lru_cache(16)
def sparing_ways(
    key: str, track: Track, seat: Seat, network: frozenset[Hex], toward: tuple[str, ...]
) -> dict[str, Way]:
    """The ways that pay least to rivals on the present board, and among those the cheapest to build."""
    grid, number = _grid(key), _grid(key).number
    wanted = {name: [number[hex] for hex in goals(key)[name]] for name in toward}
    starts = sorted(number[hex] for hex in network)
    plain = plain_ways(key, network, toward)
    dearest = max((cheapest.cost for cheapest, _ in plain.values()), default=0) + _DETOUR
    far, before = _search(grid, _fees(key, track, seat), starts, wanted, dearest)
    found: dict[str, Way] = {}
    for name, ends in wanted.items():
        reached = [end for end in ends if end in far]
        if reached:
            end = min(reached, key=far.__getitem__)
            _, cost, steps = far[end] >> 2 * _BITS, far[end] >> _BITS & _MOST, far[end] & _MOST
            found[name] = Way(_to(grid, before, end), cost, steps)
    return found


class _Grid(NamedTuple):
    """A map as numbers: ``steps`` are (neighbor, building cost) by hex, ``back`` the same the other way round."""

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    back: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(8)
def _grid(key: str) -> _Grid:
    chart = CHARTS[key]
    hexes = tuple(chart.terrain)
    number = {hex: i for i, hex in enumerate(hexes)}
    back: list[list[tuple[int, int]]] = [[] for _ in hexes]
    steps = []
    for i, a in enumerate(hexes):
        out = [(number[b], building_cost(chart, a, b)) for b in chart.neighbors(a) if passable(chart, a, b)]
        steps.append(tuple(out))
        for j, cost in out:
            back[j].append((i, cost))
    return _Grid(hexes, number, tuple(steps), tuple(map(tuple, back)))


class _Table(NamedTuple):
    """For every hex, how far a goal is (two sums in one number) and the next hex on the way; -1: it is there."""

    far: list[int]
    next: list[int]


@lru_cache(256)
def _tables(key: str, goal: str) -> tuple[_Table, _Table]:
    """By building cost and then steps; by steps and then building cost."""
    grid = _grid(key)
    ends = [grid.number[hex] for hex in goals(key)[goal]]
    return _table(grid, ends, _ONE, 1), _table(grid, ends, 1, _ONE)


def _table(grid: _Grid, ends: list[int], cost_weight: int, step_weight: int) -> _Table:
    far, following = [_NEVER] * len(grid.hexes), [-1] * len(grid.hexes)
    for end in ends:
        far[end] = 0
    heap = sorted(ends)
    while heap:
        weight, b = divmod(heappop(heap), _ONE)
        if far[b] == weight:
            for a, cost in grid.back[b]:
                further = weight + cost * cost_weight + step_weight
                if further < far[a]:
                    far[a], following[a] = further, b
                    heappush(heap, further * _ONE + a)
    return _Table(far, following)


def _from(key: str, table: _Table, start: int) -> tuple[Hex, ...]:
    hexes: list[Hex] = []
    grid = _grid(key)
    while start >= 0 and len(hexes) < _MOST_HEXES:
        hexes.append(grid.hexes[start])
        start = table.next[start]
    return tuple(hexes)


class _Fees(NamedTuple):
    """The payments to rivals: for entering a hex, and for running beside them over a side (``a * _ONE + b``)."""

    crowded: list[bool]
    joins: list[int]
    beside: dict[int, int]


@lru_cache(16)
def _fees(key: str, track: Track, seat: Seat) -> _Fees:
    """R Payments to Rivals, for every step at once; ``costs.payments`` is the same for one. (rulings 34 to 45)"""
    chart, number = CHARTS[key], _grid(key).number
    crowded, joins = [False] * len(number), [0] * len(number)
    for hex, seats in tracks_in(track).items():
        if rivals := len(seats) - (seat in seats):
            crowded[number[hex]] = True
            joins[number[hex]] = 0 if hex in chart.town_at else JOIN * rivals
    beside: dict[int, int] = {}
    for (a, b), built in owners(track).items():
        if rivals := len(built) - (seat in built):
            halves = (a not in chart.town_at) + (b not in chart.town_at)
            fee = rivals * (PARALLEL_HALF * halves or ADJACENT_TOWNS)
            i, j = number[a], number[b]
            beside[i * _ONE + j] = beside[j * _ONE + i] = fee
    return _Fees(crowded, joins, beside)


def _search(
    grid: _Grid, fees: _Fees, starts: list[int], wanted: dict[str, list[int]], dearest: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Search from the network outward until every goal has its nearest hex: its distance, and the hex before each.

    What costs more than ``dearest`` to build is left out.
    """
    crowded, joins, beside, steps = fees.crowded, fees.joins, fees.beside, grid.steps
    best, before = [_NEVER] * len(grid.hexes), dict[int, int]()
    for start in starts:
        best[start] = 0
    far: dict[int, int] = {}
    waiting: dict[int, list[str]] = {}
    for name, ends in wanted.items():
        for end in ends:
            waiting.setdefault(end, []).append(name)
    missing, heap = set(wanted), starts.copy()
    while heap and missing:
        weight, a = divmod(heappop(heap), _ONE)
        if best[a] < weight:
            continue
        if a in waiting:
            far[a] = weight
            missing.difference_update(waiting[a])
        for b, cost in steps[a]:
            further = weight + (cost << _BITS) + 1
            if crowded[b]:
                further += joins[b] + beside.get(a * _ONE + b, 0) << 2 * _BITS
            if further < best[b] and further >> _BITS & _MOST <= dearest:
                best[b], before[b] = further, a
                heappush(heap, further * _ONE + b)
    return far, before


def _to(grid: _Grid, before: dict[int, int], end: int) -> tuple[Hex, ...]:
    numbers = [end]
    while numbers[-1] in before:
        numbers.append(before[numbers[-1]])
    return tuple(grid.hexes[number] for number in numbers[: -_MOST_HEXES - 1 : -1])
