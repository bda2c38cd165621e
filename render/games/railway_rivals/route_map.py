"""The map around some routes: everything else faded, the routes, the places they begin at, pass and lead to.

What stands on the routes is drawn by whoever asks: dots of a race, letters of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Number
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.courses import Course, courses
from render.games.railway_rivals.field import Obstacles, Zone
from render.games.railway_rivals.ground import terrain
from render.games.railway_rivals.lanes import lanes_of
from render.games.railway_rivals.livery import FADED, FADED_MORE, LAND, faded
from render.games.railway_rivals.names import Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Bounds, Plane, bounds, hex_center, whole
from render.games.railway_rivals.towns import Tag, tag_shapes, tags, town_half, town_radius, town_shapes
from render.games.railway_rivals.tracks import Pen, stroked, strokes
from render.geometry import rounded
from render.palette import ACCENT, INK
from render.scene import Color, Disc, Layer, Line, Polygon, Shape, Sheet, Text

Window = tuple[int, int, int, int]
"""A box of the picture: left, top, width, height."""

_LARGEST, _SMALLEST = 52.0, 14.0
"""px a hex size at most and at least."""
_MARGIN, _FULL = 1.6, 22.0
"""Hex sizes around the routes; px a hex size for which the ends' rings have room."""
_LOW = 420
"""px; a window is at least so high."""
_PITCH, _WIDTH = 0.48, 0.36
AROUND = 2.0
"""px of a line's edge."""
_LEAST_WIDTH = 8.0
_ALL_TOWNS = 27.0
"""px a hex size from which towns off the routes are shown in full."""
_TAG, _RING = 46, 20


class Over(NamedTuple):
    """What is drawn over the map: lines under the towns, shapes above them, and the boxes that names keep clear of."""

    lines: Sequence[Shape]
    above: Sequence[Shape]
    boxes: Sequence[Zone]


Drawn = Callable[[Plane, Sequence[Course], float], Over]
"""From the plane, the courses of the routes and their width on the picture."""


def route_map(
    state: RailwayRivals, run: Run, routes: Sequence[tuple[Seat, tuple[Hex, ...]]], window: Window, drawn: Drawn
) -> Layer:
    """The map in its window, with these routes."""
    chart = state.chart
    plane = plane_in(chart, [hexes for _, hexes in routes], window)
    ways = courses(chart, routes, _PITCH)
    w = _route_width(plane.s, _abreast(routes))
    over = drawn(plane, ways, w)
    track, thin = strokes(plane, lanes_of(chart, state.track)), max(5.0, 0.17 * plane.s)
    lines = [(tuple(map(plane.at, way.points)), w + 8) for way in ways]
    ends = [(*plane.hex(hex), *reach(chart, hex, plane.s)) for hex in ends_of(ways)]
    obstacles = Obstacles((*lines, *lines, *((stroke.points, thin) for stroke in track)), (*over.boxes, *ends))
    names = tuple(_names(state, ways, plane, obstacles))
    shapes = (
        *terrain(chart, plane),
        *stroked(track, Pen(thin, AROUND, FADED_MORE)),
        *over.lines,
        *(shape for shape in names if isinstance(shape, Line)),
        *_places(state, run, ways, plane),
        *over.above,
        *(shape for shape in names if not isinstance(shape, Line | Text)),
    )
    words = (shape for shape in names if isinstance(shape, Text))  # over the map, where they are kept stamps
    return Layer("map", (Sheet("map", *window, shapes), *words))


def fitting(chart: Chart, routes: Sequence[tuple[Hex, ...]], w: float, most: float) -> tuple[int, int]:
    """Width and height of a window for these routes: as wide as given, if the map is, and as high as needed."""
    box = _box(chart, routes)
    s = min(w / box.w, most / box.h, _LARGEST)
    return round(min(w, whole(chart).w * s)), round(min(most, max(box.h * s, _LOW)))


def scale(chart: Chart, routes: Sequence[tuple[Hex, ...]], window: tuple[int, int]) -> float:
    """How large a hex is in a window of that width and height."""
    box = _box(chart, routes)
    return min(window[0] / box.w, window[1] / box.h, _LARGEST)


def _box(chart: Chart, routes: Sequence[tuple[Hex, ...]]) -> Bounds:
    """What is to be seen: the routes with some land around, and the rings of both ends."""
    box = bounds({hex for hexes in routes for hex in hexes}).grown(_MARGIN)
    for hex in sorted({hex for hexes in routes for hex in (hexes[0], hexes[-1])}):
        (x, y), (half, tall) = hex_center(hex), reach(chart, hex, _FULL)
        rx, ry = half / _FULL + 0.2, tall / _FULL + 0.2
        box = box.joined(Bounds(x - rx, y - ry, x + rx, y + ry))
    return box


def plane_in(chart: Chart, routes: Sequence[tuple[Hex, ...]], window: Window) -> Plane:
    """The part of the map around these routes, filled to the window's shape."""
    x, y, w, h = window
    box, limit = _box(chart, routes), whole(chart)
    s = max(_SMALLEST, min(w / box.w, h / box.h, _LARGEST))
    left = _within((box.left + box.right - w / s) / 2, min(limit.left, box.left), max(limit.right, box.right) - w / s)
    top = _within((box.top + box.bottom - h / s) / 2, min(limit.top, box.top), max(limit.bottom, box.bottom) - h / s)
    return Plane(s, x, y, w, h, left, top)


def _within(start: float, least: float, most: float) -> float:
    """Where a window begins that shows no more than the map, if it is smaller than the map."""
    return min(max(start, least), most) if least <= most else start


def _route_width(s: float, abreast: int) -> float:
    """How wide a route is drawn when so many run beside each other at most."""
    room = _PITCH * s if abreast < 2 else min(_PITCH * s, 1.02 * s / (abreast - 1))
    return max(_LEAST_WIDTH, min(_WIDTH * s, room - AROUND))


def _abreast(routes: Sequence[tuple[Seat, tuple[Hex, ...]]]) -> int:
    sides = [frozenset(pair) for _, hexes in routes for pair in pairwise(hexes)]
    return max((sides.count(side) for side in set(sides)), default=1)


def _places(state: RailwayRivals, run: Run, ways: Sequence[Course], plane: Plane) -> Iterator[Shape]:
    """Towns, those off the routes small where the map is; a ring around the start, a red one around the goal."""
    chart, r = state.chart, town_radius(plane.s)
    passed = {hex for way in ways for hex in way.hexes}
    for town in chart.towns:
        x, y = plane.hex(town.hex)
        if town.hex not in passed and plane.shows(town.hex):
            if plane.s < _ALL_TOWNS:
                yield Disc(x, y, 15, LAND)
                yield Disc(x, y, 13, faded(INK, FADED))
            else:
                yield from town_shapes(town, x, y, r, town.hex in state.first)
    for color, end in ((INK, 0), (ACCENT, -1)):
        for hex in sorted({way.hexes[end] for way in ways}):
            yield from _ring(chart, hex, plane, color)
    ends = ends_of(ways)
    for hex in sorted(passed & set(chart.town_at), key=lambda hex: (hex in ends, hex)):
        yield from town_shapes(chart.town_at[hex], *plane.hex(hex), r, True)
    for number, end in ((run.start, 0), (run.goal, -1)):
        for hex in sorted({way.hexes[end] for way in ways} - set(chart.town_at)):
            yield from tag_shapes(Tag(number, hex, _toward(chart, number, hex)), *plane.hex(hex), _TAG)


def _toward(chart: Chart, number: Number, hex: Hex) -> tuple[int, int]:
    """Which way a special run leaves the map."""
    known = [tag for tag in tags(chart) if tag.number == number]
    return next((tag.toward for tag in known if tag.hex == hex), known[0].toward if known else (-1, 0))


def ends_of(ways: Sequence[Course]) -> tuple[Hex, ...]:
    """Where the routes begin and end."""
    return tuple(sorted({hex for way in ways for hex in (way.hexes[0], way.hexes[-1])}))


def reach(chart: Chart, hex: Hex, s: float) -> tuple[float, float]:
    """Half the width and height of an end of the run, with its ring."""
    town, r = chart.town_at.get(hex), town_radius(s)
    if town is None:
        return _TAG * 0.8 + _RING, _TAG * 0.62 + _RING
    more = (0.31 * r if town.start else 0.09 * r) + _RING
    return town_half(town, r) + more, r + more


def _ring(chart: Chart, hex: Hex, plane: Plane, color: Color) -> Iterator[Shape]:
    """A ring that a town's disc, or a special run's plate, will stand in."""
    (x, y), (half, tall) = plane.hex(hex), reach(chart, hex, plane.s)
    for fill, inset in ((LAND, 0), (color, 3), (LAND, 11)):
        a, b = half - inset, tall - inset
        yield Polygon(rounded(x - a, y - b, x + a, y + b, b - 0.01), fill)


def _names(state: RailwayRivals, ways: Sequence[Course], plane: Plane, obstacles: Obstacles) -> Iterator[Shape]:
    """Of all towns, or on a small map of those that the routes pass."""
    passed = {hex for way in ways for hex in way.hexes}
    names = _placed(state.chart.key, plane, obstacles)
    shown = [name for name in names if plane.s >= _ALL_TOWNS or name.town.hex in passed]
    yield from name_shapes(state.chart, plane, shown)


@lru_cache(8)
def _placed(key: str, plane: Plane, obstacles: Obstacles) -> tuple[Name, ...]:
    """Kept, for the same routes are often looked at again."""
    return placed_names(CHARTS[key], plane, obstacles)


def disc_of(chart: Chart, hex: Hex, s: float) -> float:
    """How far from a hex's middle its town reaches; 0 where there is none."""
    return town_half(chart.town_at[hex], town_radius(s)) + 4 if hex in chart.town_at else 0


def shown_disc(chart: Chart, hex: Hex, s: float, passed: bool) -> float:
    """The same of a town as it is shown: beside the routes a little less, on a small map no more than a dot."""
    if passed:
        return disc_of(chart, hex, s)
    return disc_of(chart, hex, s) - 3 if s >= _ALL_TOWNS else 15
