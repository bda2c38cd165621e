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
"""The companies with a lane over each side."""

_Sides = tuple[Side, ...]
_Order = dict[Side, tuple[Seat, ...]]
_Line = tuple[Seat, Side, Side]
"""A company's way through a hex that is not a town."""
_Lines = tuple[_Line, ...]
_Links = Mapping[Hex, _Lines]


def untangle(towns: frozenset[Hex], riders: Riders) -> Riders:
    """The order with the fewest crossings that some passes over all shared sides find, from seat order on."""
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
    """The number of a side around a hex: 0 is the north, then clockwise."""
    other = side[1] if side[0] == hex else side[0]
    return neighbors(axial_of(hex)).index(axial_of(other))


def join_sides(hex: Hex, sides: _Sides, town: bool) -> tuple[tuple[Side, Side | None], ...]:
    """The connected pairs of sides: in a town each with its middle, else two by two; sharp turns only if needed."""
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
    """3 straight on, 2 a wide turn, 1 a sharp one."""
    apart = abs(_side_number(hex, pair[0]) - _side_number(hex, pair[1]))
    return min(apart, 6 - apart)


@lru_cache(8_192)
def side_direction(side: Side) -> Point:
    """The direction along a side with its first hex on the left."""
    dx, dy = unit_vector(hex_center(side[0]), hex_center(side[1]))
    return -dy, dx


def _lines_through(hex: Hex, sides_by_seat: Mapping[Seat, _Sides]) -> Iterator[_Line]:
    for seat, sides in sides_by_seat.items():
        for a, b in join_sides(hex, sides, False):
            if b is not None:
                yield seat, a, b


def _sort_shared_sides(order: _Order, shared: Sequence[Side], lines: _Links) -> bool:
    """Gives every shared side its best order; whether any changed."""
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
    """Swap two companies on all of a way that they go together, if fewer lines cross then; true if any were swapped."""
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
    """Sides in groups that are joined by hexes other than towns."""
    runs: list[list[Side]] = []
    for side in sides:
        ends = {hex for hex in side if hex in lines}
        touching_runs = [run for run in runs if any(not ends.isdisjoint(other) for other in run)]
        runs = [run for run in runs if run not in touching_runs]
        runs.append([*(other for run in touching_runs for other in run), side])
    return runs


def _possible_orders(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """All orders of a few; of more, those with two neighbors changed."""
    if len(seats) <= _ALL_ORDERS:
        yield from permutations(sorted(seats))
    else:
        for i in range(len(seats) - 1):
            yield (*seats[:i], seats[i + 1], seats[i], *seats[i + 2 :])


def _count_crossings(near: Sequence[tuple[Hex, _Lines]], order: Riders) -> int:
    """The number of crossings between lines of different companies in these hexes."""
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
    """The place of a lane on a hex's border, clockwise; a side is 1 long."""
    seats = order[side]
    place = (seats.index(seat) + 0.5) / len(seats)
    return _side_number(hex, side) + (place if _is_clockwise(hex, side) else 1 - place)


@lru_cache(8_192)
def _is_clockwise(hex: Hex, side: Side) -> bool:
    """Whether the lanes of a side are counted clockwise round this hex."""
    facing = _side_number(hex, side)
    ring = hex_corners(hex)
    (ax, ay), (bx, by) = ring[facing], ring[(facing + 1) % 6]
    dx, dy = side_direction(side)
    return (bx - ax) * dx + (by - ay) * dy > 0
