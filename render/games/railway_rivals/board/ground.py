"""The ground under all track: land, hills, sea, rivers, estuaries, and the border.

The ground of a map never changes, so the whole ground is a sprite that is painted once for all tables. (drawing rules
for maps, section 4)
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, Terrain
from render.games.railway_rivals import colors
from render.games.railway_rivals.board.hex_viewport import HexViewport, hex_center, hex_corners, visible_parts
from render.games.railway_rivals.board.towns import town_radius
from render.games.railway_rivals.board.waters import (
    border_courses,
    estuary_courses,
    hexes_at_corner,
    river_courses,
    spring_points,
)
from render.geometry import Point, Points, distance, mean_point, point_between, unit_vector
from render.palette import INK, PAPER
from render.parts.map_lines import path_length, path_section
from render.scene import Color, Disc, Line, Polygon, Shape, Sprite

_FILLS: Mapping[Terrain, Color] = {
    Terrain.PLAIN: colors.LAND,
    Terrain.HILL: colors.HILL,
    Terrain.SEA: colors.SEA,
    Terrain.BORDER: colors.FOREIGN_LAND,
    Terrain.BORDER_HILL: colors.FOREIGN_HILL,
    Terrain.FAR: colors.FAR_LAND,
}
_HILLTOPS = ((-0.36, 0.16), (0.34, 0.30), (0.06, -0.34))
_HILLTOP = ((-0.17, 0.09), (0, -0.08), (0.17, 0.09))
_HILL_LINE, _COAST, _RIVER = (0.055, 1.8), (0.045, 1.7), (0.15, 4.6)
"""Widths of a hill's lines, of the coast, and of rivers, as (hex sizes, minimum px) pairs."""
_ESTUARY = 0.46
"""Width of an estuary in hex sizes."""
_RIBBON = 0.5
"""Width of the colored band along the border, in hex sizes."""
_BORDER_LINE = (0.075, 2.4)
"""Width of the border's dashes, as (hex sizes, minimum px)."""
_TUNNEL = (0.09, 4.0)
"""Half the width of a tunnel's sign, as (hex sizes, minimum px)."""
_SPRING = (0.19, 6.5)
"""Radius of the pool at a spring, as (hex sizes, minimum px)."""
_POOL = 0.5
"""Width of the line around the pool at a spring, as a fraction of a river's width."""
_TUNNEL_BED = (0.32, 14.0)
"""Width of the strip of water under a tunnel's sign, as (hex sizes, minimum px)."""
_BESIDE, _BESIDE_LEAST = 1.3, 0.9
"""Distance of a tunnel's sign from the line between two towns, in radiuses of a town and in hex sizes.

The larger distance is used.
"""
_CUT_SHORT = 0.12
"""Fraction of a tunnel's sign that is left out at each end."""
_GRID_LINE, _GRID_FINE = 2.0, 1.5
"""Width in px of the lines of the grid, on large maps and on small maps."""
_FINE = 50
"""Hex size in px below which a map counts as small."""
_OVERLAP = 1.015
"""Factor by which hexes are painted larger, so that there are no gaps between them."""
_INTO_SEA = 0.55
"""The distance by which an estuary's water continues toward the middle of the sea's hex."""

_DASHES = ((0.5, 0.2), (0.08, 0.2))
"""A dash and a dot of the border, as (length, space behind it) pairs in hex sizes."""
_DASHES_FROM = 0.1
_Dash = tuple[float, float]
"""The length of a dash, and the distance to the start of the next dash, in px."""
_TUNNEL_DASH, _TUNNEL_STEP, _TUNNEL_LINE = 10, 16, 3

_FEWEST_FAR = 6
"""Minimum number of hexes beyond the border for which the name of the foreign land is drawn."""
_NEAR = 2.2
"""Maximum distance between two hexes that count as near, in hex sizes."""
_ASIDE = 0.6
"""Distance by which the name of the foreign land may extend beyond the near hexes on each side, in hex sizes."""


def hex_color(chart: HexMap, hex: Hex) -> Color:
    """The color of a hex; a town never has the color of a hill."""
    return colors.LAND if hex in chart.town_at else _FILLS[chart.terrain[hex]]


@lru_cache(4)
def ground_sprite(key: str, s: float, left: float, top: float, w: int, h: int) -> Sprite:
    """A whole map without track and towns, in a box of ``w`` × ``h`` px.

    ``left`` and ``top`` are the position of the map's corner, ``s`` is the hex size in px.
    """
    viewport = HexViewport(s, 0, 0, w, h, left, top)
    return Sprite(f"ground {key}", w, h, draw_terrain(HEX_MAPS[key], viewport), PAPER)


def draw_terrain(chart: HexMap, viewport: HexViewport) -> tuple[Shape, ...]:
    """The ground in the viewport, in the order of painting."""
    visible_hexes = tuple(hex for hex in chart.terrain if viewport.is_hex_visible(hex))
    return (
        *(Polygon(viewport.hex_outline(hex, _OVERLAP), hex_color(chart, hex)) for hex in visible_hexes),
        *_draw_grid(chart, viewport, visible_hexes),
        *_draw_coast(chart, viewport, visible_hexes),
        *(stroke for hex in visible_hexes if _is_hilly(chart, hex) for stroke in _draw_hill(viewport, hex)),
        *_draw_rivers(chart, viewport),
        *_draw_springs(chart, viewport),
        *_draw_estuaries(chart, viewport),
        *draw_tunnels(chart, viewport),
        *_draw_border(chart, viewport),
    )


def _line_width(viewport: HexViewport, measure: tuple[float, float]) -> float:
    part, least = measure
    return max(least, part * viewport.scale)


def _is_hilly(chart: HexMap, hex: Hex) -> bool:
    return chart.terrain[hex] in (Terrain.HILL, Terrain.BORDER_HILL) and hex not in chart.town_at


def _hex_sides(chart: HexMap, visible_hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Hex, int]]:
    """The sides of hexes, as (hex, neighbor, index of the side) triples."""
    for hex in visible_hexes:
        for i, other in enumerate(chart.neighbors_by_direction[hex]):
            if other is not None:
                yield hex, other, i


def _side_line(viewport: HexViewport, hex: Hex, i: int) -> Points:
    ring = hex_corners(hex)
    return viewport.to_px(ring[i]), viewport.to_px(ring[(i + 1) % 6])


def _is_sea(chart: HexMap, hex: Hex) -> bool:
    return chart.terrain[hex] is Terrain.SEA


def _draw_grid(chart: HexMap, viewport: HexViewport, visible_hexes: Iterable[Hex]) -> Iterator[Shape]:
    """Draw a thin line on every side between two land hexes, each side once."""
    line = _GRID_FINE if viewport.scale < _FINE else _GRID_LINE
    for hex, other, i in _hex_sides(chart, visible_hexes):
        if i > 2 and not _is_sea(chart, hex) and not _is_sea(chart, other):
            yield Line(_side_line(viewport, hex, i), colors.GRID, line)


def _draw_coast(chart: HexMap, viewport: HexViewport, visible_hexes: Iterable[Hex]) -> Iterator[Shape]:
    line = _line_width(viewport, _COAST)
    for hex, other, i in _hex_sides(chart, visible_hexes):
        if _is_sea(chart, hex) and not _is_sea(chart, other):
            yield Line(_side_line(viewport, hex, i), colors.COAST, line, round=True)


def _draw_hill(viewport: HexViewport, hex: Hex) -> Iterator[Shape]:
    x, y = viewport.hex_point(hex)
    s = viewport.scale
    for dx, dy in _HILLTOPS:
        cx, cy = x + dx * s, y + dy * s
        points = tuple((cx + px * s, cy + py * s) for px, py in _HILLTOP)
        yield Line(points, colors.HILL_STROKE, _line_width(viewport, _HILL_LINE), round=True)


def _visible_courses(viewport: HexViewport, courses: Iterable[Points]) -> Iterator[Points]:
    for course in courses:
        yield from visible_parts(viewport, course)


def _draw_rivers(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    w = _line_width(viewport, _RIVER)
    return (Line(points, colors.RIVER, w, round=True) for points in _visible_courses(viewport, river_courses(chart)))


def _draw_springs(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    """Draw a small pool where a river begins, or where it ends at a ford."""
    r, line = _line_width(viewport, _SPRING), _line_width(viewport, _RIVER)
    for at in spring_points(chart.key):
        x, y = viewport.to_px(at)
        if viewport.has_point(x, y, -r):
            yield Disc(x, y, r, colors.SEA, colors.COAST, line * _POOL)


def _draw_estuaries(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    """Draw broad water with shores; the shore is open toward the sea."""
    courses, w = estuary_courses(chart), _ESTUARY * viewport.scale
    shores = w + 2 * _line_width(viewport, _COAST)
    visible = tuple(_visible_courses(viewport, courses))
    yield from (Line(points, colors.COAST, shores, round=True) for points in visible)
    yield from (Line(points, colors.SEA, w, round=True) for points in visible)
    for end in dict.fromkeys(end for course in courses for end in (course[0], course[-1])):
        seas = _sea_hexes_at(chart, end)
        if seas and viewport.is_hex_visible(seas[-1], 2):
            inner = point_between(end, hex_center(seas[-1]), _INTO_SEA)
            yield Line((viewport.to_px(end), viewport.to_px(inner)), colors.SEA, w, round=True)


def _sea_hexes_at(chart: HexMap, corner: Point) -> list[Hex]:
    """The sea hexes around a corner."""
    return [hex for hex in hexes_at_corner(chart, corner) if _is_sea(chart, hex)]


def draw_tunnels(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    """Draw each tunnel as two dashed lines between its hexes, over a strip that separates them from track.

    If both ends are towns, the lines are drawn beside the discs of the towns, which would hide them.
    """
    for a, b in chart.tunnels:
        if viewport.is_hex_visible(a) or viewport.is_hex_visible(b):
            one, two = _tunnel_ends(chart, viewport, a, b)
            yield Line((one, two), colors.SEA, _line_width(viewport, _TUNNEL_BED), round=True)
            yield from draw_tunnel_sign(one, two, _line_width(viewport, _TUNNEL))


def _tunnel_ends(chart: HexMap, viewport: HexViewport, a: Hex, b: Hex) -> tuple[Point, Point]:
    one, two = viewport.hex_point(a), viewport.hex_point(b)
    if a not in chart.town_at or b not in chart.town_at:
        return one, two
    dx, dy = unit_vector(one, two)
    off = max(_BESIDE * town_radius(viewport.scale), _BESIDE_LEAST * viewport.scale)
    spots = [[(x - dy * aside, y + dx * aside) for x, y in (one, two)] for aside in (-off, off)]
    left, right = (_crowding(chart, viewport, mean_point(spot)) for spot in spots)
    ends = spots[0] if left <= right else spots[1]
    return point_between(ends[0], ends[1], _CUT_SHORT), point_between(ends[1], ends[0], _CUT_SHORT)


def tunnel_zones(chart: HexMap, viewport: HexViewport) -> Iterator[tuple[float, float, float, float]]:
    """The zones of tunnel signs, which names avoid, as (middle x, middle y, half width, half height) in px."""
    half = _line_width(viewport, _TUNNEL_BED) / 2
    for a, b in chart.tunnels:
        if viewport.is_hex_visible(a) or viewport.is_hex_visible(b):
            (ax, ay), (bx, by) = _tunnel_ends(chart, viewport, a, b)
            x, y = (ax + bx) / 2, (ay + by) / 2
            yield x, y, abs(ax - bx) / 2 + half, abs(ay - by) / 2 + half


def _crowding(chart: HexMap, viewport: HexViewport, at: Point) -> tuple[int, float]:
    """A sort key for the place of a sign: places on land and far from towns are lower."""
    off = chart.terrain.get(viewport.hex_at(*at), Terrain.SEA) is Terrain.SEA
    return int(off), -min(distance(at, viewport.hex_point(town.hex)) for town in chart.towns)


def draw_tunnel_sign(a: Point, b: Point, half: float) -> Iterator[Shape]:
    """Draw the sign of a tunnel between two points: two dashed lines, each ``half`` px from the middle."""
    dx, dy = unit_vector(a, b)
    for shift in (-half, half):
        line = tuple((x - dy * shift, y + dx * shift) for x, y in (a, b))
        for dash in _dash_paths(line, distance(a, b), 0.0, ((_TUNNEL_DASH, _TUNNEL_STEP),)):
            yield Line(dash, INK, _TUNNEL_LINE)


def _draw_border(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    s = viewport.scale
    visible = tuple(_visible_courses(viewport, border_courses(chart)))
    yield from (Line(points, colors.BORDER_RIBBON, _RIBBON * s, round=True) for points in visible)
    pattern = tuple((on * s, (on + off) * s) for on, off in _DASHES)
    for points in visible:
        for dash in _dash_paths(points, path_length(points), _DASHES_FROM * s, pattern):
            yield Line(dash, colors.BORDER_LINE, _line_width(viewport, _BORDER_LINE))


def _dash_paths(points: Points, long: float, at: float, pattern: Iterable[_Dash]) -> Iterator[Points]:
    """Cut a line of length ``long`` into dashes that repeat ``pattern``, beginning at ``at`` px."""
    for on, step in cycle(pattern):
        if at >= long:
            return
        dash = path_section(points, at, min(at + on, long))
        if len(dash) > 1:
            yield dash
        at += step


class ForeignLand(NamedTuple):
    """The land beyond the border: its name, the middle of the name, and half the width for the name, in hex sizes."""

    name: str
    middle: Point
    half: float


def foreign_land(chart: HexMap) -> ForeignLand | None:
    """Find the foreign land and the place of its name; None if there is none, or if it is too small."""
    return _find_foreign_land(chart.key)


@lru_cache(16)
def _find_foreign_land(key: str) -> ForeignLand | None:
    chart = HEX_MAPS[key]
    names = [run.name for run in chart.special_runs if all(chart.is_abroad(hex) for hex in run.hexes)]
    far = [hex_center(hex) for hex, sign in chart.terrain.items() if sign is Terrain.FAR]
    if not names or len(far) < _FEWEST_FAR:
        return None

    def near_points(point: Point) -> list[Point]:
        return [other for other in far if distance(point, other) < _NEAR]

    near = near_points(max(far, key=lambda point: (len(near_points(point)), -point[1])))
    at = mean_point(near)
    half = max(abs(x - at[0]) for x, _ in near)
    return ForeignLand(names[0], at, half + _ASIDE)
