"""Fits words into a width: display names without undrawable characters, shortened.

Also names for past events: those of the seats' holders at that time. (style guide, section 3: shrink to 88 %, then cut
with “…”)
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.core import Event
from render.fonts import can_draw_letter, text_width
from render.scene import Anchor, Color, Face, Text

Names = Sequence[str]
"""Players' names in a picture, seat 1 first."""

_SHRINK = 0.88
MIN_TEXT_SIZE = 44
"""px; no text that carries state is smaller (style guide, section 10)."""

_LONGEST = 32
"""Letters of a name that are looked at; Discord allows no more."""

_LONGEST_ALT = 1_024
"""Letters of an alt text; Discord allows no more (docs, resources/message, attachment)."""
_CUT = " …"
"""Ends an alt text of which something is left out."""


@lru_cache(1_024)
def clean_name(name: str) -> str:
    """A display name in letters that the fonts have: fancy letters become plain; emoji and control characters are
    removed.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name[: _LONGEST * 4]).split())
    drawable = "".join(letter for letter in plain if letter == " " or _is_drawable(letter))
    return " ".join(drawable.split())[:_LONGEST].strip()


def display_names(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """A drawable name for every seat; an empty one becomes “Player 2”."""
    padded_names = (*names, *[""] * seats)[:seats]
    return tuple(clean_name(name) or f"Player {seat}" for seat, name in enumerate(padded_names, 1))


def name_with_number(name: str, number: object) -> str:
    """A name with a number next to it: “Ada 14”; one that ends in a number has a colon: “Computer 1: 14”."""
    return f"{name}{':' if name[-1:].isdigit() else ''} {number}"


def first_word(name: str) -> str:
    """The short form of a display name; a seat's number is kept: “P5” for “Player 5”."""
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
    """A text at most ``max_width`` px wide: shrunk to 88 % within the minimum size, then its short form, then cut."""
    least = min(size, max(min_size, size * _SHRINK))
    for candidate in (words, short or words):
        wide = text_width(candidate, face, size)
        if wide <= max_width:
            return Text(x, y, candidate, face, size, ink, anchor, role=role)
        if wide * least / size <= max_width:
            halves = int(size * max_width / wide * 2)
            return Text(x, y, candidate, face, halves / 2, ink, anchor, role=role)
    cut = shorten_to_width(short or words, face, least, max_width)
    return Text(x, y, cut, face, least, ink, anchor, role=role)


def fit_side_by_side(words: Sequence[str], face: Face, size: float, max_width: float) -> tuple[str, ...]:
    """The words side by side in ``max_width`` px: only the longest are cut, all to the same width."""
    wide = sorted(text_width(word, face, size) for word in words)
    most = wide[-1]
    for i, step in enumerate(wide):
        left = len(wide) - i
        if step * left > max_width:
            most = max_width / left
            break
        max_width -= step
    return tuple(shorten_to_width(word, face, size, most) for word in words)


def shorten_to_width(words: str, face: Face, size: float, max_width: float) -> str:
    """The words, or as many of their letters as fit before “…”."""
    if text_width(words, face, size) <= max_width:
        return words
    for end in range(len(words) - 1, 0, -1):
        cut = words[:end].rstrip() + "…"
        if text_width(cut, face, size) <= max_width:
            return cut
    return "…"


def wrap_words(words: str, face: Face, size: float, max_width: float) -> tuple[str, ...]:
    """The words in lines, broken at blanks; a word that is too wide has its own line."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, face, size) > max_width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def join_sentences(parts: Iterable[str]) -> str:
    """The sentences of an alt text, the most important first; `truncate_alt_text` omits the last ones."""
    return " ".join(filter(None, parts))


def truncate_alt_text(words: str) -> str:
    """An alt text within Discord's limit, cut after an item of a list or after a sentence."""
    if len(words) <= _LONGEST_ALT:
        return words
    room = words[: _LONGEST_ALT - len(_CUT)]
    end = max(room.rfind(between) for between in (", ", "; ", ". "))
    return room[:end].rstrip(".;,") + _CUT


def _is_drawable(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMNPSZ" and can_draw_letter(letter)


Events = Sequence[Event]
"""The events since the last picture, in order."""


class Called(Event, frozen=True):
    """A pseudo-event: the names of the seats' holders during the events after it, seat 1 first."""

    names: tuple[str, ...]


def names_at_that_time(events: Events, names: Names) -> tuple[str, ...]:
    """The names for the last of the events; without ``Called`` the current ones."""
    last = next((event.names for event in reversed(events) if isinstance(event, Called)), None)
    return tuple(names) if last is None else display_names(last, len(names))
