"""Fitting of texts into a width, and display names for pictures.

A text that is too wide is first shrunk to 88 %, then replaced by a shorter form, then cut with “…”.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.core import Event
from render.fonts import can_draw_letter, text_width
from render.scene import Anchor, Color, Face, Text

Names = Sequence[str]
"""Players' names in a picture, in order of the seats."""

_SHRINK = 0.88
MIN_TEXT_SIZE = 44
"""Minimum font size in px of texts that show the state of the game (style guide)."""

_MAX_NAME = 32
"""Maximum characters of a name, as in Discord."""

_MAX_ALT_TEXT = 1_024
"""Maximum characters of an alt text in Discord (docs, resources/message, attachment)."""
_CUT = " …"
"""The end of an alt text that is cut."""


@lru_cache(1_024)
def clean_name(name: str) -> str:
    """Return a display name with only characters that the fonts have.

    Fancy letters become plain; emoji and control characters are removed.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name[: _MAX_NAME * 4]).split())
    drawable = "".join(letter for letter in plain if letter == " " or _is_drawable(letter))
    return " ".join(drawable.split())[:_MAX_NAME].strip()


def display_names(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return the clean names of all seats; an empty name becomes “Player 2”."""
    padded_names = (*names, *[""] * seats)[:seats]
    return tuple(clean_name(name) or f"Player {seat}" for seat, name in enumerate(padded_names, 1))


def name_with_number(name: str, number: object) -> str:
    """Return a name and a number: “Ada 14”, or “Computer 1: 14” if the name ends in a digit."""
    return f"{name}{':' if name[-1:].isdigit() else ''} {number}"


def first_word(name: str) -> str:
    """Return the first word of a display name; a number after it is kept: “P5” for “Player 5”."""
    first, _, rest = name.partition(" ")
    return first[0] + rest if rest.isdecimal() else first


def fit_text(
    x: float,
    y: float,
    words: str,
    face: Face,
    size: float,
    ink: Color,
    *,
    max_width: float,
    anchor: Anchor = "left",
    short: str = "",
    role: str = "",
    min_size: float = MIN_TEXT_SIZE,
) -> Text:
    """Return a text that is at most ``max_width`` px wide.

    If necessary, the text is shrunk to 88 %, but not below ``min_size`` px, then replaced by its ``short`` form, then
    cut.
    """
    smallest = min(size, max(min_size, size * _SHRINK))
    for candidate in (words, short or words):
        width = text_width(candidate, face, size)
        if width <= max_width:
            return Text(x, y, candidate, face, size, ink, anchor, role=role)
        if width * smallest / size <= max_width:
            half_px = int(size * max_width / width * 2)
            return Text(x, y, candidate, face, half_px / 2, ink, anchor, role=role)
    cut = shorten_to_width(short or words, face, smallest, max_width)
    return Text(x, y, cut, face, smallest, ink, anchor, role=role)


def fit_side_by_side(words: Sequence[str], face: Face, size: float, max_width: float) -> tuple[str, ...]:
    """Shorten several texts so that together they fit in ``max_width`` px.

    The longest texts are cut, all to the same width.
    """
    widths = sorted(text_width(word, face, size) for word in words)
    max_word_width = widths[-1]
    for i, width in enumerate(widths):
        remaining = len(widths) - i
        if width * remaining > max_width:
            max_word_width = max_width / remaining
            break
        max_width -= width
    return tuple(shorten_to_width(word, face, size, max_word_width) for word in words)


def shorten_to_width(words: str, face: Face, size: float, max_width: float) -> str:
    """Return the words, cut with “…” if they are wider than ``max_width`` px."""
    if text_width(words, face, size) <= max_width:
        return words
    for end in range(len(words) - 1, 0, -1):
        cut = words[:end].rstrip() + "…"
        if text_width(cut, face, size) <= max_width:
            return cut
    return "…"


def wrap_words(words: str, face: Face, size: float, max_width: float) -> tuple[str, ...]:
    """Split words into lines of at most ``max_width`` px.

    A word that is too wide gets its own line.
    """
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, face, size) > max_width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def join_sentences(parts: Iterable[str]) -> str:
    """Join the sentences of an alt text, the most important first.

    If the text is too long, ``truncate_alt_text`` omits the last sentences.
    """
    return " ".join(filter(None, parts))


def truncate_alt_text(words: str) -> str:
    """Cut an alt text to Discord's limit, at the end of a sentence or of an item of a list."""
    if len(words) <= _MAX_ALT_TEXT:
        return words
    beginning = words[: _MAX_ALT_TEXT - len(_CUT)]
    end = max(beginning.rfind(separator) for separator in (", ", "; ", ". "))
    return beginning[:end].rstrip(".;,") + _CUT


def _is_drawable(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMNPSZ" and can_draw_letter(letter)


Events = Sequence[Event]
"""The events since the last picture, in order."""


class Called(Event, frozen=True):
    """A pseudo-event with the players' names, which are valid for the events after it, in order of the seats."""

    names: tuple[str, ...]


def names_at_that_time(events: Events, names: Names) -> tuple[str, ...]:
    """Return the names of the players at the time of the last event.

    Without a ``Called`` event, these are the current ``names``.
    """
    last_names = next((event.names for event in reversed(events) if isinstance(event, Called)), None)
    return tuple(names) if last_names is None else display_names(last_names, len(names))
