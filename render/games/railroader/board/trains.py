"""A train from above: caboose, coach, and engine, each on one space. (style guide, section 9)"""

from functools import lru_cache

from render.games.railroader.colors import CAR_COLORS
from render.geometry import Points, arc, mark_outline, rotate
from render.palette import ACCENT, PAPER, PLAYERS
from render.parts.sprites import PLAYER, box_sprite, center_sprite, square_sprite, tint_shapes
from render.scene import Box, Color, Line, Placed, Polygon, Shape, Sprite

# -- the drawings

_BOX = 96
"""Side of an engine's box, in pixels."""
_TURN = 1 / 9
"""The angle by which a derailed engine is turned, in units of pi."""
_RIM = 4
"""Width in pixels of the paper outline around an engine."""
_INNER, _OUTER = 10, 12
"""Pixels by which the colored outline, and the paper around it, are larger than the engine."""
_MARK = (-3, 0, 14)
_OUTLINE = (
    (26, 1),
    (20, 1),
    (5, 0.5),
    (12, 0.42),
    (31, 1.3),
)
"""The parts of an engine's outline: left end, side, corner radius, shoulder, and nose.

Each is a (pixels, share of the growth) pair.
"""

_CROSS = (
    Line(((-33, 33), (33, -33)), PAPER, 15),
    Line(((-33, 33), (33, -33)), ACCENT, 9),
    Line(((-33, -33), (33, 33)), PAPER, 15),
    Line(((-33, -33), (33, 33)), ACCENT, 9),
)

_PALE = "pale"
_CAR_BOX = (-33, -20, 66, 40)
_CAR = (
    Box(-29, -17, 58, 34, PAPER, radius=6),
    Box(25, -4, 8, 8, PLAYER),
    Box(-26, -14, 52, 28, _PALE, PLAYER, 3, 4),
)
_COACH = (
    *_CAR,
    *(Box(left, -6, 10, 12, PAPER) for left in (-19, -5, 9)),
)
_CABOOSE = (
    *_CAR,
    Box(-11, -8, 22, 16, None, PAPER, 3.5),
)


def _engine_outline(growth: float = 0) -> Points:
    """Return the outline of an engine, made ``growth`` pixels larger on each side."""
    x, y, r, shoulder, nose = (at + growth * share for at, share in _OUTLINE)
    return (
        *arc(r - x, r - y, r, 1, 1.5, 6),
        (shoulder, -y),
        (nose, 0),
        (shoulder, y),
        *arc(r - x, y - r, r, 0.5, 1, 6),
    )


# -- sprites


def draw_engine(
    seat: int,
    x: float,
    y: float,
    k: float = 1,
    *,
    around: Color = "",
    derailed: bool = False,
) -> Placed:
    """Draw an engine.

    ``around`` is the color of a line around it; a derailed engine is crossed out.
    """
    return center_sprite(_engine_sprite(seat, k, around, derailed), x, y)


@lru_cache(None)
def _engine_sprite(seat: int, k: float, around: Color, derailed: bool) -> Sprite:
    player = PLAYERS[seat - 1]
    outlines = [
        (_engine_outline(_RIM / k), PAPER),
        (_engine_outline(), player.color),
        (mark_outline(player.mark, *_MARK), PAPER),
    ]
    if around:
        outlines = [(_engine_outline(_OUTER / k), PAPER), (_engine_outline(_INNER / k), around), *outlines]
    turn = _TURN if derailed else 0
    train: tuple[Shape, ...] = tuple(Polygon(rotate(points, turn), color) for points, color in outlines)
    return square_sprite(f"engine {seat}", _BOX, k, (*(_CROSS if derailed else ()), *train))


def draw_coach(seat: int, x: float, y: float, k: float = 1) -> Placed:
    """Draw the car behind the engine, with three windows."""
    return center_sprite(_car_sprite(seat, k, _COACH), x, y)


def draw_caboose(seat: int, x: float, y: float, k: float = 1) -> Placed:
    """Draw the last car, with a lookout."""
    return center_sprite(_car_sprite(seat, k, _CABOOSE), x, y)


@lru_cache(None)
def _car_sprite(seat: int, k: float, shapes: tuple[Shape, ...]) -> Sprite:
    colors = {PLAYER: PLAYERS[seat - 1].color, _PALE: CAR_COLORS[seat - 1]}
    return box_sprite(f"car {seat}", _CAR_BOX, k, tint_shapes(shapes, colors))
