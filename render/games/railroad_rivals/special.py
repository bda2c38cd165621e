"""The cards of special tiles: sign, name and effect, those with the back of a city apart from those of the stocks.

(RB Advanced Tiles; RB Stock Shenanigans)
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.fonts import width
from render.games.railroad_rivals.signs import SIGNS, sign_at, used
from render.labels import FLOOR, fitted
from render.palette import CARD, INK, PAPER_2, RULE
from render.scene import Box, Shape, Text


class _Cut(NamedTuple):
    """The layout of a card of one size: the sign's middle and height, the name, the lines of the effect."""

    sign_y: int
    sign: int
    name_y: int
    name: int
    line_y: int
    line: int


_CITIES = {
    350: _Cut(84, 104, 204, 58, 260, 56),
    290: _Cut(48, 68, 138, 56, 192, 56),
    280: _Cut(44, 60, 130, 56, 184, 54),
    246: _Cut(34, 42, 94, 54, 142, 54),
}
_STOCKS = {
    350: _Cut(54, 66, 140, 56, 194, 56),
    290: _Cut(40, 46, 102, 56, 150, 56),
    280: _Cut(40, 46, 102, 56, 150, 54),
    246: _Cut(38, 42, 98, 54, 148, 54),
}
"""By the least width of the card."""

_LEADING, _MOST = 46, 3
_USE, _USE_LINES, _USE_LEADING, _ONE_LINE, _TWO_LINES = 54, 2, 48, 70, 46
"""Of the lines below a card: their size, how many at most, px apart, how far down a single one or the first is."""


def special_card(tile: str, x: float, y: float, w: int, h: int) -> Iterator[Shape]:
    """A card ``w`` × ``h``; a stock tile has the inner line of stocks, a city tile a band across its top."""
    sign, middle, is_city = SIGNS[tile], x + w / 2, h == w
    cuts = _CITIES if is_city else _STOCKS
    cut = cuts[max(wide for wide in cuts if wide <= w)]
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
    """The time when the tile is used, below its card: in one line where there is room, else in two."""
    words = used(tile)
    fits = len(_broken(words, _USE, room)) <= _USE_LINES
    size = _USE if fits else FLOOR
    lines = _broken(words, size, room)
    start = y + (_ONE_LINE if len(lines) == 1 else _TWO_LINES)
    for i, line in enumerate(lines):
        yield Text(x, start + i * _USE_LEADING, line, "h", size, INK, role="caption")


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
