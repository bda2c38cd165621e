"""Track over a map's window as shapes: old track under new, casings under lines; and where marks stand on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import Chart, Side
from engine.games.railway_rivals.state.track import Track, tracks_in
from render.games.railway_rivals.lanes import Lanes, strands
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane, in_view
from render.geometry import Points
from render.parts.lines import body, casing, edge, line_mark
from render.scene import Shape

_FROM_TOWN, _APART, _BETWEEN = 1.95, 6.7, 2.0
"""A mark's distance from a town, from the next of its company, and from any other, in sizes of a hex."""


class Stroke(NamedTuple):
    """A line on the picture."""

    seat: Seat
    kind: str
    points: Points


def strokes(plane: Plane, lanes: Lanes, kind: Callable[[Seat, Side], str] = lambda seat, side: "") -> list[Stroke]:
    """The lines in the window, by company."""
    found = [
        Stroke(seat, name, part)
        for seat, name, points in strands(lanes, kind)
        for part in in_view(plane, tuple(map(plane.at, points)))
    ]
    return sorted(found, key=lambda stroke: stroke.seat)


def stroked(lines: Iterable[Stroke], w: float, around: float, *, fade: float = 0, outline: float = 0) -> list[Shape]:
    """One layer of lines: first all casings, then all lines. ``outline``: an ink edge, for what is new."""
    lines = list(lines)
    shapes: list[Shape] = [casing(line.points, w, around + outline, LAND) for line in lines]
    if outline:
        shapes += [edge(line.points, w, outline) for line in lines]
    shapes += [shape for line in lines for shape in body(line.seat, line.points, w, LAND, fade=fade)]
    return shapes


class MarkPlace(NamedTuple):
    """Where a company's mark stands, in px of a plane."""

    seat: Seat
    x: float
    y: float


def mark_places(
    chart: Chart, track: Track, lanes: Lanes, plane: Plane, blocked: Sequence[tuple[float, float, float]] = ()
) -> tuple[MarkPlace, ...]:
    """Where companies' marks stand: in hexes that are theirs alone, well apart; every company in sight has one.

    ``blocked`` are discs (x, y, r in px) that marks keep clear of.
    """
    towns = [plane.hex(town.hex) for town in chart.towns if plane.shows(town.hex, 3)]
    links = Counter((curve.seat, curve.hex) for curve in lanes.curves)
    plain = [curve for curve in lanes.curves if curve.end and links[curve.seat, curve.hex] == 1]
    spots = [(curve.seat, curve.hex, plane.at(_middle(curve.points))) for curve in plain]
    ends = [(curve.seat, curve.hex, plane.at(curve.points[-1])) for curve in lanes.curves if not curve.end]
    spots = [spot for spot in spots if plane.holds(*spot[2], 0.4 * plane.s)]
    alone = [spot for spot in spots if len(tracks_in(track).get(spot[1], ())) == 1]
    found: list[MarkPlace] = []

    def free(seat: Seat, x: float, y: float, ease: float) -> bool:
        s = plane.s * ease
        return (
            all(hypot(x - tx, y - ty) >= _FROM_TOWN * s for tx, ty in towns)
            and all(hypot(x - m.x, y - m.y) >= (_APART if m.seat == seat else _BETWEEN) * s for m in found)
            and all(hypot(x - bx, y - by) >= r + 0.4 * s for bx, by, r in blocked)
        )

    for seat, _, (x, y) in alone:
        if free(seat, x, y, 1):
            found.append(MarkPlace(seat, x, y))
    for seat in sorted({spot[0] for spot in (*spots, *ends)} - {place.seat for place in found}):
        own = [spot for spot in (*spots, *ends) if spot[0] == seat and spot[1] not in chart.town_at]
        where = next((at for ease in (0.85, 0.6, 0.4) for _, _, at in own if free(seat, *at, ease)), None)
        if where is not None:
            found.append(MarkPlace(seat, *where))
    return tuple(found)


def _middle(points: Points) -> tuple[float, float]:
    return points[len(points) // 2]


def mark_shapes(places: Iterable[MarkPlace], r: float, around: float) -> Iterator[Shape]:
    """The marks of companies on their lines."""
    for seat, x, y in places:
        yield from line_mark(seat, x, y, r, LAND, around)
