"""Icons of the cards, such as a pick or a pan. (style guide, section 9, Card)"""

from collections.abc import Mapping
from functools import lru_cache

from engine.games.railroader.game_data.cards import Kind
from render.games.railroader.colors import CRATE, GOLD, STEEL, WATER, WAVE, WOOD
from render.geometry import Point, Points, arc, ellipse, mark_outline, rays, translate
from render.palette import ACCENT, CARD, INK
from render.parts.sprites import center_sprite, scale_shapes
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite

_UNIT = 100
"""Side of the square in which icons are defined, in pixels."""
_EDGE = 2
"""Free pixels around an icon."""


def draw_icon(kind: Kind, x: float, y: float, size: float) -> Placed:
    """Draw the icon of a kind of card in a square of ``size`` pixels around a point."""
    return center_sprite(_icon_sprite(kind, size), x, y)


@lru_cache(256)
def _icon_sprite(kind: Kind, size: float) -> Sprite:
    c = size / 2 + _EDGE
    shapes = tuple(scale_shapes(_DRAWINGS[kind], size / _UNIT, c, c))
    return Sprite(f"icon {kind}", 2 * c, 2 * c, shapes)


_BOW_STEPS = 20


def _quadratic_bezier(start: Point, top: Point, end: Point) -> Points:
    """Points of a quadratic Bézier curve; ``top`` is its control point."""

    def at(t: float, i: int) -> float:
        return (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * top[i] + t**2 * end[i]

    times = (i / _BOW_STEPS for i in range(_BOW_STEPS + 1))
    return tuple((at(t, 0), at(t, 1)) for t in times)


def _mirror(points: Points) -> Points:
    """Return the outline, mirrored at the y axis."""
    return tuple((-x, y) for x, y in points)


_PICK_TOP = _quadratic_bezier((-36, -38), (52, -52), (38, 36))
_PICK_UNDER = _quadratic_bezier((38, 36), (37, -37), (-36, -38))
_PICK = (
    Line(((-37, 41), (25, -21)), WOOD, 11),
    Polygon((*_PICK_TOP, *_PICK_UNDER), INK),
)

_TUBE = ((33, -42), (12, -42), (7, 20), (48, 20))
_GLASSES = (
    Box(-14, -24, 28, 24, INK),
    Polygon(_mirror(_TUBE), INK),
    Polygon(_TUBE, INK),
    *(Disc(x, 21, 23, INK) for x in (-26, 26)),
    *(Disc(x, 21, 14.5, WATER) for x in (-26, 26)),
)

_NUGGETS = (
    (-17, -1, 7),
    (4, 5, 8.5),
    (20, -4, 6),
    (-2, -11, 5),
)
_PAN = (
    Polygon(ellipse(0, 4, 48, 27), INK),
    Polygon(ellipse(0, -2, 40, 17.5), STEEL),
    *(Disc(x, y, r, GOLD, INK, 2.5) for x, y, r in _NUGGETS),
)

_STICKS = (-37, -11, 15)
_DYNAMITE = (
    Line(((0, -12), (9, -29), (25, -34)), INK, 4),
    *(Line(ray, GOLD, 3.6) for ray in rays(8, 25, -34, 0, 15)),
    *(Box(left, -14, 22, 60, ACCENT, radius=2) for left in _STICKS),
    Box(-41, 2, 82, 14, INK),
)

_WHEEL = (
    Disc(0, 0, 46, None, INK, 8.5),
    *(Line(spoke, INK, 3.6) for spoke in rays(12, 0, 0, 10, 40)),
    Disc(0, 0, 11, INK),
    Box(-50, 19, 76, 9.5, ACCENT),
    Disc(25, 23.5, 7.5, ACCENT),
)

_TIPS = arc(0, 4, 42, -0.5, 1.5, 5)[:-1]
_STAR = (
    Polygon(mark_outline("star", 0, 4, 37), GOLD, INK, 3.6),
    *(Disc(x, y, 7.2, GOLD, INK, 3) for x, y in _TIPS),
    Disc(0, 4, 9, INK),
)

_INGOT = ((-15, 0), (15, 0), (24, 29), (-24, 29))
_INGOTS = (
    Polygon(translate(_INGOT, 0, -31), GOLD, INK, 3.6),
    Polygon(translate(_INGOT, -25, 2), GOLD, INK, 3.6),
    Polygon(translate(_INGOT, 25, 2), GOLD, INK, 3.6),
)

_CRATE = (
    Box(-43, -37, 86, 74, CRATE, INK, 4, 2),
    *(Box(-42, y, 84, 3.6, INK) for y in (-14, 10.5)),
    *(Box(x, -36, 8, 72, INK) for x in (-33, 25)),
)

_DROP_ROUND = arc(0, 14, 32, -0.14, 1.14, 36)
_DROP = (Polygon(((0, -47), *_DROP_ROUND), WATER, WAVE, 5),)

_CROWN = (-16, -43), (16, -43), (22, -40)
_SCARF_RIGHT = (44, 6), (38, 30), (16, 33)
_SCARF_LEFT = (-16, 33), (-38, 30)
_OUTLAW = (
    Polygon(((-22, -40), *_CROWN, (25, -12), (-25, -12)), INK),
    Polygon(ellipse(0, -10, 49, 9), INK),
    Polygon(((-44, 6), *_SCARF_RIGHT, (0, 20), *_SCARF_LEFT), INK),
    *(Polygon(ellipse(x, 17.5, 10, 6.5), CARD) for x in (-20, 20)),
)

_DRAWINGS: Mapping[Kind, tuple[Shape, ...]] = {
    Kind.WORKER: _PICK,
    Kind.DEPUTY: _STAR,
    Kind.ENGINEER: _WHEEL,
    Kind.SCOUT: _GLASSES,
    Kind.PROSPECTOR: _PAN,
    Kind.SABOTEUR: _DYNAMITE,
    Kind.GOLD: _INGOTS,
    Kind.SUPPLIES: _CRATE,
    Kind.WATER: _DROP,
    Kind.OUTLAW: _OUTLAW,
}
