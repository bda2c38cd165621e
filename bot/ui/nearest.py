"""The offered moves that a typed line may mean: words in any order and case, with small slips. It knows no title.

A word counts if it begins a word of the move or its label, or differs from one by little. The standard library's
matcher is enough for a line of a few words and some hundred moves.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise

from engine.core import possessive_of

_WORD = re.compile(r"(?<![^\W_])[0-9]{1,3}(?:,[0-9]{3})+(?![^\W_])|[^\W_]+")
"""Letters and digits; “14,300” is one number, so that nobody who types 300 means it."""
_PADDING = re.compile(r"(?<![0-9])0+(?=[0-9])")
"""Zeros before a number: “H1” is “H01”."""
_NAME = re.compile(r"[:,(]")
"""Between the name of a value and what its label says of it."""
_ALIKE, _LONG_ENOUGH = 0.75, 4
"""How like a word another must be to be a slip of it, and the letters from which on slips are looked for."""
_LONGEST = 100
"""The letters that are looked at, so that a long text does not keep everybody waiting: more than any move has."""
_BESIDE = frozenset({"a", "an", "the", "to", "from", "for", "of", "in", "on", "at", "and", "my", "with", "toward"})
"""Words that say nothing about a move."""

Offer = tuple[str, str]
"""A line of notation without its seat, and its label."""


def nearest(typed: str, offers: Iterable[Offer], most: int) -> list[Offer]:
    """The offers that share most words with what was typed, in its order, at ``most`` so many.

    At most one word in three may be none of theirs, such as another verb.
    """
    wanted = [word for word in _words(typed[:_LONGEST]) if word not in _BESIDE]
    if not wanted:
        return []
    spelled = [(offer, _words(" ".join(offer))) for offer in offers]
    slips = _slips(wanted, {word for _, there in spelled for word in there})
    scored = [(_likeness(wanted, there, slips), offer) for offer, there in spelled]
    best = max((likeness for likeness, _ in scored), default=(0, 0))
    if best[0] * 3 < len(wanted) * 2:
        return []
    return [offer for likeness, offer in scored if likeness == best][:most]


def named(typed: str, values: Mapping[str, str], own: str) -> str | None:
    """The value whose label begins with the name that was typed: “my 5”, “ben’s 5”, or “5” where there is but one.

    ``own`` is what the asker is called, for whom “my” stands. None if no value is meant, or more than one.
    """
    said = [part for word in _words(typed) for part in (_words(possessive_of(own)) if word == "my" else [word])]
    names = {value: _words(_NAME.split(label)[0]) for value, label in values.items()}
    whole = [value for value, name in names.items() if name == said]
    part = [value for value, name in names.items() if said and set(said) <= set(name)]
    found = whole or part
    return found[0] if len(found) == 1 else None


def _words(text: str) -> list[str]:
    return [_PADDING.sub("", word.replace(",", "")) for word in _WORD.findall(text.casefold())]


def _slips(wanted: Iterable[str], known: Collection[str]) -> Mapping[str, Sequence[str]]:
    """The known words of which each wanted one may be a slip, the most like it first.

    They are found once for all offers, which share most of their words.
    """
    long = {word for word in wanted if not word.isdigit() and len(word) >= _LONG_ENOUGH}
    return {word: get_close_matches(word, known, len(known) or 1, _ALIKE) for word in long}


def _likeness(wanted: Sequence[str], there: Sequence[str], slips: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """The number of words that are among those of an offer, and of those that follow one another as they do there."""
    sought = [_place(word, there, slips.get(word, ())) for word in wanted]
    places = [place for place in sought if place is not None]
    in_order = sum(before < after for before, after in pairwise(places))
    return len(places), in_order


def _place(word: str, there: Sequence[str], slips: Iterable[str]) -> int | None:
    """The place of a word, whole or begun or with a slip; None if it has none."""
    if word in there or word.isdigit() or len(word) < _LONG_ENOUGH:
        return there.index(word) if word in there else None
    begun = [other for other in there if other.startswith(word)] or [other for other in slips if other in there]
    return there.index(begun[0]) if begun else None
