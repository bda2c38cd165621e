"""Hotels and water towers with different outlines, in a player's color and with the player's mark.

A building fits a box of ``BUILDING_WIDTH`` × ``BUILDING_HEIGHT`` pixels times ``size``, which is 1 on a tile of 240
pixels. A building without a seat, as in legends, is gray and has no mark.
"""

from functools import lru_cache
from typing import NamedTuple

from render.geometry import mark_outline
from render.palette import CARD, INK_SOFT, PAPER, PLAYERS
from render.parts.sprites import PLAYER, box_sprite, tint_shapes
from render.scene import Box, Line, Placed, Polygon, Shape, Sprite, place_sprite

BUILDING_WIDTH, BUILDING_HEIGHT = 42, 50


class _Drawing(NamedTuple):
    """The shapes of a building, and the center and radius of the player's mark on it."""

    name: str
    shapes: tuple[Shape, ...]
    mark: tuple[float, float, float]


_HOTEL = _Drawing(
    "hotel",
    (
        Box(0, 0, 42, 8, PLAYER),
        Box(4, 0, 34, 50, PLAYER),
        Box(17, 40, 8, 10, CARD),
    ),
    (21, 23.5, 13),
)
_TANK = ((2, 12), (40, 12), (38, 37), (4, 37))
_TOWER = _Drawing(
    "tower",
    (
        Polygon(((21, 0), (42, 12), (0, 12)), PLAYER),
        Polygon(_TANK, PLAYER),
        Line(((10, 36), (5, 49)), PLAYER, 5),
        Line(((32, 36), (37, 49)), PLAYER, 5),
        Line(((8, 43), (34, 43)), PLAYER, 3),
    ),
    (21, 24.5, 11.5),
)


def draw_hotel(seat: int | None, x: float, y: float, size: float) -> Placed:
    """Draw a house with a broad cornice; (x, y) is the top left corner of the building's box."""
    return place_sprite(x, y, _building_sprite(_HOTEL, seat, size))


def draw_tower(seat: int | None, x: float, y: float, size: float) -> Placed:
    """Draw a tank with a pointed roof, on legs; (x, y) is the top left corner of the building's box."""
    return place_sprite(x, y, _building_sprite(_TOWER, seat, size))


@lru_cache(512)
def _building_sprite(drawing: _Drawing, seat: int | None, k: float) -> Sprite:
    name, box = f"{drawing.name} {seat or 'any'}", (0, 0, BUILDING_WIDTH, BUILDING_HEIGHT)
    if seat is None:
        return box_sprite(name, box, k, tint_shapes(drawing.shapes, {PLAYER: INK_SOFT}))
    player = PLAYERS[seat - 1]
    sign = Polygon(mark_outline(player.mark, *drawing.mark), PAPER)
    return box_sprite(name, box, k, (*tint_shapes(drawing.shapes, {PLAYER: player.color}), sign))
