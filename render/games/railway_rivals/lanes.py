"""Companies' track as lines: beside each other over shared sides, curved through hexes.

Everything is in sizes of a hex and depends on the track alone. (drawing rules for maps, section 3)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex, Side
from engine.games.railway_rivals.state.track import Track, owners
from engine.kit.kept import kept
from render.games.railway_rivals.order import Riders, by_hex, direction, links, untangled
from render.games.railway_rivals.plane import APOTHEM, hex_center, side_middle
from render.geometry import Point, Points, middle

PITCH = 0.364
"""Between two lanes of one side, where there is room."""
_WIDEST = 1.02
"""What the lanes of a side may take of it in all."""
_STEPS = 8
_STRAIGHT = 0.02
_ENTRY = 2 / 3
"""How far a curve goes straight on into a hex before it turns, in parts of the way to the middle."""
_TOWN_ENTRY = 0.4
"""The same in a town, in whose middle it ends."""
_LEAST_REACH, _REACH = 0.1, 2
"""Between these, in sizes of a hex, the axes of two lanes cross inside."""

Kind = Callable[[Seat, Side], str]
"""What kind of track a company has over a side."""


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


@kept(lambda lanes: 300 * len(lanes.curves))
def _lanes_of(towns: frozenset[Hex], track: Track, pitch: float) -> Lanes:
    return laid_out(towns, owners(track), pitch)


def laid_out(towns: frozenset[Hex], riders: Riders, pitch: float = PITCH) -> Lanes:
    """Lanes for any lines over sides: track, or the routes of trains."""
    order = untangled(towns, riders)
    return Lanes(order, tuple(_curves(towns, order, pitch)))


def crossing(lanes: Lanes, side: Side, seat: Seat, pitch: float = PITCH) -> Point:
    """The point at which a company's line crosses a side."""
    return _lane(side, seat, lanes.order, pitch)


def one_kind(_seat: Seat, _side: Side) -> str:
    """All track is of one kind."""
    return ""


def strands(lanes: Lanes, kind: Kind = one_kind) -> tuple[Strand, ...]:
    """The curves joined over sides. Where the kind of track changes inside a hex, a line ends in its middle."""
    pieces = tuple(_pieces(lanes.curves, kind))
    joins = _joins(pieces)

    def closed(i: int) -> bool:
        return (i, 0) in joins and (i, 1) in joins

    used: set[int] = set()
    found: list[Strand] = []
    for i in sorted(range(len(pieces)), key=closed):
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


def _pieces(curves: Iterable[Curve], kind: Kind) -> Iterator[_Piece]:
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

_Joins = Mapping[_End, _End]


def _joins(pieces: Sequence[_Piece]) -> _Joins:
    """The pairs of ends that meet at a side, both ways. In each of the two hexes the first end is joined."""
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


def _strand(pieces: Sequence[_Piece], joins: _Joins, used: set[int], start: int) -> Strand:
    """The line from a piece on, away from an end where nothing is joined, or all the way round."""
    begin = 1 if (start, 0) in joins and (start, 1) not in joins else 0
    seat, kind = pieces[start].seat, pieces[start].kind
    points: list[Point] = []
    at: _End | None = (start, begin)
    while at is not None and at[0] not in used:
        i, entered = at
        used.add(i)
        course = pieces[i].points if entered == 0 else pieces[i].points[::-1]
        points += course[1:] if points else course
        at = joins.get((i, 1 - entered))
    return Strand(seat, kind, tuple(points))


# -- lines through a hex


class _Entry(NamedTuple):
    """The point at which a line comes into a hex, and its way toward the middle, 1 long as far as that."""

    x: float
    y: float
    dx: float
    dy: float

    @property
    def at(self) -> Point:
        return self.x, self.y

    @property
    def way(self) -> Point:
        return self.dx, self.dy

    def ahead(self, far: float, part: float = 1) -> Point:
        """The point that lies a part of so far on."""
        return self.x + self.dx * far * part, self.y + self.dy * far * part


def _curves(towns: frozenset[Hex], order: Riders, pitch: float) -> Iterator[Curve]:
    for hex, used in by_hex(order).items():
        sides = dict.fromkeys(side for own in used.values() for side in own)
        orders = tuple((side, order[side]) for side in sides)
        yield from _hex_curves(hex, hex in towns, tuple(used.items()), orders, pitch)


_Used = tuple[tuple[Seat, tuple[Side, ...]], ...]
"""The sides of a hex that each company uses."""
_Orders = tuple[tuple[Side, Sequence[Seat]], ...]
"""The order of companies over each side of a hex."""


@kept(lambda curves: 1_500 * len(curves))
def _hex_curves(hex: Hex, town: bool, used: _Used, orders: _Orders, pitch: float) -> tuple[Curve, ...]:
    """The curves through one hex. Cached, because most hexes stay the same when track is added."""
    order, curves = dict(orders), list[Curve]()
    for seat, sides in used:
        entries = {}
        for side in sides:
            entries[side] = _Entry(*_lane(side, seat, order, pitch), *_inward(hex, side))
        for start, end in links(hex, sides, town):
            if end is None:
                points = _ending(entries[start], hex_center(hex), town)
            else:
                points = _passing(entries[start], entries[end])
            curves.append(Curve(seat, hex, start, end, points))
    return tuple(curves)


def _lane(side: Side, seat: Seat, order: Riders, pitch: float) -> Point:
    """The point at which a company crosses a side, beside the others that do."""
    seats = order[side]
    step = min(pitch, _WIDEST / max(1, len(seats) - 1))
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * step
    (mx, my), (dx, dy) = side_middle(side), direction(side)
    return mx + dx * shift, my + dy * shift


def _inward(hex: Hex, side: Side) -> Point:
    (cx, cy), (mx, my) = hex_center(hex), side_middle(side)
    return (cx - mx) / APOTHEM, (cy - my) / APOTHEM


def _ending(entry: _Entry, center: Point, town: bool) -> Points:
    """A line that ends in a hex: in the middle of a town, else as far in on its own lane."""
    if town:
        turn = entry.ahead(APOTHEM, _TOWN_ENTRY)
        return _bezier(entry.at, turn, turn, center)
    stop = entry.ahead(APOTHEM)
    return entry.at, middle((entry.at, stop)), stop


def _passing(entry: _Entry, leaving: _Entry) -> Points:
    """A line through a hex."""
    reach, back = _reaches(entry, leaving)
    return _bezier(entry.at, entry.ahead(reach, _ENTRY), leaving.ahead(back, _ENTRY), leaving.at)


def _reaches(a: _Entry, b: _Entry) -> tuple[float, float]:
    """The lengths of two lanes' axes until they cross; for lanes that cross outside, half the way to the middle."""
    turn = _turn(a.way, b.way)
    if abs(turn) < 1e-6:
        return APOTHEM, APOTHEM
    gap = _from(a.at, b.at)
    reach, back = _turn(gap, b.way) / turn, _turn(gap, a.way) / turn
    if _LEAST_REACH < reach < _REACH and _LEAST_REACH < back < _REACH:
        return reach, back
    return APOTHEM / 2, APOTHEM / 2


def _from(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _turn(one: Point, other: Point) -> float:
    """The turn of one way from another, as the area between them."""
    return one[0] * other[1] - one[1] * other[0]


def _weights(t: float) -> tuple[float, float, float, float]:
    """The weights of four control points, so far along the curve; together 1."""
    rest = 1 - t
    return rest**3, 3 * t * rest**2, 3 * t * t * rest, t**3


_WEIGHTS = tuple(_weights(i / _STEPS) for i in range(_STEPS + 1))


def _bezier(a: Point, b: Point, c: Point, d: Point) -> Points:
    if _even(a, b, c, d) and _bow(a, b, d) < _STRAIGHT:
        return a, middle((a, d)), d
    found = []
    for ka, kb, kc, kd in _WEIGHTS:
        x = ka * a[0] + kb * b[0] + kc * c[0] + kd * d[0]
        y = ka * a[1] + kb * b[1] + kc * c[1] + kd * d[1]
        found.append((x, y))
    return tuple(found)


def _even(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the inner control points lie around the same middle as the ends."""
    x = b[0] + c[0] - a[0] - d[0]
    y = b[1] + c[1] - a[1] - d[1]
    return hypot(x, y) < _STRAIGHT


def _bow(a: Point, b: Point, d: Point) -> float:
    """The distance of a curve's control point from its chord."""
    chord = _from(a, d)
    return abs(_turn(chord, _from(a, b))) / (hypot(*chord) or 1)
