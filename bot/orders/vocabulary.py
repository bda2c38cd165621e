"""The words that move patterns may use. Any other word is probably a typo. Pure.

The hidden parts of the game are simulated, so the words reveal nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from bot.orders.examples import SampleQuestion
from engine import Game, View
from engine.core import field_names, rng_from_seed
from engine.core.action import field_example, is_text_field
from engine.core.codec import dump_state
from engine.core.move_pattern import MovePattern, OneOf, fold_word
from engine.core.notation import notation_word

_MIN_TYPO_SIMILARITY = 0.85
"""Minimum similarity (0 to 1) of a word that is clearly a typo of a known word.

Below it, known words that are part of the typed word are suggested first.
"""
_MIN_SIMILARITY = 0.7
"""Minimum similarity (0 to 1) of any suggestion."""

Vocabulary = Mapping[str, str]
"""Normalized word or label -> its notation."""


def collect_vocabulary(game: Game[Any], view: View[Any], questions: Sequence[SampleQuestion]) -> Vocabulary:
    """Collect the words of the questions' offers, and all words in a game simulated from ``view``. Slow."""
    state_data = msgspec.json.decode(dump_state(game.agent.determinize(view, rng_from_seed(0, "vocabulary"))))
    words_by_name = {_fold(text): notation_word(text) for text in _all_texts(state_data)}
    for question in questions:
        for action in question.offers:
            for name in field_names(type(action)):
                notation = notation_word(getattr(action, name))
                label = game.text.label(question.view, action, name, lambda seat: f"player {seat}")
                words_by_name.setdefault(_fold(label), notation)
                words_by_name[_fold(notation)] = notation
    return words_by_name


def unknown_words(pattern: MovePattern, known: Vocabulary) -> Iterator[tuple[str, str]]:
    """Yield (unknown word, suggestion) for the words of a pattern; the suggestion may be empty.

    Only names are checked. Typed values have been parsed already, and a name with a digit may appear later in the game.
    """
    for name, part in zip(field_names(pattern.kind), pattern.parts, strict=False):
        if isinstance(part, OneOf) and is_text_field(pattern.kind, name) and not field_example(pattern.kind, name):
            for text in (text for text in part.literal_words() if not any(map(str.isdigit, text))):
                if (known_word := known.get(_fold(text))) is None:
                    yield text, _closest_word(_fold(text), known)
                elif _fold(known_word) != _fold(text):
                    yield text, known_word


def _closest_word(text: str, known: Vocabulary) -> str:
    """Return the notation of a similar word, or of a word that is part of ``text``; empty if there is none."""
    parts = [part for part in text.split("_") if len(part) > 1 and part in known]
    matches = (
        get_close_matches(text, known, 1, _MIN_TYPO_SIMILARITY)
        or parts
        or get_close_matches(text, known, 1, _MIN_SIMILARITY)
    )
    return known[matches[0]] if matches else ""


def _all_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for nested in (nested for pair in value.items() for nested in pair):
            yield from _all_texts(nested)
    elif isinstance(value, list):
        for nested in value:
            yield from _all_texts(nested)


def _fold(text: str) -> str:
    return fold_word(notation_word(text)).strip("_. ")
