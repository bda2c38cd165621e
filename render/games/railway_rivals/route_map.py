"""The map around some routes: everything else faded, the routes, the places they begin at, pass and lead to.

What stands on the routes is drawn by whoever asks: dots of a race, letters of a choice.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Number
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.courses import Course, Routes, courses
from render.games.railway_rivals.field import Obstacles, Zone
from render.games.railway_rivals.ground import terrain, tunnels
from render.games.railway_rivals.lanes import lanes_of
from render.games.railway_rivals.livery import FADED, FADED_MORE, LAND, faded
from render.games.railway_rivals.names import Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Bounds, Plane, bounds, hex_center, whole
from render.games.railway_rivals.towns import Tag, tag_shapes, tags, town_half, town_radius, town_shapes
from render.games.railway_rivals.tracks import Pen, stroked, strokes
from render.geometry import Circle, rounded
from render.palette import ACCENT, INK
from render.parts.frame import BLEED, MARGIN, WIDTH
from render.scene import Color, Disc, Layer, Line, Polygon, Shape, Sheet, Text

Window = tuple[int, int, int, int]
"""A box of the picture: left, top, width, height."""

_LARGEST, _SMALLEST = 52.0, 14.0
"""px a hex size at most and at least."""
_MARGIN, _FULL, _RIM, _NAMED = 1.6, 22.0, 0.2, 1.4
"""Hex sizes around the routes; px a hex size for which the ends' rings have room, with so much around in hex sizes."""
_LOW = 420
"""px; a window is at least so high."""
_PITCH, _WIDTH, _ALL = 0.48, 0.36, 1.02
"""From a route to the next, width of one, and what all of a side may take, in sizes of a hex."""
AROUND = 2.0
"""px of a line's edge."""
_LEAST_WIDTH, _OFF_ROUTES = 8.0, 8
_THIN, _THIN_LEAST = 0.17, 5.0
"""Width of track off the routes in sizes of a hex, and in px at least."""
_ALL_TOWNS = 27.0
"""px a hex size from which towns off the routes are shown in full."""
_DOT, _DOT_RIM = 13, 15
"""Radius of a town's dot, and with its rim."""
_DISC_RIM, _DISC_OFF = 4, 3
"""What dots of trains keep off a town, and how much less of one off the routes."""
_TAG, _TAG_HALF, _TAG_TALL, _RING = 46, 0.8, 0.62, 20
_START_RIM, _TOWN_RIM = 0.31, 0.09
_RINGS = (0, 3, 11)
"""px from a ring's outer edge to its color and to what it goes around."""

TOP, _HIGHEST, FOOT = 196, 1526, 24
"""Where the map begins, how far down all of a picture may reach, and what is free below."""
UNDER = 4
"""px between the map and a table under it."""
_BETWEEN = 32
_RATHER_BELOW = 1.08
"""A table stands under the map unless the map would be so much larger beside it."""


class Over(NamedTuple):
    """Things drawn over the map: lines under the towns, shapes above them, and the boxes that names keep clear of."""

    lines: Sequence[Shape]
    above: Sequence[Shape]
    boxes: Sequence[Zone]


Drawn = Callable[[Plane, Sequence[Course], float], Over]
"""From the plane, the courses of the routes and their width on the picture."""


def route_map(state: RailwayRivals, run: Run, routes: Routes, window: Window, drawn: Drawn) -> Layer:
    """The map in its window, with these routes."""
    chart = state.chart
    plane = plane_in(chart, [hexes for _, hexes in routes], window)
    ways = courses(chart, routes, _PITCH)
    w = _route_width(plane.s, _abreast(routes))
    over = drawn(plane, ways, w)
    track = strokes(plane, lanes_of(chart, state.track))
    thin = max(_THIN_LEAST, _THIN * plane.s)
    lines = [(tuple(map(plane.at, way.points)), w + _OFF_ROUTES) for way in ways]
    others = [(stroke.points, thin) for stroke in track]
    boxes = (*over.boxes, *_ends(chart, ways, plane))
    obstacles = Obstacles((*lines, *lines, *others), boxes)
    names = tuple(_names(state, ways, plane, obstacles))
    shapes = (
        *terrain(chart, plane),
        *stroked(track, Pen(thin, AROUND, FADED_MORE)),
        *tunnels(chart, plane),
        *over.lines,
        *(shape for shape in names if isinstance(shape, Line)),
        *_places(state, run, ways, plane),
        *over.above,
        *(shape for shape in names if not isinstance(shape, Line | Text)),
    )
    words = (shape for shape in names if isinstance(shape, Text))  # over the map, where they are kept stamps
    return Layer("map", (Sheet("map", *window, shapes), *words))


_Hexes = Sequence[tuple[Hex, ...]]
"""The hexes of each route."""


def window_for(chart: Chart, routes: _Hexes, beside: int, below: int) -> tuple[Window, bool]:
    """The map's window, and whether the table stands under it: whichever shows the map larger.

    ``beside`` is how wide the table is beside the map, ``below`` how high it is under it, both in px.
    """
    tall = _HIGHEST - TOP - FOOT
    broad = _fitting(chart, routes, WIDTH - 2 * BLEED, tall - UNDER - below)
    high = _fitting(chart, routes, WIDTH - MARGIN - beside - BLEED - _BETWEEN, tall)
    box = _box(chart, routes)
    if _scale(box, *broad) * _RATHER_BELOW >= _scale(box, *high):
        return ((WIDTH - broad[0]) // 2, TOP, *broad), True
    return (BLEED, TOP, *high), False


def _fitting(chart: Chart, routes: _Hexes, w: float, most: float) -> tuple[int, int]:
    """Width and height of a window for these routes: as wide as given, if the map is, and as high as needed."""
    box = _box(chart, routes)
    s = _scale(box, w, most)
    tall = max(box.h * s, _LOW)
    return round(min(w, whole(chart).w * s)), round(min(most, tall))


def _scale(box: Bounds, w: float, h: float) -> float:
    """The size of a hex, in px, at which the box fits a window of that width and height."""
    return min(w / box.w, h / box.h, _LARGEST)


def _box(chart: Chart, routes: _Hexes) -> Bounds:
    """The part of the map to be seen: the routes with some land around, and the rings of both ends with their names.

    A name that has no room under its town goes where it may be taken for that of another one.
    """
    box = bounds({hex for hexes in routes for hex in hexes}).grown(_MARGIN)
    for hex in sorted({hex for hexes in routes for hex in (hexes[0], hexes[-1])}):
        x, y = hex_center(hex)
        half, tall = (part / _FULL + _RIM for part in reach(chart, hex, _FULL))
        box = box.joined(Bounds(x - half, y - tall, x + half, y + tall + _NAMED))
    return box


def plane_in(chart: Chart, routes: _Hexes, window: Window) -> Plane:
    """The part of the map around these routes, filled to the window's shape."""
    x, y, w, h = window
    box = _box(chart, routes)
    limit = whole(chart).joined(box)
    s = max(_SMALLEST, _scale(box, w, h))
    left = _begin(box.left + box.right, w / s, limit.left, limit.right)
    top = _begin(box.top + box.bottom, h / s, limit.top, limit.bottom)
    return Plane(s, x, y, w, h, left, top)


def _begin(both: float, long: float, least: float, end: float) -> float:
    """The start of a window around a box (``both`` of its ends added), within the map if it is smaller than the map."""
    start, most = (both - long) / 2, end - long
    return min(max(start, least), most) if least <= most else start


def _route_width(s: float, abreast: int) -> float:
    """The width of a route in px when so many run beside each other at most."""
    room = _PITCH * s if abreast < 2 else min(_PITCH * s, _ALL * s / (abreast - 1))
    return max(_LEAST_WIDTH, min(_WIDTH * s, room - AROUND))


def _abreast(routes: Routes) -> int:
    sides = [frozenset(pair) for _, hexes in routes for pair in pairwise(hexes)]
    return max((sides.count(side) for side in set(sides)), default=1)


def _places(state: RailwayRivals, run: Run, ways: Sequence[Course], plane: Plane) -> Iterator[Shape]:
    """Towns, those off the routes small where the map is; a ring around the start, a red one around the goal."""
    chart, r = state.chart, town_radius(plane.s)
    passed = {hex for way in ways for hex in way.hexes}
    starts, goals = (sorted({way.hexes[end] for way in ways}) for end in (0, -1))
    yield from _others(state, passed, plane)
    for color, hexes in ((INK, starts), (ACCENT, goals)):
        for hex in hexes:
            yield from _ring(chart, hex, plane, color)
    ends = _ends_of(ways)
    for hex in sorted(passed & set(chart.town_at), key=lambda hex: (hex in ends, hex)):
        yield from town_shapes(chart.town_at[hex], *plane.hex(hex), r, True)
    for number, hexes in ((run.start, starts), (run.goal, goals)):
        for hex in hexes:
            if hex not in chart.town_at:
                tag = Tag(number, hex, _toward(chart, number, hex))
                yield from tag_shapes(tag, *plane.hex(hex), _TAG)


def _others(state: RailwayRivals, passed: Container[Hex], plane: Plane) -> Iterator[Shape]:
    """Towns off the routes."""
    for town in state.chart.towns:
        if town.hex not in passed and plane.shows(town.hex):
            x, y = plane.hex(town.hex)
            if plane.s < _ALL_TOWNS:
                yield Disc(x, y, _DOT_RIM, LAND)
                yield Disc(x, y, _DOT, faded(INK, FADED))
            else:
                yield from town_shapes(town, x, y, town_radius(plane.s), town.hex in state.first)


def _toward(chart: Chart, number: Number, hex: Hex) -> tuple[int, int]:
    """The way on which a special run leaves the map."""
    known = [tag for tag in tags(chart) if tag.number == number]
    here = [tag for tag in known if tag.hex == hex]
    return (*here, *known, Tag(number, hex, (-1, 0)))[0].toward


def _ends_of(ways: Sequence[Course]) -> tuple[Hex, ...]:
    """The hexes where the routes begin and end."""
    starts, goals = {way.hexes[0] for way in ways}, {way.hexes[-1] for way in ways}
    return tuple(sorted(starts | goals))


def _ends(chart: Chart, ways: Sequence[Course], plane: Plane) -> Iterator[Zone]:
    for hex in _ends_of(ways):
        yield (*plane.hex(hex), *reach(chart, hex, plane.s))


def end_discs(chart: Chart, ways: Sequence[Course], plane: Plane) -> list[Circle]:
    """The discs around the ends of the routes, with their rings."""
    return [(x, y, half) for x, y, half, _ in _ends(chart, ways, plane)]


def reach(chart: Chart, hex: Hex, s: float) -> tuple[float, float]:
    """Half the width and height of an end of the run, with its ring."""
    town, r = chart.town_at.get(hex), town_radius(s)
    if town is None:
        return _TAG * _TAG_HALF + _RING, _TAG * _TAG_TALL + _RING
    more = (_START_RIM if town.start else _TOWN_RIM) * r + _RING
    return town_half(town, r) + more, r + more


def _ring(chart: Chart, hex: Hex, plane: Plane, color: Color) -> Iterator[Shape]:
    """A ring that a town's disc, or a special run's plate, will stand in."""
    (x, y), (half, tall) = plane.hex(hex), reach(chart, hex, plane.s)
    for fill, inset in zip((LAND, color, LAND), _RINGS, strict=True):
        a, b = half - inset, tall - inset
        yield Polygon(rounded(x - a, y - b, x + a, y + b, b - 0.01), fill)


def _names(state: RailwayRivals, ways: Sequence[Course], plane: Plane, obstacles: Obstacles) -> Iterator[Shape]:
    """The names of all towns, or on a small map of those that the routes pass."""
    passed = {hex for way in ways for hex in way.hexes}
    names = _placed(state.chart.key, plane, obstacles)
    shown = [name for name in names if plane.s >= _ALL_TOWNS or name.town.hex in passed]
    yield from name_shapes(state.chart, plane, shown)


@lru_cache(8)
def _placed(key: str, plane: Plane, obstacles: Obstacles) -> tuple[Name, ...]:
    """Kept, for the same routes are often looked at again."""
    return placed_names(CHARTS[key], plane, obstacles)


def disc_of(chart: Chart, hex: Hex, s: float) -> float:
    """The reach of a hex's town from its middle, in px; 0 where there is none."""
    return town_half(chart.town_at[hex], town_radius(s)) + _DISC_RIM if hex in chart.town_at else 0


def shown_disc(chart: Chart, hex: Hex, s: float, passed: bool) -> float:
    """The same of a town as it is shown: beside the routes a little less, on a small map no more than a dot."""
    if passed:
        return disc_of(chart, hex, s)
    return disc_of(chart, hex, s) - _DISC_OFF if s >= _ALL_TOWNS else _DOT_RIM
