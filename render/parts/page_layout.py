"""Common parts of all pictures: the header, fields, rules, frames, chips, and keys of choices."""

from functools import lru_cache

from render.fonts import text_width
from render.geometry import mark_outline
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.scene import Box, Color, Disc, Layer, Placed, Polygon, Scene, Shape, Sprite, Text, place_sprite
from render.text_fitting import MIN_TEXT_SIZE, fit_text, shorten_to_width, wrap_words

PAGE_WIDTH = 1600
MARGIN = 40
RIGHT = PAGE_WIDTH - MARGIN
"""The x of the right margin."""
CONTENT_WIDTH = RIGHT - MARGIN
"""The width between the margins in px."""
BLEED = 24
"""The width in px between the left and the right margin."""
FIELD_TOP = 186
"""The y of the top of a field under the header.

Content without a field begins at ``CONTENT_TOP``.
"""
CONTENT_TOP = 200
LEGEND_HEIGHT = 84
"""Height of the legend below a field, in px."""

_SMALL, _TALL = 46, 56
"""Font sizes in px of the corner and the second line: in usual headers, and in tall ones."""
LINE_HEIGHT = 60
"""Height in px of every line of the header after the second."""

THICK_RULE = 3
"""Width in px of a rule between parts of a picture."""

_GAP = 40
"""Minimum distance in px between title and corner."""


def paper_scene(name: str, height: int, palette: tuple[Color, ...], layers: tuple[Layer, ...], alt: str) -> Scene:
    """Return a scene with a paper background and the common width."""
    return Scene(name, PAGE_WIDTH, height, PAPER, palette, layers, alt)


def header_layer(title: str, right: str, line: str, *more: str, seat: int | None = None, tall: bool = False) -> Layer:
    """Return the header: the title, the right corner, a double rule, and the second line.

    The second line has the last move or the question, with the chip of ``seat``. Each of the ``more`` lines under it
    makes the header ``LINE_HEIGHT`` px higher. A ``tall`` header is for tables that a phone shows small: its texts are
    larger if they fit.
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
    """Return the font size of a line.

    In a ``tall`` header, it is the large size if the line fits.
    """
    return _TALL if tall and text_width(words, "s", _TALL) <= room else _SMALL


def wrap_header_line(words: str, *, seat: int | None) -> tuple[str, ...]:
    """Split a long line below a picture's title into at most three lines.

    With a ``seat``, the lines are shorter, because the player's mark is on their left.
    """
    room = PAGE_WIDTH - MARGIN - (MARGIN if seat is None else 100)
    first, *rest = wrap_words(words, "s", 46, room)
    last = (" ".join(rest[1:]),) if len(rest) > 1 else ()
    return (first, *rest[:1], *last)


def _title_and_corner(title: str, right: str, *, tall: bool) -> tuple[Text, Text]:
    capitals = title.upper()
    corner_width = max(760.0, PAGE_WIDTH - 2 * MARGIN - _GAP - text_width(capitals, "h", 52, 2))
    corner_size = _line_size(right, corner_width, tall=tall)
    corner = shorten_to_width(right, "s", corner_size, corner_width)
    room = PAGE_WIDTH - 2 * MARGIN - _GAP - text_width(corner, "s", corner_size)
    size = 64.0
    while size > 52 and text_width(capitals, "h", size, 2) > room:
        size -= 2
    title_text = shorten_to_width(capitals, "h", size, room - 2 * len(capitals))
    return (
        Text(MARGIN, 78, title_text, "h", size, INK, tracking=2, role="title"),
        Text(RIGHT, 78, corner, "s", corner_size, INK_SOFT, "right", role="corner"),
    )


def field_box(y: float, h: float) -> Box:
    """Return a darker field over almost the full width of the picture, ``h`` px high."""
    return Box(BLEED, y, PAGE_WIDTH - 2 * BLEED, h, PAPER_2)


def row_stripes(y: float, h: float, rows: int) -> tuple[Box, ...]:
    """Return darker fields for every other row of a table, beginning with the first.

    ``h`` is the height of a row.
    """
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
    """Return a card with round corners and an outline."""
    return Box(x, y, w, h, fill, ink, line, radius)


def accent_frame(x: float, y: float, w: float, h: float, away: float = 9, line: float = 6, radius: float = 16) -> Box:
    """Return a red frame around a choice or a change.

    Its outer edge is ``away`` px outside the box.
    """
    return Box(x - away, y - away, w + 2 * away, h + 2 * away, None, ACCENT, line, radius)


def ink_rule(y: float, line: float = 2, x: float = MARGIN, w: float = CONTENT_WIDTH) -> Box:
    """Return a horizontal ink rule."""
    return Box(x, y, w, line, INK)


def hairline(y: float) -> Box:
    """Return a thin pale rule between two rows."""
    return Box(MARGIN, y, CONTENT_WIDTH, 2, RULE)


def player_chip(seat: int, x: float, y: float, r: float) -> Placed:
    """Return a disc in the player's color with the player's mark, around a point."""
    return place_sprite(x - r - 1, y - r - 1, _chip_sprite(seat, r))


@lru_cache(None)
def _chip_sprite(seat: int, r: float) -> Sprite:
    player, c = PLAYERS[seat - 1], r + 1
    sign = Polygon(mark_outline(player.mark, c, c, 0.62 * r), PAPER)
    return Sprite(f"chip {seat}", 2 * c, 2 * c, (Disc(c, c, r, player.color), sign))


_KEY_X, _KEY_Y, _KEY_R = 34, 54, 34
"""Center and radius in px of a key under a card, from the card's bottom left corner."""
_MAX_DISC_KEY = 2
"""Maximum characters of a key on a disc; longer keys are on a box with round ends."""
_AFTER_KEY, _WITHOUT_KEY = 84, 6
"""Distance in px from the left edge of a card to the words under it, with and without a key."""


def key_under_card(words: str, x: float, y: float) -> tuple[tuple[Placed, ...], float]:
    """Return the key under a card, and the x at which words next to the key start.

    ``x`` and ``y`` are the card's bottom left corner. Without ``words``, there is no key.
    """
    if not words:
        return (), x + _WITHOUT_KEY
    return (choice_key(words, x + _KEY_X, y + _KEY_Y, _KEY_R),), x + _AFTER_KEY


def choice_key(words: str, x: float, y: float, r: float = 32) -> Placed:
    """Return the key of a choice: a letter or number on a red disc around a point.

    If several choices share a place, their letters, such as “A D”, are on a wider shape with round ends.
    """
    sprite = _key_sprite(words, r)
    return place_sprite(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(512)
def _key_sprite(words: str, r: float) -> Sprite:
    size = max(MIN_TEXT_SIZE, 1.7 * r * (1 if len(words) == 1 else 0.82))
    half = r if len(words) <= _MAX_DISC_KEY else (text_width(words, "hb", size) + r) / 2
    x, y = half + 1, r + 1
    disc = Disc(x, y, r, ACCENT) if half == r else Box(1, 1, 2 * half, 2 * r, ACCENT, None, 0, r)
    label = Text(x, y + 0.35 * size, words, "hb", size, PAPER, "middle", role="key")
    return Sprite(f"key {words}", 2 * x, 2 * y, (disc, label))
