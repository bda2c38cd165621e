"""A train from above: caboose, coach, and engine, one space each. Only the engine's space counts. (style guide,
section 9)
"""

from functools import lru_cache

from render.games.railroader.colors import CAR_COLORS
from render.geometry import Points, arc, mark_outline, rotate
from render.palette import ACCENT, PAPER, PLAYERS
from render.parts.sprites import PLAYER, box_sprite, center_sprite, square_sprite, tint_shapes
from render.scene import Box, Color, Line, Placed, Polygon, Shape, Sprite

# -- the drawings

_BOX = 96
"""Side of an engine's box."""
_TURN = 1 / 9
"""The angle of a derailed engine, in units of pi."""
_RIM, _INNER, _OUTER = 4, 10, 12
"""px that the outline, and the line around it, extend beyond the engine."""
_MARK = (-3, 0, 14)
_OUTLINE = (
    (26, 1),
    (20, 1),
    (5, 0.5),
    (12, 0.42),
    (31, 1.3),
)
"""Left end, side, round corner, shoulder and nose, each with how much of what is grown goes to it."""

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


def _engine_outline(grown: float = 0) -> Points:
    """The engine's outline, ``grown`` px of the board larger all around; its nose grows more than its shoulders."""
    x, y, r, shoulder, nose = (at + grown * share for at, share in _OUTLINE)
    return (
        *arc(r - x, r - y, r, 1, 1.5, 6),
        (shoulder, -y),
        (nose, 0),
        (shoulder, y),
        *arc(r - x, y - r, r, 0.5, 1, 6),
    )


# -- stamped


def draw_engine(
    seat: int,
    x: float,
    y: float,
    k: float = 1,
    *,
    around: Color = "",
    derailed: bool = False,
) -> Placed:
    """An engine; ``around`` is the color of a line around it. A derailed one lies across and is crossed out."""
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
    """The car behind the engine: three windows."""
    return center_sprite(_car_sprite(seat, k, _COACH), x, y)


def draw_caboose(seat: int, x: float, y: float, k: float = 1) -> Placed:
    """The last car: one lookout."""
    return center_sprite(_car_sprite(seat, k, _CABOOSE), x, y)


@lru_cache(None)
def _car_sprite(seat: int, k: float, shapes: tuple[Shape, ...]) -> Sprite:
    colors = {PLAYER: PLAYERS[seat - 1].color, _PALE: CAR_COLORS[seat - 1]}
    return box_sprite(f"car {seat}", _CAR_BOX, k, tint_shapes(shapes, colors))
