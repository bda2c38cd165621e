"""Track as lines: parallel over shared sides, and curved through hexes.

All lengths are in hex sizes. (drawing rules for maps, section 3)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap, Side
from engine.games.railway_rivals.state.track import Track, owners_by_side
from engine.kit.sized_cache import cache_by_size
from render.games.railway_rivals.board.hex_viewport import APOTHEM, hex_center, side_middle
from render.games.railway_rivals.board.line_order import Riders, join_sides, side_direction, sides_by_hex, untangle
from render.geometry import Point, Points, mean_point

LANE_PITCH = 0.364
"""Distance between two lanes on a side, if there is enough room."""
_WIDEST = 1.02
"""Maximum width of all lanes on a side together."""
_STEPS = 8
_STRAIGHT = 0.02
_ENTRY = 2 / 3
"""Distance of a curve's control point from its side, as a fraction of the distance to the crossing of the axes."""
_TOWN_ENTRY = 0.4
"""Distance of a curve's control point from its side in a town, in apothems."""
_LEAST_REACH, _REACH = 0.1, 2
"""Minimum and maximum distance from a side at which the axes of two lanes may cross."""

Kind = Callable[[Seat, Side], str]
"""A function that returns the kind of a company's track over a side, such as new or old."""


class Curve(NamedTuple):
    """One company's line through a hex: from a side to another side, or to the middle of the hex (None)."""

    seat: Seat
    hex: Hex
    start: Side
    end: Side | None
    points: Points


class Strand(NamedTuple):
    """An uninterrupted line of one company's track of one kind."""

    seat: Seat
    kind: str
    points: Points


class TrackLines(NamedTuple):
    """The order of companies over each side, and the resulting curves."""

    order: Riders
    curves: tuple[Curve, ...]


def track_lines_of(chart: HexMap, track: Track, pitch: float = LANE_PITCH) -> TrackLines:
    """The lines of all track on a map; ``pitch`` is the distance between lanes."""
    return _track_lines_of(frozenset(chart.town_at), track, pitch)


@cache_by_size(lambda lanes: 300 * len(lanes.curves))
def _track_lines_of(towns: frozenset[Hex], track: Track, pitch: float) -> TrackLines:
    return lay_out_lines(towns, owners_by_side(track), pitch)


def lay_out_lines(towns: frozenset[Hex], riders: Riders, pitch: float = LANE_PITCH) -> TrackLines:
    """The lines of all riders: companies with track over a side, or trains."""
    order = untangle(towns, riders)
    return TrackLines(order, tuple(_track_curves(towns, order, pitch)))


def crossing_point(track_lines: TrackLines, side: Side, seat: Seat, pitch: float = LANE_PITCH) -> Point:
    """The point at which a company's line crosses a side."""
    return _lane_point(side, seat, track_lines.order, pitch)


def single_kind(_seat: Seat, _side: Side) -> str:
    """The kind of all track, if no kinds are distinguished."""
    return ""


def join_strands(track_lines: TrackLines, kind: Kind = single_kind) -> tuple[Strand, ...]:
    """Join curves at sides into long lines; a line ends where the kind of track changes."""
    pieces = tuple(_split_by_kind(track_lines.curves, kind))
    joins = _find_joins(pieces)

    def is_closed(i: int) -> bool:
        return (i, 0) in joins and (i, 1) in joins

    used_pieces: set[int] = set()
    strand_list: list[Strand] = []
    for i in sorted(range(len(pieces)), key=is_closed):
        if i not in used_pieces:
            strand_list.append(_follow_strand(pieces, joins, used_pieces, i))
    return tuple(strand_list)


class _Piece(NamedTuple):
    """A curve, or half of a curve in which the kind of track changes; its ends at sides can be joined."""

    seat: Seat
    kind: str
    hex: Hex
    ends: tuple[Side | None, Side | None]
    points: Points


def _split_by_kind(curves: Iterable[Curve], kind: Kind) -> Iterator[_Piece]:
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
"""An end of a piece: the index of the piece, and 0 or 1."""

_Joins = Mapping[_End, _End]


def _find_joins(pieces: Sequence[_Piece]) -> _Joins:
    """For each end of a piece, the end of another piece that it meets at the side between two hexes."""
    first: dict[tuple[Seat, Side], dict[Hex, _End]] = {}
    for i, piece in enumerate(pieces):
        for which, side in enumerate(piece.ends):
            if side is not None:
                first.setdefault((piece.seat, side), {}).setdefault(piece.hex, (i, which))
    joins: dict[_End, _End] = {}
    for ends in first.values():
        if len(ends) > 1:
            first_end, second_end = ends.values()
            joins |= {first_end: second_end, second_end: first_end}
    return joins


def _follow_strand(pieces: Sequence[_Piece], joins: _Joins, used_pieces: set[int], start: int) -> Strand:
    """Follow the joins from a piece to the end of the line, or around a ring."""
    begin = 1 if (start, 0) in joins and (start, 1) not in joins else 0
    seat, kind = pieces[start].seat, pieces[start].kind
    points: list[Point] = []
    piece_end: _End | None = (start, begin)
    while piece_end is not None and piece_end[0] not in used_pieces:
        i, entered = piece_end
        used_pieces.add(i)
        course = pieces[i].points if entered == 0 else pieces[i].points[::-1]
        points += course[1:] if points else course
        piece_end = joins.get((i, 1 - entered))
    return Strand(seat, kind, tuple(points))


# -- lines through a hex


class _HexEntry(NamedTuple):
    """The point at which a line enters a hex, and the direction from the side to the hex's middle."""

    x: float
    y: float
    dx: float
    dy: float

    @property
    def point(self) -> Point:
        return self.x, self.y

    @property
    def direction(self) -> Point:
        return self.dx, self.dy

    def point_ahead(self, far: float, part: float = 1) -> Point:
        """The point at ``part`` of the distance ``far`` from the entry, in its direction."""
        return self.x + self.dx * far * part, self.y + self.dy * far * part


def _track_curves(towns: frozenset[Hex], order: Riders, pitch: float) -> Iterator[Curve]:
    for hex, sides_by_seat in sides_by_hex(order).items():
        sides = dict.fromkeys(side for own in sides_by_seat.values() for side in own)
        orders = tuple((side, order[side]) for side in sides)
        yield from _hex_curves(hex, hex in towns, tuple(sides_by_seat.items()), orders, pitch)


_Used = tuple[tuple[Seat, tuple[Side, ...]], ...]
"""The sides of a hex that each company uses."""
_Orders = tuple[tuple[Side, Sequence[Seat]], ...]
"""The order of companies over each side of a hex."""


@cache_by_size(lambda curves: 1_500 * len(curves))
def _hex_curves(hex: Hex, town: bool, used: _Used, orders: _Orders, pitch: float) -> tuple[Curve, ...]:
    """The curves through a hex. The result is cached, because most hexes stay the same when track is added."""
    order, curves = dict(orders), list[Curve]()
    for seat, sides in used:
        entries = {}
        for side in sides:
            entries[side] = _HexEntry(*_lane_point(side, seat, order, pitch), *_inward_vector(hex, side))
        for start, end in join_sides(hex, sides, town):
            if end is None:
                points = _end_curve(entries[start], hex_center(hex), town)
            else:
                points = _through_curve(entries[start], entries[end])
            curves.append(Curve(seat, hex, start, end, points))
    return tuple(curves)


def _lane_point(side: Side, seat: Seat, order: Riders, pitch: float) -> Point:
    seats = order[side]
    step = min(pitch, _WIDEST / max(1, len(seats) - 1))
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * step
    (mx, my), (dx, dy) = side_middle(side), side_direction(side)
    return mx + dx * shift, my + dy * shift


def _inward_vector(hex: Hex, side: Side) -> Point:
    (cx, cy), (mx, my) = hex_center(hex), side_middle(side)
    return (cx - mx) / APOTHEM, (cy - my) / APOTHEM


def _end_curve(entry: _HexEntry, center: Point, town: bool) -> Points:
    """A line that ends in a hex: at the middle of a town, or else straight along its lane as far as the middle."""
    if town:
        turn = entry.point_ahead(APOTHEM, _TOWN_ENTRY)
        return _cubic_bezier(entry.point, turn, turn, center)
    stop = entry.point_ahead(APOTHEM)
    return entry.point, mean_point((entry.point, stop)), stop


def _through_curve(entry: _HexEntry, exit_entry: _HexEntry) -> Points:
    reach, back = _axis_lengths(entry, exit_entry)
    return _cubic_bezier(
        entry.point, entry.point_ahead(reach, _ENTRY), exit_entry.point_ahead(back, _ENTRY), exit_entry.point
    )


def _axis_lengths(a: _HexEntry, b: _HexEntry) -> tuple[float, float]:
    """The distances from both sides at which the lanes' axes cross.

    They are the apothem if the axes are parallel, and half of it if they cross too near or too far.
    """
    turn = _cross_product(a.direction, b.direction)
    if abs(turn) < 1e-6:
        return APOTHEM, APOTHEM
    gap = _vector(a.point, b.point)
    reach, back = _cross_product(gap, b.direction) / turn, _cross_product(gap, a.direction) / turn
    if _LEAST_REACH < reach < _REACH and _LEAST_REACH < back < _REACH:
        return reach, back
    return APOTHEM / 2, APOTHEM / 2


def _vector(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _cross_product(a: Point, b: Point) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _bezier_weights(t: float) -> tuple[float, float, float, float]:
    rest = 1 - t
    return rest**3, 3 * t * rest**2, 3 * t * t * rest, t**3


_WEIGHTS = tuple(_bezier_weights(i / _STEPS) for i in range(_STEPS + 1))


def _cubic_bezier(a: Point, b: Point, c: Point, d: Point) -> Points:
    if _is_even(a, b, c, d) and _bulge(a, b, d) < _STRAIGHT:
        return a, mean_point((a, d)), d
    curve_points = []
    for ka, kb, kc, kd in _WEIGHTS:
        x = ka * a[0] + kb * b[0] + kc * c[0] + kd * d[0]
        y = ka * a[1] + kb * b[1] + kc * c[1] + kd * d[1]
        curve_points.append((x, y))
    return tuple(curve_points)


def _is_even(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the middle of the inner control points is the middle of the ends."""
    x = b[0] + c[0] - a[0] - d[0]
    y = b[1] + c[1] - a[1] - d[1]
    return hypot(x, y) < _STRAIGHT


def _bulge(a: Point, b: Point, d: Point) -> float:
    """The distance of the control point ``b`` from the chord between ``a`` and ``d``."""
    chord = _vector(a, d)
    return abs(_cross_product(chord, _vector(a, b))) / (hypot(*chord) or 1)
