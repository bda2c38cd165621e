"""The cards of special tiles: sign, name and effect, those with the back of a city apart from those of the stocks.

(RB Advanced Tiles; RB Stock Shenanigans)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.fonts import width
from render.games.railroad_rivals.signs import SIGNS, sign_at, used
from render.labels import FLOOR, fitted
from render.palette import CARD, INK, PAPER_2, RULE
from render.parts.text import BODY
from render.scene import Box, Face, Shape, Text


class _Cut(NamedTuple):
    """Where things lie on a card of one size: the sign's middle and height, the name, the lines of the effect."""

    sign_y: int
    sign: int
    name_y: int
    name: int
    line_y: int
    line: int


_CITIES = {
    350: _Cut(84, 104, 204, 58, 260, 48),
    280: _Cut(60, 76, 150, 50, 202, 44),
    230: _Cut(42, 54, 112, 46, 158, 44),
}
_STOCKS = {
    350: _Cut(70, 88, 168, 54, 220, 48),
    280: _Cut(60, 76, 150, 50, 202, 44),
    230: _Cut(58, 72, 142, 48, 192, 44),
}
"""By the width of the card."""

_LEADING, _MOST = 46, 3


def special_card(tile: str, x: float, y: float, w: int, h: int) -> Iterator[Shape]:
    """A card ``w`` × ``h``; a stock tile has the inner line of stocks, a city tile a band across its top."""
    sign, middle, is_city = SIGNS[tile], x + w / 2, h == w
    cut = _CITIES[w] if is_city else _STOCKS[w]
    yield Box(x, y, w, h, CARD, INK, 4, 10)
    if is_city:
        band = 2 * (cut.sign_y - 14)
        yield Box(x + 4, y + 14, w - 8, band, PAPER_2)
    else:
        yield Box(x + 10, y + 10, w - 20, h - 20, None, RULE, 2, 4)
    yield sign_at(tile, middle, y + cut.sign_y, cut.sign)
    yield fitted(
        middle,
        y + cut.name_y,
        sign.name,
        "hb" if w > 250 else "h",
        cut.name,
        INK,
        room=w - 14,
        anchor="middle",
        role="special tile",
    )
    for i, words in enumerate(_broken(sign.effect, cut.line, w - 20)):
        base = y + cut.line_y + i * _LEADING
        yield Text(middle, base, words, "h", cut.line, INK, "middle", role="effect")


def use_lines(tile: str, x: float, y: float, room: float) -> Iterator[Shape]:
    """When the tile is used, below its card: in one line where there is room, else in two."""
    words = used(tile)
    lines = (words,) if BODY.wide(words) <= room else _broken(words, FLOOR, room)
    face: Face
    start, face, size = (y + 70, "s", 46) if len(lines) == 1 else (y + 46, "h", FLOOR)
    for i, line in enumerate(lines):
        yield Text(x, start + i * _LEADING, line, face, size, INK, role="caption")


def _broken(words: str, size: int, room: float) -> tuple[str, ...]:
    """The words in lines of ``room`` px, at most three."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, "h", size) > room and len(lines) < _MOST:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)
