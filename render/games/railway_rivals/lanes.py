"""Companies' track as lines: beside each other over shared sides, curved through hexes, with few crossings.

Everything is in sizes of a hex and depends on the track alone. (drawing rules for maps, section 3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import hypot
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex, Side, place_of
from engine.games.railway_rivals.state.track import Track, owners
from engine.kit.hexes import neighbors
from engine.kit.kept import kept
from render.games.railway_rivals.plane import APOTHEM, hex_center, hex_corners, side_middle
from render.geometry import Points

PITCH = 0.364
"""Between two lanes of one side, where there is room."""
_WIDEST = 1.02
"""What the lanes of a side may take of it in all."""
_PASSES, _ALL_ORDERS = 6, 4
_STEPS = 8
_STRAIGHT = 0.02
_ENTRY = 2 / 3
"""How far a curve goes straight on into a hex before it turns, in parts of the way to the middle."""

Riders = Mapping[Side, tuple[Seat, ...]]
"""Who has a lane over each side."""


class Curve(NamedTuple):
    """One company's line through a hex, from the side it comes in by to the other, or to the middle."""

    seat: Seat
    hex: Hex
    start: Side
    end: Side | None
    points: Points


class Strand(NamedTuple):
    """A line as long as it goes on without a break, of one company and one kind."""

    seat: Seat
    kind: str
    points: Points


class Lanes(NamedTuple):
    """The order of companies over each side, and the curves that come of it."""

    order: Riders
    curves: tuple[Curve, ...]


def lanes_of(chart: Chart, track: Track, pitch: float = PITCH) -> Lanes:
    """All track of a game."""
    return _lanes_of(frozenset(chart.town_at), track, pitch)


@kept(lambda lanes: 1_500 * len(lanes.curves))
def _lanes_of(towns: frozenset[Hex], track: Track, pitch: float) -> Lanes:
    return laid_out(towns, owners(track), pitch)


def laid_out(towns: frozenset[Hex], riders: Mapping[Side, Sequence[Seat]], pitch: float = PITCH) -> Lanes:
    """Lanes for any lines over sides: track, or the routes of trains."""
    order = _untangled(towns, {side: tuple(sorted(seats)) for side, seats in sorted(riders.items())})
    curves = tuple(
        Curve(seat, hex, start, end, _curve(hex, seat, start, end, order, pitch, hex in towns))
        for hex, used in _by_hex(order).items()
        for seat, sides in used.items()
        for start, end in _links(hex, sides, hex in towns)
    )
    return Lanes(order, curves)


def crossing(lanes: Lanes, side: Side, seat: Seat, pitch: float = PITCH) -> tuple[float, float]:
    """Where a company's line crosses a side."""
    return _lane(side, seat, lanes.order, pitch)


def strands(lanes: Lanes, kind: Callable[[Seat, Side], str] = lambda seat, side: "") -> tuple[Strand, ...]:
    """The curves joined over sides. Where the kind of track changes inside a hex, a line ends in its middle."""
    pieces = tuple(_pieces(lanes.curves, kind))
    joins = _joins(pieces)
    used: set[int] = set()
    found: list[Strand] = []
    for i in sorted(range(len(pieces)), key=lambda i: (i, 0) in joins and (i, 1) in joins):  # open ends first
        if i not in used:
            found.append(_strand(pieces, joins, used, i))
    return tuple(found)


class _Piece(NamedTuple):
    """A curve, or half of one where the kind of track changes; its ends that lie on a side can be joined."""

    seat: Seat
    kind: str
    hex: Hex
    ends: tuple[Side | None, Side | None]
    points: Points


def _pieces(curves: Iterable[Curve], kind: Callable[[Seat, Side], str]) -> Iterator[_Piece]:
    for seat, hex, start, end, points in curves:
        first = kind(seat, start)
        last = first if end is None else kind(seat, end)
        if first == last:
            yield _Piece(seat, first, hex, (start, end), points)
        else:
            half = len(points) // 2
            yield _Piece(seat, first, hex, (start, None), points[: half + 1])
            yield _Piece(seat, last, hex, (None, end), points[half:])


_End = tuple[int, int]
"""A piece's number, and 0 or 1 for which of its ends."""


def _joins(pieces: Sequence[_Piece]) -> dict[_End, _End]:
    """Which end goes on as which other beyond its side. In each of the two hexes the first end is joined."""
    first: dict[tuple[Seat, Side], dict[Hex, _End]] = {}
    for i, piece in enumerate(pieces):
        for which, side in enumerate(piece.ends):
            if side is not None:
                first.setdefault((piece.seat, side), {}).setdefault(piece.hex, (i, which))
    found: dict[_End, _End] = {}
    for ends in first.values():
        if len(ends) > 1:
            one, other = ends.values()
            found |= {one: other, other: one}
    return found


def _strand(pieces: Sequence[_Piece], joins: Mapping[_End, _End], used: set[int], start: int) -> Strand:
    """From a piece on, away from an end where nothing is joined, or all the way round."""
    begin = 1 if (start, 0) in joins and (start, 1) not in joins else 0
    seat, kind = pieces[start].seat, pieces[start].kind
    points: list[tuple[float, float]] = []
    at: _End | None = (start, begin)
    while at is not None and at[0] not in used:
        i, entered = at
        used.add(i)
        course = pieces[i].points if entered == 0 else pieces[i].points[::-1]
        points += course[1:] if points else course
        at = joins.get((i, 1 - entered))
    return Strand(seat, kind, tuple(points))


# -- lines through a hex


def _by_hex(order: Riders) -> dict[Hex, dict[Seat, tuple[Side, ...]]]:
    """The sides of every hex that each company uses, clockwise from the north."""
    found: dict[Hex, dict[Seat, list[Side]]] = {}
    for side, seats in order.items():
        for hex in side:
            for seat in seats:
                found.setdefault(hex, {}).setdefault(seat, []).append(side)
    return {
        hex: {seat: tuple(sorted(sides, key=lambda side: _facing(hex, side))) for seat, sides in sorted(used.items())}
        for hex, used in sorted(found.items())
    }


@lru_cache(8_192)
def _facing(hex: Hex, side: Side) -> int:
    """Which of a hex's sides it is, 0 the north, clockwise."""
    other = side[1] if side[0] == hex else side[0]
    return neighbors(place_of(hex)).index(place_of(other))


def _links(hex: Hex, sides: tuple[Side, ...], town: bool) -> tuple[tuple[Side, Side | None], ...]:
    """Which sides are joined: in a town all with its middle, else two by two; sharp turns only where needed."""
    if town or len(sides) == 1:
        return tuple((side, None) for side in sides)
    pairs = sorted(combinations(sides, 2), key=lambda pair: -_bend(hex, pair))
    wide = [pair for pair in pairs if _bend(hex, pair) > 1]
    group = {side: side for side in sides}

    def root(side: Side) -> Side:
        return side if group[side] == side else root(group[side])

    for a, b in wide:
        group[root(a)] = root(b)
    for a, b in pairs[len(wide) :]:
        if root(a) != root(b):
            group[root(a)] = root(b)
            wide.append((a, b))
    return tuple(wide)


def _bend(hex: Hex, pair: tuple[Side, Side]) -> int:
    """3 straight on, 2 a wide turn, 1 a sharp one."""
    apart = abs(_facing(hex, pair[0]) - _facing(hex, pair[1]))
    return min(apart, 6 - apart)


def _lane(side: Side, seat: Seat, order: Riders, pitch: float) -> tuple[float, float]:
    """Where a company crosses a side."""
    seats = order[side]
    step = min(pitch, _WIDEST / max(1, len(seats) - 1))
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * step
    (mx, my), (dx, dy) = side_middle(side), _direction(side)
    return mx + dx * shift, my + dy * shift


@lru_cache(8_192)
def _direction(side: Side) -> tuple[float, float]:
    """Along a side, its first hex on the left: a quarter turn from the way across it."""
    (ax, ay), (bx, by) = hex_center(side[0]), hex_center(side[1])
    length = hypot(bx - ax, by - ay)
    return -(by - ay) / length, (bx - ax) / length


def _curve(
    hex: Hex, seat: Seat, start: Side, end: Side | None, order: Riders, pitch: float, town: bool
) -> tuple[tuple[float, float], ...]:
    middle = hex_center(hex)
    a = _lane(start, seat, order, pitch)
    inward = _inward(hex, start)
    if end is None:
        if town:
            turn = a[0] + inward[0] * APOTHEM * 0.4, a[1] + inward[1] * APOTHEM * 0.4
            return _bezier(a, turn, turn, middle)
        stop = a[0] + inward[0] * APOTHEM, a[1] + inward[1] * APOTHEM
        return a, ((a[0] + stop[0]) / 2, (a[1] + stop[1]) / 2), stop
    b, back = _lane(end, seat, order, pitch), _inward(hex, end)
    reach, reach_back = _crossing(a, inward, b, back)
    return _bezier(
        a,
        (a[0] + inward[0] * reach * _ENTRY, a[1] + inward[1] * reach * _ENTRY),
        (b[0] + back[0] * reach_back * _ENTRY, b[1] + back[1] * reach_back * _ENTRY),
        b,
    )


def _inward(hex: Hex, side: Side) -> tuple[float, float]:
    (cx, cy), (mx, my) = hex_center(hex), side_middle(side)
    return (cx - mx) / APOTHEM, (cy - my) / APOTHEM


def _crossing(
    a: tuple[float, float], da: tuple[float, float], b: tuple[float, float], db: tuple[float, float]
) -> tuple[float, float]:
    """How far the axes of two lanes go until they cross; where they do not cross inside, as far as the middle."""
    turn = da[0] * db[1] - da[1] * db[0]
    if abs(turn) < 1e-6:
        return APOTHEM, APOTHEM
    gap = b[0] - a[0], b[1] - a[1]
    reach = (gap[0] * db[1] - gap[1] * db[0]) / turn
    back = (gap[0] * da[1] - gap[1] * da[0]) / turn
    return (reach, back) if 0.1 < reach < 2 and 0.1 < back < 2 else (APOTHEM / 2, APOTHEM / 2)


def _bezier(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    if hypot(b[0] + c[0] - a[0] - d[0], b[1] + c[1] - a[1] - d[1]) < _STRAIGHT and _bow(a, b, d) < _STRAIGHT:
        return a, ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), d
    found = []
    for i in range(_STEPS + 1):
        t = i / _STEPS
        k0, k1, k2, k3 = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        found.append((k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0], k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1]))
    return tuple(found)


def _bow(a: tuple[float, float], b: tuple[float, float], d: tuple[float, float]) -> float:
    """How far a curve's control point lies beside its chord."""
    length = hypot(d[0] - a[0], d[1] - a[1]) or 1
    return abs((d[0] - a[0]) * (b[1] - a[1]) - (d[1] - a[1]) * (b[0] - a[0])) / length


# -- the order of lanes


def _untangled(towns: frozenset[Hex], riders: Riders) -> Riders:
    """The order with the fewest crossings that some passes over all shared sides find, from seat order on."""
    order = dict(riders)
    used = _by_hex(order)
    shared = [side for side, seats in order.items() if len(seats) > 1]
    links = {
        hex: tuple((seat, a, b) for seat, sides in here.items() for a, b in _links(hex, sides, False) if b is not None)
        for hex, here in used.items()
        if hex not in towns
    }
    for _ in range(_PASSES):
        changed = _sorted_sides(order, shared, links)
        changed |= _swapped_runs(order, shared, links)
        if not changed:
            break
    return order


_Links = Mapping[Hex, tuple[tuple[Seat, Side, Side], ...]]
"""How companies go through the hexes that are no towns."""


def _sorted_sides(order: dict[Side, tuple[Seat, ...]], shared: Sequence[Side], links: _Links) -> bool:
    """Gives every shared side its best order; whether any changed."""
    changed = False
    for side in shared:
        near = [(hex, links[hex]) for hex in side if hex in links]
        best, fewest = order[side], _crossings(near, order)
        for seats in _orders(order[side]) if fewest else ():
            order[side] = seats
            count = _crossings(near, order)
            if count < fewest:
                best, fewest, changed = seats, count, True
        order[side] = best
    return changed


def _swapped_runs(order: dict[Side, tuple[Seat, ...]], shared: Sequence[Side], links: _Links) -> bool:
    """Where two companies go a way together, has them change places on all of it if that helps; whether any did."""
    changed = False
    for a, b in sorted({pair for side in shared for pair in combinations(sorted(order[side]), 2)}):
        for run in _runs([side for side in shared if a in order[side] and b in order[side]], links):
            near = [(hex, links[hex]) for hex in sorted({hex for side in run for hex in side}) if hex in links]
            before = _crossings(near, order)
            if before:
                swapped = {side: tuple({a: b, b: a}.get(seat, seat) for seat in order[side]) for side in run}
                if _crossings(near, {**order, **swapped}) < before:
                    order |= swapped
                    changed = True
    return changed


def _runs(sides: Sequence[Side], links: _Links) -> list[list[Side]]:
    """Sides in groups that are joined by hexes other than towns."""
    found: list[list[Side]] = []
    for side in sides:
        joined = [run for run in found if any(hex in links and hex in other for other in run for hex in side)]
        found = [run for run in found if run not in joined]
        found.append([*(other for run in joined for other in run), side])
    return found


def _orders(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """All orders of a few; of more, those with two neighbors changed."""
    if len(seats) <= _ALL_ORDERS:
        yield from permutations(sorted(seats))
    else:
        for i in range(len(seats) - 1):
            yield (*seats[:i], seats[i + 1], seats[i], *seats[i + 2 :])


def _crossings(near: Sequence[tuple[Hex, tuple[tuple[Seat, Side, Side], ...]]], order: Riders) -> int:
    """How many lines of different companies cross in these hexes."""
    count = 0
    for hex, links in near:
        chords = [(seat, *sorted((_around(hex, a, seat, order), _around(hex, b, seat, order)))) for seat, a, b in links]
        for (one, a, b), (other, c, d) in combinations(chords, 2):
            count += one != other and (a < c < b < d or c < a < d < b)
    return count


def _around(hex: Hex, side: Side, seat: Seat, order: Riders) -> float:
    """Where a lane lies on a hex's border, clockwise; a side is 1 long."""
    seats = order[side]
    place = (seats.index(seat) + 0.5) / len(seats)
    return _facing(hex, side) + (place if _clockwise(hex, side) else 1 - place)


@lru_cache(8_192)
def _clockwise(hex: Hex, side: Side) -> bool:
    """Whether the lanes of a side are counted clockwise round this hex."""
    facing = _facing(hex, side)
    ring = hex_corners(hex)
    (ax, ay), (bx, by), (dx, dy) = ring[facing], ring[(facing + 1) % 6], _direction(side)
    return (bx - ax) * dx + (by - ay) * dy > 0
