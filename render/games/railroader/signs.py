"""Signs of spaces, dynamite and cavalry, around a point; ``k`` is 1 on the board. (style guide, section 9)"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from engine.games.railroader.box.board import Space
from render.games.railroader.livery import CAVALRY, GOLD, PURPLE, RED, TINTS, WAVE
from render.geometry import Points, arc
from render.palette import ACCENT, CARD, INK, PAPER
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite, placed

_HALF = 32


def _at(points: Points, x: float, y: float, k: float) -> Points:
    return tuple((x + px * k, y + py * k) for px, py in points)


def sign(space: Space, x: float, y: float, k: float = 1) -> tuple[Shape, ...]:
    """What tells a space from others without its color; nothing on the plain."""
    match space:
        case Space.RIVER:
            return tuple(Polygon(_at(_wave(up), x, y, k), WAVE) for up in (-7.5, 7.5))
        case Space.RED:
            arms = (((-11.0, -11.0), (11.0, 11.0)), ((-11.0, 11.0), (11.0, -11.0)))
            return tuple(Line(_at(arm, x, y, k), RED, 7 * k) for arm in arms)
        case Space.PURPLE:
            return tuple(
                Line(_at(((-13, up + 11), (0, up), (13, up + 11)), x, y, k), PURPLE, 5.4 * k) for up in (-11.5, 1)
            )
        case Space.WHITE:
            flag = Polygon(_at(((-6, -13), (14, -5.5), (-6, 2)), x, y, k), INK)
            return Box(x - 10 * k, y - 15 * k, 4 * k, 30 * k, INK), flag
        case _:
            return ()


def _wave(up: float) -> Points:
    """Two crests, as a band 4.4 px thick."""
    upper, lower = [], []
    for i in range(33):
        turn = 4 * pi * i / 32
        slope = -4 * 4 * pi / 29 * cos(turn)
        dx, dy = 2.2 * slope / hypot(1, slope), 2.2 / hypot(1, slope)
        px, py = -14.5 + 29 * i / 32, up - 4 * sin(turn)
        upper.append((px + dx, py - dy))
        lower.append((px - dx, py + dy))
    return (*upper, *reversed(lower))


def plate(space: Space, x: float, y: float, k: float = 1) -> Placed:
    """A sign on a piece of its color, for tables and legends."""
    return placed(x - 24 * k, y - 24 * k, _plate(space, k))


@lru_cache(None)
def _plate(space: Space, k: float) -> Sprite:
    shapes = (Box(0, 0, 48 * k, 48 * k, TINTS[space], radius=5 * k), *sign(space, 24 * k, 24 * k, k))
    return Sprite(f"sign {space.name.lower()}", 48 * k, 48 * k, shapes)


def dynamite(x: float, y: float, k: float = 1) -> Placed:
    """Three red sticks with a spark."""
    return placed(x - _HALF * k, y - _HALF * k, _dynamite(k))


@lru_cache(None)
def _dynamite(k: float) -> Sprite:
    c = _HALF * k
    rays = tuple(
        Line(_at(((14, -21), (14 + 7.5 * cos(pi * i / 4), -21 + 7.5 * sin(pi * i / 4))), c, c, k), GOLD, 2.6 * k)
        for i in range(8)
    )
    shapes = (
        Box(c - 19 * k, c - 10 * k, 38 * k, 31 * k, PAPER, radius=3 * k),
        Line(_at(((0, -8), (3, -15), (14, -21)), c, c, k), PAPER, 8 * k, round=True),
        Line(_at(((0, -8), (3, -15), (13, -21)), c, c, k), INK, 3 * k),
        *rays,
        *(Box(c + left * k, c - 8 * k, 9.4 * k, 27 * k, ACCENT, radius=1.5 * k) for left in (-15.5, -4.7, 6.1)),
        Box(c - 18 * k, c + 1 * k, 36 * k, 7 * k, INK),
    )
    return Sprite("dynamite", 2 * c, 2 * c, shapes)


def cavalry(x: float, y: float, k: float = 1) -> Placed:
    """A dark blue cube with a horseshoe."""
    return placed(x - 23 * k, y - 23 * k, _cavalry(k))


@lru_cache(None)
def _cavalry(k: float) -> Sprite:
    c = 23 * k
    shoe = arc(c, c - 2 * k, 9.5 * k, 0.86, 2.14, 24)
    legs = ((shoe[0][0] + 1.5 * k, c + 12.5 * k), *shoe, (shoe[-1][0] - 1.5 * k, c + 12.5 * k))
    shapes = (
        Box(0, 0, 2 * c, 2 * c, PAPER, radius=4 * k),
        Box(3 * k, 3 * k, 40 * k, 40 * k, CAVALRY, radius=2 * k),
        Line(legs, PAPER, 6.6 * k),
    )
    return Sprite("cavalry", 2 * c, 2 * c, shapes)


def buffers(x: float, y: float, k: float = 1) -> Placed:
    """Buffalo Creek: a buffer stop."""
    return placed(x - 24 * k, y - 24 * k, _buffers(k))


@lru_cache(None)
def _buffers(k: float) -> Sprite:
    shapes = (
        Box(27 * k, 4 * k, 10 * k, 40 * k, INK),
        *(Box(8 * k, (11 + 18 * i) * k, 20 * k, 8 * k, INK, radius=2 * k) for i in (0, 1)),
    )
    return Sprite("buffers", 48 * k, 48 * k, shapes)


def derailed(x: float, y: float, k: float = 1) -> Placed:
    """The end of the track: a warning, framed as such landings are in tables."""
    return placed(x - 24 * k, y - 24 * k, _derailed(k))


@lru_cache(None)
def _derailed(k: float) -> Sprite:
    shapes = (
        Box(0, 0, 48 * k, 48 * k, CARD, ACCENT, 4 * k, 6 * k),
        Polygon(_at(((-4.5, -15), (4.5, -15), (3, 5), (-3, 5)), 24 * k, 24 * k, k), ACCENT),
        Disc(24 * k, 35.5 * k, 4 * k, ACCENT),
    )
    return Sprite("derailed", 48 * k, 48 * k, shapes)
