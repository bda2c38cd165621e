"""Signs of spaces, dynamite, cavalry, and others. (style guide, section 9)"""

from functools import lru_cache
from math import cos, hypot, pi, sin

from engine.games.railroader.game_data.board import Space
from render.games.railroader.colors import CAVALRY, GOLD, PURPLE, RED, SPACE_COLORS, WAVE
from render.geometry import Points, arc, rays, translate
from render.palette import ACCENT, CARD, INK, PAPER
from render.parts.sprites import GROUND, center_sprite, scale_shapes, square_sprite, tint_shapes
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite

# -- the drawings


_STEPS = 32
"""The number of straight pieces with which a wave is drawn."""
_LONG, _HIGH, _THICK = 29, 4, 2.2
"""Length of a wave, height of its crests, and half its line width, in pixels."""
_BOW = arc(0, -2, 9.5, 0.86, 2.14, 24)
_LEFT_END = (_BOW[0][0] + 1.5, 12.5)
_RIGHT_END = (_BOW[-1][0] - 1.5, 12.5)
_HORSESHOE = (_LEFT_END, *_BOW, _RIGHT_END)
_CHEVRON = ((-13, 12), (0, 1), (13, 12))


def _wave_outline(middle: float) -> Points:
    """Return the outline of a wave with two crests; ``middle`` is the y of its middle."""
    upper = []
    lower = []
    for i in range(_STEPS + 1):
        turn = i / _STEPS * 2 * 2 * pi
        slope = -_HIGH * 2 * 2 * pi / _LONG * cos(turn)
        length = hypot(1, slope)
        across = _THICK * slope / length
        along = _THICK / length
        x = (i / _STEPS - 1 / 2) * _LONG
        y = middle - _HIGH * sin(turn)
        upper.append((x + across, y - along))
        lower.append((x - across, y + along))
    return (*upper, *reversed(lower))


_SIGNS: dict[Space, tuple[Shape, ...]] = {
    Space.PLAIN: (),
    Space.RIVER: (
        Polygon(_wave_outline(-7.5), WAVE),
        Polygon(_wave_outline(7.5), WAVE),
    ),
    Space.RED: (
        Line(((-11, -11), (11, 11)), RED, 7),
        Line(((-11, 11), (11, -11)), RED, 7),
    ),
    Space.PURPLE: (
        Line(translate(_CHEVRON, 0, -12.5), PURPLE, 5.4),
        Line(_CHEVRON, PURPLE, 5.4),
    ),
    Space.WHITE: (
        Box(-10, -15, 4, 30, INK),
        Polygon(((-6, -13), (14, -5.5), (-6, 2)), INK),
    ),
}

_FUSE_RIM = ((0, -8), (3, -15), (14, -21))
_DYNAMITE = (
    Box(-19, -10, 38, 31, PAPER, radius=3),
    Line(_FUSE_RIM, PAPER, 8, round=True),
    Line(((0, -8), (3, -15), (13, -21)), INK, 3),
    *(Line(ray, GOLD, 2.6) for ray in rays(8, 14, -21, 0, 7.5)),
    Box(-15.5, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(-4.7, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(6.1, -8, 9.4, 27, ACCENT, radius=1.5),
    Box(-18, 1, 36, 7, INK),
)

_CAVALRY = (
    Box(-23, -23, 46, 46, PAPER, radius=4),
    Box(-20, -20, 40, 40, CAVALRY, radius=2),
    Line(_HORSESHOE, PAPER, 6.6),
)

_BUFFERS = (
    Box(3, -20, 10, 40, INK),
    Box(-16, -13, 20, 8, INK, radius=2),
    Box(-16, 5, 20, 8, INK, radius=2),
)

_EXCLAMATION = ((-4.5, -15), (4.5, -15), (3, 5), (-3, 5))
_DERAILED = (
    Box(-24, -24, 48, 48, CARD, ACCENT, 4, 6),
    Polygon(_EXCLAMATION, ACCENT),
    Disc(0, 11.5, 4, ACCENT),
)

_SIDE = 48
_PLATE = (Box(-24, -24, 48, 48, GROUND, radius=5),)

# -- sprites


def sign_shapes(space: Space, x: float, y: float, k: float = 1) -> tuple[Shape, ...]:
    """Return the sign of a kind of space, around a point; empty for plain spaces."""
    return tuple(scale_shapes(_SIGNS[space], k, x, y))


def draw_sign_plate(space: Space, x: float, y: float, k: float = 1) -> Placed:
    """Draw the sign of a kind of space on a plate of its color, for tables and legends."""
    return center_sprite(_plate_sprite(space, k), x, y)


@lru_cache(None)
def _plate_sprite(space: Space, k: float) -> Sprite:
    ground = tint_shapes(_PLATE, {GROUND: SPACE_COLORS[space]})
    return square_sprite(f"sign {space.name.lower()}", _SIDE, k, (*ground, *_SIGNS[space]))


def draw_dynamite(x: float, y: float, k: float = 1) -> Placed:
    """Draw three red sticks with a spark."""
    return center_sprite(_sign_sprite("dynamite", k), x, y)


def draw_cavalry(x: float, y: float, k: float = 1) -> Placed:
    """Draw a dark blue cube with a horseshoe."""
    return center_sprite(_sign_sprite("cavalry", k), x, y)


def draw_buffers(x: float, y: float, k: float = 1) -> Placed:
    """Draw a buffer stop, the sign of Buffalo Creek."""
    return center_sprite(_sign_sprite("buffers", k), x, y)


def draw_derailed_sign(x: float, y: float, k: float = 1) -> Placed:
    """Draw a framed exclamation mark, the sign of a derailed train."""
    return center_sprite(_sign_sprite("derailed", k), x, y)


_DRAWINGS = {
    "dynamite": (64, _DYNAMITE),
    "cavalry": (46, _CAVALRY),
    "buffers": (48, _BUFFERS),
    "derailed": (48, _DERAILED),
}
"""The drawings by name, as (side of the box in pixels, shapes) pairs."""


@lru_cache(None)
def _sign_sprite(name: str, k: float) -> Sprite:
    side, shapes = _DRAWINGS[name]
    return square_sprite(name, side, k, shapes)
