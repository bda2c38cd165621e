"""Shapes text for drawing from left to right: right-to-left scripts, and Arabic joining.

A small part of what a shaping engine does, enough for a name, and equal on every machine.
"""

import unicodedata
from functools import lru_cache
from itertools import groupby

_RIGHT_TO_LEFT = ("R", "AL")
_BEFORE_ITS_BASE = frozenset(
    "\u093f\u09bf\u09c7\u09c8\u0abf\u0a3f\u0bc6\u0bc7\u0bc8\u0d46\u0d47\u0d48\u0b47\u0dd9\u0dda"
)
"""Indic vowel signs that are written before the consonant they follow in speech."""

_FORMS = ("isolated", "initial", "medial", "final")


def visual_order(words: str) -> str:
    """The words in visual order, from left to right."""
    if words.isascii():
        return words
    runs = [(rtl, "".join(letters)) for rtl, letters in groupby(_move_vowel_signs(words), _is_right_to_left)]
    if not any(rtl for rtl, _ in runs):
        return "".join(text for _, text in runs)
    return "".join(_reverse_letters(_join_arabic(text)) if rtl else text for rtl, text in _reading_order(runs))


def _reading_order(runs: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Neighboring right-to-left words with only a space between them are one run; a name's first run leads."""
    merged: list[tuple[bool, str]] = []
    for rtl, text in runs:
        if rtl and len(merged) > 1:
            (led, before), (_, gap) = merged[-2:]
            if led and not gap.strip():
                merged[-2:] = [(True, before + gap + text)]
                continue
        merged.append((rtl, text))
    return merged


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in (*_RIGHT_TO_LEFT, "NSM") and letter > "\u0590" and letter < "\u0900"


def _reverse_letters(text: str) -> str:
    """Turn letters around, from right to left; a mark stays behind the letter it sits on."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return "".join(reversed(clusters))


def _join_arabic(text: str) -> str:
    """Arabic letters in the form that joins them to their neighbors."""
    letters = ["", *(letter for letter in text if not unicodedata.combining(letter)), ""]
    return "".join(map(_arabic_form, letters, letters[1:], letters[2:]))


def _arabic_form(before: str, letter: str, after: str) -> str:
    forms = _arabic_forms()
    mine = forms.get(letter, {})
    joins_before = "final" in mine and "initial" in forms.get(before, {})
    joins_after = "initial" in mine and "final" in forms.get(after, {})
    form = _FORMS[(joins_after and 1) + (joins_before and (1 if joins_after else 3))]
    return mine.get(form, letter)


@lru_cache(None)
def _arabic_forms() -> dict[str, dict[str, str]]:
    """The presentation forms of every Arabic letter, from the Unicode database."""
    forms: dict[str, dict[str, str]] = {}
    for point in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEF5)):
        kind, _, base = unicodedata.decomposition(chr(point)).partition(" ")
        if base and " " not in base and kind.strip("<>") in _FORMS:
            forms.setdefault(chr(int(base, 16)), {})[kind.strip("<>")] = chr(point)
    return forms


def _move_vowel_signs(words: str) -> str:
    """Indic vowel signs moved before the consonants of their syllable."""
    if _BEFORE_ITS_BASE.isdisjoint(words):
        return words
    letters: list[str] = []
    for letter in words:
        at = len(letters)
        if letter in _BEFORE_ITS_BASE and letters:
            at -= 1
            while at >= 2 and unicodedata.combining(letters[at - 1]) == 9:  # a virama binds the consonant before it
                at -= 2
        letters.insert(at, letter)
    return "".join(letters)
