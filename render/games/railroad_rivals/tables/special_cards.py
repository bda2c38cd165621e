"""Cards of special tiles, with a sign, a name, and an effect.

(RB Advanced Tiles; RB Stock Shenanigans)
"""

from collections.abc import Iterator
from typing import NamedTuple

from render.fonts import text_width
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS, draw_special_sign, use_time_text
from render.palette import CARD, INK, PAPER_2, RULE
from render.scene import Box, Shape, Text
from render.text_fitting import MIN_TEXT_SIZE, fit_text


class _CardMeasures(NamedTuple):
    """The layout of a card: y and size of the sign, of the name, and of the lines of the effect."""

    sign_y: int
    sign: int
    name_y: int
    name: int
    line_y: int
    line: int


_CITIES = {
    350: _CardMeasures(84, 104, 204, 58, 260, 56),
    290: _CardMeasures(48, 68, 138, 56, 192, 56),
    280: _CardMeasures(44, 60, 130, 56, 184, 54),
    246: _CardMeasures(34, 42, 94, 54, 142, 54),
}
_STOCKS = {
    350: _CardMeasures(54, 66, 140, 56, 194, 56),
    290: _CardMeasures(40, 46, 102, 56, 150, 56),
    280: _CardMeasures(40, 46, 102, 56, 150, 54),
    246: _CardMeasures(38, 42, 98, 54, 148, 54),
}
"""The layouts of stock cards, by minimum width of the card in pixels."""

_LEADING, _MOST = 46, 3
_USE = 54
"""Letter size in pixels of the text below a card; the text is smaller if it would have too many lines."""
_USE_LINES = 2
"""Maximum number of lines of the text below a card in its usual letter size."""
_USE_LEADING = 48
"""Pixels between the baselines of two lines of the text below a card."""
_ONE_LINE, _TWO_LINES = 70, 46
"""Pixels from the bottom of a card to the first baseline below it, for one line and for several."""


def draw_special_card(tile: str, x: float, y: float, w: int, h: int) -> Iterator[Shape]:
    """Draw the card of a special tile of the stock pile or the city pile; ``w`` and ``h`` are in pixels."""
    sign, middle, is_city = SPECIAL_SIGNS[tile], x + w / 2, h == w
    measures_by_width = _CITIES if is_city else _STOCKS
    measures = measures_by_width[max(wide for wide in measures_by_width if wide <= w)]
    yield Box(x, y, w, h, CARD, INK, 4, 10)
    if is_city:
        band = 2 * (measures.sign_y - 14)
        yield Box(x + 4, y + 14, w - 8, band, PAPER_2)
    else:
        yield Box(x + 10, y + 10, w - 20, h - 20, None, RULE, 2, 4)
    yield draw_special_sign(tile, middle, y + measures.sign_y, measures.sign)
    yield fit_text(
        middle,
        y + measures.name_y,
        sign.name,
        "hb" if w > 250 else "h",
        measures.name,
        INK,
        max_width=w - 14,
        anchor="middle",
        role="special tile",
    )
    for i, words in enumerate(_wrap_effect(sign.effect, measures.line, w - 20)):
        base = y + measures.line_y + i * _LEADING
        yield Text(middle, base, words, "h", measures.line, INK, "middle", role="effect")


def draw_use_lines(tile: str, x: float, y: float, room: float) -> Iterator[Shape]:
    """Write below a card at what time its tile is used."""
    words = use_time_text(tile)
    fits = len(_wrap_effect(words, _USE, room)) <= _USE_LINES
    size = _USE if fits else MIN_TEXT_SIZE
    lines = _wrap_effect(words, size, room)
    start = y + (_ONE_LINE if len(lines) == 1 else _TWO_LINES)
    for i, line in enumerate(lines):
        yield Text(x, start + i * _USE_LEADING, line, "h", size, INK, role="caption")


def _wrap_effect(words: str, size: int, room: float) -> tuple[str, ...]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, "h", size) > room and len(lines) < _MOST:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)
