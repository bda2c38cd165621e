"""Players' locomotives, on links and next to names. A player's color always appears with the player's mark."""

from functools import lru_cache

from render.geometry import Points, mark_outline
from render.palette import PAPER, PLAYERS
from render.parts.sprites import GROUND, PLAYER, box_sprite, tint_shapes
from render.scene import Box, Color, Disc, Placed, Polygon, Shape, Sprite, place_sprite

_RADIUS = 24
"""The radius of the smokebox in the unscaled drawing."""
_LEFT, _UP, _WIDE, _TALL = -32, -44, 64, 80
"""Left, top, width, and height of the unscaled drawing; (0, 0) is the center of the smokebox."""
_RINGED = 28
"""Minimum radius, in pixels, of an engine that has a ring and a smaller mark."""
_MARK, _MARK_IN_RING = 0.62, 0.56


def _slit_outline(at: float) -> Points:
    top, foot, half = 8.6 * at, 11.2 * at, 1.1
    upper = (top - half, 20), (top + half, 20)
    lower = (foot + half, 32), (foot - half, 32)
    return (*upper, *lower)


_CATCHER = ((-19, 12), (19, 12), (27, 31), (-27, 31))
_CATCHER_GROUND = ((-23, 12), (23, 12), (32.6, 35), (-32.6, 35))
_DRAWING: tuple[Shape, ...] = (
    Disc(0, 0, 28, GROUND),
    Box(-13, -38, 26, 24, GROUND),
    Box(-16, -43, 32, 13, GROUND),
    Polygon(_CATCHER_GROUND, GROUND),
    Box(-9, -34, 18, 18, PLAYER),
    Box(-12, -38, 24, 5, PLAYER),
    Polygon(_CATCHER, PLAYER),
    *(Polygon(_slit_outline(at), GROUND) for at in (-1.5, -0.5, 0.5, 1.5)),
    Disc(0, 0, _RADIUS, PLAYER),
)
_RING = Disc(0, 0, 21.6, None, PAPER, 1.6)


def draw_engine(seat: int, x: float, y: float, r: float, halo: Color) -> Placed:
    """Draw a locomotive from the front, its smokebox centered at (x, y); ``halo`` is the color of its rim."""
    k = r / _RADIUS
    return place_sprite(x + _LEFT * k, y + _UP * k, _engine_sprite(seat, r, halo))


@lru_cache(None)
def _engine_sprite(seat: int, r: float, halo: Color) -> Sprite:
    """The sprite of a locomotive. (style guide, section 5)"""
    player, ringed = PLAYERS[seat - 1], r >= _RINGED
    sign = Polygon(mark_outline(player.mark, 0, 0, (_MARK_IN_RING if ringed else _MARK) * _RADIUS), PAPER)
    drawing = tint_shapes(_DRAWING, {PLAYER: player.color, GROUND: halo})
    shapes = (*drawing, _RING, sign) if ringed else (*drawing, sign)
    return box_sprite(f"engine {seat}", (_LEFT, _UP, _WIDE, _TALL), r / _RADIUS, shapes)
