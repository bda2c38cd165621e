"""What lies under all track: land, hills, sea, rivers, estuaries and the border. (drawing rules for maps, section 4)

A map's ground is the same all game long; the whole one is a sprite, so that it is painted once for all tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import hypot

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Side, Terrain, side_between
from render.games.railway_rivals.livery import (
    BORDER,
    COAST,
    FAR,
    FOREIGN,
    FOREIGN_HILL,
    GRID,
    HILL,
    HILL_STROKE,
    LAND,
    RIBBON,
    RIVER,
    SEA,
)
from render.games.railway_rivals.plane import Plane, hex_center, hex_corners, in_view
from render.geometry import Points
from render.palette import INK, PAPER
from render.parts.lines import course_length, part_of
from render.scene import Color, Line, Polygon, Shape, Sprite

_FILLS: Mapping[Terrain, Color] = {
    Terrain.PLAIN: LAND,
    Terrain.HILL: HILL,
    Terrain.SEA: SEA,
    Terrain.BORDER: FOREIGN,
    Terrain.BORDER_HILL: FOREIGN_HILL,
    Terrain.FAR: FAR,
}
_HILLTOPS = ((-0.36, 0.16), (0.34, 0.30), (0.06, -0.34))
_ESTUARY, _RIVER, _COAST, _RIBBON = 0.46, 0.15, 0.045, 0.5
_DASHES = ((0.5, 0.2), (0.08, 0.2))
"""On and off, in sizes of a hex: dash, dot."""


def fill_of(chart: Chart, hex: Hex) -> Color:
    """The color of a hex; a town never lies on a hill."""
    return LAND if hex in chart.town_at else _FILLS[chart.terrain[hex]]


@lru_cache(4)
def ground_sprite(key: str, s: float, left: float, top: float, w: int, h: int) -> Sprite:
    """A whole map without track and towns, in a box of ``w`` × ``h`` px; ``left``, ``top``: the map's corner there."""
    plane = Plane(s, 0, 0, w, h, left, top)
    return Sprite(f"ground {key}", w, h, terrain(CHARTS[key], plane), PAPER)


def terrain(chart: Chart, plane: Plane) -> tuple[Shape, ...]:
    """The ground of a window, in the order of painting."""
    seen = tuple(hex for hex in chart.terrain if plane.shows(hex))
    return (
        *(Polygon(plane.outline(hex, 1.015), fill_of(chart, hex)) for hex in seen),
        *_grid(chart, plane, seen),
        *_coast(chart, plane, seen),
        *(stroke for hex in seen if _hilly(chart, hex) for stroke in _hill(plane, hex)),
        *_rivers(chart, plane),
        *_estuaries(chart, plane),
        *_tunnels(chart, plane),
        *_border(chart, plane),
    )


def river_points(chart: Chart) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The courses of all rivers and estuaries, in sizes of a hex: what names may lie on, but better do not."""
    return (*_courses(chart.key, "rivers"), *_courses(chart.key, "estuaries"))


def estuary_points(chart: Chart) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The courses of all estuaries."""
    return _courses(chart.key, "estuaries")


def border_points(chart: Chart) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The courses of the border."""
    return _border_courses(chart.key)


def _hilly(chart: Chart, hex: Hex) -> bool:
    return chart.terrain[hex] in (Terrain.HILL, Terrain.BORDER_HILL) and hex not in chart.town_at


def _edge(hex: Hex, i: int) -> Points:
    ring = hex_corners(hex)
    return ring[i], ring[(i + 1) % 6]


def _grid(chart: Chart, plane: Plane, seen: Iterable[Hex]) -> Iterator[Shape]:
    """A thin line on every side between two hexes that are not both sea, once."""
    line = 1.5 if plane.s < 50 else 2.0
    for hex in seen:
        for i, other in enumerate(chart.beside[hex]):
            if other is not None and i > 2 and Terrain.SEA not in (chart.terrain[hex], chart.terrain[other]):
                yield Line(tuple(plane.at(p) for p in _edge(hex, i)), GRID, line)


def _coast(chart: Chart, plane: Plane, seen: Iterable[Hex]) -> Iterator[Shape]:
    line = max(1.7, _COAST * plane.s)
    for hex in seen:
        if chart.terrain[hex] is Terrain.SEA:
            for i, other in enumerate(chart.beside[hex]):
                if other is not None and chart.terrain[other] is not Terrain.SEA:
                    yield Line(tuple(plane.at(p) for p in _edge(hex, i)), COAST, line, round=True)


def _hill(plane: Plane, hex: Hex) -> Iterator[Shape]:
    x, y = plane.hex(hex)
    s = plane.s
    for dx, dy in _HILLTOPS:
        cx, cy = x + dx * s, y + dy * s
        points = ((cx - 0.17 * s, cy + 0.09 * s), (cx, cy - 0.08 * s), (cx + 0.17 * s, cy + 0.09 * s))
        yield Line(points, HILL_STROKE, max(1.8, 0.055 * s), round=True)


def _seen(plane: Plane, courses: Iterable[Points]) -> Iterator[Points]:
    """The parts of courses in the window, in px."""
    for course in courses:
        yield from in_view(plane, tuple(map(plane.at, course)))


def _rivers(chart: Chart, plane: Plane) -> Iterator[Shape]:
    w = max(4.6, _RIVER * plane.s)
    return (Line(points, RIVER, w, round=True) for points in _seen(plane, _courses(chart.key, "rivers")))


def _estuaries(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """Broad water with shores; where it meets the sea it has none."""
    courses, s = _courses(chart.key, "estuaries"), plane.s
    shores = _ESTUARY * s + 2 * max(1.7, _COAST * s)
    seen = tuple(_seen(plane, courses))
    yield from (Line(points, COAST, shores, round=True) for points in seen)
    yield from (Line(points, SEA, _ESTUARY * s, round=True) for points in seen)
    mouths = {p: hex for course in courses for p in (course[0], course[-1]) for hex in _seas_at(chart, p)}
    for point, hex in mouths.items():
        if plane.shows(hex, 2):
            cx, cy = hex_center(hex)
            inner = point[0] + (cx - point[0]) * 0.55, point[1] + (cy - point[1]) * 0.55
            yield Line((plane.at(point), plane.at(inner)), SEA, _ESTUARY * s, round=True)


def _tunnels(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """Two lines of dashes from hex to hex under the water."""
    for a, b in chart.tunnels:
        if plane.shows(a) or plane.shows(b):
            yield from tunnel_shapes(plane.hex(a), plane.hex(b), max(4.0, 0.09 * plane.s))


def tunnel_shapes(a: tuple[float, float], b: tuple[float, float], half: float) -> Iterator[Shape]:
    """The sign of a tunnel from one point to another, its two lines ``half`` px from the middle."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    for shift in (-half, half):
        line = (ax - dy * shift, ay + dx * shift), (bx - dy * shift, by + dx * shift)
        at = 0.0
        while at < length:
            dash = part_of(line, at, min(at + 10, length))
            if len(dash) > 1:
                yield Line(dash, INK, 3)
            at += 16


def _border(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """A ribbon, and a line of dashes and dots on it."""
    s = plane.s
    seen = tuple(_seen(plane, _border_courses(chart.key)))
    yield from (Line(points, RIBBON, _RIBBON * s, round=True) for points in seen)
    for points in seen:
        at, i, end = 0.1 * s, 0, course_length(points)
        while at < end:
            on, off = _DASHES[i % 2]
            dash = part_of(points, at, min(at + on * s, end))
            if len(dash) > 1:
                yield Line(dash, BORDER, max(2.4, 0.075 * s))
            at, i = at + (on + off) * s, i + 1


# -- courses along sides

_Corner = tuple[int, int]


def _corner(point: tuple[float, float]) -> _Corner:
    """The same for a corner, whichever of its hexes it is computed from."""
    return round(point[0] * 1000), round(point[1] * 1000)


def _ends(side: Side) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two corners that a side's hexes share."""
    other = {_corner(point) for point in hex_corners(side[1])}
    one, two = (point for point in hex_corners(side[0]) if _corner(point) in other)
    return one, two


@lru_cache(16)
def _courses(key: str, kind: str) -> tuple[Points, ...]:
    """Rivers or estuaries of a map as smoothed strokes; a side stream ends on what it flows into."""
    named = CHARTS[key].rivers if kind == "rivers" else CHARTS[key].estuaries
    taken: set[Side] = set()
    chains: list[tuple[tuple[float, float], ...]] = []
    for sides in named.values():
        chains += _chains([side for side in sides if side not in taken])
        taken |= set(sides)
    smooth = [_smoothed(chain) for chain in chains]
    return tuple(_met(chain, course, chains, smooth) for chain, course in zip(chains, smooth, strict=True))


@lru_cache(16)
def _border_courses(key: str) -> tuple[Points, ...]:
    chart = CHARTS[key]
    land = (Terrain.PLAIN, Terrain.HILL)
    sides = {
        side_between(hex, other)
        for hex, sign in chart.terrain.items()
        if sign in land
        for other in chart.neighbors(hex)
        if chart.abroad(other)
    }
    return tuple(_smoothed(chain) for chain in _chains(sorted(sides)))


def _chains(sides: Iterable[Side]) -> list[tuple[tuple[float, float], ...]]:
    """Sides joined at their corners to strokes; at a fork strokes end."""
    at: dict[_Corner, list[_Corner]] = {}
    where: dict[_Corner, tuple[float, float]] = {}
    for side in sides:
        one, two = _ends(side)
        a, b = _corner(one), _corner(two)
        where |= {a: one, b: two}
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    used: set[tuple[_Corner, _Corner]] = set()
    found = []
    for start in sorted(at, key=lambda corner: (len(at[corner]) == 2, corner)):
        for step in at[start]:
            if (start, step) in used:
                continue
            chain = [start]
            here, ahead = start, step
            while True:
                used |= {(here, ahead), (ahead, here)}
                chain.append(ahead)
                onward = [corner for corner in at[ahead] if corner != here]
                if len(onward) != 1 or (ahead, onward[0]) in used:
                    break
                here, ahead = ahead, onward[0]
            found.append(tuple(where[corner] for corner in chain))
    return found


def _smoothed(chain: Points) -> Points:
    """Three passes of cutting corners; both ends stay."""
    for _ in range(3):
        if len(chain) < 3:
            return chain
        cut = [chain[0]]
        for (ax, ay), (bx, by) in pairwise(chain):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        chain = (*cut, chain[-1])
    return chain


def _met(chain: Points, course: Points, chains: list[Points], smooth: list[Points]) -> Points:
    """The course, its ends drawn on to the courses that pass there."""
    for end, other in ((0, i) for i in range(len(chains))):
        course = _drawn_on(course, chain[end], chains[other], smooth[other], front=True)
    for other in range(len(chains)):
        course = _drawn_on(course, chain[-1], chains[other], smooth[other], front=False)
    return course


def _drawn_on(course: Points, end: tuple[float, float], chain: Points, other: Points, *, front: bool) -> Points:
    if _corner(end) not in {_corner(point) for point in chain[1:-1]}:
        return course
    nearest = min(other, key=lambda point: hypot(point[0] - end[0], point[1] - end[1]))
    return (nearest, *course) if front else (*course, nearest)


def _seas_at(chart: Chart, point: tuple[float, float]) -> Iterator[Hex]:
    """The sea hexes around a corner."""
    for hex, sign in chart.terrain.items():
        if sign is Terrain.SEA:
            x, y = hex_center(hex)
            if abs(x - point[0]) < 1.1 and abs(y - point[1]) < 1.1 and hypot(x - point[0], y - point[1]) < 1.05:
                yield hex


@lru_cache(16)
def _far_of(key: str) -> tuple[str, tuple[float, float], float] | None:
    """What lies over a border: its name, the middle of its widest rows, and half the room there in sizes of a hex."""
    chart = CHARTS[key]
    names = [run.name for run in chart.special_runs if all(chart.abroad(hex) for hex in run.hexes)]
    far = [hex_center(hex) for hex, sign in chart.terrain.items() if sign is Terrain.FAR]
    if not names or len(far) < 6:
        return None
    best = max(far, key=lambda p: (sum(hypot(p[0] - q[0], p[1] - q[1]) < 2.2 for q in far), -p[1]))
    near = [q for q in far if hypot(best[0] - q[0], best[1] - q[1]) < 2.2]
    x, y = sum(q[0] for q in near) / len(near), sum(q[1] for q in near) / len(near)
    return names[0], (x, y), max(abs(q[0] - x) for q in near) + 0.6


def wide_far(chart: Chart) -> tuple[str, tuple[float, float], float] | None:
    """Where the name of the land over the border stands."""
    return _far_of(chart.key)
