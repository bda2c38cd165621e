"""Parts of every picture: title, right corner, second line with the actor's chip, fields, legend. It knows no title."""

from render.fonts import width
from render.labels import fitted, shortened, wrapped
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, RULE
from render.parts.marks import chip
from render.scene import Box, Color, Layer, Scene, Shape, Text

WIDTH = 1600
MARGIN = 40
RIGHT = WIDTH - MARGIN
ROOM = RIGHT - MARGIN
"""From margin to margin."""
BLEED = 24
FIELD = 186
"""Where a field begins under the header; other content begins at ``CONTENT``."""
CONTENT = 200
LEGEND = 84
"""Height of the legend below a field."""

_SMALL, _TALL = 46, 56
"""Sizes of the corner and the second line."""
LINE = 60
"""Height of every line of the header after the second."""

THICK = 3
"""The line of a rule between parts of a picture."""

_GAP = 40


def picture(name: str, height: int, palette: tuple[Color, ...], layers: tuple[Layer, ...], alt: str) -> Scene:
    """A picture on paper, as wide as all of them."""
    return Scene(name, WIDTH, height, PAPER, palette, layers, alt)


def header(title: str, right: str, line: str, *more: str, seat: int | None = None, tall: bool = False) -> Layer:
    """Title and right corner, the double rule, and the second line: the last move or the question, in words.

    ``more`` lines stand under it; what follows is ``LINE`` px lower for each. In a ``tall`` header words are larger
    where they fit, as in tables that a phone shows small.
    """
    start = MARGIN if seat is None else 100
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, FIELD + LINE * len(more), PAPER),
        Box(MARGIN, 98, WIDTH - 2 * MARGIN, 4, INK),
        Box(MARGIN, 105, WIDTH - 2 * MARGIN, 2, INK),
        *_top(title, right, tall=tall),
    ]
    if seat is not None:
        shapes.append(chip(seat, 64, 146, 24))
    room = WIDTH - MARGIN - start
    lines = (words for words in (line, *more) if words)
    for i, words in enumerate(lines):
        size = _size(words, room, tall=tall)
        shapes.append(fitted(start, 161 + LINE * i, words, "s", size, INK, room=room, role="second line"))
    return Layer("header", tuple(shapes))


def _size(words: str, room: float, *, tall: bool) -> int:
    """The size of words that are to be tall, if they have room for it."""
    return _TALL if tall and width(words, "s", _TALL) <= room else _SMALL


def header_lines(words: str, *, seat: int | None) -> tuple[str, ...]:
    """A long second line in as many as it takes, at most three."""
    room = WIDTH - MARGIN - (MARGIN if seat is None else 100)
    first, *rest = wrapped(words, "s", 46, room)
    last = (" ".join(rest[1:]),) if len(rest) > 1 else ()
    return (first, *rest[:1], *last)


def _top(title: str, right: str, *, tall: bool) -> tuple[Text, Text]:
    capitals = title.upper()
    most = max(760.0, WIDTH - 2 * MARGIN - _GAP - width(capitals, "h", 52, 2))
    high = _size(right, most, tall=tall)
    corner = shortened(right, "s", high, most)
    room = WIDTH - 2 * MARGIN - _GAP - width(corner, "s", high)
    size = 64.0
    while size > 52 and width(capitals, "h", size, 2) > room:
        size -= 2
    shown = shortened(capitals, "h", size, room - 2 * len(capitals))
    return (
        Text(MARGIN, 78, shown, "h", size, INK, tracking=2, role="title"),
        Text(RIGHT, 78, corner, "s", high, INK_SOFT, "right", role="corner"),
    )


def field(y: float, h: float) -> Box:
    """A darker field over the picture's width."""
    return Box(BLEED, y, WIDTH - 2 * BLEED, h, PAPER_2)


def stripes(y: float, h: float, rows: int) -> tuple[Box, ...]:
    """Every other row of a table, the first one dark, bled beyond the margin."""
    return tuple(field(y + i * h, h) for i in range(0, rows, 2))


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
    """A card with round corners and an outline, on which something stands."""
    return Box(x, y, w, h, fill, ink, line, radius)


def framed(x: float, y: float, w: float, h: float, away: float = 9, line: float = 6, radius: float = 16) -> Box:
    """The red line around what is chosen or just changed, ``away`` px beyond its edges at the farthest."""
    wide, tall = w + 2 * away, h + 2 * away
    return Box(x - away, y - away, wide, tall, None, ACCENT, line, radius)


def rule(y: float, line: float = 2, x: float = MARGIN, w: float = ROOM) -> Box:
    """A horizontal ink rule."""
    return Box(x, y, w, line, INK)


def hairline(y: float) -> Box:
    """A pale rule between two rows."""
    return Box(MARGIN, y, ROOM, 2, RULE)
