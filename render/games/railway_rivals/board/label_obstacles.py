"""Obstacles of words and plates in a map's window: track, rivers, towns, and signs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, HexMap
from engine.kit.sized_cache import cache_by_size
from render.games.railway_rivals.board.hex_viewport import HexViewport, visible_parts
from render.games.railway_rivals.board.towns import town_half_width, town_radius
from render.games.railway_rivals.board.waters import border_courses, estuary_courses, river_courses
from render.geometry import Points
from render.parts.label_placement import CellFrame, ObstacleField
from render.parts.viewport import Bounds

_CELL = 6
_RIVER, _TRACK, _FORBIDDEN = range(1, 4)
_COST = (0, 18, 700, 7_000)
"""The cost of covering a px² that is free, a river, track, or forbidden, in thousandths."""
_RIVER_WIDTH, _RIVER_LEAST = 0.15, 4.6
"""Width of a river, in hex sizes and as a minimum in px."""
_START_RIM, _RIM = 0.31, 0.06
"""Width of the ring of a start town, and of another town, in radiuses of the disc."""

Zone = tuple[float, float, float, float]
"""A box in px: x and y of its middle, half its width, and half its height."""


class Obstacles(NamedTuple):
    """Things that names avoid: lines as (points, width) pairs, and boxes."""

    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()


def obstacle_field(chart: HexMap, viewport: HexViewport, obstacles: Obstacles) -> ObstacleField:
    """The obstacles of a window, with rivers, coasts, and towns."""
    field = _water_field(chart.key, viewport).copy()
    for points, wide in obstacles.lines:
        field.add_line(points, wide, _TRACK)
    for x, y, half, tall in (*obstacles.boxes, *_town_zones(chart, viewport)):
        field.add_box(Bounds(x - half, y - tall, x + half, y + tall), _FORBIDDEN)
    return field


@cache_by_size(lambda field: field.frame.columns * field.frame.rows)
def _water_field(key: str, viewport: HexViewport) -> ObstacleField:
    """The rivers and coasts of a window, which names may cover, but better do not; to be copied."""
    chart, field = HEX_MAPS[key], ObstacleField(CellFrame.of_window(viewport, _CELL), _COST)
    courses = (*river_courses(chart), *estuary_courses(chart), *border_courses(chart))
    wide = max(_RIVER_LEAST, _RIVER_WIDTH * viewport.scale)
    for course in courses:
        for part in visible_parts(viewport, course):
            field.add_line(part, wide, _RIVER)
    return field


def _town_zones(chart: HexMap, viewport: HexViewport) -> Iterator[Zone]:
    r = town_radius(viewport.scale)
    for town in chart.towns:
        if viewport.is_hex_visible(town.hex, 2):
            more = (_START_RIM if town.is_start else _RIM) * r
            yield (*viewport.hex_point(town.hex), town_half_width(town, r) + more, r + more)
