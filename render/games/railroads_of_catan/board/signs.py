"""Signs of goods and terrains, and squares with the signs of goods. (drawing rules, section 7)

A sign fits in a circle of radius 1 around the origin and has one color; cut-out parts have the color of the ground.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, pi
from typing import NamedTuple

from engine.games.railroads_of_catan.game_data.island import GOOD_BY_TERRAIN, Good, Terrain
from render.games.railroads_of_catan.colors import GOODS_COLOR, TERRAIN_COLOR, WAVE
from render.games.railroads_of_catan.colors import SIGN as TERRAIN_SIGN
from render.geometry import Points, ellipse, rotate, translate
from render.palette import INK
from render.parts.sprites import GROUND, SIGN, center_sprite, scale_shapes, tint_shapes
from render.scene import Box, Color, Disc, Line, Placed, Polygon, Shape, Sprite

GOODS_ORDER = (Good.WHEAT, Good.WOOD, Good.SHEEP, Good.BRICK, Good.ORE)
"""The order in which the legend and other pictures show goods."""

# -- the drawings


def _leaf_outline(x: float, y: float, long: float, broad: float, turn: float = 0) -> Points:
    """Return the outline of a grain around a point; ``turn`` is its rotation in units of pi."""
    return translate(rotate(ellipse(0, 0, broad, -long, 16), turn), x, y)


_EAR = (
    Line(((0, 1), (0, -0.5)), SIGN, 0.11, round=True),
    Polygon(_leaf_outline(0, -0.78, 0.26, 0.15), SIGN),
    Polygon(_leaf_outline(-0.27, -0.42, 0.27, 0.15, -0.17), SIGN),
    Polygon(_leaf_outline(0.27, -0.42, 0.27, 0.15, 0.17), SIGN),
    Polygon(_leaf_outline(-0.27, -0.02, 0.28, 0.15, -0.17), SIGN),
    Polygon(_leaf_outline(0.27, -0.02, 0.28, 0.15, 0.17), SIGN),
    Polygon(_leaf_outline(-0.27, 0.38, 0.29, 0.15, -0.17), SIGN),
    Polygon(_leaf_outline(0.27, 0.38, 0.29, 0.15, 0.17), SIGN),
)

_TREE = (
    Box(-0.12, 0.5, 0.24, 0.5, SIGN),
    Polygon(((0, -1), (0.46, -0.2), (-0.46, -0.2)), SIGN),
    Polygon(((0, -0.62), (0.62, 0.26), (-0.62, 0.26)), SIGN),
    Polygon(((0, -0.2), (0.78, 0.72), (-0.78, 0.72)), SIGN),
)

_SHEEP = (
    *(Box(left, 0.2, 0.13, 0.56, SIGN) for left in (-0.48, -0.26, 0.24, 0.44)),
    Disc(-0.5, 0, 0.34, SIGN),
    Disc(-0.22, -0.24, 0.36, SIGN),
    Disc(0.16, -0.28, 0.37, SIGN),
    Disc(0.5, -0.04, 0.36, SIGN),
    Disc(-0.2, 0.18, 0.34, SIGN),
    Disc(0.2, 0.18, 0.36, SIGN),
    Polygon(_leaf_outline(-0.84, -0.08, 0.27, 0.18, 0.1), SIGN),
)

_BRICKS = (
    Box(-0.92, -0.78, 0.875, 0.46, SIGN),
    Box(0.045, -0.78, 0.875, 0.46, SIGN),
    Box(-0.92, -0.23, 0.375, 0.46, SIGN),
    Box(-0.455, -0.23, 0.83, 0.46, SIGN),
    Box(0.465, -0.23, 0.455, 0.46, SIGN),
    Box(-0.92, 0.32, 0.975, 0.46, SIGN),
    Box(0.145, 0.32, 0.775, 0.46, SIGN),
)

_PEAKS = (
    Polygon(((0.42, -0.28), (1.02, 0.68), (-0.2, 0.68)), SIGN),
    Polygon(((-0.24, -0.78), (0.6, 0.68), (-1.02, 0.68)), SIGN),
    Polygon(
        ((-0.24, -0.62), (-0.05, -0.31), (-0.17, -0.2), (-0.26, -0.32), (-0.36, -0.2), (-0.43, -0.34)),
        GROUND,
    ),
)

_GOODS: Mapping[Good, tuple[Shape, ...]] = {
    Good.WHEAT: _EAR,
    Good.WOOD: _TREE,
    Good.SHEEP: _SHEEP,
    Good.BRICK: _BRICKS,
    Good.ORE: _PEAKS,
}

_SWELL = tuple((i / 16 - 1, 0.13 * cos(pi * i * 3 / 16)) for i in range(33))
_WAVES = tuple(Line(translate(_SWELL, 0, down), WAVE, 0.1, round=True) for down in (-0.28, 0.28))

_DUNES = tuple(
    Disc(x, y, 0.11, TERRAIN_SIGN)
    for x, y in ((-0.75, 0.1), (-0.4, -0.45), (-0.3, 0.55), (0, 0.05), (0.35, -0.6), (0.45, 0.5), (0.75, -0.1))
)

# -- sprites

_BOX = 100
"""Side of the square of a good; the square is then scaled."""
_FRAME = (5, 12)
"""Line width and corner radius of the square of a good, in units of ``_BOX``."""
_SIGN_OF_BOX = 36
_THINNEST, _THINNEST_LINE, _THINNEST_WAVE = 1.5, 1.2, 1.6


def draw_good(good: Good, x: float, y: float, side: float) -> Placed:
    """Draw the square of a good around a point: the sign of the good on the color of its terrain."""
    return center_sprite(_good_sprite(good, side), x, y)


@lru_cache(None)
def _good_sprite(good: Good, side: float) -> Sprite:
    line, radius = (side / _BOX * size for size in _FRAME)
    box = Box(0, 0, side, side, GOODS_COLOR[good], INK, max(_THINNEST, line), radius)
    sign = draw_good_sign(good, side / 2, side / 2, side / _BOX * _SIGN_OF_BOX, INK, GOODS_COLOR[good])
    return Sprite(f"good {good}", side, side, (box, *sign))


def draw_good_sign(good: Good, x: float, y: float, r: float, ink: Color, ground: Color) -> tuple[Shape, ...]:
    """Draw the sign of a good around a point."""
    drawing = tint_shapes(_GOODS[good], {SIGN: ink, GROUND: ground})
    return tuple(scale_shapes(drawing, r, x, y, thinnest=_THINNEST_LINE))


def draw_terrain_sign(terrain: Terrain, x: float, y: float, r: float) -> tuple[Shape, ...]:
    """Draw the sign of a hex's terrain around a point."""
    if terrain is Terrain.SEA:
        return tuple(scale_shapes(_WAVES, r, x, y, thinnest=_THINNEST_WAVE))
    if terrain is Terrain.DESERT:
        return tuple(scale_shapes(_DUNES, r, x, y))
    return draw_good_sign(GOOD_BY_TERRAIN[terrain], x, y, r, TERRAIN_SIGN, TERRAIN_COLOR[terrain])


class Arrow(NamedTuple):
    """The measures of an arrow in px.

    Distances from its start: the end of the shaft, and the base and tip of the head. Then half the height of the head,
    and the line width.
    """

    shaft: float
    base: float
    tip: float
    half: float
    line: float

    def draw(self, x: float, y: float) -> Iterator[Shape]:
        """Draw the arrow to the right, starting at the point (``x``, ``y``)."""
        base = x + self.base
        yield Line(((x, y), (x + self.shaft, y)), INK, self.line)
        above, tip, below = (base, y - self.half), (x + self.tip, y), (base, y + self.half)
        yield Polygon((above, tip, below), INK)
