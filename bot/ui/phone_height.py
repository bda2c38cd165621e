"""Estimates the height of a message on a phone.

Sizes are in px, on a phone that is 400 px wide. The text of a message is 312 px wide there, and 560 px of height are
visible. The sizes were measured in a browser with the local page’s style sheets. (``tests.bot.questions``)
"""

from collections.abc import Sequence
from functools import lru_cache

VISIBLE_HEIGHT = 560
"""The height in px that is visible without scrolling."""
SAFETY_MARGIN = 4
"""Maximum px by which an estimate is too low."""
_FOOT_HEIGHT = 8
"""Height in px of the space below the last row."""
_WIDTH = 312
"""Width in px of a line of text or buttons."""
_HEAD_HEIGHT = 52
"""Height in px of the name above a message, the note that only the reader sees the message, and the margins."""
_LINE_HEIGHT = 22
_BUTTON_HEIGHT, _SELECT_HEIGHT = 32, 40
"""Height in px of a line of buttons, and of a select."""
_BUTTON_GAP, _ROW_GAP = 8, 6
"""Height in px of the space between two lines of buttons, and of the space below a row."""
_BUTTON_PADDING = 28
"""Width in px of a button without its label."""
_ESTIMATE_ERROR = 3
"""Maximum px by which the estimated width of a label is too low."""
_PICTURE_GAP = 12
"""Height in px of the space around a picture."""
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
"""Letter -> width in px, in text of 16 px. Other letters have ``_OTHER_WIDTH``."""
_OTHER_WIDTH, _SPACE_WIDTH = 10.5, 4.2
"""Width in px of a letter that is not in ``_LETTER_WIDTHS``, and of a space."""
_BOLD_FACTOR, _BUTTON_TEXT_FACTOR, _SMALL_FACTOR = 1.05, 0.89, 0.83
"""Width of letters relative to normal text: in bold text, in labels of buttons, and in small text."""
WINDOW_HEIGHT = (312 * 9) // 16
"""Height in px of a picture that is cropped to 16:9."""

Rows = Sequence[Sequence[str]]
"""The labels in each row of a message. A row with a single empty label is a select."""


def picture_height(width: float, height: float) -> int:
    """Return the height in px that a picture of this size has on a phone."""
    scale = min(1, _WIDTH / width, 400 / height)
    return round(height * scale)


CONFIRM_ROWS: Rows = (("Confirm",), ("",))
"""The rows under most previews of moves: the *Confirm* button, and a select."""


def max_picture_ratio(lines: int, rows: Rows = CONFIRM_ROWS) -> float:
    """Return the maximum ratio of height to width of a picture, so that the whole message is visible at once.

    The message has this number of text ``lines``, and these ``rows``.
    """
    return (VISIBLE_HEIGHT - SAFETY_MARGIN - _FOOT_HEIGHT - message_height(lines, rows) - _PICTURE_GAP) / _WIDTH


def count_text_lines(text: str) -> int:
    """Count the lines that a text has on a phone."""
    return sum(map(_count_paragraph_lines, text.split("\n"))) if text else 0


def _count_paragraph_lines(paragraph: str) -> int:
    factor = _BOLD_FACTOR if paragraph.startswith("**") else _SMALL_FACTOR if paragraph.startswith("-# ") else 1
    return _count_wrapped_lines(
        [_text_width(word) * factor for word in _visible_letters(paragraph).split(" ")], _WIDTH, _SPACE_WIDTH
    )


def _visible_letters(paragraph: str) -> str:
    return paragraph.removeprefix("-# ").replace("*", "").replace("\\", "").replace("`", "")


@lru_cache(4_096)
def _text_width(words: str) -> float:
    return sum(_LETTER_WIDTHS.get(letter, _OTHER_WIDTH) for letter in words)


def _count_wrapped_lines(widths: Sequence[float], line_width: float, gap: float) -> int:
    """Count the lines that items of these widths need, with a ``gap`` between items."""
    lines, used_width = 1, 0.0
    for width in widths:
        if used_width and used_width + gap + width > line_width:
            lines, used_width = lines + 1, width
        else:
            used_width += width + (gap if used_width else 0)
    return lines


def message_height(lines: int, rows: Rows, picture: int = 0) -> int:
    """Return the height in px of a message: ``lines`` of text, these rows, and a picture of this height."""
    return (
        _HEAD_HEIGHT + lines * _LINE_HEIGHT + (picture + _PICTURE_GAP if picture else 0) + sum(map(_row_height, rows))
    )


def is_visible_at_once(lines: int, rows: Rows, picture: int = 0) -> bool:
    """Whether a phone shows the whole message without scrolling."""
    return message_height(lines, rows, picture) <= VISIBLE_HEIGHT - SAFETY_MARGIN - _FOOT_HEIGHT


def _row_height(labels: Sequence[str]) -> int:
    if not labels:
        return 0
    if list(labels) == [""]:
        return _SELECT_HEIGHT + _ROW_GAP
    lines = count_button_lines(labels)
    return lines * _BUTTON_HEIGHT + (lines - 1) * _BUTTON_GAP + _ROW_GAP


def count_button_lines(labels: Sequence[str]) -> int:
    """Count the lines that a row of buttons needs. A label that is too wide for one line needs two."""
    widths = [_BUTTON_PADDING + _BUTTON_TEXT_FACTOR * _text_width(label) for label in labels]
    return _count_wrapped_lines([min(width, _WIDTH) for width in widths], _WIDTH, _BUTTON_GAP) + sum(
        width > _WIDTH - _ESTIMATE_ERROR for width in widths
    )
