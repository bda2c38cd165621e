"""Orders companies' lines over every side so that few of them cross.

The order depends only on the track. (drawing rules for maps, section 3)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, Side, axial_of
from engine.kit.hex_grid import neighbors
from render.games.railway_rivals.board.hex_viewport import hex_center, hex_corners
from render.geometry import Point, unit_vector

_PASSES, _ALL_ORDERS = 6, 4

Riders = Mapping[Side, Sequence[Seat]]
"""The companies whose lines cross each side, in the order of their lanes."""

_Sides = tuple[Side, ...]
_Order = dict[Side, tuple[Seat, ...]]
_Line = tuple[Seat, Side, Side]
"""A company's line through a hex that is not a town: the company and two sides."""
_Lines = tuple[_Line, ...]
_Links = Mapping[Hex, _Lines]


def untangle(towns: frozenset[Hex], riders: Riders) -> Riders:
    """Order the companies over each side so that few lines cross.

    The search begins with seat order and makes at most ``_PASSES`` passes over all shared sides.
    """
    order = {side: tuple(sorted(riders[side])) for side in sorted(riders)}
    shared = [side for side, seats in order.items() if len(seats) > 1]
    used_sides = sides_by_hex(order)
    lines = {hex: tuple(_lines_through(hex, used_sides[hex])) for hex in used_sides if hex not in towns}
    for _ in range(_PASSES):
        has_changed = _sort_shared_sides(order, shared, lines)
        has_changed |= _swap_runs(order, shared, lines)
        if not has_changed:
            break
    return order


def sides_by_hex(order: Riders) -> dict[Hex, dict[Seat, _Sides]]:
    """The sides of every hex that each company uses, clockwise from the north."""
    sides_used: dict[Hex, dict[Seat, list[Side]]] = {}
    for side, seats in order.items():
        for hex in side:
            for seat in seats:
                sides_used.setdefault(hex, {}).setdefault(seat, []).append(side)
    return {hex: _sort_clockwise(hex, sides_used[hex]) for hex in sorted(sides_used)}


def _sort_clockwise(hex: Hex, sides_by_seat: Mapping[Seat, Iterable[Side]]) -> dict[Seat, _Sides]:
    turn = partial(_side_number, hex)
    return {seat: tuple(sorted(sides_by_seat[seat], key=turn)) for seat in sorted(sides_by_seat)}


@lru_cache(8_192)
def _side_number(hex: Hex, side: Side) -> int:
    """The index of a hex's side: 0 is north, then clockwise."""
    other = side[1] if side[0] == hex else side[0]
    return neighbors(axial_of(hex)).index(axial_of(other))


def join_sides(hex: Hex, sides: _Sides, town: bool) -> tuple[tuple[Side, Side | None], ...]:
    """Pair the sides of a hex that a company's track connects.

    In a town, each side is paired with the middle (None). Elsewhere, sides are paired with each other; sharp turns only
    if they are needed to connect all sides.
    """
    if town or len(sides) == 1:
        return tuple((side, None) for side in sides)
    pairs = sorted(combinations(sides, 2), key=lambda pair: -_straightness(hex, pair))
    wide = [pair for pair in pairs if _straightness(hex, pair) > 1]
    group = {side: side for side in sides}

    def root_of(side: Side) -> Side:
        return side if group[side] == side else root_of(group[side])

    for a, b in wide:
        group[root_of(a)] = root_of(b)
    for a, b in pairs[len(wide) :]:
        if root_of(a) != root_of(b):
            group[root_of(a)] = root_of(b)
            wide.append((a, b))
    return tuple(wide)


def _straightness(hex: Hex, pair: tuple[Side, Side]) -> int:
    """3 if two sides are opposite, 2 for a wide turn, and 1 for a sharp turn."""
    apart = abs(_side_number(hex, pair[0]) - _side_number(hex, pair[1]))
    return min(apart, 6 - apart)


@lru_cache(8_192)
def side_direction(side: Side) -> Point:
    """The direction along a side, as a unit vector; the side's first hex is on the left."""
    dx, dy = unit_vector(hex_center(side[0]), hex_center(side[1]))
    return -dy, dx


def _lines_through(hex: Hex, sides_by_seat: Mapping[Seat, _Sides]) -> Iterator[_Line]:
    for seat, sides in sides_by_seat.items():
        for a, b in join_sides(hex, sides, False):
            if b is not None:
                yield seat, a, b


def _sort_shared_sides(order: _Order, shared: Sequence[Side], lines: _Links) -> bool:
    """Give every shared side its best order; return whether any order changed."""
    has_changed = False
    for side in shared:
        near = [(hex, lines[hex]) for hex in side if hex in lines]
        best, fewest = order[side], _count_crossings(near, order)
        for seats in _possible_orders(order[side]) if fewest else ():
            order[side] = seats
            count = _count_crossings(near, order)
            if count < fewest:
                best, fewest, has_changed = seats, count, True
        order[side] = best
    return has_changed


def _swap_runs(order: _Order, shared: Sequence[Side], lines: _Links) -> bool:
    """Swap two companies along each stretch that they share, if fewer lines cross then.

    Return whether any companies were swapped.
    """
    has_changed = False
    pairs = {pair for side in shared for pair in combinations(sorted(order[side]), 2)}
    for a, b in sorted(pairs):
        both = [side for side in shared if a in order[side] and b in order[side]]
        for run in _group_sides(both, lines):
            hexes = sorted({hex for side in run for hex in side})
            near = [(hex, lines[hex]) for hex in hexes if hex in lines]
            before = _count_crossings(near, order)
            if before:
                swapped_sides = {side: _swap(order[side], a, b) for side in run}
                if _count_crossings(near, {**order, **swapped_sides}) < before:
                    order |= swapped_sides
                    has_changed = True
    return has_changed


def _swap(seats: Sequence[Seat], a: Seat, b: Seat) -> tuple[Seat, ...]:
    other = {a: b, b: a}
    return tuple(other.get(seat, seat) for seat in seats)


def _group_sides(sides: Sequence[Side], lines: _Links) -> list[list[Side]]:
    """Group the sides that are connected by hexes other than towns."""
    runs: list[list[Side]] = []
    for side in sides:
        ends = {hex for hex in side if hex in lines}
        touching_runs = [run for run in runs if any(not ends.isdisjoint(other) for other in run)]
        runs = [run for run in runs if run not in touching_runs]
        runs.append([*(other for run in touching_runs for other in run), side])
    return runs


def _possible_orders(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """All orders of up to ``_ALL_ORDERS`` companies; of more, the orders in which two neighbors are swapped."""
    if len(seats) <= _ALL_ORDERS:
        yield from permutations(sorted(seats))
    else:
        for i in range(len(seats) - 1):
            yield (*seats[:i], seats[i + 1], seats[i], *seats[i + 2 :])


def _count_crossings(near: Sequence[tuple[Hex, _Lines]], order: Riders) -> int:
    count = 0
    for hex, lines in near:
        chords = [_chord(hex, line, order) for line in lines]
        for (one, a, b), (other, c, d) in combinations(chords, 2):
            count += one != other and (a < c < b < d or c < a < d < b)
    return count


def _chord(hex: Hex, line: _Line, order: Riders) -> tuple[Seat, float, float]:
    seat, a, b = line
    one, other = _border_position(hex, a, seat, order), _border_position(hex, b, seat, order)
    return (seat, one, other) if one <= other else (seat, other, one)


def _border_position(hex: Hex, side: Side, seat: Seat, order: Riders) -> float:
    """The position of a lane on a hex's border, clockwise from the north; a side has the length 1."""
    seats = order[side]
    place = (seats.index(seat) + 0.5) / len(seats)
    return _side_number(hex, side) + (place if _is_clockwise(hex, side) else 1 - place)


@lru_cache(8_192)
def _is_clockwise(hex: Hex, side: Side) -> bool:
    """Whether the lanes of a side are in clockwise order around this hex."""
    facing = _side_number(hex, side)
    ring = hex_corners(hex)
    (ax, ay), (bx, by) = ring[facing], ring[(facing + 1) % 6]
    dx, dy = side_direction(side)
    return (bx - ax) * dx + (by - ay) * dy > 0
