"""Close looks at a map: windows around what matters, and what is drawn in all of them. (drawing rules, sections 4, 8)

Far apart things have windows of their own, side by side, all at one scale: one picture shows them all.
"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.games.railway_rivals.box.chart import Chart, Hex
from render.fonts import width
from render.games.railway_rivals.field import Field, Obstacles, Zone
from render.games.railway_rivals.ground import terrain, tunnel_zones, tunnels
from render.games.railway_rivals.names import Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Bounds, Plane, whole
from render.games.railway_rivals.towns import tag_shapes, tags, town_half, town_radius, town_shapes
from render.games.railway_rivals.whole import ring_shape
from render.geometry import Points
from render.palette import INK, INK_SOFT
from render.parts import windows
from render.parts.text import Style
from render.parts.windows import merged, one_window
from render.scene import Box, Shape, Sheet, Text

__all__ = ["Content", "arranged", "crop", "fitting", "merged"]

NAME = 48
_LABEL = Style("h", 44)
_UP, _DOWN, _BOAT = 0.8, 0.2, 0.9
"""How far a name reaches over its line and below it, and its boat before it, as parts of its size."""
_LABEL_UP, _LABEL_DOWN, _LABEL_PAD, _BETWEEN, _HEADED = 0.72, 4, 2, 8, 12
"""The same of a hex's reference: a part of its size, and px below, beside, to the next one, and to a name, which it
would head otherwise."""
_LARGEST, _SMALLEST, _STEP = 84, 54, 3
"""px a hex size at most and at least, and from one that is tried to the next."""
_SLOTS = (
    *((0, 0.8), (0.3, 0.62), (-0.3, 0.62)),
    *((0, 0.2), (0.46, 0.16), (-0.46, 0.16)),
    *((0.42, 0.4), (-0.42, 0.4)),
)
"""Where a reference may stand, from the middle of its hex, in sizes of a hex."""
_EDGE, _TAG, _TAG_EDGE, _TAG_ZONE = 6, 46, 48, (50, 40)
_RING, _TOWN_RING, _START_RING = 0.5, 0.34, 0.46
"""A ring in the open in sizes of a hex; what it adds to a town's disc as parts of its radius."""


def arranged(chart: Chart, boxes: Sequence[Bounds], top: int, tallest: int) -> tuple[Plane, ...]:
    """A window for each box, side by side in rows, as large as they fit; where they do not, one window for all."""
    if planes := fitting(chart, boxes, top, tallest):
        return planes
    return (Plane(*one_window(boxes, whole(chart), top, tallest, _SMALLEST)),)


def fitting(chart: Chart, boxes: Sequence[Bounds], top: int, tallest: int) -> tuple[Plane, ...]:
    """Windows at one scale, of which all labels can be read; nothing where they are higher than that together."""
    scales = range(_LARGEST, _SMALLEST - 1, -_STEP)
    return tuple(Plane(*window) for window in windows.fitting(boxes, whole(chart), top, tallest, scales))


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """The things a window shows beside ground and towns. ``track`` is painted under the towns.

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
    shown = [tag for tag in tags(chart) if plane.holds(*plane.hex(tag.hex), _TAG_EDGE)]
    plates = [(*plane.hex(tag.hex), *_TAG_ZONE) for tag in shown]
    obstacles = Obstacles(content.lines, (*content.boxes, *plates, *tunnel_zones(chart, plane)))
    field = Field(chart, plane, obstacles)
    names = placed_names(chart, plane, obstacles, size=NAME, field=field)
    labels = _labels(chart, plane, field, names) if plane.s >= _SMALLEST else ()
    named = tuple(name_shapes(chart, plane, names, NAME))
    shapes = (
        *terrain(chart, plane),
        *content.track,
        *tunnels(chart, plane),
        *_rings(chart, plane, content.rings),
        *(shape for tag in shown for shape in tag_shapes(tag, *plane.hex(tag.hex), _TAG)),
        *_towns(chart, plane, content),
        *(shape for shape in named if not isinstance(shape, Text)),
        *content.top,
    )
    box = plane.x, plane.y, plane.w, plane.h
    words = (shape for shape in named if isinstance(shape, Text))  # over the window, where they are kept stamps
    window, frame = Sheet("window", *box, shapes), Box(*box, None, INK, 3)
    return window, *words, *labels, *content.over, frame


def _rings(chart: Chart, plane: Plane, hexes: Sequence[Hex]) -> Iterator[Shape]:
    """A ring around each of these hexes that has no town."""
    return (ring_shape(*plane.hex(hex), _RING * plane.s) for hex in hexes if hex not in chart.town_at)


def _towns(chart: Chart, plane: Plane, content: Content) -> Iterator[Shape]:
    """Towns, ringed where the content says so."""
    r = town_radius(plane.s)
    for town in chart.towns:
        if plane.shows(town.hex, 2):
            x, y = plane.hex(town.hex)
            yield from town_shapes(town, x, y, r, town.hex not in content.unreached)
            if town.hex in content.rings:
                more = (_START_RING if town.start else _TOWN_RING) * r
                yield ring_shape(x, y, town_half(town, r) + more)


def _labels(chart: Chart, plane: Plane, field: Field, names: Sequence[Name]) -> Iterator[Shape]:
    """References of hexes where nothing is in their way, on whole px; the others follow from their neighbors."""
    taken = [_name_box(name).grown(_HEADED) for name in names]
    for hex in chart.terrain:
        if plane.shows(hex, 0) and hex not in chart.town_at and not chart.closed(hex):
            for x, base in _slots(plane, hex):
                box = _label_box(hex, x, base)
                if _free(box, plane, field, taken):
                    taken.append(box)
                    yield _LABEL.middle(x, base, hex, "hex", INK_SOFT)
                    break


def _slots(plane: Plane, hex: Hex) -> Iterator[tuple[int, int]]:
    x, y = plane.hex(hex)
    for dx, dy in _SLOTS:
        yield round(x + dx * plane.s), round(y + dy * plane.s)


def _name_box(name: Name) -> Bounds:
    left = name.x - (_BOAT * NAME if name.town.port else 0)
    right = name.x + width(name.words, "h", NAME)
    return Bounds(left, name.y - _UP * NAME, right, name.y + _DOWN * NAME)


def _label_box(hex: Hex, x: int, base: int) -> Bounds:
    half = _LABEL.wide(hex) / 2 + _LABEL_PAD
    return Bounds(x - half, base - _LABEL_UP * _LABEL.size, x + half, base + _LABEL_DOWN)


def _free(box: Bounds, plane: Plane, field: Field, taken: Sequence[Bounds]) -> bool:
    """Whether a reference can stand there."""
    if not plane.includes(box, _EDGE) or field.under(*box):
        return False
    wide = box._replace(left=box.left - _BETWEEN, right=box.right + _BETWEEN)
    return not any(wide.meets(other) for other in taken)
