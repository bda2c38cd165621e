"""Hotels and water towers in a player's color with the player's mark, told apart by their outline.

Both stand in a box ``WIDE`` × ``TALL``; a ``size`` of 1 is that of a tile of side 240. Without a seat they are gray and
bear no mark: what a legend shows.
"""

from __future__ import annotations

from functools import lru_cache

from render.geometry import Points, mark
from render.palette import CARD, INK_SOFT, PAPER, PLAYERS
from render.scene import Box, Color, Line, Placed, Polygon, Shape, Sprite, placed

WIDE, TALL = 42, 50


def hotel(seat: int | None, x: float, y: float, size: float) -> Placed:
    """A block of a house under a broad cornice, its box's top left corner there."""
    return placed(x, y, _hotel(seat, size))


def tower(seat: int | None, x: float, y: float, size: float) -> Placed:
    """A tank under a pointed roof, on legs."""
    return placed(x, y, _tower(seat, size))


@lru_cache(256)
def _hotel(seat: int | None, k: float) -> Sprite:
    color = _color(seat)
    shapes = (
        Box(0, 0, 42 * k, 8 * k, color),
        Box(4 * k, 0, 34 * k, 50 * k, color),
        Box(17 * k, 40 * k, 8 * k, 10 * k, CARD),
        *_mark(seat, 21 * k, 23.5 * k, 13 * k),
    )
    return _sprite(f"hotel {seat or 'any'}", k, shapes)


@lru_cache(256)
def _tower(seat: int | None, k: float) -> Sprite:
    color = _color(seat)

    def at(*points: tuple[float, float]) -> Points:
        return tuple((x * k, y * k) for x, y in points)

    shapes = (
        Polygon(at((21, 0), (42, 12), (0, 12)), color),
        Polygon(at((2, 12), (40, 12), (38, 37), (4, 37)), color),
        Line(at((10, 36), (5, 49)), color, 5 * k),
        Line(at((32, 36), (37, 49)), color, 5 * k),
        Line(at((8, 43), (34, 43)), color, 3 * k),
        *_mark(seat, 21 * k, 24.5 * k, 11.5 * k),
    )
    return _sprite(f"tower {seat or 'any'}", k, shapes)


def _sprite(name: str, k: float, shapes: tuple[Shape, ...]) -> Sprite:
    return Sprite(name, WIDE * k, TALL * k, shapes)


def _color(seat: int | None) -> Color:
    return INK_SOFT if seat is None else PLAYERS[seat - 1].color


def _mark(seat: int | None, x: float, y: float, m: float) -> tuple[Shape, ...]:
    return () if seat is None else (Polygon(mark(PLAYERS[seat - 1].mark, x, y, m), PAPER),)
