"""Ways from a company's network to goals that pay rivals the least, on the track there is now."""

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Side, side_between
from engine.games.railway_rivals.box.figures import ADJACENT_TOWNS, JOIN, PARALLEL_HALF
from engine.games.railway_rivals.rules.search.grid import BITS, MOST, MOST_HEXES, NEVER, ONE, Grid, Way, goals, grid_of
from engine.games.railway_rivals.rules.search.ways import plain_ways
from engine.games.railway_rivals.state.track import Piece, Track, begins, owners, size, tracks_in
from engine.kit.growing import Growing

_DETOUR = 6
"""Gold that a way may cost more to build than the dearest of the cheapest, in order to pay rivals less."""


@lru_cache(16)
def sparing_ways(
    key: str, track: Track, seat: Seat, network: frozenset[Hex], toward: tuple[str, ...]
) -> dict[str, Way]:
    """The ways that pay least to rivals on the present board, and among those the cheapest to build."""
    grid, number = grid_of(key), grid_of(key).number
    wanted = {name: [number[hex] for hex in goals(key)[name]] for name in toward}
    starts = sorted(number[hex] for hex in network)
    plain = plain_ways(key, network, toward)
    dearest = max((cheapest.cost for cheapest, _ in plain.values()), default=0) + _DETOUR
    far, before = _search(grid, fees_on(key, track, seat), starts, wanted, dearest)
    found: dict[str, Way] = {}
    for name, ends in wanted.items():
        reached = [end for end in ends if end in far]
        if reached:
            end = min(reached, key=far.__getitem__)
            _, cost, steps = far[end] >> 2 * BITS, far[end] >> BITS & MOST, far[end] & MOST
            found[name] = Way(_to(grid, before, end), cost, steps)
    return found


# -- fees


class Fees(NamedTuple):
    """The payments to rivals: for entering a hex, and for running beside them over a side (``a * ONE + b``)."""

    crowded: list[bool]
    joins: list[int]
    beside: dict[int, int]


_KNOWN = Growing[tuple[str, Seat], Track, Fees](begins, size)


@lru_cache(16)
def fees_on(key: str, track: Track, seat: Seat) -> Fees:
    """R Payments to Rivals, for every step at once; ``costs.payments`` is the same for one. (rulings 34 to 45)"""
    chart, number = CHARTS[key], grid_of(key).number

    def begin() -> Fees:
        none = Fees([False] * len(number), [0] * len(number), {})
        return _with(none, chart, number, track, seat, tracks_in(track), owners(track))

    def extend(part: Track, known: Fees) -> Fees:
        pieces = track.pieces[size(part) :]
        copied = Fees(known.crowded.copy(), known.joins.copy(), known.beside.copy())
        return _with(copied, chart, number, track, seat, _hexes(pieces), map(_side, pieces))

    return _KNOWN.get((key, seat), track, begin, extend)


def _hexes(pieces: Iterable[Piece]) -> set[Hex]:
    return {hex for piece in pieces for hex in (piece.a, piece.b)}


def _side(piece: Piece) -> Side:
    return side_between(piece.a, piece.b)


def _with(
    fees: Fees,
    chart: Chart,
    number: dict[Hex, int],
    track: Track,
    seat: Seat,
    hexes: Iterable[Hex],
    sides: Iterable[Side],
) -> Fees:
    """The fees with those for these hexes and sides set."""
    there, built = tracks_in(track), owners(track)
    for hex in hexes:
        if rivals := len(there[hex]) - (seat in there[hex]):
            fees.crowded[number[hex]] = True
            fees.joins[number[hex]] = 0 if hex in chart.town_at else JOIN * rivals
    for a, b in sides:
        if rivals := len(built[a, b]) - (seat in built[a, b]):
            halves = (a not in chart.town_at) + (b not in chart.town_at)
            i, j = number[a], number[b]
            due = rivals * (PARALLEL_HALF * halves or ADJACENT_TOWNS)
            fees.beside[i * ONE + j] = fees.beside[j * ONE + i] = due
    return fees


# -- the search


def _search(
    grid: Grid, fees: Fees, starts: list[int], wanted: dict[str, list[int]], dearest: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Search from the network outward until every goal has its nearest hex: its distance, and the hex before each.

    What costs more than ``dearest`` to build is left out.
    """
    crowded, joins, beside, steps = fees.crowded, fees.joins, fees.beside, grid.weighed
    best, before = [NEVER] * len(grid.hexes), dict[int, int]()
    for start in starts:
        best[start] = 0
    far: dict[int, int] = {}
    waiting: dict[int, list[str]] = {}
    for name, ends in wanted.items():
        for end in ends:
            waiting.setdefault(end, []).append(name)
    missing, heap = set(wanted), starts.copy()
    while heap and missing:
        packed = heappop(heap)
        weight, a = packed >> BITS, packed & MOST
        if best[a] < weight:
            continue
        if a in waiting:
            far[a] = weight
            missing.difference_update(waiting[a])
        for b, step in steps[a]:
            further = weight + step
            if further >= best[b]:
                continue
            if crowded[b]:
                further += joins[b] + beside.get(a * ONE + b, 0) << 2 * BITS
                if further >= best[b]:
                    continue
            if further >> BITS & MOST <= dearest:
                best[b], before[b] = further, a
                heappush(heap, further << BITS | b)
    return far, before


def _to(grid: Grid, before: dict[int, int], end: int) -> tuple[Hex, ...]:
    numbers = [end]
    while numbers[-1] in before:
        numbers.append(before[numbers[-1]])
    return tuple(grid.hexes[number] for number in numbers[: -MOST_HEXES - 1 : -1])
