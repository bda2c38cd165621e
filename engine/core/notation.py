"""One action as one line of text, and back: ``p2 place St._Louis 2,-1 n``. It knows no game.

The words are the seat, the verb, and one word a field. Spaces inside a value are written as underscores.
A field may be a whole number, a string, a ``StrEnum``, or a class with ``__str__`` and a ``read(word)`` classmethod.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, get_args

from engine.core.action import Action, example, fields, question, type_of, verb
from engine.core.seats import Seat
from engine.core.words import counted, listed, shortened
from engine.errors import Unreadable

_SEAT = re.compile(r"p[1-9][0-9]?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")

MAX_LENGTH = 80
"""Characters of a line at most, so that it fits a button's ``custom_id`` (100) with its prefix."""


DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""Hyphens, dashes and the minus that pictures and texts print, as a table for ``str.translate``."""


class Misspelled(ValueError):
    """A value that is nearly one: its sentence says what would be right."""


_JOINT = re.compile(r"\s*([-,>:])\s*")


def write(action: Action) -> str:
    """The action's line."""
    words = [f"p{action.seat}", verb(action)]
    words += [word(getattr(action, name)) for name in fields(type(action))]
    return " ".join(words)


def word(value: object) -> str:
    """One value as one word of a line."""
    return str(value).replace(" ", "_")


def chained(word: str) -> str:
    """Points of a way, joined as the notation joins them.

    Dashes and arrows as pictures print them, and blanks (underscores in notation), do too.
    """
    text = word.replace("_", " ").translate(DASHES).replace("→", "-").strip()
    return "-".join(_JOINT.sub(r"\1", text).split())


def is_move(text: str) -> bool:
    """Whether a text begins as a move does, with a seat, whatever its other words say."""
    words = text.split(maxsplit=1)
    return len(words) > 1 and _SEAT.fullmatch(words[0]) is not None


def read(text: str, kinds: Iterable[type[Action]]) -> Action:
    """The action that a line stands for.

    ``kinds`` are a title's action classes. Raises ``Unreadable`` with a sentence that says what would be right.
    """
    words = text.split()
    if len(words) < 2 or _SEAT.fullmatch(words[0]) is None:
        raise Unreadable(f"“{shortened(text)}” isn’t a move. Start with a seat and a verb, such as “p1 pass”.")
    by_verb = _by_verb(tuple(kinds))
    kind = by_verb.get(words[1])
    if kind is None:
        raise Unreadable(f"“{shortened(words[1])}” isn’t a move here. The moves are {', '.join(by_verb)}.")
    names, given = fields(kind), words[2:]
    if len(given) != len(names):
        shape = " ".join([words[1], *(f"<{name}>" for name in names)])
        raise Unreadable(
            f"“{words[1]}” needs {counted(len(names), 'word')}, but you gave {len(given) or 'none'}. Write “{shape}”."
        )
    pairs = zip(_readers(kind), given, strict=True)
    values = [_value(kind, *field, text) for field, text in pairs]
    return kind(Seat(int(words[0].removeprefix("p"))), *values)


def read_value(kind: type[Action], name: str, text: str) -> Any:
    """The value of one field that a word stands for. Raises ``Unreadable`` with what would be right."""
    return _value(kind, name, dict(_readers(kind))[name], text)


def is_number(kind: type[Action], name: str) -> bool:
    """Whether the field is a whole number."""
    return dict(_readers(kind))[name] is number


def _value(kind: type[Action], name: str, reader: Callable[[str], Any], text: str) -> Any:
    try:
        return reader(text.replace("_", " "))
    except (ValueError, KeyError) as error:
        given = shortened(text.replace("_", " ").strip())
        if isinstance(error, Misspelled):
            raise Unreadable(f"{wrong(kind, name, given)} {error}") from error
        raise Unreadable(f"{wrong(kind, name, given)}{_shape(kind, name, reader)}") from error


def wrong(kind: type[Action], name: str, given: str) -> str:
    """Says that a word is no value of a field, by what players are asked for it: “b” doesn’t answer “Where?”."""
    return f"“{given}” doesn’t answer “{question(kind, name)}”."


@cache
def _by_verb(kinds: tuple[type[Action], ...]) -> Mapping[str, type[Action]]:
    return {verb(kind): kind for kind in kinds}


@cache
def _readers(kind: type[Action]) -> tuple[tuple[str, Callable[[str], Any]], ...]:
    return tuple((name, _reader(type_of(kind, name))) for name in fields(kind))


def _reader(hint: Any) -> Callable[[str], Any]:
    plain = getattr(hint, "__supertype__", hint)
    if plain is int:
        return number
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return plain
    reader: Callable[[str], Any] | None = getattr(plain, "read", None)
    if reader is not None:
        return reader
    if plain is str or all(isinstance(arg, str) for arg in get_args(plain)):
        return _text
    raise TypeError(f"no notation for a field of type {hint!r}")


def _shape(kind: type[Action], name: str, reader: Callable[[str], Any]) -> str:
    """A hint at what would be right, as far as it can be said in a few words."""
    if shown := example(kind, name):
        return f" Example: {shown}."
    if reader is number:
        return " Enter a whole number, such as 3."
    if isinstance(reader, type) and issubclass(reader, StrEnum):
        return f" Choose {listed([word(value) for value in reader], 'or')}."
    return ""


def _text(text: str) -> str:
    """The text as it is, with the dash that a keyboard has."""
    return text.translate(DASHES)


def number(text: str) -> int:
    """A whole number, also as an amount of money is printed: ``1700``, ``$1,700``. Raises ``ValueError``."""
    plain = text.strip().removeprefix("$")
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    if _NUMBER.fullmatch(plain) is None:
        raise ValueError(text)
    return int(plain)
