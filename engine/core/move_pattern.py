"""Move patterns: a wanted move, with ranges or choices in place of some values.

A pattern is written like a move without its seat: ``draft Cleveland``, ``draft Boston|Cleveland``, ``draft Boston|*``,
``bid ..7``, ``buy 3..``, ``deliver coal * Omaha``. Words omitted at the end match any value.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, get_args

import msgspec

from engine.core.action import (
    Action,
    Standing,
    button_title,
    field_example,
    field_names,
    field_type,
    is_text_field,
    verb_of,
)
from engine.core.english import count_noun, join_words, shorten
from engine.core.notation import DASHES, is_number_field, notation_word, read_number, read_value, wrong_value_sentence
from engine.core.seats import Seat
from engine.errors import Unreadable

WILDCARD = "*"
"""The word that matches any value."""

_SEAT = re.compile(r"p([1-9][0-9]?)")
_RANGE = re.compile(r"(?P<low>[^.]*)\.\.(?P<high>[^.]*)")


class Range(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``, both included: ``3..7``. None means no bound."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"

    def description(self) -> str:
        if self.low is None:
            return f"up to {self.high}"
        return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"

    def literal_words(self) -> tuple[str, ...]:
        return () if self.low is None else (str(self.low),)

    def rank(self, value: Any) -> int:
        low, high = self.low or 0, self.high
        return value if isinstance(value, int) and low <= value and (high is None or value <= high) else -1


class OneOf(msgspec.Struct, frozen=True):
    """A choice of words of notation, the best first: ``Boston|Cleveland``.

    ``*``, last or alone, matches any other word.
    """

    words: tuple[str, ...]

    def __str__(self) -> str:
        return "|".join(self.words)

    def description(self) -> str:
        if self.words == (WILDCARD,):
            return "any"
        return ", else ".join("any other" if text == WILDCARD else text.replace("_", " ") for text in self.words)

    def literal_words(self) -> tuple[str, ...]:
        return tuple(text for text in self.words if text != WILDCARD)

    def rank(self, value: Any) -> int:
        folded_value = "" if self.words == (WILDCARD,) else fold_word(notation_word(value))
        ranks = (index for index, text in enumerate(self.words) if text == WILDCARD or fold_word(text) == folded_value)
        return next(ranks, -1)


ValuePattern = Range | OneOf
"""The part of a pattern for one value.

``description`` is the part in words. ``literal_words`` are values to try even if no offer lists them. ``rank`` is a
number by which values are preferred: the lowest is best, and -1 means that the value does not match.
"""
ANY_VALUE = OneOf((WILDCARD,))
"""The part that matches any value."""


class MovePattern(msgspec.Struct, frozen=True):
    """A pattern of moves of one kind, with a part for each value that is not omitted.

    ``seat`` is only used in patterns for other players' moves; None matches any seat.
    """

    kind: type[Action]
    parts: tuple[ValuePattern, ...] = ()
    seat: Seat | None = None

    @property
    def has_range(self) -> bool:
        """Whether a part of the pattern is a range."""
        return any(isinstance(part, Range) for part in self.parts)

    @property
    def sealed_limit(self) -> Range | None:
        """The range with an upper limit for a sealed number; None if there is none.

        From such a range, the pattern chooses the highest number.
        """
        limits = (part for part in self.parts if isinstance(part, Range) and part.high is not None)
        return next(limits, None) if self.kind.is_sealed else None

    @property
    def number_choice_text(self) -> str:
        """A description of the number that the pattern chooses from a range."""
        return (
            "the lowest available"
            if self.sealed_limit is None
            else "the most your limit allows, because bids are sealed"
        )

    @property
    def description(self) -> str:
        """The pattern in words, field by field: “Bid · amount: up to 7, the lowest available”."""
        descriptions = [button_title(self.kind)]
        for index, name in enumerate(field_names(self.kind)):
            part = self.parts[index] if index < len(self.parts) else ANY_VALUE
            number_choice = f", {self.number_choice_text}" if isinstance(part, Range) else ""
            descriptions.append(f"{name}: {part.description()}{number_choice}")
        return " · ".join(descriptions)


def read_pattern(text: str, kinds: Iterable[type[Action]], *, allow_seat: bool = False) -> MovePattern:
    """Parse a pattern; ``kinds`` are a game's action classes.

    ``allow_seat`` accepts a seat at the start, for other players' moves: ``p2 deliver coal``. Raises ``Unreadable``
    with a sentence that says what would be right, and an example.
    """
    by_verb = {verb_of(kind): kind for kind in kinds if not issubclass(kind, Standing)}
    words = re.sub(r"\s*\|\s*", "|", text.strip().removeprefix("/")).split()
    seat = None
    if words and (match := _SEAT.fullmatch(words[0].casefold())) and allow_seat:
        seat, words = Seat(int(match[1])), words[1:]
    example_text = example_pattern(max(by_verb.values(), key=lambda kind: bool(field_names(kind))))
    if not words:
        raise Unreadable(f"There is no move in that. Write it like a move. Example: “{example_text}”.")
    kind = by_verb.get(words[0].casefold())
    if kind is None:
        known = f"The moves are {', '.join(by_verb)}"
        raise Unreadable(f"“{shorten(words[0])}” isn’t a move. {known}. Example: “{example_text}”.")
    try:
        return MovePattern(kind, _read_parts(kind, words[1:]), seat)
    except Unreadable as error:
        raise Unreadable(f"{error} Example: “{example_pattern(kind)}”.") from error


def write_pattern(pattern: MovePattern) -> str:
    """Return the pattern as a line of text."""
    seat = () if pattern.seat is None else (f"p{pattern.seat}",)
    return " ".join([*seat, verb_of(pattern.kind), *map(str, pattern.parts)])


def example_pattern(kind: type[Action]) -> str:
    """Return an example of a pattern for this kind of move."""
    words = [verb_of(kind)]
    for name in field_names(kind):
        word = _example_word(kind, name)
        words.append(WILDCARD if word in words else word)
    return " ".join(words)


def fold_word(text: str) -> str:
    """Return a word normalized for comparison, which ignores case, blanks, and dashes."""
    return text.translate(DASHES).replace("-", "_").casefold()


def _read_parts(kind: type[Action], words_given: list[str]) -> tuple[ValuePattern, ...]:
    names = field_names(kind)
    is_name = len(names) == 1 and not is_number_field(kind, names[0])
    if is_name and len(words_given) > 1 and WILDCARD not in words_given:  # a name may contain blanks
        words_given = ["_".join(words_given)]
    if len(words_given) > len(names):
        shape = " ".join([verb_of(kind), *(f"<{name}>" for name in names)])
        blanks = " Write “_” for a space within a name." if names else ""
        needs = f"“{verb_of(kind)}” needs {count_noun(len(names), 'word')}, but you gave {len(words_given)}"
        raise Unreadable(f"{needs}. Write “{shape}”.{blanks}")
    return tuple(_read_part_at(kind, names, words_given, index) for index in range(len(words_given)))


def _read_part_at(kind: type[Action], names: tuple[str, ...], given: list[str], index: int) -> ValuePattern:
    """Read the part of a pattern from the word at an index.

    The error for an unreadable word suggests that the word may be the rest of the name before it.
    """
    try:
        return _read_part(kind, names[index], given[index])
    except Unreadable as error:
        if not index or not given[index].isalpha() or not is_text_field(kind, names[index - 1]):
            raise
        whole_name = shorten(f"{given[index - 1]}_{given[index]}")
        raise Unreadable(f"{error} If it’s part of the name before it, write “{whole_name}”.") from error


def _read_part(kind: type[Action], name: str, text: str) -> ValuePattern:
    if match := _RANGE.fullmatch(text.replace("…", "..")):
        return _read_range(kind, name, match["low"], match["high"])
    words = text.split("|")
    if WILDCARD in words[:-1]:
        raise Unreadable(f"“{shorten(text)}” has a “*” before another word. It means any other, so put it last.")
    return OneOf(tuple(dict.fromkeys(word if word == WILDCARD else _read_word(kind, name, word) for word in words)))


def _read_range(kind: type[Action], name: str, low: str, high: str) -> Range:
    if not is_number_field(kind, name):
        raise Unreadable(f"“{shorten(f'{low}..{high}')}” is a range, but {name} isn’t a number.")
    try:
        span = Range(read_number(low) if low else None, read_number(high) if high else None)
    except ValueError as error:
        raise Unreadable(f"“{shorten(f'{low}..{high}')}” isn’t a range. Examples: ..7, 3.., 3..7.") from error
    if span.low is None and span.high is None:
        raise Unreadable("A range needs a number: ..7 is up to 7, and 3.. is 3 or more. For any value, write *.")
    if span.low is not None and span.high is not None and span.low > span.high:
        raise Unreadable(f"The range {low}..{high} is empty. Write {high}..{low}.")
    return span


def _read_word(kind: type[Action], name: str, text: str) -> str:
    """Return a typed word in the form that notation uses. Raises ``Unreadable``."""
    value = read_value(kind, name, text.strip("_") or "_")
    choices = get_args(field_type(kind, name))
    if choices and value not in choices:
        raise Unreadable(f"{wrong_value_sentence(kind, name, shorten(text))} Choose {join_words(choices, 'or')}.")
    return notation_word(value)


def _example_word(kind: type[Action], name: str) -> str:
    value_type = field_type(kind, name)
    if value_type is Seat:
        return "2"
    if is_number_field(kind, name):
        return f"..{field_example(kind, name) or 3}"
    is_enum = isinstance(value_type, type) and issubclass(value_type, StrEnum)
    choices = [*value_type] if is_enum else get_args(value_type)
    return notation_word(next(iter(choices), field_example(kind, name) or WILDCARD))
