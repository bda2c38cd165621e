"""Five solid signs for goods and their terrain, those of desert and sea, squares of goods. (drawing rules, section 7)

A sign stands in a circle of radius ``r`` around a point, in one color; what is cut out of it has the ground's color.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from engine.games.railroads_of_catan.box.layout import PRODUCES, Good, Terrain
from render.games.railroads_of_catan.livery import GOODS_COLOR, SIGN, TERRAIN_COLOR, WAVE
from render.geometry import Points
from render.palette import INK
from render.scene import Box, Color, Disc, Line, Placed, Polygon, Shape, Sprite, placed


def good_box(good: Good, x: float, y: float, side: float) -> Placed:
    """A square in the color of the good's terrain with its sign, around a point."""
    return placed(x - side / 2, y - side / 2, _good_box(good, side))


@lru_cache(None)
def _good_box(good: Good, side: float) -> Sprite:
    line = max(1.5, 0.05 * side)
    box = Box(0, 0, side, side, GOODS_COLOR[good], INK, line, 0.12 * side)
    shapes = (box, *good_sign(good, side / 2, side / 2, 0.36 * side, INK, GOODS_COLOR[good]))
    return Sprite(f"good {good}", side, side, shapes)


def good_sign(good: Good, x: float, y: float, r: float, ink: Color, ground: Color) -> tuple[Shape, ...]:
    """Ear, tree, sheep, bricks or peaks."""
    match good:
        case Good.WHEAT:
            return tuple(_ear(x, y, r, ink))
        case Good.WOOD:
            return tuple(_tree(x, y, r, ink))
        case Good.SHEEP:
            return tuple(_sheep(x, y, r, ink))
        case Good.BRICK:
            return tuple(_bricks(x, y, r, ink))
        case Good.ORE:
            return tuple(_peaks(x, y, r, ink, ground))


def terrain_sign(terrain: Terrain, x: float, y: float, r: float) -> tuple[Shape, ...]:
    """What a hex is."""
    if terrain is Terrain.SEA:
        return tuple(_waves(x, y, r))
    if terrain is Terrain.DESERT:
        return tuple(_dunes(x, y, r))
    return good_sign(PRODUCES[terrain], x, y, r, SIGN, TERRAIN_COLOR[terrain])


def _leaf(x: float, y: float, long: float, broad: float, turn: float) -> Points:
    """A grain around a point, its long axis turned from upright, in units of pi."""
    ring = ((broad * cos(pi * i / 8), -long * sin(pi * i / 8)) for i in range(16))
    c, s = cos(pi * turn), sin(pi * turn)
    return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in ring)


def _ear(x: float, y: float, r: float, ink: Color) -> Iterator[Shape]:
    yield Line(((x, y + r), (x, y - 0.5 * r)), ink, max(1.2, 0.11 * r), round=True)
    yield Polygon(_leaf(x, y - 0.78 * r, 0.26 * r, 0.15 * r, 0), ink)
    for i, down in enumerate((-0.42, -0.02, 0.38)):
        out = 0.27 * r
        for side in (-1, 1):
            yield Polygon(_leaf(x + side * out, y + down * r, (0.27 + 0.01 * i) * r, 0.15 * r, side * 0.17), ink)


def _tree(x: float, y: float, r: float, ink: Color) -> Iterator[Shape]:
    yield Box(x - 0.12 * r, y + 0.5 * r, 0.24 * r, 0.5 * r, ink)
    for top, foot, half in ((-1.0, -0.2, 0.46), (-0.62, 0.26, 0.62), (-0.2, 0.72, 0.78)):
        yield Polygon(((x, y + top * r), (x + half * r, y + foot * r), (x - half * r, y + foot * r)), ink)


def _sheep(x: float, y: float, r: float, ink: Color) -> Iterator[Shape]:
    for dx in (-0.42, -0.2, 0.3, 0.5):
        yield Box(x + (dx - 0.06) * r, y + 0.2 * r, 0.13 * r, 0.56 * r, ink)
    wool = ((-0.5, 0.0, 0.34), (-0.22, -0.24, 0.36), (0.16, -0.28, 0.37), (0.5, -0.04, 0.36))
    for dx, dy, size in (*wool, (-0.2, 0.18, 0.34), (0.2, 0.18, 0.36)):
        yield Disc(x + dx * r, y + dy * r, size * r, ink)
    yield Polygon(_leaf(x - 0.84 * r, y - 0.08 * r, 0.27 * r, 0.18 * r, 0.1), ink)


def _bricks(x: float, y: float, r: float, ink: Color) -> Iterator[Shape]:
    high, gap = 0.46 * r, 0.09 * r
    for row, cuts in enumerate(((-0.92, 0.0, 0.92), (-0.92, -0.5, 0.42, 0.92), (-0.92, 0.1, 0.92))):
        top = y + (row - 1.5) * (high + gap) + gap / 2
        for left, right in pairwise(cuts):
            start = x + left * r + (gap / 2 if left > -0.9 else 0)
            end = x + right * r - (gap / 2 if right < 0.9 else 0)
            yield Box(start, top, end - start, high, ink)


def _peaks(x: float, y: float, r: float, ink: Color, ground: Color) -> Iterator[Shape]:
    foot = y + 0.68 * r
    yield Polygon(((x + 0.42 * r, y - 0.28 * r), (x + 1.02 * r, foot), (x - 0.2 * r, foot)), ink)
    yield Polygon(((x - 0.24 * r, y - 0.78 * r), (x + 0.6 * r, foot), (x - 1.02 * r, foot)), ink)
    cap = ((-0.24, -0.62), (-0.05, -0.31), (-0.17, -0.2), (-0.26, -0.32), (-0.36, -0.2), (-0.43, -0.34))
    yield Polygon(tuple((x + dx * r, y + dy * r) for dx, dy in cap), ground)


def _waves(x: float, y: float, r: float) -> Iterator[Shape]:
    for down in (-0.28, 0.28):
        points = tuple((x + (i / 16 - 1) * r, y + (down + 0.13 * cos(pi * i / 32 * 6)) * r) for i in range(33))
        yield Line(points, WAVE, max(1.6, 0.1 * r), round=True)


def _dunes(x: float, y: float, r: float) -> Iterator[Shape]:
    for dx, dy in ((-0.75, 0.1), (-0.4, -0.45), (-0.3, 0.55), (0.0, 0.05), (0.35, -0.6), (0.45, 0.5), (0.75, -0.1)):
        yield Disc(x + dx * r, y + dy * r, 0.11 * r, SIGN)
