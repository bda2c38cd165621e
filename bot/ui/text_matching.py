"""Finds the offered moves that a typed line may mean. The line's words may be in any order and case, and have typos.

A typed word matches a word of the move, or of its label, if that word begins with the typed word or is similar.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise

from engine.core import possessive_of

_WORD_PATTERN = re.compile(r"(?<![^\W_])[0-9]{1,3}(?:,[0-9]{3})+(?![^\W_])|[^\W_]+")
"""A word of letters and digits. “14,300” is one word, so that “300” does not match it."""
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
"""Leading zeros of a number. They are removed, so that “H1” matches “H01”."""
_NAME_END = re.compile(r"[:,(]")
"""The separator between a value's name and the rest of its label."""
_MIN_SIMILARITY = 0.75
"""Minimum similarity, from 0 to 1, of a typed word with a typo and the word that was meant."""
_MIN_WORD_LENGTH = 4
"""Minimum letters of a word that may have a typo."""
_MAX_LENGTH = 100
"""Maximum characters of a typed line; the rest is ignored."""
_FILLER_WORDS = frozenset(
    {"a", "an", "the", "to", "from", "for", "of", "in", "on", "at", "and", "my", "with", "toward"}
)

OfferText = tuple[str, str]
"""(move in notation without its seat, the move's label)."""


def best_matches(typed: str, offers: Iterable[OfferText], max_count: int) -> list[OfferText]:
    """Return the offers that share the most words with the typed line, at most ``max_count``.

    Empty if even the best offers share less than two thirds of the typed words.
    """
    typed_words = [word for word in _split_words(typed[:_MAX_LENGTH]) if word not in _FILLER_WORDS]
    if not typed_words:
        return []
    offer_words = [(offer, _split_words(" ".join(offer))) for offer in offers]
    similar_words = _similar_words(typed_words, {word for _, words in offer_words for word in words})
    scored = [(_match_score(typed_words, words, similar_words), offer) for offer, words in offer_words]
    best = max((score for score, _ in scored), default=(0, 0))
    if best[0] * 3 < len(typed_words) * 2:
        return []
    return [offer for score, offer in scored if score == best][:max_count]


def find_value_by_name(typed: str, values: Mapping[str, str], own_name: str) -> str | None:
    """Return the value whose name is the typed one, or else contains the typed words: “my 5”, “ben’s 5”, “5”.

    ``values`` are the labels by value; a label begins with the value's name. ``own_name``, the user's name, replaces
    “my”. None if no value matches, or if several do.
    """
    typed_words = [
        partial
        for word in _split_words(typed)
        for partial in (_split_words(possessive_of(own_name)) if word == "my" else [word])
    ]
    names = {value: _split_words(_NAME_END.split(label)[0]) for value, label in values.items()}
    exact = [value for value, name in names.items() if name == typed_words]
    partial = [value for value, name in names.items() if typed_words and set(typed_words) <= set(name)]
    matches = exact or partial
    return matches[0] if len(matches) == 1 else None


def _split_words(text: str) -> list[str]:
    return [_LEADING_ZEROS.sub("", word.replace(",", "")) for word in _WORD_PATTERN.findall(text.casefold())]


def _similar_words(typed_words: Iterable[str], offer_words: Collection[str]) -> Mapping[str, Sequence[str]]:
    """Typed word -> the words of offers that it may mean, the most similar first."""
    comparable = {word for word in typed_words if not word.isdigit() and len(word) >= _MIN_WORD_LENGTH}
    return {word: get_close_matches(word, offer_words, len(offer_words) or 1, _MIN_SIMILARITY) for word in comparable}


def _match_score(
    typed_words: Sequence[str], words: Sequence[str], similar_words: Mapping[str, Sequence[str]]
) -> tuple[int, int]:
    """Return (number of matched words, number of consecutive pairs of them that are in the offer's order)."""
    positions_or_none = [_word_position(word, words, similar_words.get(word, ())) for word in typed_words]
    positions = [position for position in positions_or_none if position is not None]
    in_order = sum(before < after for before, after in pairwise(positions))
    return len(positions), in_order


def _word_position(word: str, words: Sequence[str], similar_words: Iterable[str]) -> int | None:
    """Return the position of the first word that matches; None if none does.

    A word of at least four characters also matches a longer word that begins with it, or a similar word.
    """
    if word in words or word.isdigit() or len(word) < _MIN_WORD_LENGTH:
        return words.index(word) if word in words else None
    longer_words = [other for other in words if other.startswith(word)] or [
        other for other in similar_words if other in words
    ]
    return words.index(longer_words[0]) if longer_words else None
