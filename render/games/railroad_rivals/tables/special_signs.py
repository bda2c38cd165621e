"""Signs, short names, and effects for the special tiles of Robber Baron.

(RB Advanced Tiles; RB Stock Shenanigans)
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from engine.games.railroad_rivals.game_data.printed_data import HEADQUARTERS, NEW_INDUSTRY, Special
from render.geometry import translate
from render.palette import ACCENT, CARD, INK
from render.parts.sprites import box_sprite, center_sprite
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite, Text


class SpecialSign(NamedTuple):
    """The texts on the card of a special tile."""

    name: str
    effect: str
    when: str


SPECIAL_SIGNS: Mapping[str, SpecialSign] = {
    NEW_INDUSTRY: SpecialSign("New Industry", "new cubes on any city", "while delivering"),
    HEADQUARTERS: SpecialSign("Headquarters", "deliver twice in a turn", "while delivering"),
    Special.UPGRADE: SpecialSign("Upgrade", "+1 point on each delivery", "all game"),
    Special.BUY: SpecialSign("Buy Stock", "buy any stock in the pile", "while delivering"),
    Special.DUMP: SpecialSign("Dump Stock", "sell all stock of a railroad", "while delivering"),
    Special.LOOT: SpecialSign("Loot", "5 points, ruin a railroad", "while delivering"),
    Special.MERGER: SpecialSign("Merger", "two railroads become one", "while delivering"),
    Special.ISSUE: SpecialSign("Stock Issue", "an extra stock, first pick", "before a draft"),
    Special.INSIDER: SpecialSign("Insider", "go first at no cost", "after bidding"),
}
"""The texts on the cards of special tiles, by name of the tile."""


def use_time_text(tile: str) -> str:
    """The text below a special tile's card that says at what time the tile is used."""
    return "lasts all game" if tile == Special.UPGRADE else f"use: {SPECIAL_SIGNS[tile].when}"


_HIGH = 72
_BOX = (0, 0, 100, _HIGH)
"""(left, top, width, height) of the unscaled box in which a sign is drawn."""


def draw_special_sign(tile: str, x: float, y: float, h: float) -> Placed:
    """Draw the sign of a special tile, ``h`` pixels high, centered at a point."""
    return center_sprite(_sign_sprite(tile, h), x, y)


@lru_cache(64)
def _sign_sprite(tile: str, h: float) -> Sprite:
    return box_sprite(f"sign {tile}", _BOX, h / _HIGH, _DRAWINGS[tile])


def _stock_shapes(x: float, y: float) -> tuple[Shape, ...]:
    return (
        Box(x, y, 34, 44, INK, radius=4),
        Box(x + 4, y + 4, 26, 36, CARD, radius=2),
        Box(x + 9, y + 12, 16, 8, INK),
    )


_HEAD = ((2, -14), (18, 0), (2, 14))
_ARROW = ((-17, -5), (2, -5), *_HEAD, (2, 5), (-17, 5))


def _arrow_shape(x: float, y: float, turn: int) -> Polygon:
    """An arrow that points right (``turn`` is 1) or left (-1), centered at a point."""
    points = tuple((turn * px, py) for px, py in _ARROW)
    return Polygon(translate(points, x, y), ACCENT)


def _sign_text(words: str, x: float, size: float = 64) -> Text:
    return Text(x, 36 + 0.35 * size, words, "hb", size, INK, "middle", role="sign")


_TEETH = [((x, 34), (x + 20, 22)) for x in (6, 26, 46)]
_FACTORY = (
    Polygon(((6, 70), *chain.from_iterable(_TEETH), (66, 70)), INK),
    Box(72, 6, 14, 64, INK),
    *(Box(14 + 18 * i, 46, 10, 12, CARD) for i in range(3)),
)
_OFFICE = (
    Polygon(((50, 2), (92, 24), (8, 24)), INK),
    *(Box(16 + 20 * i, 28, 9, 30, INK) for i in range(4)),
    Box(8, 61, 84, 9, INK),
)
_DRAWINGS: Mapping[str, tuple[Shape, ...]] = {
    NEW_INDUSTRY: _FACTORY,
    HEADQUARTERS: _OFFICE,
    Special.UPGRADE: (
        Disc(50, 36, 36, INK),
        Disc(50, 36, 31, CARD),
        _sign_text("+1", 49, 50),
    ),
    Special.BUY: (*_stock_shapes(60, 14), _arrow_shape(34, 36, -1)),
    Special.DUMP: (*_stock_shapes(6, 14), _arrow_shape(66, 36, 1)),
    Special.LOOT: (
        *_stock_shapes(33, 14),
        Line(((22, 8), (78, 64)), ACCENT, 9),
        Line(((78, 8), (22, 64)), ACCENT, 9),
    ),
    Special.MERGER: (
        Disc(34, 36, 28, INK),
        Disc(34, 36, 21, CARD),
        Disc(66, 36, 28, None, INK, 7),
    ),
    Special.ISSUE: (
        *_stock_shapes(8, 14),
        Box(58, 31, 34, 10, ACCENT),
        Box(70, 19, 10, 34, ACCENT),
    ),
    Special.INSIDER: (_sign_text("1st", 50, 66),),
}
