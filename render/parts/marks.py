"""Who and which: chips and keys. A player's color never stands without the player's mark. It knows no title."""

from __future__ import annotations

from functools import lru_cache

from render.geometry import mark
from render.labels import FLOOR
from render.palette import ACCENT, PAPER, PLAYERS
from render.scene import Disc, Placed, Polygon, Sprite, Text, placed


def chip(seat: int, x: float, y: float, r: float) -> Placed:
    """A disc in the player's color with the player's mark, around a point."""
    return placed(x - r - 1, y - r - 1, _chip(seat, r))


@lru_cache(None)
def _chip(seat: int, r: float) -> Sprite:
    player, c = PLAYERS[seat - 1], r + 1
    sign = Polygon(mark(player.mark, c, c, 0.62 * r), PAPER)
    return Sprite(f"chip {seat}", 2 * c, 2 * c, (Disc(c, c, r, player.color), sign))


def key(words: str, x: float, y: float, r: float = 32) -> Placed:
    """What to choose: a letter or number on an accent disc around a point, which no cube resembles."""
    return placed(x - r - 1, y - r - 1, _key(words, r))


@lru_cache(512)
def _key(words: str, r: float) -> Sprite:
    c, size = r + 1, max(FLOOR, 1.7 * r * (1 if len(words) == 1 else 0.82))
    label = Text(c, c + 0.35 * size, words, "hb", size, PAPER, "middle", role="key")
    return Sprite(f"key {words}", 2 * c, 2 * c, (Disc(c, c, r, ACCENT), label))
