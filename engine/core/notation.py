"""The notation: an action as a line of text, such as ``p2 place St._Louis 2,-1 n``.

The words are the seat, the verb, and one word per field, with underscores for spaces. A field may be a whole number, a
string, a ``StrEnum``, or a class with ``__str__`` and a ``read(word)`` classmethod.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, get_args

from engine.core.action import Action, field_example, field_names, field_question, field_type, verb_of
from engine.core.english import count_noun, join_words, shorten
from engine.core.seats import Seat
from engine.errors import Unreadable

_SEAT = re.compile(r"p[1-9][0-9]?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_GROUPED_NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")

MAX_LENGTH = 80
"""Maximum characters of a line, so that it fits a button's ``custom_id`` (100) with its prefix."""

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""A table for ``str.translate`` that replaces typographic dashes and the minus sign by hyphens."""


class NearMiss(ValueError):
    """A value that is almost valid; the message says what would be right."""


_PATH_SEPARATOR = re.compile(r"\s*([-,>:])\s*")


def write_action(action: Action) -> str:
    """Return an action as a line of notation."""
    words = [f"p{action.seat}", verb_of(action)]
    words += [notation_word(getattr(action, name)) for name in field_names(type(action))]
    return " ".join(words)


def notation_word(value: object) -> str:
    """Return a value as a word of notation."""
    return str(value).replace(" ", "_")


def normalize_path(word: str) -> str:
    """Return a typed path with its points joined as in notation.

    Typographic dashes, arrows, and blanks are accepted between points.
    """
    text = word.replace("_", " ").translate(DASHES).replace("→", "-").strip()
    return "-".join(_PATH_SEPARATOR.sub(r"\1", text).split())


def is_move_line(text: str) -> bool:
    """Whether a text begins with a seat, like a move."""
    words = text.split(maxsplit=1)
    return len(words) > 1 and _SEAT.fullmatch(words[0]) is not None


def read_action(text: str, kinds: Iterable[type[Action]]) -> Action:
    """Parse a line into an action.

    ``kinds`` are a game's action classes. Raises ``Unreadable`` with a sentence that says what would be right.
    """
    words = text.split()
    if len(words) < 2 or _SEAT.fullmatch(words[0]) is None:
        raise Unreadable(f"“{shorten(text)}” isn’t a move. Start with a seat and a verb, such as “p1 pass”.")
    by_verb = _kinds_by_verb(tuple(kinds))
    kind = by_verb.get(words[1])
    if kind is None:
        raise Unreadable(f"“{shorten(words[1])}” isn’t a move here. The moves are {', '.join(by_verb)}.")
    names, values_given = field_names(kind), words[2:]
    if len(values_given) != len(names):
        shape = " ".join([words[1], *(f"<{name}>" for name in names)])
        raise Unreadable(
            f"“{words[1]}” needs {count_noun(len(names), 'word')}, but you gave {len(values_given) or 'none'}. "
            f"Write “{shape}”."
        )
    pairs = zip(_field_readers(kind), values_given, strict=True)
    values = [_read_field(kind, *field, text) for field, text in pairs]
    return kind(Seat(int(words[0].removeprefix("p"))), *values)


def read_value(kind: type[Action], name: str, text: str) -> Any:
    """Parse the value of one field. Raises ``Unreadable`` with what would be right."""
    return _read_field(kind, name, dict(_field_readers(kind))[name], text)


def is_number_field(kind: type[Action], name: str) -> bool:
    """Whether the field is a whole number."""
    return dict(_field_readers(kind))[name] is read_number


def _read_field(kind: type[Action], name: str, reader: Callable[[str], Any], text: str) -> Any:
    try:
        return reader(text.replace("_", " "))
    except (ValueError, KeyError) as error:
        typed = shorten(text.replace("_", " ").strip())
        if isinstance(error, NearMiss):
            raise Unreadable(f"{wrong_value_sentence(kind, name, typed)} {error}") from error
        raise Unreadable(f"{wrong_value_sentence(kind, name, typed)}{_format_hint(kind, name, reader)}") from error


def wrong_value_sentence(kind: type[Action], name: str, typed: str) -> str:
    """Return the sentence that refuses a value: “b” isn’t an answer to “Where?”."""
    return f"“{typed}” isn’t an answer to “{field_question(kind, name)}”."


@cache
def _kinds_by_verb(kinds: tuple[type[Action], ...]) -> Mapping[str, type[Action]]:
    return {verb_of(kind): kind for kind in kinds}


@cache
def _field_readers(kind: type[Action]) -> tuple[tuple[str, Callable[[str], Any]], ...]:
    return tuple((name, _reader_of_type(field_type(kind, name))) for name in field_names(kind))


def _reader_of_type(hint: Any) -> Callable[[str], Any]:
    plain = getattr(hint, "__supertype__", hint)
    if plain is int:
        return read_number
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return plain
    reader: Callable[[str], Any] | None = getattr(plain, "read", None)
    if reader is not None:
        return reader
    if plain is str or all(isinstance(arg, str) for arg in get_args(plain)):
        return _read_text
    raise TypeError(f"no notation for a field of type {hint!r}")


def _format_hint(kind: type[Action], name: str, reader: Callable[[str], Any]) -> str:
    """Return a sentence about the expected format, with a space before it; may be empty."""
    if sample := field_example(kind, name):
        return f" Example: {sample}."
    if reader is read_number:
        return " Enter a whole number, such as 3."
    if isinstance(reader, type) and issubclass(reader, StrEnum):
        return f" Choose {join_words([notation_word(value) for value in reader], 'or')}."
    return ""


def _read_text(text: str) -> str:
    return text.translate(DASHES)


def read_number(text: str) -> int:
    """Parse a whole number, also in the format of money: ``1700``, ``$1,700``.

    Raises ``ValueError``.
    """
    plain = text.strip().removeprefix("$")
    if _GROUPED_NUMBER.fullmatch(plain):
        plain = plain.replace(",", "")
    if _NUMBER.fullmatch(plain) is None:
        raise ValueError(text)
    return int(plain)
