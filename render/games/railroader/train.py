"""A train from above: caboose, coach and engine, one space each. The engine alone counts. (style guide, section 9)"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from render.games.railroader.livery import CAR
from render.geometry import Points, arc, mark
from render.palette import ACCENT, PAPER, PLAYERS
from render.scene import Box, Color, Line, Placed, Polygon, Shape, Sprite, placed

_TURN = pi / 9
_BOX = 48
"""Half the side of an engine's box."""


def engine(seat: int, x: float, y: float, k: float = 1, *, around: Color = "", derailed: bool = False) -> Placed:
    """Its nose points on; ``around`` is the color of a line around it. A derailed one lies across, crossed out."""
    return placed(x - _BOX * k, y - _BOX * k, _engine(seat, k, around, derailed))


@lru_cache(None)
def _engine(seat: int, k: float, around: Color, derailed: bool) -> Sprite:
    player, c = PLAYERS[seat - 1], _BOX * k
    turn = _TURN if derailed else 0

    def put(points: Points) -> Points:
        return tuple(
            (c + (x * cos(turn) - y * sin(turn)) * k, c + (x * sin(turn) + y * cos(turn)) * k) for x, y in points
        )

    shapes: list[Shape] = []
    if derailed:
        for rise in (-1, 1):
            arm = ((c - 33 * k, c - 33 * k * rise), (c + 33 * k, c + 33 * k * rise))
            shapes += [Line(arm, PAPER, 15 * k), Line(arm, ACCENT, 9 * k)]
    if around:
        shapes += [Polygon(put(_body(12 / k)), PAPER), Polygon(put(_body(10 / k)), around)]
    shapes += [
        Polygon(put(_body(4 / k)), PAPER),
        Polygon(put(_body(0)), player.color),
        Polygon(put(mark(player.mark, -3, 0, 14)), PAPER),
    ]
    return Sprite(f"engine {seat}", 2 * c, 2 * c, tuple(shapes))


def _body(grown: float) -> Points:
    """The outline, ``grown`` px of the board larger all around."""
    left, side, shoulder, nose = -26 - grown, 20 + grown, 12 + 0.42 * grown, 31 + 1.3 * grown
    r = 5 + grown / 2
    return (
        *arc(left + r, -side + r, r, 1, 1.5, 6),
        (shoulder, -side),
        (nose, 0),
        (shoulder, side),
        *arc(left + r, side - r, r, 0.5, 1, 6),
    )


def coach(seat: int, x: float, y: float, k: float = 1) -> Placed:
    """The car behind the engine: three windows."""
    return placed(x - 33 * k, y - 20 * k, _car(seat, k, coach=True))


def caboose(seat: int, x: float, y: float, k: float = 1) -> Placed:
    """The last car: one lookout."""
    return placed(x - 33 * k, y - 20 * k, _car(seat, k, coach=False))


@lru_cache(None)
def _car(seat: int, k: float, *, coach: bool) -> Sprite:
    color, x, y = PLAYERS[seat - 1].color, 33 * k, 20 * k
    shapes: list[Shape] = [
        Box(x - 29 * k, y - 17 * k, 58 * k, 34 * k, PAPER, radius=6 * k),
        Box(x + 25 * k, y - 4 * k, 8 * k, 8 * k, color),
        Box(x - 26 * k, y - 14 * k, 52 * k, 28 * k, CAR[seat - 1], color, 3 * k, radius=4 * k),
    ]
    if coach:
        shapes += [Box(x + (i * 14 - 5) * k, y - 6 * k, 10 * k, 12 * k, PAPER) for i in (-1, 0, 1)]
    else:
        shapes.append(Box(x - 11 * k, y - 8 * k, 22 * k, 16 * k, None, PAPER, 3.5 * k))
    return Sprite(f"car {seat}", 66 * k, 40 * k, tuple(shapes))
