"""Text shaping for fonts that are drawn from left to right.

The module handles right-to-left scripts, Arabic joining, and Indic vowel signs. This is a small part of a shaping
engine, enough for names, with the same result on every machine.
"""

import unicodedata
from functools import lru_cache
from itertools import groupby

_RIGHT_TO_LEFT = ("R", "AL")
_BEFORE_ITS_BASE = frozenset(
    "\u093f\u09bf\u09c7\u09c8\u0abf\u0a3f\u0bc6\u0bc7\u0bc8\u0d46\u0d47\u0d48\u0b47\u0dd9\u0dda"
)
"""Indic vowel signs that are drawn before their consonant, although they come after it in the text."""

_FORMS = ("isolated", "initial", "medial", "final")


def visual_order(words: str) -> str:
    """Return the words in visual order, from left to right."""
    if words.isascii():
        return words
    runs = [(rtl, "".join(letters)) for rtl, letters in groupby(_move_vowel_signs(words), _is_right_to_left)]
    if not any(rtl for rtl, _ in runs):
        return "".join(text for _, text in runs)
    return "".join(_reverse_letters(_join_arabic(text)) if rtl else text for rtl, text in _merge_runs(runs))


def _merge_runs(runs: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Merge right-to-left runs that only spaces separate.

    A run is an (is right-to-left, text) pair.
    """
    merged: list[tuple[bool, str]] = []
    for rtl, text in runs:
        if rtl and len(merged) > 1:
            (is_rtl_before, before), (_, gap) = merged[-2:]
            if is_rtl_before and not gap.strip():
                merged[-2:] = [(True, before + gap + text)]
                continue
        merged.append((rtl, text))
    return merged


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in (*_RIGHT_TO_LEFT, "NSM") and letter > "\u0590" and letter < "\u0900"


def _reverse_letters(text: str) -> str:
    """Reverse the order of letters; combining marks stay after their letter."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return "".join(reversed(clusters))


def _join_arabic(text: str) -> str:
    """Return a text with Arabic letters in the forms that join them to their neighbors."""
    letters = ["", *(letter for letter in text if not unicodedata.combining(letter)), ""]
    return "".join(map(_arabic_form, letters, letters[1:], letters[2:]))


def _arabic_form(before: str, letter: str, after: str) -> str:
    forms_by_letter = _arabic_forms()
    forms = forms_by_letter.get(letter, {})
    joins_before = "final" in forms and "initial" in forms_by_letter.get(before, {})
    joins_after = "initial" in forms and "final" in forms_by_letter.get(after, {})
    form = _FORMS[(joins_after and 1) + (joins_before and (1 if joins_after else 3))]
    return forms.get(form, letter)


@lru_cache(None)
def _arabic_forms() -> dict[str, dict[str, str]]:
    """Return the presentation forms of all Arabic letters, by letter and form, from the Unicode database."""
    forms: dict[str, dict[str, str]] = {}
    for point in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEF5)):
        kind, _, base = unicodedata.decomposition(chr(point)).partition(" ")
        if base and " " not in base and kind.strip("<>") in _FORMS:
            forms.setdefault(chr(int(base, 16)), {})[kind.strip("<>")] = chr(point)
    return forms


def _move_vowel_signs(words: str) -> str:
    """Return a text with Indic vowel signs moved before the consonants of their syllable."""
    if _BEFORE_ITS_BASE.isdisjoint(words):
        return words
    letters: list[str] = []
    for letter in words:
        index = len(letters)
        if letter in _BEFORE_ITS_BASE and letters:
            index -= 1
            while index >= 2 and unicodedata.combining(letters[index - 1]) == 9:  # a virama joins two consonants
                index -= 2
        letters.insert(index, letter)
    return "".join(letters)
