"""Track over a map's window as shapes: old track under new, casings under lines; and where marks stand on it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state.track import Track, tracks_in
from render.games.railway_rivals.lanes import Kind, Lanes, one_kind, strands
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane, in_view
from render.geometry import Circle, Point, Points, apart, clear_of
from render.parts.lines import body, casing, edge, line_mark
from render.scene import Shape

_FROM_TOWN, _APART, _BETWEEN, _CLEAR = 1.95, 6.7, 2.0, 0.4
"""A mark's distance from a town, from the next of its company, from any other, and from all else, in sizes of a hex."""
_EASES = (0.85, 0.6, 0.4)
"""Parts of these distances that will do for a company that has no mark yet."""


class Stroke(NamedTuple):
    """A line on the picture."""

    seat: Seat
    kind: str
    points: Points


def strokes(plane: Plane, lanes: Lanes, kind: Kind = one_kind) -> list[Stroke]:
    """The lines in the window, by company."""
    found: list[Stroke] = []
    for seat, name, points in strands(lanes, kind):
        parts = in_view(plane, tuple(map(plane.at, points)))
        found += (Stroke(seat, name, part) for part in parts)
    return sorted(found, key=lambda stroke: stroke.seat)


class Pen(NamedTuple):
    """The look of lines: their width, the casing on both sides, all in px; blended toward the land; with an edge."""

    w: float
    around: float
    fade: float = 0
    outline: float = 0
    """px of an ink edge, for what is new."""


def stroked(lines: Sequence[Stroke], pen: Pen) -> list[Shape]:
    """One layer of lines: first all casings, then all lines."""
    around = pen.around + pen.outline
    shapes: list[Shape] = [casing(line.points, pen.w, around, LAND) for line in lines]
    if pen.outline:
        shapes += [edge(line.points, pen.w, pen.outline) for line in lines]
    for line in lines:
        shapes += body(line.seat, line.points, pen.w, LAND, fade=pen.fade)
    return shapes


class MarkPlace(NamedTuple):
    """The place of a company's mark, in px of a plane."""

    seat: Seat
    x: float
    y: float


class _Spot(NamedTuple):
    """A hex that a company's line leads into, and where its mark would stand there."""

    seat: Seat
    hex: Hex
    at: Point


def mark_places(
    chart: Chart, track: Track, lanes: Lanes, plane: Plane, blocked: Sequence[Circle] = ()
) -> tuple[MarkPlace, ...]:
    """The places of companies' marks: in hexes that are theirs alone, well apart; every company in sight has one.

    ``blocked`` are discs (x, y, r in px) that marks keep clear of.
    """
    towns = [plane.hex(town.hex) for town in chart.towns if plane.shows(town.hex, 3)]
    room = _Room(plane.s, towns, blocked)
    passed = tuple(_passed(lanes, plane))
    for spot in passed:
        if len(tracks_in(track).get(spot.hex, ())) == 1 and room.free(spot):
            room.take(spot)
    spots = (*passed, *_ends(lanes, plane))
    for seat in sorted({spot.seat for spot in spots} - {place.seat for place in room.found}):
        own = [spot for spot in spots if spot.seat == seat and spot.hex not in chart.town_at]
        where = next((spot for ease in _EASES for spot in own if room.free(spot, ease)), None)
        if where is not None:
            room.take(where)
    return tuple(room.found)


def _passed(lanes: Lanes, plane: Plane) -> Iterator[_Spot]:
    """Hexes in the window through which a company's line goes once."""
    links = Counter((curve.seat, curve.hex) for curve in lanes.curves)
    for seat, hex, _, end, points in lanes.curves:
        if end and links[seat, hex] == 1:
            at = plane.at(points[len(points) // 2])
            if plane.holds(*at, _CLEAR * plane.s):
                yield _Spot(seat, hex, at)


def _ends(lanes: Lanes, plane: Plane) -> Iterator[_Spot]:
    """Hexes in which a company's line ends."""
    for seat, hex, _, end, points in lanes.curves:
        if not end:
            yield _Spot(seat, hex, plane.at(points[-1]))


class _Room:
    """The room for marks: beside towns, off what is blocked, and off the marks that have their place."""

    def __init__(self, s: float, towns: Sequence[Point], blocked: Sequence[Circle]) -> None:
        self._s, self._towns, self._blocked = s, towns, blocked
        self.found: list[MarkPlace] = []

    def free(self, spot: _Spot, ease: float = 1) -> bool:
        """Whether a mark has room there; ``ease`` is the part of the usual distances that will do."""
        s = self._s * ease
        if any(apart(spot.at, town) < _FROM_TOWN * s for town in self._towns):
            return False
        for seat, x, y in self.found:
            if apart(spot.at, (x, y)) < (_APART if seat == spot.seat else _BETWEEN) * s:
                return False
        return clear_of(spot.at, self._blocked, _CLEAR * s)

    def take(self, spot: _Spot) -> None:
        """Puts a mark there."""
        self.found.append(MarkPlace(spot.seat, *spot.at))


def mark_shapes(places: Iterable[MarkPlace], r: float, around: float) -> Iterator[Shape]:
    """The marks of companies on their lines."""
    for seat, x, y in places:
        yield from line_mark(seat, x, y, r, LAND, around)
