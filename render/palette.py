"""The colors of all pictures, by meaning, and the palettes of 256 colors.

Colors that only one game uses are in its ``colors.py``.
"""

from functools import lru_cache
from typing import NamedTuple

from render.scene import Color

Mark = str
"""A player's mark: disc, square, triangle, diamond, star or cross."""


class PlayerStyle(NamedTuple):
    """A seat's color and mark, which are always shown together."""

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
    PlayerStyle("#C8452D", "disc"),
    PlayerStyle("#2C6DA4", "square"),
    PlayerStyle("#3E7D4A", "triangle"),
    PlayerStyle("#7A4C9C", "diamond"),
    PlayerStyle("#D99A1C", "star"),
    PlayerStyle("#3C4650", "cross"),
)
"""The styles of the players, in order of the seats."""


@lru_cache(None)
def rgb(color: Color) -> tuple[int, int, int]:
    """Return red, green, and blue of a color, from 0 to 255."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


@lru_cache(None)
def mix_colors(color: Color, toward: Color, share: float) -> Color:
    """Return a color blended toward another by ``share`` (0: unchanged, 1: the other color)."""
    channels = zip(rgb(color), rgb(toward), strict=True)
    blend = (round(a + (b - a) * share) for a, b in channels)
    return "#" + "".join(f"{value:02X}" for value in blend)


DEAD = mix_colors(INK_SOFT, CARD, 0.35)
"""The color of the outlines of edges that can no longer matter."""

DEAD_TEXT = mix_colors(INK_SOFT, CARD, 0.12)
"""The color of texts of edges that can no longer matter."""

BLANK = mix_colors(INK_SOFT, CARD, 0.5)
"""The color of the bar of a blank edge."""

SHADE_SHARE = 0.32
"""The share by which the board is blended toward ``PAPER_2`` behind legal places."""

TAKEN_FADE_SHARE = 0.72
"""The share by which a taken tile is blended toward ``PAPER``."""

_COMMON_COLORS = (PAPER, PAPER_2, CARD, INK, INK_SOFT, RULE, ACCENT, GOOD, DEAD, DEAD_TEXT, BLANK)
_THIRDS, _QUARTERS = (1 / 3, 2 / 3), (0.25, 0.5, 0.75)
_EIGHTHS = (0.125, 0.375, 0.625, 0.875)
_SIZE = 256
_Channels = tuple[int, int, int]
"""Red, green, and blue, from 0 to 255."""
CELL = 4
"""The number of adjacent values of each channel that Pillow does not distinguish.

Pillow finds one palette color for all colors of a cell of 4 × 4 × 4 values.
"""
_MIN_DISTANCE = 9
"""Minimum difference of a channel between a blended color and any other color, so that they are in different cells."""


def exact_colors(own: tuple[Color, ...]) -> tuple[Color, ...]:
    """Return the colors that a file must show exactly.

    They are the common colors, the players' colors, and a game's ``own`` colors.
    """
    return tuple(dict.fromkeys((*_COMMON_COLORS, *(player.color for player in PLAYERS), *own)))


@lru_cache(None)
def build_palette(own: tuple[Color, ...], pairs: tuple[tuple[Color, Color], ...]) -> tuple[Color, ...]:
    """Return the palette of a game's files.

    It has the exact colors, and then blends for soft edges and veils, the most important first. ``own`` are the game's
    colors, and ``pairs`` the pairs of colors that touch in a badge.
    """
    flat, light = exact_colors(own), (CARD, PAPER, PAPER_2)
    players = tuple(player.color for player in PLAYERS)
    candidates = [*flat]
    candidates += [mix_colors(ink, ground, share) for ground in light for ink in (INK, ACCENT) for share in _QUARTERS]
    candidates += [mix_colors(field, charge, share) for field, charge in pairs for share in _QUARTERS]
    candidates += [mix_colors(color, CARD, share) for color in players for share in _QUARTERS]
    candidates += [mix_colors(color, PAPER_2, SHADE_SHARE) for color in flat]
    candidates += [mix_colors(ink, ground, share) for ground in light for ink in (INK_SOFT, DEAD) for share in _THIRDS]
    candidates += [mix_colors(min(pair, key=_lightness), CARD, share) for pair in pairs for share in _THIRDS]
    candidates += [mix_colors(color, PAPER_2, 0.5) for color in players]
    shaded_colors = [mix_colors(color, PAPER_2, SHADE_SHARE) for color in (CARD, INK, *players)]
    candidates += [mix_colors(color, shaded_colors[0], 0.5) for color in shaded_colors[1:]]
    candidates += [mix_colors(color, PAPER, TAKEN_FADE_SHARE) for color in flat]
    candidates += [mix_colors(INK, ground, share) for ground in (CARD, PAPER_2) for share in _EIGHTHS]
    candidates += [mix_colors(field, charge, share) for field, charge in pairs for share in _EIGHTHS]
    candidates += [mix_colors(color, CARD, share) for color in (INK_SOFT, ACCENT, *players) for share in _EIGHTHS]
    # of several exact colors in one cell, only the first is kept
    cells = {_color_cell(color): color for color in reversed(flat)}
    distinct = {color: rgb(color) for color in flat if cells[_color_cell(color)] == color}
    for color in candidates:
        channels = rgb(color)
        if all(_is_distinct(channels, other) for other in distinct.values()):
            distinct[color] = channels
    return tuple(distinct)[:_SIZE]


def _is_distinct(first: _Channels, second: _Channels) -> bool:
    """Whether two colors differ enough in at least one channel.

    The function has no loop, because it is called 40,000 times per palette.
    """
    (red, green, blue), (other_red, other_green, other_blue) = first, second
    if abs(red - other_red) >= _MIN_DISTANCE or abs(green - other_green) >= _MIN_DISTANCE:
        return True
    return abs(blue - other_blue) >= _MIN_DISTANCE


def _color_cell(color: Color) -> _Channels:
    red, green, blue = rgb(color)
    return red // CELL, green // CELL, blue // CELL


def _lightness(color: Color) -> int:
    red, green, blue = rgb(color)
    return 3 * red + 6 * green + blue
