"""Finds offered moves that a typed line may mean: words in any order and case, with typos.

A word matches if it begins a word of the move or its label, or is similar to one. The standard library's matcher is
enough for a line and some hundred moves.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise

from engine.core import possessive_of

_WORD_PATTERN = re.compile(r"(?<![^\W_])[0-9]{1,3}(?:,[0-9]{3})+(?![^\W_])|[^\W_]+")
"""Letters and digits; “14,300” is one number, so that typing 300 does not match it."""
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
"""Zeros before a number: “H1” is “H01”."""
_NAME_END = re.compile(r"[:,(]")
"""Separator between the name of a value and the rest of its label."""
_MIN_SIMILARITY, _MIN_WORD_LENGTH = 0.75, 4
"""Minimum similarity of a typo, and minimum length of words that are checked for typos."""
_MAX_LENGTH = 100
"""Maximum letters of a typed line, more than any move has."""
_FILLER_WORDS = frozenset(
    {"a", "an", "the", "to", "from", "for", "of", "in", "on", "at", "and", "my", "with", "toward"}
)
"""Words without meaning for a move."""

OfferText = tuple[str, str]
"""A line of notation without its seat, and its label."""


def best_matches(typed: str, offers: Iterable[OfferText], most: int) -> list[OfferText]:
    """The offers that share the most words with the typed line, at most ``most``.

    At most one word in three may be unmatched, such as another verb.
    """
    typed_words = [word for word in _split_words(typed[:_MAX_LENGTH]) if word not in _FILLER_WORDS]
    if not typed_words:
        return []
    spelled = [(offer, _split_words(" ".join(offer))) for offer in offers]
    slips = _similar_words(typed_words, {word for _, there in spelled for word in there})
    scored = [(_match_score(typed_words, there, slips), offer) for offer, there in spelled]
    best = max((likeness for likeness, _ in scored), default=(0, 0))
    if best[0] * 3 < len(typed_words) * 2:
        return []
    return [offer for likeness, offer in scored if likeness == best][:most]


def find_value_by_name(typed: str, values: Mapping[str, str], own: str) -> str | None:
    """The value whose label begins with the typed name: “my 5”, “ben’s 5”, or a unique “5”.

    ``own`` is the user's name, for “my”. None if no value matches, or several do.
    """
    typed_words = [
        part for word in _split_words(typed) for part in (_split_words(possessive_of(own)) if word == "my" else [word])
    ]
    names = {value: _split_words(_NAME_END.split(label)[0]) for value, label in values.items()}
    whole = [value for value, name in names.items() if name == typed_words]
    part = [value for value, name in names.items() if typed_words and set(typed_words) <= set(name)]
    matches = whole or part
    return matches[0] if len(matches) == 1 else None


def _split_words(text: str) -> list[str]:
    return [_LEADING_ZEROS.sub("", word.replace(",", "")) for word in _WORD_PATTERN.findall(text.casefold())]


def _similar_words(typed_words: Iterable[str], offer_words: Collection[str]) -> Mapping[str, Sequence[str]]:
    """The known words that each typed word may mean, the most similar first.

    Computed once for all offers, which share most of their words.
    """
    long = {word for word in typed_words if not word.isdigit() and len(word) >= _MIN_WORD_LENGTH}
    return {word: get_close_matches(word, offer_words, len(offer_words) or 1, _MIN_SIMILARITY) for word in long}


def _match_score(
    typed_words: Sequence[str], there: Sequence[str], slips: Mapping[str, Sequence[str]]
) -> tuple[int, int]:
    """The number of matched words, and of those in the offer's order."""
    sought = [_word_position(word, there, slips.get(word, ())) for word in typed_words]
    places = [place for place in sought if place is not None]
    in_order = sum(before < after for before, after in pairwise(places))
    return len(places), in_order


def _word_position(word: str, there: Sequence[str], slips: Iterable[str]) -> int | None:
    """The position of a word, complete, begun, or with a typo; None if it is missing."""
    if word in there or word.isdigit() or len(word) < _MIN_WORD_LENGTH:
        return there.index(word) if word in there else None
    begun = [other for other in there if other.startswith(word)] or [other for other in slips if other in there]
    return there.index(begun[0]) if begun else None
