"""Close looks at a map: windows around what matters, and what is drawn in all of them. (drawing rules, sections 4, 8)

Far apart things have windows of their own, side by side, all at one scale: one picture shows them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.games.railway_rivals.box.chart import Chart, Hex
from render.fonts import width
from render.games.railway_rivals.field import Field, Obstacles, Zone
from render.games.railway_rivals.ground import terrain
from render.games.railway_rivals.names import Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Bounds, Plane, whole
from render.games.railway_rivals.towns import tag_shapes, tags, town_half, town_radius, town_shapes
from render.games.railway_rivals.whole import ring_shape
from render.geometry import Points
from render.palette import INK, INK_SOFT
from render.parts import windows
from render.parts.windows import merged, one_window
from render.scene import Box, Shape, Sheet, Text

__all__ = ["Content", "arranged", "crop", "fitting", "merged"]

NAME = 48
LABEL = 44
_LARGEST, _SMALLEST = 84, 54
_SLOTS = ((0, 0.8), (0.3, 0.62), (-0.3, 0.62), (0, 0.2), (0.46, 0.16), (-0.46, 0.16), (0.42, 0.4), (-0.42, 0.4))


def arranged(chart: Chart, boxes: Sequence[Bounds], top: int, *, tallest: int = 1280) -> tuple[Plane, ...]:
    """A window for each box, side by side in rows, as large as they fit; where they do not, one window for all."""
    if planes := fitting(chart, boxes, top, tallest):
        return planes
    return (Plane(*one_window(boxes, whole(chart), top, tallest, _SMALLEST)),)


def fitting(chart: Chart, boxes: Sequence[Bounds], top: int, tallest: int) -> tuple[Plane, ...]:
    """Windows at one scale, of which all labels can be read; nothing where they are higher than that together."""
    scales = range(_LARGEST, _SMALLEST - 1, -3)
    return tuple(Plane(*window) for window in windows.fitting(boxes, whole(chart), top, tallest, scales))


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """What a window shows beside ground and towns. ``track`` is painted under the towns.

    ``lines`` are the places of the track with its width, ``boxes`` those of signs (x, y, half width, half height).
    ``top`` is painted last: costs, plates and keys. What lies in the window with all of it may stand ``over`` it
    instead: on whole px it is a stamp that the next picture has, too.
    """

    track: Sequence[Shape] = ()
    top: Sequence[Shape] = ()
    over: Sequence[Shape] = ()
    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()
    unreached: frozenset[Hex] = frozenset()
    rings: Sequence[Hex] = ()


def crop(chart: Chart, plane: Plane, content: Content) -> tuple[Shape, ...]:
    """A window with everything in it, and its frame."""
    r = town_radius(plane.s)
    obstacles = Obstacles(content.lines, (*content.boxes, *_plates(chart, plane)))
    field = Field(chart, plane, obstacles)
    names = placed_names(chart, plane, obstacles, size=NAME, field=field)
    towns = [town for town in chart.towns if plane.shows(town.hex, 2)]
    shapes: list[Shape] = [*terrain(chart, plane)]
    labels = _labels(chart, plane, field, names) if plane.s >= _SMALLEST else ()
    shapes += content.track
    shapes += (ring_shape(*plane.hex(hex), 0.5 * plane.s) for hex in content.rings if hex not in chart.town_at)
    for tag in tags(chart):
        if plane.holds(*plane.hex(tag.hex), 48):
            shapes += tag_shapes(tag, *plane.hex(tag.hex), 46)
    for town in towns:
        x, y = plane.hex(town.hex)
        shapes += town_shapes(town, x, y, r, reached=town.hex not in content.unreached)
        if town.hex in content.rings:
            shapes.append(ring_shape(x, y, town_half(town, r) + (0.46 if town.start else 0.34) * r))
    named = tuple(name_shapes(chart, plane, names, size=NAME))
    shapes += (shape for shape in named if not isinstance(shape, Text))
    shapes += content.top
    window = Sheet("window", plane.x, plane.y, plane.w, plane.h, tuple(shapes))
    words = (shape for shape in named if isinstance(shape, Text))  # over the window, where they are kept stamps
    return window, *words, *labels, *content.over, Box(plane.x, plane.y, plane.w, plane.h, None, INK, 3)


def _plates(chart: Chart, plane: Plane) -> list[Zone]:
    return [(*plane.hex(tag.hex), 50, 40) for tag in tags(chart) if plane.holds(*plane.hex(tag.hex), 48)]


def _meet(a: Zone, b: Zone) -> bool:
    return a[0] < b[2] + 8 and b[0] < a[2] + 8 and a[1] < b[3] and b[1] < a[3]


def _labels(chart: Chart, plane: Plane, field: Field, names: Sequence[Name]) -> Iterator[Shape]:
    """References of hexes where nothing is in their way, on whole px; the others follow from their neighbors."""
    taken = [
        (
            name.x - (0.9 * NAME if name.town.port else 0),
            name.y - 0.8 * NAME,
            name.x + width(name.words, "h", NAME),
            name.y + 0.2 * NAME,
        )
        for name in names
    ]
    for hex in chart.terrain:
        if plane.shows(hex, 0) and hex not in chart.town_at and not chart.closed(hex):
            x, y = plane.hex(hex)
            half = width(hex, "h", LABEL) / 2
            for dx, dy in _SLOTS:
                cx, base = round(x + dx * plane.s), round(y + dy * plane.s)
                box = cx - half - 2, base - 0.72 * LABEL, cx + half + 2, base + 4
                inside = plane.holds(box[0], box[1], 6) and plane.holds(box[2], box[3], 6)
                if inside and not field.under(*box) and not any(_meet(box, other) for other in taken):
                    taken.append(box)
                    yield Text(cx, base, hex, "h", LABEL, INK_SOFT, "middle", role="hex")
                    break
