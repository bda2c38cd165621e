"""A wish: one move that is wanted as soon as it may be made, with patterns in place of some values. It knows no game.

It is written like a move without its seat: ``draft Cleveland``, ``draft Boston|Cleveland``, ``draft Boston|*``,
``bid ..7``, ``buy 3..``, ``deliver coal * Omaha``. Words that are left out at the end stand for any value.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, get_args

import msgspec

from engine.core.action import Action, Standing, example, fields, is_text, title, type_of, verb
from engine.core.notation import DASHES, is_number, number, read_value, word, wrong
from engine.core.seats import Seat
from engine.core.words import counted, listed, shortened
from engine.errors import Unreadable

ANY = "*"

_SEAT = re.compile(r"p([1-9][0-9]?)")
_SPAN = re.compile(r"(?P<low>[^.]*)\.\.(?P<high>[^.]*)")


class Span(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``, both included: ``3..7``. None is no bound."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"

    def said(self) -> str:
        if self.low is None:
            return f"up to {self.high}"
        return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"

    def spelled(self) -> tuple[str, ...]:
        return () if self.low is None else (str(self.low),)

    def rank(self, value: Any) -> int:
        low, high = self.low or 0, self.high
        return value if isinstance(value, int) and low <= value and (high is None or value <= high) else -1


class Among(msgspec.Struct, frozen=True):
    """One of these words of notation, the best first: ``Boston|Cleveland``; ``*``, the last or alone, is any other."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return "|".join(self.words)

    def said(self) -> str:
        if self.words == (ANY,):
            return "any"
        return ", else ".join("any other" if text == ANY else text.replace("_", " ") for text in self.words)

    def spelled(self) -> tuple[str, ...]:
        return tuple(text for text in self.words if text != ANY)

    def rank(self, value: Any) -> int:
        found = "" if self.words == (ANY,) else folded(word(value))
        meant = (at for at, text in enumerate(self.words) if text == ANY or folded(text) == found)
        return next(meant, -1)


Part = Span | Among
"""What a wish says of one value: what is ``said`` of it in words, the words that it spells, to be tried although no
offer lists them, and what ``rank`` a value has: the best is lowest, and -1 is not meant."""
ANYTHING = Among((ANY,))


class Wish(msgspec.Struct, frozen=True):
    """A pattern of moves of one kind, a part for each value that is not left out.

    ``seat`` only stands in a pattern of what somebody may do; None there is anybody.
    """

    kind: type[Action]
    parts: tuple[Part, ...] = ()
    seat: Seat | None = None

    @property
    def ranges(self) -> bool:
        """Whether one of its numbers is a range."""
        return any(isinstance(part, Span) for part in self.parts)

    @property
    def limit(self) -> Span | None:
        """The range whose end is wanted, since what is said is sealed: nothing leads. None for any other wish."""
        limits = (part for part in self.parts if isinstance(part, Span) and part.high is not None)
        return next(limits, None) if self.kind.sealed else None

    @property
    def which(self) -> str:
        """The number of its range that the wish makes, in words."""
        return "the lowest available" if self.limit is None else "the most your limit allows, because bids are sealed"

    @property
    def said(self) -> str:
        """It in words, by the questions that its move answers: “Bid · amount: up to 7, the lowest available”."""
        said = [title(self.kind)]
        for at, name in enumerate(fields(self.kind)):
            part = self.parts[at] if at < len(self.parts) else ANYTHING
            which = f", {self.which}" if isinstance(part, Span) else ""
            said.append(f"{name}: {part.said()}{which}")
        return " · ".join(said)


def read_wish(text: str, kinds: Iterable[type[Action]], *, of_anybody: bool = False) -> Wish:
    """The wish that a line stands for; ``kinds`` are a title's action classes.

    ``of_anybody`` reads a pattern of what others may do, which may begin with a seat: ``p2 deliver coal``. Raises
    ``Unreadable`` with a sentence that says what would be right, and an example.
    """
    by_verb = {verb(kind): kind for kind in kinds if not issubclass(kind, Standing)}
    words = re.sub(r"\s*\|\s*", "|", text.strip().removeprefix("/")).split()
    seat = None
    if words and (match := _SEAT.fullmatch(words[0].casefold())) and of_anybody:
        seat, words = Seat(int(match[1])), words[1:]
    some = sample(max(by_verb.values(), key=lambda kind: bool(fields(kind))))
    if not words:
        raise Unreadable(f"There is no move in that. Write it like a move. Example: “{some}”.")
    kind = by_verb.get(words[0].casefold())
    if kind is None:
        known = f"The moves are {', '.join(by_verb)}"
        raise Unreadable(f"“{shortened(words[0])}” isn’t a move. {known}. Example: “{some}”.")
    try:
        return Wish(kind, _parts(kind, words[1:]), seat)
    except Unreadable as error:
        raise Unreadable(f"{error} Example: “{sample(kind)}”.") from error


def write_wish(wish: Wish) -> str:
    """The wish's line."""
    seat = () if wish.seat is None else (f"p{wish.seat}",)
    return " ".join([*seat, verb(wish.kind), *map(str, wish.parts)])


def sample(kind: type[Action]) -> str:
    """An example of a wish for this kind of move."""
    words = [verb(kind)]
    for name in fields(kind):
        shown = _example(kind, name)
        words.append(ANY if shown in words else shown)
    return " ".join(words)


def folded(text: str) -> str:
    """A word as it is compared: capitals, blanks and dashes make no difference."""
    return text.translate(DASHES).replace("-", "_").casefold()


def _parts(kind: type[Action], given: list[str]) -> tuple[Part, ...]:
    names = fields(kind)
    if len(names) == 1 < len(given) and not is_number(kind, names[0]) and ANY not in given:  # a name may have blanks
        given = ["_".join(given)]
    if len(given) > len(names):
        shape = " ".join([verb(kind), *(f"<{name}>" for name in names)])
        blanks = " Write “_” for a space within a name." if names else ""
        needs = f"“{verb(kind)}” needs {counted(len(names), 'word')}, but you gave {len(given)}"
        raise Unreadable(f"{needs}. Write “{shape}”.{blanks}")
    return tuple(_part_after(kind, names, given, at) for at in range(len(given)))


def _part_after(kind: type[Action], names: tuple[str, ...], given: list[str], at: int) -> Part:
    """The part for one word; one that cannot be read may belong to the name before it."""
    try:
        return _part(kind, names[at], given[at])
    except Unreadable as error:
        if not at or not given[at].isalpha() or not is_text(kind, names[at - 1]):
            raise
        whole = shortened(f"{given[at - 1]}_{given[at]}")
        raise Unreadable(f"{error} If it’s part of the name before it, write “{whole}”.") from error


def _part(kind: type[Action], name: str, text: str) -> Part:
    if match := _SPAN.fullmatch(text.replace("…", "..")):
        return _span(kind, name, match["low"], match["high"])
    words = text.split("|")
    if ANY in words[:-1]:
        raise Unreadable(f"“{shortened(text)}” has a “*” before another word. It means any other, so put it last.")
    return Among(tuple(dict.fromkeys(one if one == ANY else _one(kind, name, one) for one in words)))


def _span(kind: type[Action], name: str, low: str, high: str) -> Span:
    if not is_number(kind, name):
        raise Unreadable(f"“{shortened(f'{low}..{high}')}” is a range, but {name} isn’t a number.")
    try:
        span = Span(number(low) if low else None, number(high) if high else None)
    except ValueError as error:
        shown = shortened(f"{low}..{high}")
        raise Unreadable(f"“{shown}” isn’t a range. Examples: ..7, 3.., 3..7.") from error
    if span.low is None and span.high is None:
        raise Unreadable("A range needs a number: ..7 is up to 7, and 3.. is 3 or more. For any value, write *.")
    if span.low is not None and span.high is not None and span.low > span.high:
        raise Unreadable(f"The range {low}..{high} is empty. Write {high}..{low}.")
    return span


def _one(kind: type[Action], name: str, text: str) -> str:
    """The word as the notation has it."""
    value = read_value(kind, name, text.strip("_") or "_")
    choices = get_args(type_of(kind, name))
    if choices and value not in choices:
        raise Unreadable(f"{wrong(kind, name, shortened(text))} Choose {listed(choices, 'or')}.")
    return word(value)


def _example(kind: type[Action], name: str) -> str:
    of = type_of(kind, name)
    if of is Seat:
        return "2"
    if is_number(kind, name):
        return f"..{example(kind, name) or 3}"
    choices = [*of] if isinstance(of, type) and issubclass(of, StrEnum) else get_args(of)
    return word(next(iter(choices), example(kind, name) or ANY))
