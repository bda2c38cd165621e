"""Parts of every picture: title, right corner, second line with the actor's mark, fields, and keys of choices.

A player's color always appears with the player's mark.
"""

from functools import lru_cache

from render.fonts import text_width
from render.geometry import mark_outline
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.scene import Box, Color, Disc, Layer, Placed, Polygon, Scene, Shape, Sprite, Text, place_sprite
from render.text_fitting import MIN_TEXT_SIZE, fit_text, shorten_to_width, wrap_words

PAGE_WIDTH = 1600
MARGIN = 40
RIGHT = PAGE_WIDTH - MARGIN
CONTENT_WIDTH = RIGHT - MARGIN
"""The width from margin to margin."""
BLEED = 24
FIELD_TOP = 186
"""The top of a field under the header; other content begins at ``CONTENT_TOP``."""
CONTENT_TOP = 200
LEGEND_HEIGHT = 84
"""Height of the legend below a field."""

_SMALL, _TALL = 46, 56
"""Sizes of the corner and the second line."""
LINE_HEIGHT = 60
"""Height of every line of the header after the second."""

THICK_RULE = 3
"""The width of a rule between parts of a picture."""

_GAP = 40


def paper_scene(name: str, height: int, palette: tuple[Color, ...], layers: tuple[Layer, ...], alt: str) -> Scene:
    """A picture on paper, of the common width."""
    return Scene(name, PAGE_WIDTH, height, PAPER, palette, layers, alt)


def header_layer(title: str, right: str, line: str, *more: str, seat: int | None = None, tall: bool = False) -> Layer:
    """Title and right corner, the double rule, and the second line: the last move or the question.

    Each of the ``more`` lines under it moves the rest down by ``LINE_HEIGHT`` px. In a ``tall`` header words are larger
    if they fit, as in tables that a phone shows small.
    """
    start = MARGIN if seat is None else 100
    shapes: list[Shape] = [
        Box(0, 0, PAGE_WIDTH, FIELD_TOP + LINE_HEIGHT * len(more), PAPER),
        Box(MARGIN, 98, PAGE_WIDTH - 2 * MARGIN, 4, INK),
        Box(MARGIN, 105, PAGE_WIDTH - 2 * MARGIN, 2, INK),
        *_title_and_corner(title, right, tall=tall),
    ]
    if seat is not None:
        shapes.append(player_chip(seat, 64, 146, 24))
    room = PAGE_WIDTH - MARGIN - start
    lines = (words for words in (line, *more) if words)
    for i, words in enumerate(lines):
        size = _line_size(words, room, tall=tall)
        shapes.append(fit_text(start, 161 + LINE_HEIGHT * i, words, "s", size, INK, max_width=room, role="second line"))
    return Layer("header", tuple(shapes))


def _line_size(words: str, room: float, *, tall: bool) -> int:
    """The size of words that are to be tall, if they have room for it."""
    return _TALL if tall and text_width(words, "s", _TALL) <= room else _SMALL


def wrap_header_line(words: str, *, seat: int | None) -> tuple[str, ...]:
    """A long second line in up to three lines."""
    room = PAGE_WIDTH - MARGIN - (MARGIN if seat is None else 100)
    first, *rest = wrap_words(words, "s", 46, room)
    last = (" ".join(rest[1:]),) if len(rest) > 1 else ()
    return (first, *rest[:1], *last)


def _title_and_corner(title: str, right: str, *, tall: bool) -> tuple[Text, Text]:
    capitals = title.upper()
    most = max(760.0, PAGE_WIDTH - 2 * MARGIN - _GAP - text_width(capitals, "h", 52, 2))
    high = _line_size(right, most, tall=tall)
    corner = shorten_to_width(right, "s", high, most)
    room = PAGE_WIDTH - 2 * MARGIN - _GAP - text_width(corner, "s", high)
    size = 64.0
    while size > 52 and text_width(capitals, "h", size, 2) > room:
        size -= 2
    title_text = shorten_to_width(capitals, "h", size, room - 2 * len(capitals))
    return (
        Text(MARGIN, 78, title_text, "h", size, INK, tracking=2, role="title"),
        Text(RIGHT, 78, corner, "s", high, INK_SOFT, "right", role="corner"),
    )


def field_box(y: float, h: float) -> Box:
    """A darker field over the picture's width."""
    return Box(BLEED, y, PAGE_WIDTH - 2 * BLEED, h, PAPER_2)


def row_stripes(y: float, h: float, rows: int) -> tuple[Box, ...]:
    """Every other row of a table shaded, the first one dark, beyond the margin."""
    return tuple(field_box(y + i * h, h) for i in range(0, rows, 2))


def panel(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: Color | None = CARD,
    ink: Color = INK,
    line: float = 3,
    radius: float = 10,
) -> Box:
    """A card with round corners and an outline."""
    return Box(x, y, w, h, fill, ink, line, radius)


def accent_frame(x: float, y: float, w: float, h: float, away: float = 9, line: float = 6, radius: float = 16) -> Box:
    """The red frame around a choice or a change, at most ``away`` px beyond its edges."""
    wide, tall = w + 2 * away, h + 2 * away
    return Box(x - away, y - away, wide, tall, None, ACCENT, line, radius)


def ink_rule(y: float, line: float = 2, x: float = MARGIN, w: float = CONTENT_WIDTH) -> Box:
    """A horizontal ink rule."""
    return Box(x, y, w, line, INK)


def hairline(y: float) -> Box:
    """A pale rule between two rows."""
    return Box(MARGIN, y, CONTENT_WIDTH, 2, RULE)


def player_chip(seat: int, x: float, y: float, r: float) -> Placed:
    """A disc in the player's color with the player's mark, around a point."""
    return place_sprite(x - r - 1, y - r - 1, _chip_sprite(seat, r))


@lru_cache(None)
def _chip_sprite(seat: int, r: float) -> Sprite:
    player, c = PLAYERS[seat - 1], r + 1
    sign = Polygon(mark_outline(player.mark, c, c, 0.62 * r), PAPER)
    return Sprite(f"chip {seat}", 2 * c, 2 * c, (Disc(c, c, r, player.color), sign))


_KEY_X, _KEY_Y, _KEY_R = 34, 54, 34
_SHORT_KEY = 2
"""Letters of a key that has a disc."""
_AFTER_KEY, _WITHOUT_KEY = 84, 6


def key_under_card(words: str, x: float, y: float) -> tuple[tuple[Placed, ...], float]:
    """The key under a card with that bottom left corner, and the start of words on its line.

    Without a key nothing is drawn.
    """
    if not words:
        return (), x + _WITHOUT_KEY
    return (choice_key(words, x + _KEY_X, y + _KEY_Y, _KEY_R),), x + _AFTER_KEY


def choice_key(words: str, x: float, y: float, r: float = 32) -> Placed:
    """The key of a choice: a letter or number on an accent disc around a point.

    The letters of several choices at one place, “A D”, are on a longer one.
    """
    sprite = _key_sprite(words, r)
    return place_sprite(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(512)
def _key_sprite(words: str, r: float) -> Sprite:
    size = max(MIN_TEXT_SIZE, 1.7 * r * (1 if len(words) == 1 else 0.82))
    half = r if len(words) <= _SHORT_KEY else (text_width(words, "hb", size) + r) / 2
    x, y = half + 1, r + 1
    disc = Disc(x, y, r, ACCENT) if half == r else Box(1, 1, 2 * half, 2 * r, ACCENT, None, 0, r)
    label = Text(x, y + 0.35 * size, words, "hb", size, PAPER, "middle", role="key")
    return Sprite(f"key {words}", 2 * x, 2 * y, (disc, label))
