"""The order of companies' lines over every side, so that few of them cross in the hexes between.

It depends on the track alone. (drawing rules for maps, section 3)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Hex, Side, place_of
from engine.kit.hexes import neighbors
from render.games.railway_rivals.plane import hex_center, hex_corners
from render.geometry import Point, heading

_PASSES, _ALL_ORDERS = 6, 4

Riders = Mapping[Side, Sequence[Seat]]
"""Who has a lane over each side."""

_Sides = tuple[Side, ...]
_Order = dict[Side, tuple[Seat, ...]]
_Line = tuple[Seat, Side, Side]
"""How a company goes through a hex that is no town."""
_Lines = tuple[_Line, ...]
_Links = Mapping[Hex, _Lines]


def untangled(towns: frozenset[Hex], riders: Riders) -> Riders:
    """The order with the fewest crossings that some passes over all shared sides find, from seat order on."""
    order = {side: tuple(sorted(riders[side])) for side in sorted(riders)}
    shared = [side for side, seats in order.items() if len(seats) > 1]
    used = by_hex(order)
    lines = {hex: tuple(_through(hex, used[hex])) for hex in used if hex not in towns}
    for _ in range(_PASSES):
        changed = _sorted_sides(order, shared, lines)
        changed |= _swapped_runs(order, shared, lines)
        if not changed:
            break
    return order


def by_hex(order: Riders) -> dict[Hex, dict[Seat, _Sides]]:
    """The sides of every hex that each company uses, clockwise from the north."""
    found: dict[Hex, dict[Seat, list[Side]]] = {}
    for side, seats in order.items():
        for hex in side:
            for seat in seats:
                found.setdefault(hex, {}).setdefault(seat, []).append(side)
    return {hex: _clockwise(hex, found[hex]) for hex in sorted(found)}


def _clockwise(hex: Hex, used: Mapping[Seat, Iterable[Side]]) -> dict[Seat, _Sides]:
    turn = partial(_facing, hex)
    return {seat: tuple(sorted(used[seat], key=turn)) for seat in sorted(used)}


@lru_cache(8_192)
def _facing(hex: Hex, side: Side) -> int:
    """The number of a side around a hex: 0 is the north, then clockwise."""
    other = side[1] if side[0] == hex else side[0]
    return neighbors(place_of(hex)).index(place_of(other))


def links(hex: Hex, sides: _Sides, town: bool) -> tuple[tuple[Side, Side | None], ...]:
    """The joined pairs of sides: in a town all with its middle, else two by two; sharp turns only where needed."""
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


@lru_cache(8_192)
def direction(side: Side) -> Point:
    """Along a side, its first hex on the left: a quarter turn from the way across it."""
    dx, dy = heading(hex_center(side[0]), hex_center(side[1]))
    return -dy, dx


def _through(hex: Hex, used: Mapping[Seat, _Sides]) -> Iterator[_Line]:
    for seat, sides in used.items():
        for a, b in links(hex, sides, False):
            if b is not None:
                yield seat, a, b


def _sorted_sides(order: _Order, shared: Sequence[Side], lines: _Links) -> bool:
    """Gives every shared side its best order; whether any changed."""
    changed = False
    for side in shared:
        near = [(hex, lines[hex]) for hex in side if hex in lines]
        best, fewest = order[side], _crossings(near, order)
        for seats in _orders(order[side]) if fewest else ():
            order[side] = seats
            count = _crossings(near, order)
            if count < fewest:
                best, fewest, changed = seats, count, True
        order[side] = best
    return changed


def _swapped_runs(order: _Order, shared: Sequence[Side], lines: _Links) -> bool:
    """Swap two companies on all of a way that they go together, if fewer lines cross then; true if any were swapped."""
    changed = False
    pairs = {pair for side in shared for pair in combinations(sorted(order[side]), 2)}
    for a, b in sorted(pairs):
        both = [side for side in shared if a in order[side] and b in order[side]]
        for run in _runs(both, lines):
            hexes = sorted({hex for side in run for hex in side})
            near = [(hex, lines[hex]) for hex in hexes if hex in lines]
            before = _crossings(near, order)
            if before:
                swapped = {side: _swapped(order[side], a, b) for side in run}
                if _crossings(near, {**order, **swapped}) < before:
                    order |= swapped
                    changed = True
    return changed


def _swapped(seats: Sequence[Seat], a: Seat, b: Seat) -> tuple[Seat, ...]:
    other = {a: b, b: a}
    return tuple(other.get(seat, seat) for seat in seats)


def _runs(sides: Sequence[Side], lines: _Links) -> list[list[Side]]:
    """Sides in groups that are joined by hexes other than towns."""
    found: list[list[Side]] = []
    for side in sides:
        ends = {hex for hex in side if hex in lines}
        joined = [run for run in found if any(not ends.isdisjoint(other) for other in run)]
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


def _crossings(near: Sequence[tuple[Hex, _Lines]], order: Riders) -> int:
    """The number of crossings between lines of different companies in these hexes."""
    count = 0
    for hex, lines in near:
        chords = [_chord(hex, line, order) for line in lines]
        for (one, a, b), (other, c, d) in combinations(chords, 2):
            count += one != other and (a < c < b < d or c < a < d < b)
    return count


def _chord(hex: Hex, line: _Line, order: Riders) -> tuple[Seat, float, float]:
    seat, a, b = line
    one, other = _around(hex, a, seat, order), _around(hex, b, seat, order)
    return (seat, one, other) if one <= other else (seat, other, one)


def _around(hex: Hex, side: Side, seat: Seat, order: Riders) -> float:
    """The place of a lane on a hex's border, clockwise; a side is 1 long."""
    seats = order[side]
    place = (seats.index(seat) + 0.5) / len(seats)
    return _facing(hex, side) + (place if _runs_clockwise(hex, side) else 1 - place)


@lru_cache(8_192)
def _runs_clockwise(hex: Hex, side: Side) -> bool:
    """Whether the lanes of a side are counted clockwise round this hex."""
    facing = _facing(hex, side)
    ring = hex_corners(hex)
    (ax, ay), (bx, by) = ring[facing], ring[(facing + 1) % 6]
    dx, dy = direction(side)
    return (bx - ax) * dx + (by - ay) * dy > 0
