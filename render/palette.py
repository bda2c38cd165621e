"""The colors of all pictures, by what they mean, and the fixed palette of 256 that every file is saved with.

It knows no title: railroads' colors stand with their painter. (style guide, section 2)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from render.scene import Color

__all__ = [
    "ACCENT",
    "BLANK",
    "CARD",
    "DEAD",
    "DEAD_TEXT",
    "GOOD",
    "INK",
    "INK_SOFT",
    "MARKS",
    "PAPER",
    "PAPER_2",
    "PLAYERS",
    "RULE",
    "Mark",
    "mix",
    "rgb",
]

Mark = str
"""A player's mark: disc, square, triangle, diamond, star or cross."""


class Player(NamedTuple):
    """A seat's color and mark; never one without the other."""

    color: Color
    mark: Mark


PAPER = "#F4EBD6"
PAPER_2 = "#E9DCBE"
CARD = "#FFFBF0"
INK = "#1F2328"
INK_SOFT = "#5E5A50"
RULE = "#CBBB93"
ACCENT = "#B3261E"
GOOD = "#2F6B3A"

PLAYERS = (
    Player("#C8452D", "disc"),
    Player("#2C6DA4", "square"),
    Player("#3E7D4A", "triangle"),
    Player("#7A4C9C", "diamond"),
    Player("#D99A1C", "star"),
    Player("#3C4650", "cross"),
)
"""By seat, seat 1 first."""

MARKS = tuple(player.mark for player in PLAYERS)


@lru_cache(None)
def rgb(color: Color) -> tuple[int, int, int]:
    """The three bytes of a color."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@lru_cache(None)
def mix(color: Color, toward: Color, share: float) -> Color:
    """``color`` blended toward another by ``share`` (0: unchanged, 1: the other)."""
    blend = (round(a + (b - a) * share) for a, b in zip(rgb(color), rgb(toward), strict=True))
    return "#" + "".join(f"{value:02X}" for value in blend)


DEAD = mix(INK_SOFT, CARD, 0.35)
"""The outline of an edge that can no longer matter."""

DEAD_TEXT = mix(INK_SOFT, CARD, 0.12)

BLANK = mix(INK_SOFT, CARD, 0.5)
"""The bar of a blank edge."""
