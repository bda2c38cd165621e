"""Words made to fit: display names cleaned of what no font shows, and shortened by width, never by failing.

It knows no title. (style guide, section 3: shrink to 88 %, then cut with “…”)
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from render.fonts import covers, width
from render.scene import Anchor, Color, Face, Text

Names = Sequence[str]
"""How players are called in a picture, seat 1 first."""

_SHRINK = 0.88
FLOOR = 44
"""px; no text that carries state is smaller (style guide, section 10)."""

_LONGEST = 32
"""Letters of a name that are looked at; Discord allows no more."""

_LONGEST_ALT = 1_024
"""Letters of an alt text; Discord allows no more (docs, resources/message, attachment)."""
_CUT = " …"
"""Ends an alt text of which something is left out."""


@lru_cache(1_024)
def clean(name: str) -> str:
    """A display name in letters that the fonts have: fancy letters made plain, emoji and controls left out."""
    plain = " ".join(unicodedata.normalize("NFKC", name[: _LONGEST * 4]).split())
    shown = "".join(letter for letter in plain if letter == " " or _shown(letter))
    return " ".join(shown.split())[:_LONGEST].strip()


def names_of(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """A name to draw for every seat; one that comes out empty is “Player 2”."""
    given = (*names, *[""] * seats)[:seats]
    return tuple(clean(name) or f"Player {seat}" for seat, name in enumerate(given, 1))


def beside(name: str, number: object) -> str:
    """A name with a number beside it: “Ada 14”; one that ends in a number has a colon: “Computer 1: 14”."""
    return f"{name}{':' if name[-1:].isdigit() else ''} {number}"


def first_word(name: str) -> str:
    """The short form of a display name; a seat's number is kept: “P5” for “Player 5”."""
    first, _, rest = name.partition(" ")
    return first[0] + rest if rest.isdecimal() else first


def fitted(
    x: float,
    y: float,
    words: str,
    face: Face,
    size: float,
    ink: Color,
    *,
    room: float,
    anchor: Anchor = "left",
    short: str = "",
    role: str = "",
    floor: float = FLOOR,
) -> Text:
    """A text at most ``room`` px wide: shrunk to 88 % but not under the floor, then its short form, then cut."""
    least = min(size, max(floor, size * _SHRINK))
    for candidate in (words, short or words):
        wide = width(candidate, face, size)
        if wide <= room:
            return Text(x, y, candidate, face, size, ink, anchor, role=role)
        if wide * least / size <= room:
            halves = int(size * room / wide * 2)
            return Text(x, y, candidate, face, halves / 2, ink, anchor, role=role)
    cut = shortened(short or words, face, least, room)
    return Text(x, y, cut, face, least, ink, anchor, role=role)


def shared(words: Sequence[str], face: Face, size: float, room: float) -> tuple[str, ...]:
    """The words side by side in ``room`` px: only the longest are cut, all to the same width."""
    wide = sorted(width(word, face, size) for word in words)
    most = wide[-1]
    for i, step in enumerate(wide):
        left = len(wide) - i
        if step * left > room:
            most = room / left
            break
        room -= step
    return tuple(shortened(word, face, size, most) for word in words)


def shortened(words: str, face: Face, size: float, room: float) -> str:
    """The words, or as many of their letters as fit before “…”."""
    if width(words, face, size) <= room:
        return words
    for end in range(len(words) - 1, 0, -1):
        cut = words[:end].rstrip() + "…"
        if width(cut, face, size) <= room:
            return cut
    return "…"


def wrapped(words: str, face: Face, size: float, room: float) -> tuple[str, ...]:
    """The words in lines, broken at blanks; a word wider than the room has a line of its own."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, face, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def joined(parts: Iterable[str]) -> str:
    """The sentences of an alt text, the most important first; `alt_text` leaves out the last ones."""
    return " ".join(filter(None, parts))


def alt_text(words: str) -> str:
    """A picture's words as far as Discord takes them, cut after an item of a list or after a sentence."""
    if len(words) <= _LONGEST_ALT:
        return words
    room = words[: _LONGEST_ALT - len(_CUT)]
    end = max(room.rfind(between) for between in (", ", "; ", ". "))
    return room[:end].rstrip(".;,") + _CUT


def _shown(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMNPSZ" and covers(letter)
