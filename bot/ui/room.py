"""The height of a message on a phone, estimated from its characters. It knows no Discord and no title.

Sizes are px of a phone 400 px wide, where a message’s text has 312 px, and of which a reader sees 560 px at once. They
were measured in a browser with the local page’s style sheets. (``tests.bot.questions``)
"""

from collections.abc import Sequence

SEEN = 560
"""What a reader sees at once."""
RESERVE = 4
"""By so much an estimate may be too low."""
_WIDTH = 312
"""What a line of text or of buttons has."""
_HEAD = 52
"""The name above a message, the note that only its reader sees it, and the edges."""
_TEXT = 22
_BUTTON, _BETWEEN, _ROW, _SELECT = 32, 8, 6, 40
"""A line of buttons, the space between two, the space below a row, and a select."""
_PADDING = 28
"""What a button has beside its label."""
_GAP = 12
"""Around a picture."""
_LETTERS = {
    3.2: "’'",
    4.2: "ijl !,.:;·I",
    5.1: "J`()›-[]f“”t/\\",
    6.6: '{}"r?_',
    7.7: "zcs–",
    8.4: "vyFLkx*S|",
    9.0: "EaeY",
    9.3: "$+0123456789<=>TZ^~±×−X",
    9.8: "VPoCbdgpq",
    10.0: "KhnuRAB#",
    11.8: "GDUH&",
    12.5: "NOQw…",
    13.4: "%↑→✓",
    14.8: "@MWm",
    16.0: "—",
}
_PIXELS = {letter: wide for wide, alike in _LETTERS.items() for letter in alike}
"""The width of each letter of a text, 16 px high; of any other letter it is ``_OTHER``."""
_OTHER, _SPACE, _BOLD, _SMALLER, _SMALL = 10.5, 4.2, 1.05, 0.89, 0.83
"""By how much bold letters are wider, and those of a button and of a small line smaller."""
WINDOW = (312 * 9) // 16
"""The height of a picture that is cut to 16:9."""

Rows = Sequence[Sequence[str]]
"""The labels of each row of a message; a row of one empty label is a select."""


def picture_height(width: float, height: float) -> int:
    """The height of a picture of this size, as a phone shows it."""
    scale = min(1, _WIDTH / width, 400 / height)
    return round(height * scale)


def picture_room(lines: int, rows: Rows = (("Confirm",), ("",))) -> float:
    """The height that is left for a picture beside this text and these rows, as a part of its width."""
    return (SEEN - RESERVE - height(lines, rows) - _GAP) / _WIDTH


def text_lines(text: str) -> int:
    """The lines that a text takes."""
    return sum(map(_lines_of, text.split("\n"))) if text else 0


def _lines_of(paragraph: str) -> int:
    """The lines that a paragraph takes, broken between words."""
    stretch = _BOLD if paragraph.startswith("**") else _SMALL if paragraph.startswith("-# ") else 1
    return _lines_of_things([_width(word) * stretch for word in _visible(paragraph).split(" ")], _WIDTH, _SPACE)


def _visible(paragraph: str) -> str:
    """The letters that are seen."""
    return paragraph.removeprefix("-# ").replace("*", "").replace("\\", "").replace("`", "")


def _width(words: str) -> float:
    return sum(_PIXELS.get(letter, _OTHER) for letter in words)


def _lines_of_things(widths: Sequence[float], room: float, between: float) -> int:
    """The lines that things of these widths take one after the other."""
    lines, used = 1, 0.0
    for wide in widths:
        if used and used + between + wide > room:
            lines, used = lines + 1, wide
        else:
            used += wide + (between if used else 0)
    return lines


def height(lines: int, rows: Rows, picture: int = 0) -> int:
    """The height of a message with so many lines of text, these rows, and a picture of that height."""
    return _HEAD + lines * _TEXT + (picture + _GAP if picture else 0) + sum(map(_row, rows))


def has_room(lines: int, rows: Rows, picture: int = 0) -> bool:
    """Whether a reader sees all of a message at once."""
    return height(lines, rows, picture) <= SEEN - RESERVE


def _row(labels: Sequence[str]) -> int:
    if not labels:
        return 0
    if list(labels) == [""]:
        return _SELECT + _ROW
    lines = button_lines(labels)
    return lines * _BUTTON + (lines - 1) * _BETWEEN + _ROW


def button_lines(labels: Sequence[str]) -> int:
    """The lines that a row of buttons takes; a label that is too long for one has two."""
    widths = [_PADDING + _SMALLER * _width(label) for label in labels]
    return _lines_of_things([min(wide, _WIDTH) for wide in widths], _WIDTH, _BETWEEN) + sum(
        wide > _WIDTH for wide in widths
    )
