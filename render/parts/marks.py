"""Chips of players and keys of choices. A player's color never stands without the player's mark. It knows no title."""

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


_KEY_X, _KEY_Y, _KEY_R = 34, 54, 34
_AFTER_KEY, _WITHOUT_KEY = 84, 6


def key_under(words: str, x: float, y: float) -> tuple[tuple[Placed, ...], float]:
    """The key under a card whose bottom left corner is there, and where words begin on that line.

    Nothing is drawn where nothing is to be pressed.
    """
    if not words:
        return (), x + _WITHOUT_KEY
    return (key(words, x + _KEY_X, y + _KEY_Y, _KEY_R),), x + _AFTER_KEY


def key(words: str, x: float, y: float, r: float = 32) -> Placed:
    """The key of a choice: a letter or number on an accent disc around a point, which no cube resembles."""
    return placed(x - r - 1, y - r - 1, _key(words, r))


@lru_cache(512)
def _key(words: str, r: float) -> Sprite:
    c, size = r + 1, max(FLOOR, 1.7 * r * (1 if len(words) == 1 else 0.82))
    label = Text(c, c + 0.35 * size, words, "hb", size, PAPER, "middle", role="key")
    return Sprite(f"key {words}", 2 * c, 2 * c, (Disc(c, c, r, ACCENT), label))
