"""The map around some routes; all other track is faded.

The caller draws an overlay on the routes, such as dots or keys.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, CardNumber, Hex, HexMap
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.ground import draw_terrain, draw_tunnels
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport, bounds_of_hexes, hex_center, map_bounds
from render.games.railway_rivals.board.label_obstacles import Obstacles, Zone
from render.games.railway_rivals.board.town_labels import TownLabel, draw_town_labels, place_town_labels
from render.games.railway_rivals.board.towns import (
    ExitTag,
    draw_tag,
    draw_town,
    exit_tags,
    town_half_width,
    town_radius,
)
from render.games.railway_rivals.board.track_layers import LinePen, draw_strokes, visible_strokes
from render.games.railway_rivals.board.track_lines import track_lines_of
from render.games.railway_rivals.board.train_lines import Routes, TrainLine, train_lines
from render.games.railway_rivals.colors import FADE_SHARE, LAND, RACE_FADE_SHARE, fade_color
from render.geometry import Circle, round_box
from render.palette import ACCENT, INK
from render.parts.page_layout import BLEED, MARGIN, PAGE_WIDTH
from render.scene import Color, Disc, Layer, Line, Polygon, Shape, Sheet, Text

WindowBox = tuple[int, int, int, int]
"""A box of the picture in px: left, top, width, and height."""

_LARGEST, _SMALLEST = 52.0, 14.0
"""Maximum and minimum hex size in px."""
_MARGIN, _RIM = 1.6, 0.2
"""Margin around the hexes of routes, and around the rings at the ends of routes, in hex sizes."""
_FULL = 22.0
"""Hex size in px for which the rings at the ends of routes are measured."""
_NAMED = 1.4
"""Space for a name below the ring at the end of a route, in hex sizes."""
_LOW = 420
"""Minimum height of the map's window in px."""
_PITCH, _WIDTH, _ALL = 0.48, 0.36, 1.02
"""Distance between routes on a side, width of a route, and maximum width of all routes on a side, in hex sizes."""
LINE_EDGE = 2.0
"""Width of a line's edge in px."""
_LEAST_WIDTH, _OFF_ROUTES = 8.0, 8
_THIN, _THIN_LEAST = 0.17, 5.0
"""Width of track off the routes, as (hex sizes, minimum px)."""
_ALL_TOWNS = 27.0
"""Minimum hex size in px at which towns off the routes are drawn in full."""
_DOT, _DOT_RIM = 13, 15
"""Radius in px of the dot for a town off the routes, without and with its rim."""
_DISC_RIM = 4
"""Addition in px to the radius of a town, to keep dots of trains off the town."""
_DISC_OFF = 3
"""Reduction in px of the radius of a town that no route passes."""
_TAG, _TAG_HALF, _TAG_TALL, _RING = 46, 0.8, 0.62, 20
_START_RIM, _TOWN_RIM = 0.31, 0.09
_RINGS = (0, 3, 11)
"""Distances in px from the outer edge of a ring to its rim, to its color, and to its inner edge."""

MAP_TOP, _HIGHEST, FOOT_HEIGHT = 196, 1526, 24
"""Top of the map, maximum height of the picture, and bottom margin, in px."""
TABLE_GAP = 4
"""Space in px between the map and a table under it."""
_BETWEEN = 32
_RATHER_BELOW = 1.08
"""Factor by which the map must be larger for the table to be next to it instead of under it."""


class MapOverlay(NamedTuple):
    """Drawings over the map: lines under the towns, shapes above them, and zones that names avoid."""

    lines: Sequence[Shape]
    above: Sequence[Shape]
    boxes: Sequence[Zone]


DrawOverlay = Callable[[HexViewport, Sequence[TrainLine], float], MapOverlay]
"""A function that draws an overlay, given the viewport, the lines of the routes, and their width in px."""


def route_map_layer(
    state: RailwayRivals, run: Run, routes: Routes, window: WindowBox, draw_overlay: DrawOverlay
) -> Layer:
    """Draw the map with the routes in ``window``."""
    chart = state.hex_map
    viewport = window_viewport(chart, [hexes for _, hexes in routes], window)
    lines_drawn = train_lines(chart, routes, _PITCH)
    w = _route_width(viewport.scale, _most_abreast(routes))
    over = draw_overlay(viewport, lines_drawn, w)
    track = visible_strokes(viewport, track_lines_of(chart, state.track))
    thin = max(_THIN_LEAST, _THIN * viewport.scale)
    lines = [(viewport.line_to_px(way.points), w + _OFF_ROUTES) for way in lines_drawn]
    others = [(stroke.points, thin) for stroke in track]
    boxes = (*over.boxes, *_end_zones(chart, lines_drawn, viewport))
    obstacles = Obstacles((*lines, *lines, *others), boxes)
    names = tuple(_draw_names(state, lines_drawn, viewport, obstacles))
    shapes = (
        *draw_terrain(chart, viewport),
        *draw_strokes(track, LinePen(thin, LINE_EDGE, RACE_FADE_SHARE)),
        *draw_tunnels(chart, viewport),
        *over.lines,
        *(shape for shape in names if isinstance(shape, Line)),
        *_draw_places(state, run, lines_drawn, viewport),
        *over.above,
        *(shape for shape in names if not isinstance(shape, Line | Text)),
    )
    words = (shape for shape in names if isinstance(shape, Text))  # over the map, where they are shared sprites
    return Layer("map", (Sheet("map", *window, shapes), *words))


_Hexes = Sequence[tuple[Hex, ...]]
"""The hexes of each route."""


def map_window(chart: HexMap, routes: _Hexes, beside: int, below: int) -> tuple[WindowBox, bool]:
    """Return the window of the map, and whether the table is under it; the place with the larger map is chosen.

    ``beside`` is the width of a table next to the map, ``below`` the height of a table under it, in px.
    """
    tall = _HIGHEST - MAP_TOP - FOOT_HEIGHT
    broad = _fit_window(chart, routes, PAGE_WIDTH - 2 * BLEED, tall - TABLE_GAP - below)
    high = _fit_window(chart, routes, PAGE_WIDTH - MARGIN - beside - BLEED - _BETWEEN, tall)
    box = _routes_box(chart, routes)
    if _fit_scale(box, *broad) * _RATHER_BELOW >= _fit_scale(box, *high):
        return ((PAGE_WIDTH - broad[0]) // 2, MAP_TOP, *broad), True
    return (BLEED, MAP_TOP, *high), False


def _fit_window(chart: HexMap, routes: _Hexes, w: float, most: float) -> tuple[int, int]:
    """The width and height of a window for routes, at most ``w`` px wide and ``most`` px high."""
    box = _routes_box(chart, routes)
    s = _fit_scale(box, w, most)
    tall = max(box.height * s, _LOW)
    return round(min(w, map_bounds(chart).width * s)), round(min(most, tall))


def _fit_scale(box: Bounds, w: float, h: float) -> float:
    """The hex size in px at which a box fits in a window of ``w`` by ``h`` px."""
    return min(w / box.width, h / box.height, _LARGEST)


def _routes_box(chart: HexMap, routes: _Hexes) -> Bounds:
    """The box around routes with some land, and around the rings and names at their ends, in hex sizes.

    Without space below its town, a name could be mistaken for the name of another town.
    """
    box = bounds_of_hexes({hex for hexes in routes for hex in hexes}).inflate(_MARGIN)
    for hex in sorted({hex for hexes in routes for hex in (hexes[0], hexes[-1])}):
        x, y = hex_center(hex)
        half, tall = (part / _FULL + _RIM for part in _end_half_size(chart, hex, _FULL))
        box = box.union(Bounds(x - half, y - tall, x + half, y + tall + _NAMED))
    return box


def window_viewport(chart: HexMap, routes: _Hexes, window: WindowBox) -> HexViewport:
    """The viewport around routes that fills a window."""
    x, y, w, h = window
    box = _routes_box(chart, routes)
    limit = map_bounds(chart).union(box)
    s = max(_SMALLEST, _fit_scale(box, w, h))
    left = _window_start(box.left + box.right, w / s, limit.left, limit.right)
    top = _window_start(box.top + box.bottom, h / s, limit.top, limit.bottom)
    return HexViewport(s, x, y, w, h, left, top)


def _window_start(both: float, long: float, least: float, end: float) -> float:
    """The start of a window of length ``long`` that is centered on a box, but within the map if possible.

    ``both`` is the sum of the box's start and end. ``least`` and ``end`` are the limits of the map.
    """
    start, most = (both - long) / 2, end - long
    return min(max(start, least), most) if least <= most else start


def _route_width(s: float, abreast: int) -> float:
    """The width of a route in px, if at most ``abreast`` routes share a side."""
    room = _PITCH * s if abreast < 2 else min(_PITCH * s, _ALL * s / (abreast - 1))
    return max(_LEAST_WIDTH, min(_WIDTH * s, room - LINE_EDGE))


def _most_abreast(routes: Routes) -> int:
    sides = [frozenset(pair) for _, hexes in routes for pair in pairwise(hexes)]
    return max((sides.count(side) for side in set(sides)), default=1)


def _draw_places(
    state: RailwayRivals, run: Run, train_lines: Sequence[TrainLine], viewport: HexViewport
) -> Iterator[Shape]:
    """Draw towns and special runs, a ring around the start, and a red ring around the goal."""
    chart, r = state.hex_map, town_radius(viewport.scale)
    passed_hexes = {hex for line in train_lines for hex in line.hexes}
    starts, goals = (sorted({line.hexes[end] for line in train_lines}) for end in (0, -1))
    yield from _draw_other_towns(state, passed_hexes, viewport)
    for color, hexes in ((INK, starts), (ACCENT, goals)):
        for hex in hexes:
            yield from _draw_ring(chart, hex, viewport, color)
    ends = _end_hexes(train_lines)
    for hex in sorted(passed_hexes & set(chart.town_at), key=lambda hex: (hex in ends, hex)):
        yield from draw_town(chart.town_at[hex], *viewport.hex_point(hex), r, True)
    for number, hexes in ((run.start, starts), (run.goal, goals)):
        for hex in hexes:
            if hex not in chart.town_at:
                tag = ExitTag(number, hex, _exit_direction(chart, number, hex))
                yield from draw_tag(tag, *viewport.hex_point(hex), _TAG)


def _draw_other_towns(state: RailwayRivals, passed_hexes: Container[Hex], viewport: HexViewport) -> Iterator[Shape]:
    """Draw the towns off the routes, on small maps as dots."""
    for town in state.hex_map.towns:
        if town.hex not in passed_hexes and viewport.is_hex_visible(town.hex):
            x, y = viewport.hex_point(town.hex)
            if viewport.scale < _ALL_TOWNS:
                yield Disc(x, y, _DOT_RIM, LAND)
                yield Disc(x, y, _DOT, fade_color(INK, FADE_SHARE))
            else:
                yield from draw_town(town, x, y, town_radius(viewport.scale), town.hex in state.first)


def _exit_direction(chart: HexMap, number: CardNumber, hex: Hex) -> tuple[int, int]:
    """The direction in which a special run leaves the map, as a step in x and y."""
    run_tags = [tag for tag in exit_tags(chart) if tag.number == number]
    here = [tag for tag in run_tags if tag.hex == hex]
    return (*here, *run_tags, ExitTag(number, hex, (-1, 0)))[0].direction


def _end_hexes(train_lines: Sequence[TrainLine]) -> tuple[Hex, ...]:
    starts, goals = {line.hexes[0] for line in train_lines}, {line.hexes[-1] for line in train_lines}
    return tuple(sorted(starts | goals))


def _end_zones(chart: HexMap, train_lines: Sequence[TrainLine], viewport: HexViewport) -> Iterator[Zone]:
    for hex in _end_hexes(train_lines):
        yield (*viewport.hex_point(hex), *_end_half_size(chart, hex, viewport.scale))


def end_discs(chart: HexMap, train_lines: Sequence[TrainLine], viewport: HexViewport) -> list[Circle]:
    """The discs around the ends of routes with their rings, as (x, y, radius) triples in px."""
    return [(x, y, half) for x, y, half, _ in _end_zones(chart, train_lines, viewport)]


def _end_half_size(chart: HexMap, hex: Hex, s: float) -> tuple[float, float]:
    """Half the width and half the height of an end of a route with its ring, in px."""
    town, r = chart.town_at.get(hex), town_radius(s)
    if town is None:
        return _TAG * _TAG_HALF + _RING, _TAG * _TAG_TALL + _RING
    more = (_START_RIM if town.is_start else _TOWN_RIM) * r + _RING
    return town_half_width(town, r) + more, r + more


def _draw_ring(chart: HexMap, hex: Hex, viewport: HexViewport, color: Color) -> Iterator[Shape]:
    (x, y), (half, tall) = viewport.hex_point(hex), _end_half_size(chart, hex, viewport.scale)
    for fill, inset in zip((LAND, color, LAND), _RINGS, strict=True):
        a, b = half - inset, tall - inset
        yield Polygon(round_box(x - a, y - b, x + a, y + b, b - 0.01), fill)


def _draw_names(
    state: RailwayRivals, train_lines: Sequence[TrainLine], viewport: HexViewport, obstacles: Obstacles
) -> Iterator[Shape]:
    """Draw the names of all towns; on small maps, only of towns on the routes."""
    passed_hexes = {hex for line in train_lines for hex in line.hexes}
    labels = _place_labels(state.hex_map.key, viewport, obstacles)
    shown_labels = [name for name in labels if viewport.scale >= _ALL_TOWNS or name.town.hex in passed_hexes]
    yield from draw_town_labels(state.hex_map, viewport, shown_labels)


@lru_cache(8)
def _place_labels(key: str, viewport: HexViewport, obstacles: Obstacles) -> tuple[TownLabel, ...]:
    """Place names. The result is cached, because the same routes are often drawn again."""
    return place_town_labels(HEX_MAPS[key], viewport, obstacles)


def town_disc_radius(chart: HexMap, hex: Hex, s: float) -> float:
    """The radius in px around a town that dots of trains must not touch; 0 for a hex without a town."""
    return town_half_width(chart.town_at[hex], town_radius(s)) + _DISC_RIM if hex in chart.town_at else 0


def visible_disc_radius(chart: HexMap, hex: Hex, s: float, is_passed: bool) -> float:
    """The radius in px around a town that dots must not touch; smaller if no route passes the town."""
    if is_passed:
        return town_disc_radius(chart, hex, s)
    return town_disc_radius(chart, hex, s) - _DISC_OFF if s >= _ALL_TOWNS else _DOT_RIM
