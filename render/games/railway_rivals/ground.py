"""The ground under all track: land, hills, sea, rivers, estuaries and the border. (drawing rules for maps, section 4)

A map's ground is the same all game long; the whole one is a sprite, so that it is painted once for all tables.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Terrain
from render.games.railway_rivals import livery
from render.games.railway_rivals.plane import Plane, hex_center, hex_corners, in_view
from render.games.railway_rivals.towns import town_radius
from render.games.railway_rivals.waters import border_points, estuary_points, river_points, spring_points
from render.geometry import Point, Points, apart, heading, middle, toward
from render.palette import INK, PAPER
from render.parts.lines import course_length, part_of
from render.scene import Color, Disc, Line, Polygon, Shape, Sprite

_FILLS: Mapping[Terrain, Color] = {
    Terrain.PLAIN: livery.LAND,
    Terrain.HILL: livery.HILL,
    Terrain.SEA: livery.SEA,
    Terrain.BORDER: livery.FOREIGN,
    Terrain.BORDER_HILL: livery.FOREIGN_HILL,
    Terrain.FAR: livery.FAR,
}
_HILLTOPS = ((-0.36, 0.16), (0.34, 0.30), (0.06, -0.34))
_HILLTOP = ((-0.17, 0.09), (0, -0.08), (0.17, 0.09))
_HILL_LINE, _COAST, _RIVER, _ESTUARY = (0.055, 1.8), (0.045, 1.7), (0.15, 4.6), 0.46
_RIBBON, _BORDER_LINE, _TUNNEL = 0.5, (0.075, 2.4), (0.09, 4.0)
"""Widths in sizes of a hex, some with px at least; a tunnel's is half of it."""
_SPRING, _POOL = (0.19, 6.5), 0.5
"""A spring's radius, and the line around it as a part of a river's width."""
_TUNNEL_BED = (0.32, 14.0)
"""The strip of water under a tunnel's sign."""
_BESIDE, _BESIDE_LEAST, _CUT_SHORT = 1.3, 0.9, 0.12
"""How far beside two towns a tunnel's sign stands, by their radius and by a hex's size; how it is shortened."""
_GRID_LINE, _GRID_FINE, _FINE = 2.0, 1.5, 50
"""px of the grid's lines, and those where a hex size is less than so many px."""
_OVERLAP = 1.015
"""How much larger a hex is painted, that nothing shows between two."""
_INTO_SEA = 0.55
"""How far an estuary's water goes on toward the middle of the sea's hex."""
_AT_CORNER = 1.05
"""A corner is no farther from the middles of its hexes."""

_DASHES = ((0.5, 0.2), (0.08, 0.2))
"""Dash and dot in sizes of a hex, and what is left free behind each."""
_DASHES_FROM = 0.1
_Dash = tuple[float, float]
"""px that are drawn, and px to the next one's start."""
_TUNNEL_DASH, _TUNNEL_STEP, _TUNNEL_LINE = 10, 16, 3

_FEWEST_FAR, _NEAR, _ASIDE = 6, 2.2, 0.6
"""For how many hexes beyond a border it has a name, how near they lie around it, and how far it may go beyond them."""


def fill_of(chart: Chart, hex: Hex) -> Color:
    """The color of a hex; a town never lies on a hill."""
    return livery.LAND if hex in chart.town_at else _FILLS[chart.terrain[hex]]


@lru_cache(4)
def ground_sprite(key: str, s: float, left: float, top: float, w: int, h: int) -> Sprite:
    """A whole map without track and towns, in a box of ``w`` × ``h`` px; ``left``, ``top``: the map's corner there."""
    plane = Plane(s, 0, 0, w, h, left, top)
    return Sprite(f"ground {key}", w, h, terrain(CHARTS[key], plane), PAPER)


def terrain(chart: Chart, plane: Plane) -> tuple[Shape, ...]:
    """The ground of a window, in the order of painting."""
    seen = tuple(hex for hex in chart.terrain if plane.shows(hex))
    return (
        *(Polygon(plane.outline(hex, _OVERLAP), fill_of(chart, hex)) for hex in seen),
        *_grid(chart, plane, seen),
        *_coast(chart, plane, seen),
        *(stroke for hex in seen if _hilly(chart, hex) for stroke in _hill(plane, hex)),
        *_rivers(chart, plane),
        *_springs(chart, plane),
        *_estuaries(chart, plane),
        *tunnels(chart, plane),
        *_border(chart, plane),
    )


def _width(plane: Plane, measure: tuple[float, float]) -> float:
    part, least = measure
    return max(least, part * plane.s)


def _hilly(chart: Chart, hex: Hex) -> bool:
    return chart.terrain[hex] in (Terrain.HILL, Terrain.BORDER_HILL) and hex not in chart.town_at


def _sides(chart: Chart, seen: Iterable[Hex]) -> Iterator[tuple[Hex, Hex, int]]:
    """Sides of hexes: the hex, the one beyond, and which side it is."""
    for hex in seen:
        for i, other in enumerate(chart.beside[hex]):
            if other is not None:
                yield hex, other, i


def _edge(plane: Plane, hex: Hex, i: int) -> Points:
    ring = hex_corners(hex)
    return plane.at(ring[i]), plane.at(ring[(i + 1) % 6])


def _sea(chart: Chart, hex: Hex) -> bool:
    return chart.terrain[hex] is Terrain.SEA


def _grid(chart: Chart, plane: Plane, seen: Iterable[Hex]) -> Iterator[Shape]:
    """A thin line on every side between two hexes of land, once."""
    line = _GRID_FINE if plane.s < _FINE else _GRID_LINE
    for hex, other, i in _sides(chart, seen):
        if i > 2 and not _sea(chart, hex) and not _sea(chart, other):
            yield Line(_edge(plane, hex, i), livery.GRID, line)


def _coast(chart: Chart, plane: Plane, seen: Iterable[Hex]) -> Iterator[Shape]:
    line = _width(plane, _COAST)
    for hex, other, i in _sides(chart, seen):
        if _sea(chart, hex) and not _sea(chart, other):
            yield Line(_edge(plane, hex, i), livery.COAST, line, round=True)


def _hill(plane: Plane, hex: Hex) -> Iterator[Shape]:
    x, y = plane.hex(hex)
    s = plane.s
    for dx, dy in _HILLTOPS:
        cx, cy = x + dx * s, y + dy * s
        points = tuple((cx + px * s, cy + py * s) for px, py in _HILLTOP)
        yield Line(points, livery.HILL_STROKE, _width(plane, _HILL_LINE), round=True)


def _seen(plane: Plane, courses: Iterable[Points]) -> Iterator[Points]:
    """The parts of courses in the window, in px."""
    for course in courses:
        yield from in_view(plane, tuple(map(plane.at, course)))


def _rivers(chart: Chart, plane: Plane) -> Iterator[Shape]:
    w = _width(plane, _RIVER)
    return (Line(points, livery.RIVER, w, round=True) for points in _seen(plane, river_points(chart)))


def _springs(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """A small pool where a river begins, or ends at a ford."""
    r, line = _width(plane, _SPRING), _width(plane, _RIVER)
    for at in spring_points(chart.key):
        x, y = plane.at(at)
        if plane.holds(x, y, -r):
            yield Disc(x, y, r, livery.SEA, livery.COAST, line * _POOL)


def _estuaries(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """Broad water with shores; where it meets the sea it has none."""
    courses, w = estuary_points(chart), _ESTUARY * plane.s
    shores = w + 2 * _width(plane, _COAST)
    seen = tuple(_seen(plane, courses))
    yield from (Line(points, livery.COAST, shores, round=True) for points in seen)
    yield from (Line(points, livery.SEA, w, round=True) for points in seen)
    for end in dict.fromkeys(end for course in courses for end in (course[0], course[-1])):
        seas = _seas_at(chart, end)
        if seas and plane.shows(seas[-1], 2):
            inner = toward(end, hex_center(seas[-1]), _INTO_SEA)
            yield Line((plane.at(end), plane.at(inner)), livery.SEA, w, round=True)


def _seas_at(chart: Chart, corner: Point) -> list[Hex]:
    """The sea hexes around a corner."""
    seas = (hex for hex in chart.terrain if _sea(chart, hex))
    return [hex for hex in seas if apart(hex_center(hex), corner) < _AT_CORNER]


def tunnels(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """Two lines of dashes from hex to hex under the water, over a strip of it that keeps them apart from track.

    Where both ends are towns, whose discs hide what lies between, they stand beside the discs.
    """
    for a, b in chart.tunnels:
        if plane.shows(a) or plane.shows(b):
            one, two = _tunnel_ends(chart, plane, a, b)
            yield Line((one, two), livery.SEA, _width(plane, _TUNNEL_BED), round=True)
            yield from tunnel_shapes(one, two, _width(plane, _TUNNEL))


def _tunnel_ends(chart: Chart, plane: Plane, a: Hex, b: Hex) -> tuple[Point, Point]:
    """The two ends of the sign of a tunnel between two hexes."""
    one, two = plane.hex(a), plane.hex(b)
    if a not in chart.town_at or b not in chart.town_at:
        return one, two
    dx, dy = heading(one, two)
    off = max(_BESIDE * town_radius(plane.s), _BESIDE_LEAST * plane.s)
    spots = [[(x - dy * aside, y + dx * aside) for x, y in (one, two)] for aside in (-off, off)]
    left, right = (_crowd(chart, plane, middle(spot)) for spot in spots)
    ends = spots[0] if left <= right else spots[1]
    return toward(ends[0], ends[1], _CUT_SHORT), toward(ends[1], ends[0], _CUT_SHORT)


def tunnel_zones(chart: Chart, plane: Plane) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of tunnels' signs, by their middle, half their width and half their height: names keep off them."""
    half = _width(plane, _TUNNEL_BED) / 2
    for a, b in chart.tunnels:
        if plane.shows(a) or plane.shows(b):
            (ax, ay), (bx, by) = _tunnel_ends(chart, plane, a, b)
            x, y = (ax + bx) / 2, (ay + by) / 2
            yield x, y, abs(ax - bx) / 2 + half, abs(ay - by) / 2 + half


def _crowd(chart: Chart, plane: Plane, at: Point) -> tuple[int, float]:
    """A measure of how little a sign is wanted there: off the map's land, or near towns."""
    off = chart.terrain.get(plane.hex_at(*at), Terrain.SEA) is Terrain.SEA
    return int(off), -min(apart(at, plane.hex(town.hex)) for town in chart.towns)


def tunnel_shapes(a: Point, b: Point, half: float) -> Iterator[Shape]:
    """The sign of a tunnel from one point to another, its two lines ``half`` px from the middle."""
    dx, dy = heading(a, b)
    for shift in (-half, half):
        line = tuple((x - dy * shift, y + dx * shift) for x, y in (a, b))
        for dash in _dashes(line, apart(a, b), 0.0, ((_TUNNEL_DASH, _TUNNEL_STEP),)):
            yield Line(dash, INK, _TUNNEL_LINE)


def _border(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """A ribbon, and a line of dashes and dots on it."""
    s = plane.s
    seen = tuple(_seen(plane, border_points(chart)))
    yield from (Line(points, livery.RIBBON, _RIBBON * s, round=True) for points in seen)
    pattern = tuple((on * s, (on + off) * s) for on, off in _DASHES)
    for points in seen:
        for dash in _dashes(points, course_length(points), _DASHES_FROM * s, pattern):
            yield Line(dash, livery.BORDER, _width(plane, _BORDER_LINE))


def _dashes(points: Points, long: float, at: float, pattern: Iterable[_Dash]) -> Iterator[Points]:
    """Parts of a line so long, from there on, by turns as the pattern says."""
    for on, step in cycle(pattern):
        if at >= long:
            return
        dash = part_of(points, at, min(at + on, long))
        if len(dash) > 1:
            yield dash
        at += step


class Country(NamedTuple):
    """The land over a border: its name, the middle of its widest rows, and half the room there in sizes of a hex."""

    name: str
    middle: Point
    half: float


def wide_far(chart: Chart) -> Country | None:
    """The land over the border and the place of its name; None where there is no such land, or too little of it."""
    return _far_of(chart.key)


@lru_cache(16)
def _far_of(key: str) -> Country | None:
    chart = CHARTS[key]
    names = [run.name for run in chart.special_runs if all(chart.abroad(hex) for hex in run.hexes)]
    far = [hex_center(hex) for hex, sign in chart.terrain.items() if sign is Terrain.FAR]
    if not names or len(far) < _FEWEST_FAR:
        return None

    def around(point: Point) -> list[Point]:
        return [other for other in far if apart(point, other) < _NEAR]

    near = around(max(far, key=lambda point: (len(around(point)), -point[1])))
    at = middle(near)
    half = max(abs(x - at[0]) for x, _ in near)
    return Country(names[0], at, half + _ASIDE)
