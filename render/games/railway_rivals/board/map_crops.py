"""Closeups of a map: viewports around the relevant parts. (drawing rules for maps, sections 4, 8)

Distant parts have separate viewports, side by side at the same scale.
"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from render.fonts import text_width
from render.games.railway_rivals.board.ground import draw_terrain, draw_tunnels, tunnel_zones
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport, map_bounds
from render.games.railway_rivals.board.label_obstacles import Obstacles, Zone, obstacle_field
from render.games.railway_rivals.board.town_labels import TownLabel, draw_town_labels, place_town_labels
from render.games.railway_rivals.board.towns import draw_tag, draw_town, exit_tags, town_half_width, town_radius
from render.games.railway_rivals.board.whole_map import draw_ring
from render.geometry import Points
from render.palette import INK, INK_SOFT
from render.parts import viewport_layout
from render.parts.label_placement import ObstacleField
from render.parts.typography import TextStyle
from render.parts.viewport_layout import merge_boxes, single_viewport
from render.scene import Box, Shape, Sheet, Text

__all__ = ["CropContent", "arrange_viewports", "draw_crop", "fit_map_viewports", "merge_boxes"]

CROP_LABEL_SIZE = 48
_LABEL = TextStyle("h", 44)
_UP, _DOWN, _BOAT = 0.8, 0.2, 0.9
"""Height of a name above and below its baseline, and width of a port's boat, as fractions of the name's size."""
_LABEL_UP = 0.72
"""Height of a hex's reference above its baseline, as a fraction of the size of the letters."""
_LABEL_DOWN, _LABEL_PAD = 4, 2
"""Space in px around a hex's reference: below its baseline, and beside its letters."""
_BETWEEN, _HEADED = 8, 12
"""Minimum px between the references of two hexes, and between a reference and a town's name."""
_LARGEST, _SMALLEST = 84, 54
"""Maximum and minimum hex size in px."""
_STEP = 3
"""Difference in px between two hex sizes that are tried."""
_SLOTS = (
    *((0, 0.8), (0.3, 0.62), (-0.3, 0.62)),
    *((0, 0.2), (0.46, 0.16), (-0.46, 0.16)),
    *((0.42, 0.4), (-0.42, 0.4)),
)
"""Offsets of a reference from the middle of its hex that are tried in order, in hex sizes."""
_EDGE, _TAG, _TAG_EDGE, _TAG_ZONE = 6, 46, 48, (50, 40)
_RING = 0.5
"""Radius of a ring outside towns, in hex sizes."""
_TOWN_RING, _START_RING = 0.34, 0.46
"""Distance of a ring from the disc of a town, and of a start town, in disc radiuses."""


def arrange_viewports(chart: HexMap, boxes: Sequence[Bounds], top: int, tallest: int) -> tuple[HexViewport, ...]:
    """Return a viewport for each box, as large as possible; one viewport for all boxes if they do not fit."""
    if viewports := fit_map_viewports(chart, boxes, top, tallest):
        return viewports
    return (HexViewport(*single_viewport(boxes, map_bounds(chart), top, tallest, _SMALLEST)),)


def fit_map_viewports(chart: HexMap, boxes: Sequence[Bounds], top: int, tallest: int) -> tuple[HexViewport, ...]:
    """Return a viewport for each box, as large as possible; empty if they do not fit in ``tallest`` px."""
    scales = range(_LARGEST, _SMALLEST - 1, -_STEP)
    return tuple(
        HexViewport(*window) for window in viewport_layout.fit_viewports(boxes, map_bounds(chart), top, tallest, scales)
    )


class CropContent(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a viewport in addition to ground and towns.

    ``track`` is painted under the towns, ``top`` above them. ``over`` are shapes that are completely inside the
    viewport; if they are on whole px, they become sprites that pictures share. ``lines`` are the points and widths of
    track, and ``boxes`` the zones of signs (x, y, half width, half height); names avoid both. ``rings`` are hexes with
    a ring.
    """

    track: Sequence[Shape] = ()
    top: Sequence[Shape] = ()
    over: Sequence[Shape] = ()
    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()
    unreached: frozenset[Hex] = frozenset()
    rings: Sequence[Hex] = ()


def draw_crop(chart: HexMap, viewport: HexViewport, content: CropContent) -> tuple[Shape, ...]:
    """Draw the part of the map in a viewport, with its content and its frame."""
    shown_tags = [tag for tag in exit_tags(chart) if viewport.has_point(*viewport.hex_point(tag.hex), _TAG_EDGE)]
    plates = [(*viewport.hex_point(tag.hex), *_TAG_ZONE) for tag in shown_tags]
    obstacles = Obstacles(content.lines, (*content.boxes, *plates, *tunnel_zones(chart, viewport)))
    field = obstacle_field(chart, viewport, obstacles)
    names = place_town_labels(chart, viewport, obstacles, size=CROP_LABEL_SIZE, field=field)
    labels = _draw_hex_labels(chart, viewport, field, names) if viewport.scale >= _SMALLEST else ()
    label_shapes = tuple(draw_town_labels(chart, viewport, names, CROP_LABEL_SIZE))
    shapes = (
        *draw_terrain(chart, viewport),
        *content.track,
        *draw_tunnels(chart, viewport),
        *_draw_rings(chart, viewport, content.rings),
        *(shape for tag in shown_tags for shape in draw_tag(tag, *viewport.hex_point(tag.hex), _TAG)),
        *_draw_towns(chart, viewport, content),
        *(shape for shape in label_shapes if not isinstance(shape, Text)),
        *content.top,
    )
    box = viewport.x, viewport.y, viewport.w, viewport.h
    words = (
        shape for shape in label_shapes if isinstance(shape, Text)
    )  # over the window, where they are shared sprites
    window, frame = Sheet("window", *box, shapes), Box(*box, None, INK, 3)
    return window, *words, *labels, *content.over, frame


def _draw_rings(chart: HexMap, viewport: HexViewport, hexes: Sequence[Hex]) -> Iterator[Shape]:
    return (draw_ring(*viewport.hex_point(hex), _RING * viewport.scale) for hex in hexes if hex not in chart.town_at)


def _draw_towns(chart: HexMap, viewport: HexViewport, content: CropContent) -> Iterator[Shape]:
    """Draw the towns, and rings around towns in ``content.rings``."""
    r = town_radius(viewport.scale)
    for town in chart.towns:
        if viewport.is_hex_visible(town.hex, 2):
            x, y = viewport.hex_point(town.hex)
            yield from draw_town(town, x, y, r, town.hex not in content.unreached)
            if town.hex in content.rings:
                more = (_START_RING if town.is_start else _TOWN_RING) * r
                yield draw_ring(x, y, town_half_width(town, r) + more)


def _draw_hex_labels(
    chart: HexMap, viewport: HexViewport, field: ObstacleField, names: Sequence[TownLabel]
) -> Iterator[Shape]:
    """Draw the references of the hexes that have free space for them; they begin on whole px."""
    taken_boxes = [_town_label_box(name).inflate(_HEADED) for name in names]
    for hex in chart.terrain:
        if viewport.is_hex_visible(hex, 0) and hex not in chart.town_at and not chart.is_closed(hex):
            for x, base in _label_slots(viewport, hex):
                box = _hex_label_box(hex, x, base)
                if _is_free(box, viewport, field, taken_boxes):
                    taken_boxes.append(box)
                    yield _LABEL.middle(x, base, hex, "hex", INK_SOFT)
                    break


def _label_slots(viewport: HexViewport, hex: Hex) -> Iterator[tuple[int, int]]:
    x, y = viewport.hex_point(hex)
    for dx, dy in _SLOTS:
        yield round(x + dx * viewport.scale), round(y + dy * viewport.scale)


def _town_label_box(name: TownLabel) -> Bounds:
    left = name.x - (_BOAT * CROP_LABEL_SIZE if name.town.is_port else 0)
    right = name.x + text_width(name.words, "h", CROP_LABEL_SIZE)
    return Bounds(left, name.y - _UP * CROP_LABEL_SIZE, right, name.y + _DOWN * CROP_LABEL_SIZE)


def _hex_label_box(hex: Hex, x: int, base: int) -> Bounds:
    half = _LABEL.width(hex) / 2 + _LABEL_PAD
    return Bounds(x - half, base - _LABEL_UP * _LABEL.size, x + half, base + _LABEL_DOWN)


def _is_free(box: Bounds, viewport: HexViewport, field: ObstacleField, taken_boxes: Sequence[Bounds]) -> bool:
    if not viewport.has_box(box, _EDGE) or field.cost_under(box):
        return False
    wide = box._replace(left=box.left - _BETWEEN, right=box.right + _BETWEEN)
    return not any(wide.is_overlapping(other) for other in taken_boxes)
