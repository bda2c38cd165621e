"""Estimates the height of a message on a phone.

Sizes are px of a phone 400 px wide, where a message’s text has 312 px and 560 px are visible. They were measured in a
browser with the local page’s style sheets. (``tests.bot.questions``)
"""

from collections.abc import Sequence
from functools import lru_cache

VISIBLE_HEIGHT = 560
"""The height that is visible without scrolling."""
SAFETY_MARGIN = 4
"""The maximum error of an estimate that is too low."""
_FOOT_HEIGHT = 8
"""The height of the space below the last row."""
_WIDTH = 312
"""The width of a line of text or buttons."""
_HEAD_HEIGHT = 52
"""The height of the name above a message, the note that only its reader sees it, and the edges."""
_LINE_HEIGHT = 22
_BUTTON_HEIGHT, _SELECT_HEIGHT = 32, 40
"""Height of a line of buttons, and of a select."""
_BUTTON_GAP, _ROW_GAP = 8, 6
"""Height of the space between two lines of buttons, and below a row."""
_BUTTON_PADDING = 28
"""The padding of a button around its label."""
_ESTIMATE_ERROR = 3
"""The maximum error of an estimated label width that is too low."""
_PICTURE_GAP = 12
"""The height of the space around a picture."""
_LETTERS_BY_WIDTH = {
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
_LETTER_WIDTHS = {letter: width for width, letters in _LETTERS_BY_WIDTH.items() for letter in letters}
"""The width of each letter in text of 16 px; other letters have ``_OTHER_WIDTH``."""
_OTHER_WIDTH, _SPACE_WIDTH = 10.5, 4.2
"""Width of a letter that is not in ``_LETTER_WIDTHS``, and of a space."""
_BOLD_FACTOR, _BUTTON_TEXT_FACTOR, _SMALL_FACTOR = 1.05, 0.89, 0.83
"""Factors by which letters are wider in bold text, in labels of buttons, and in small lines."""
WINDOW_HEIGHT = (312 * 9) // 16
"""The height of a picture that is cropped to 16:9."""

Rows = Sequence[Sequence[str]]
"""The labels of each row of a message; a row with one empty label is a select."""


def picture_height(width: float, height: float) -> int:
    """The height of a picture of this size, as a phone shows it."""
    scale = min(1, _WIDTH / width, 400 / height)
    return round(height * scale)


CONFIRM_ROWS: Rows = (("Confirm",), ("",))
"""The rows under most previews of moves: *Confirm*, and a select."""


def max_picture_ratio(lines: int, rows: Rows = CONFIRM_ROWS) -> float:
    """The maximum ratio of height to width of a picture next to this text and these rows."""
    return (VISIBLE_HEIGHT - SAFETY_MARGIN - _FOOT_HEIGHT - message_height(lines, rows) - _PICTURE_GAP) / _WIDTH


def count_text_lines(text: str) -> int:
    """Count the lines of a text on a phone."""
    return sum(map(_count_paragraph_lines, text.split("\n"))) if text else 0


def _count_paragraph_lines(paragraph: str) -> int:
    """Count the lines of a paragraph, which is broken between words."""
    factor = _BOLD_FACTOR if paragraph.startswith("**") else _SMALL_FACTOR if paragraph.startswith("-# ") else 1
    return _count_wrapped_lines(
        [_text_width(word) * factor for word in _visible_letters(paragraph).split(" ")], _WIDTH, _SPACE_WIDTH
    )


def _visible_letters(paragraph: str) -> str:
    """The paragraph without Markdown."""
    return paragraph.removeprefix("-# ").replace("*", "").replace("\\", "").replace("`", "")


@lru_cache(4_096)
def _text_width(words: str) -> float:
    return sum(_LETTER_WIDTHS.get(letter, _OTHER_WIDTH) for letter in words)


def _count_wrapped_lines(widths: Sequence[float], line_width: float, gap: float) -> int:
    """Count the lines that items of these widths take up."""
    lines, used_width = 1, 0.0
    for width in widths:
        if used_width and used_width + gap + width > line_width:
            lines, used_width = lines + 1, width
        else:
            used_width += width + (gap if used_width else 0)
    return lines


def message_height(lines: int, rows: Rows, picture: int = 0) -> int:
    """The height of a message with a number of text lines, these rows, and a picture of that height."""
    return (
        _HEAD_HEIGHT + lines * _LINE_HEIGHT + (picture + _PICTURE_GAP if picture else 0) + sum(map(_row_height, rows))
    )


def is_visible_at_once(lines: int, rows: Rows, picture: int = 0) -> bool:
    """Whether a reader sees all of a message immediately."""
    return message_height(lines, rows, picture) <= VISIBLE_HEIGHT - SAFETY_MARGIN - _FOOT_HEIGHT


def _row_height(labels: Sequence[str]) -> int:
    if not labels:
        return 0
    if list(labels) == [""]:
        return _SELECT_HEIGHT + _ROW_GAP
    lines = count_button_lines(labels)
    return lines * _BUTTON_HEIGHT + (lines - 1) * _BUTTON_GAP + _ROW_GAP


def count_button_lines(labels: Sequence[str]) -> int:
    """Count the lines that a row of buttons takes up; a label that is too long for one line takes up two."""
    widths = [_BUTTON_PADDING + _BUTTON_TEXT_FACTOR * _text_width(label) for label in labels]
    return _count_wrapped_lines([min(width, _WIDTH) for width in widths], _WIDTH, _BUTTON_GAP) + sum(
        width > _WIDTH - _ESTIMATE_ERROR for width in widths
    )
