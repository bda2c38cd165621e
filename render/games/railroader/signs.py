"""Signs of spaces, dynamite and cavalry, drawn around the origin; ``k`` is 1 on the board. (style guide, section 9)"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from engine.games.railroader.box.board import Space
from render.games.railroader.livery import CAVALRY, GOLD, PURPLE, RED, TINTS, WAVE
from render.geometry import Points, arc
from render.palette import ACCENT, CARD, INK, PAPER
from render.parts.stamp import at_point, scaled, stamp
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite

# -- the drawings


def _wave(up: float) -> Points:
    """Two crests, as a band 4.4 px thick."""
    upper = []
    lower = []
    for i in range(33):
        turn = 4 * pi * i / 32
        slope = -4 * 4 * pi / 29 * cos(turn)
        length = hypot(1, slope)
        across = 2.2 * slope / length
        along = 2.2 / length
        x = -14.5 + 29 * i / 32
        y = up - 4 * sin(turn)
        upper.append((x + across, y - along))
        lower.append((x - across, y + along))
    return (*upper, *reversed(lower))


def _ray(turn: int) -> Line:
    """One of eight around the spark."""
    angle = pi * turn / 4
    end = (14 + 7.5 * cos(angle), -21 + 7.5 * sin(angle))
    return Line(((14, -21), end), GOLD, 2.6)


def _chevron(up: float) -> Line:
    return Line(((-13, up + 11), (0, up), (13, up + 11)), PURPLE, 5.4)


def _horseshoe() -> Points:
    bow = arc(0, -2, 9.5, 0.86, 2.14, 24)
    left, right = bow[0][0] + 1.5, bow[-1][0] - 1.5
    return ((left, 12.5), *bow, (right, 12.5))


_SIGNS: dict[Space, tuple[Shape, ...]] = {
    Space.PLAIN: (),
    Space.RIVER: (
        Polygon(_wave(-7.5), WAVE),
        Polygon(_wave(7.5), WAVE),
    ),
    Space.RED: (
        Line(((-11, -11), (11, 11)), RED, 7),
        Line(((-11, 11), (11, -11)), RED, 7),
    ),
    Space.PURPLE: (
        _chevron(-11.5),
        _chevron(1),
    ),
    Space.WHITE: (
        Box(-10, -15, 4, 30, INK),
        Polygon(((-6, -13), (14, -5.5), (-6, 2)), INK),
    ),
}

_DYNAMITE = (
    Box(-19, -10, 38, 31, PAPER, radius=3),
    Line(((0, -8), (3, -15), (14, -21)), PAPER, 8, round=True),
    Line(((0, -8), (3, -15), (13, -21)), INK, 3),
    *map(_ray, range(8)),
    Box(-15.5, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(-4.7, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(6.1, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(-18, 1, 36, 7, INK),
)

_CAVALRY = (
    Box(-23, -23, 46, 46, PAPER, radius=4),
    Box(-20, -20, 40, 40, CAVALRY, radius=2),
    Line(_horseshoe(), PAPER, 6.6),
)

_BUFFERS = (
    Box(3, -20, 10, 40, INK),
    Box(-16, -13, 20, 8, INK, radius=2),
    Box(-16, 5, 20, 8, INK, radius=2),
)

_DERAILED = (
    Box(-24, -24, 48, 48, CARD, ACCENT, 4, 6),
    Polygon(((-4.5, -15), (4.5, -15), (3, 5), (-3, 5)), ACCENT),
    Disc(0, 11.5, 4, ACCENT),
)

# -- stamped


def sign(space: Space, x: float, y: float, k: float = 1) -> tuple[Shape, ...]:
    """What tells a space from others without its color; nothing on the plain."""
    return tuple(scaled(_SIGNS[space], k, x, y))


def plate(space: Space, x: float, y: float, k: float = 1) -> Placed:
    """A sign on a piece of its color, for tables and legends."""
    return at_point(_plate(space, k), x, y)


@lru_cache(None)
def _plate(space: Space, k: float) -> Sprite:
    ground = Box(-24, -24, 48, 48, TINTS[space], radius=5)
    return stamp(f"sign {space.name.lower()}", 48, k, (ground, *_SIGNS[space]))


def dynamite(x: float, y: float, k: float = 1) -> Placed:
    """Three red sticks with a spark."""
    return at_point(_stamped("dynamite", 64, k), x, y)


def cavalry(x: float, y: float, k: float = 1) -> Placed:
    """A dark blue cube with a horseshoe."""
    return at_point(_stamped("cavalry", 46, k), x, y)


def buffers(x: float, y: float, k: float = 1) -> Placed:
    """Buffalo Creek: a buffer stop."""
    return at_point(_stamped("buffers", 48, k), x, y)


def derailed(x: float, y: float, k: float = 1) -> Placed:
    """The end of the track: a warning, framed as such landings are in tables."""
    return at_point(_stamped("derailed", 48, k), x, y)


_DRAWINGS = {"dynamite": _DYNAMITE, "cavalry": _CAVALRY, "buffers": _BUFFERS, "derailed": _DERAILED}


@lru_cache(None)
def _stamped(name: str, size: float, k: float) -> Sprite:
    return stamp(name, size, k, _DRAWINGS[name])
