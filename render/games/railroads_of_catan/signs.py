"""Five solid signs for goods and their terrain, those of desert and sea, squares of goods. (drawing rules, section 7)

A sign is drawn in a circle of radius 1 around 0, 0 and stamped at its size, in one color; what is cut out of it has the
ground's color.
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
from render.parts.stamp import at_point, scaled
from render.scene import Box, Color, Disc, Line, Placed, Polygon, Shape, Sprite

GOODS_ORDER = (Good.WHEAT, Good.WOOD, Good.SHEEP, Good.BRICK, Good.ORE)
"""Of goods side by side, as in the legend of the board."""

_OUTLINE, _THINNEST, _CORNER, _SIGN = 0.05, 1.5, 0.12, 0.36
"""A square's outline, the px that it has at least, its corners and the radius of its sign, by its side."""

_STALK, _STALK_TOP, _STALK_LEAST = 0.11, -0.5, 1.2
_TIP = (-0.78, 0.26)
_GRAINS = ((-0.42, 0.27), (-0.02, 0.28), (0.38, 0.29))
"""How far down the grains of an ear are, and how long."""
_GRAIN_OUT, _GRAIN_BROAD, _GRAIN_TURN = 0.27, 0.15, 0.17

_TRUNK = (-0.12, 0.5, 0.24, 0.5)
_BRANCHES = ((-1.0, -0.2, 0.46), (-0.62, 0.26, 0.62), (-0.2, 0.72, 0.78))
"""Tip and foot of each triangle of a tree, and half its width."""

_LEGS, _LEG_TOP, _LEG_WIDE, _LEG_HIGH = (-0.48, -0.26, 0.24, 0.44), 0.2, 0.13, 0.56
_BACK = ((-0.5, 0.0, 0.34), (-0.22, -0.24, 0.36), (0.16, -0.28, 0.37), (0.5, -0.04, 0.36))
_BELLY = ((-0.2, 0.18, 0.34), (0.2, 0.18, 0.36))
_HEAD, _HEAD_LONG, _HEAD_BROAD, _HEAD_TURN = (-0.84, -0.08), 0.27, 0.18, 0.1

_COURSES = ((-0.92, 0.0, 0.92), (-0.92, -0.5, 0.42, 0.92), (-0.92, 0.1, 0.92))
"""Where the bricks of each row end."""
_WALL, _BRICK, _MORTAR = 0.92, 0.46, 0.09

_LOW_PEAK = ((0.42, -0.28), (1.02, 0.68), (-0.2, 0.68))
_HIGH_PEAK = ((-0.24, -0.78), (0.6, 0.68), (-1.02, 0.68))
_SNOW = ((-0.24, -0.62), (-0.05, -0.31), (-0.17, -0.2), (-0.26, -0.32), (-0.36, -0.2), (-0.43, -0.34))

_WAVES, _WAVE, _WAVE_LEAST = (-0.28, 0.28), 0.1, 1.6
_STEPS, _SWELL, _CRESTS = 32, 0.13, 6
"""Points of a wave, its height, and how often it turns."""

_DUNE = 0.11
_DUNES = ((-0.75, 0.1), (-0.4, -0.45), (-0.3, 0.55), (0.0, 0.05), (0.35, -0.6), (0.45, 0.5), (0.75, -0.1))


def good_box(good: Good, x: float, y: float, side: float) -> Placed:
    """A square in the color of the good's terrain with its sign, around a point."""
    return at_point(_good_box(good, side), x, y)


@lru_cache(None)
def _good_box(good: Good, side: float) -> Sprite:
    line = max(_THINNEST, _OUTLINE * side)
    box = Box(0, 0, side, side, GOODS_COLOR[good], INK, line, _CORNER * side)
    sign = good_sign(good, side / 2, side / 2, _SIGN * side, INK, GOODS_COLOR[good])
    return Sprite(f"good {good}", side, side, (box, *sign))


def good_sign(good: Good, x: float, y: float, r: float, ink: Color, ground: Color) -> tuple[Shape, ...]:
    """Ear, tree, sheep, bricks or peaks."""
    return tuple(scaled(_drawn(good, r, ink, ground), r, x, y))


def _drawn(good: Good, r: float, ink: Color, ground: Color) -> Iterator[Shape]:
    match good:
        case Good.WHEAT:
            return _ear(ink, max(_STALK_LEAST / r, _STALK))
        case Good.WOOD:
            return _tree(ink)
        case Good.SHEEP:
            return _sheep(ink)
        case Good.BRICK:
            return _bricks(ink)
        case Good.ORE:
            return _peaks(ink, ground)


def terrain_sign(terrain: Terrain, x: float, y: float, r: float) -> tuple[Shape, ...]:
    """What a hex is."""
    if terrain is Terrain.SEA:
        return tuple(scaled(_waves(max(_WAVE_LEAST / r, _WAVE)), r, x, y))
    if terrain is Terrain.DESERT:
        dunes = (Disc(dx, dy, _DUNE, SIGN) for dx, dy in _DUNES)
        return tuple(scaled(dunes, r, x, y))
    return good_sign(PRODUCES[terrain], x, y, r, SIGN, TERRAIN_COLOR[terrain])


def _leaf(x: float, y: float, long: float, broad: float, turn: float = 0) -> Points:
    """A grain around a point, its long axis turned from upright, in units of pi."""
    ring = ((broad * cos(pi * i / 8), -long * sin(pi * i / 8)) for i in range(16))
    c, s = cos(pi * turn), sin(pi * turn)
    return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in ring)


def _ear(ink: Color, stalk: float) -> Iterator[Shape]:
    yield Line(((0, 1), (0, _STALK_TOP)), ink, stalk, round=True)
    top, long = _TIP
    yield Polygon(_leaf(0, top, long, _GRAIN_BROAD), ink)
    for down, long in _GRAINS:
        yield Polygon(_leaf(-_GRAIN_OUT, down, long, _GRAIN_BROAD, -_GRAIN_TURN), ink)
        yield Polygon(_leaf(_GRAIN_OUT, down, long, _GRAIN_BROAD, _GRAIN_TURN), ink)


def _tree(ink: Color) -> Iterator[Shape]:
    yield Box(*_TRUNK, ink)
    for top, foot, half in _BRANCHES:
        yield Polygon(((0, top), (half, foot), (-half, foot)), ink)


def _sheep(ink: Color) -> Iterator[Shape]:
    for left in _LEGS:
        yield Box(left, _LEG_TOP, _LEG_WIDE, _LEG_HIGH, ink)
    for x, y, r in (*_BACK, *_BELLY):
        yield Disc(x, y, r, ink)
    yield Polygon(_leaf(*_HEAD, _HEAD_LONG, _HEAD_BROAD, _HEAD_TURN), ink)


def _bricks(ink: Color) -> Iterator[Shape]:
    """Three rows, with mortar between bricks but none at the ends."""
    half = _MORTAR / 2
    for row, cuts in enumerate(_COURSES, -1):
        top = row * (_BRICK + _MORTAR) - _BRICK / 2
        for left, right in pairwise(cuts):
            start = left if left == -_WALL else left + half
            end = right if right == _WALL else right - half
            yield Box(start, top, end - start, _BRICK, ink)


def _peaks(ink: Color, ground: Color) -> Iterator[Shape]:
    yield Polygon(_LOW_PEAK, ink)
    yield Polygon(_HIGH_PEAK, ink)
    yield Polygon(_SNOW, ground)


def _waves(line: float) -> Iterator[Shape]:
    xs = [2 * i / _STEPS - 1 for i in range(_STEPS + 1)]
    swell = [_SWELL * cos(pi * i / _STEPS * _CRESTS) for i in range(_STEPS + 1)]
    for down in _WAVES:
        points = tuple((x, down + y) for x, y in zip(xs, swell, strict=True))
        yield Line(points, WAVE, line, round=True)
