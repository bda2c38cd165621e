"""A wish: one move that is wanted as soon as it may be made, with patterns in place of some values. It knows no game.

It is written like a move without its seat: ``draft Cleveland``, ``draft Boston|Cleveland``, ``draft Boston|*``,
``bid ..7``, ``buy 3..``, ``deliver coal * Omaha``. Words that are left out at the end stand for any value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, partial
from itertools import product
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import replace

from engine.core.action import Action, Standing, example, fields, verb
from engine.core.event import Event
from engine.core.notation import DASHES, is_number, number, read_value, word
from engine.core.seats import Seat
from engine.core.words import counted
from engine.errors import Unreadable

ANY = "*"
_MOST_SPELLED = 16
"""Moves that one wish spells out in full and that are tried although the offers do not list them."""
_MOST_SEALED = 100_000
"""The highest sealed amount that is tried although the offers do not list it."""
_GAP = 1_000
"""After so many numbers in a row that cannot be, higher ones are not tried."""

_SEAT = re.compile(r"p([1-9][0-9]?)")
_SPAN = re.compile(r"(?P<low>[^.]*)\.\.(?P<high>[^.]*)")


class Whatever(msgspec.Struct, frozen=True):
    """Any value: ``*``."""


class Span(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``, both included: ``3..7``. None is no bound."""

    low: int | None
    high: int | None


class Among(msgspec.Struct, frozen=True):
    """One of these words of notation, the best first: ``Boston|Cleveland``; ``*`` as the last is any other."""

    words: tuple[str, ...]


Part = Whatever | Span | Among
"""What a wish says of one value."""


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
    some = sample(next((kind for kind in by_verb.values() if fields(kind)), next(iter(by_verb.values()))))
    if not words:
        raise Unreadable(f"There is no move in it. A wish is written like a move, for example “{some}”.")
    kind = by_verb.get(words[0].casefold())
    if kind is None:
        known = f"the moves are {', '.join(by_verb)}"
        raise Unreadable(f"“{_short(words[0])}” is no move to wish for; {known}. For example: “{some}”.")
    try:
        return Wish(kind, _parts(kind, words[1:]), seat)
    except Unreadable as error:
        raise Unreadable(f"{error} For example: “{sample(kind)}”.") from error


def write_wish(wish: Wish) -> str:
    """The wish's line."""
    seat = () if wish.seat is None else (f"p{wish.seat}",)
    return " ".join([*seat, verb(wish.kind), *map(_written, wish.parts)])


def sample(kind: type[Action]) -> str:
    """How a wish for this kind of move may look."""
    words = [verb(kind)]
    for name in fields(kind):
        shown = _example(kind, name)
        words.append("*" if shown in words else shown)
    return " ".join(words)


def fits(wish: Wish, action: Action) -> bool:
    """Whether the move is one that is meant; whose it is does not matter where the wish has no seat."""
    if type(action) is not wish.kind or wish.seat not in (None, action.seat):
        return False
    values = (getattr(action, name) for name in fields(wish.kind))
    return all(_has(part, value) for part, value in zip(wish.parts, values, strict=False))


def asks(offers: Collection[Action], kinds: Collection[type[Action]]) -> bool:
    """Whether any move of these kinds is offered."""
    return any(type(action) in kinds for action in offers)


def pick(wish: Wish, seat: Seat, offers: Collection[Action], may: Callable[[Action], bool]) -> Action | None:
    """The move that the wish makes of these offers: the least of its ranges, the first of its words that is offered.

    Of a sealed number up to a limit it is the highest. A move that is spelled in full is found although the offers do
    not list it. What not ``may`` be made is left out.
    """
    if (limit := limit_of(wish)) is not None:
        return _highest(wish, limit, seat, offers, may)
    spelled = [action for action in _spelled(wish, seat) if action in offers]
    listed = [] if spelled and _is_exact(wish) else [action for action in offers if fits(wish, action)]
    found = [action for action in (*listed, *(one for one in spelled if one not in listed)) if may(action)]
    return min(found, key=partial(_rank, wish), default=None)


def _rank(wish: Wish, action: Action) -> list[int]:
    """How good the move is, value by value, the best lowest; what may be anything is as good as any."""
    ranks = []
    for name, part in zip(fields(wish.kind), wish.parts, strict=False):
        value = getattr(action, name)
        if isinstance(part, Span):
            ranks.append(value)
        elif isinstance(part, Among):
            words, found = list(map(_folded, part.words)), _folded(word(value))
            ranks.append(words.index(found if found in words else ANY))
    return ranks


def limit_of(wish: Wish) -> Span | None:
    """The range whose end is what is wanted, since what is said is sealed: nothing leads. None for any other wish."""
    limits = (part for part in wish.parts if isinstance(part, Span) and part.high is not None)
    return next(limits, None) if wish.kind.sealed else None


def happened(wish: Wish, action: Action, events: Sequence[Event]) -> bool:
    """Whether a move is one that is meant and everybody could read it: its first event is public and has all values.

    So a sealed or secret move is never noticed, however it is looked for.
    """
    if not events or not fits(wish, action):
        return False
    told, names = events[0], fields(type(action))
    if told.to is not None or getattr(told, "seat", None) != action.seat:
        return False
    if not names:  # nothing to be compared: only what is public as a whole
        return all(event.to is None for event in events)
    carried = set(_carried(told, ""))
    return all(_key(name, getattr(action, name)) in carried for name in names)


def _highest(
    wish: Wish, limit: Span, seat: Seat, offers: Collection[Action], may: Callable[[Action], bool]
) -> Action | None:
    """The move with the highest number within the limit, listed or not; of equal ones the first."""
    at = wish.parts.index(limit)
    name, (before, after) = fields(wish.kind)[at], (wish.parts[:at], wish.parts[at + 1 :])
    any_number = replace(wish, parts=(*before, Whatever(), *after))
    none_yet = replace(wish, parts=(*before, Among(("0",)), *after))
    listed = dict[Action, int]()  # each move without its number, and the highest that is listed
    for action in (action for action in offers if fits(any_number, action)):
        move, known = replace(action, **{name: 0}), int(getattr(action, name))
        listed[move] = max(known, listed.get(move, 0))
    numbers, best = range(limit.low or 0, min(limit.high or 0, _MOST_SEALED) + 1), -1
    found: Action | None = None
    for move in dict.fromkeys((*listed, *_spelled(none_yet, seat))):
        each = (replace(move, **{name: number}) for number in numbers)
        most = _most((action in offers and may(action) for action in each), numbers, listed.get(move, 0))
        if most > best:
            found, best = replace(move, **{name: most}), most
    return found


def _most(legal: Iterable[bool], numbers: range, listed: int) -> int:
    """The highest of the ``numbers`` that is ``legal``; -1 if none is, up to what is ``listed`` and a gap above it."""
    most, last = -1, max(listed, numbers.start)
    for each, can_be in zip(numbers, legal, strict=True):
        if can_be:
            most, last = each, max(last, each)
        elif each > last + _GAP:
            break
    return most


def _parts(kind: type[Action], given: list[str]) -> tuple[Part, ...]:
    names = fields(kind)
    if len(names) == 1 and given and not is_number(kind, names[0]) and ANY not in given:  # a name may have blanks
        given = ["_".join(given)]
    if len(given) > len(names):
        shape = " ".join([verb(kind), *(f"<{name}>" for name in names)])
        blanks = " Write “_” for a blank within a name." if names else ""
        raise Unreadable(f"“{verb(kind)}” takes {counted(len(names), 'word')}, not {len(given)}: “{shape}”.{blanks}")
    return tuple(_part_after(kind, names, given, at) for at in range(len(given)))


def _part_after(kind: type[Action], names: tuple[str, ...], given: list[str], at: int) -> Part:
    """The part for one word; one that cannot be read may belong to the name before it."""
    try:
        return _part(kind, names[at], given[at])
    except Unreadable as error:
        if not at or not given[at].isalpha() or not _is_text(kind, names[at - 1]):
            raise
        whole = _short(f"{given[at - 1]}_{given[at]}")
        raise Unreadable(f"{error} If it is a part of the name before it, write “{whole}”.") from error


def _part(kind: type[Action], name: str, text: str) -> Part:
    if text == ANY:
        return Whatever()
    if match := _SPAN.fullmatch(text.replace("…", "..")):
        return _span(kind, name, match["low"], match["high"])
    words = text.split("|")
    if ANY in words[:-1]:
        raise Unreadable(f"“{_short(text)}” has a “*” before another word; it stands for any other, so it comes last.")
    return Among(tuple(dict.fromkeys(ANY if one == ANY else _one(kind, name, one) for one in words)))


def _span(kind: type[Action], name: str, low: str, high: str) -> Span:
    if not is_number(kind, name):
        raise Unreadable(f"“{_short(f'{low}..{high}')}” is a range, but “{name}” is no number.")
    try:
        span = Span(number(low) if low else None, number(high) if high else None)
    except ValueError as error:
        shown = _short(f"{low}..{high}")
        raise Unreadable(f"“{shown}” is no range of whole numbers; ..7, 3.. and 3..7 are some.") from error
    if span.low is None and span.high is None:
        raise Unreadable("A range needs a number: ..7 is up to 7, 3.. is 3 or more; any value at all is *.")
    if span.low is not None and span.high is not None and span.low > span.high:
        raise Unreadable(f"The range {low}..{high} is empty; {high}..{low} would be right.")
    return span


def _one(kind: type[Action], name: str, text: str) -> str:
    """The word as the notation has it."""
    value = read_value(kind, name, text.strip("_") or "_")
    choices = _literals(kind, name)
    if choices and value not in choices:
        raise Unreadable(f"“{_short(text)}” is no value for “{name}”; {', '.join(choices)} would be.")
    return word(value)


@cache
def _literals(kind: type[Action], name: str) -> tuple[str, ...]:
    hint = _bare(kind, name)
    return tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()


@cache
def _bare(kind: type[Action], name: str) -> Any:
    hint = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _is_text(kind: type[Action], name: str) -> bool:
    hint = _bare(kind, name)
    return getattr(hint, "__supertype__", hint) is str


def _example(kind: type[Action], name: str) -> str:
    hint = _bare(kind, name)
    if hint is Seat:
        return "2"
    if is_number(kind, name):
        return f"..{example(kind, name) or 3}"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return word(next(iter(hint)))
    return next(iter(_literals(kind, name)), example(kind, name) or "*")


def _written(part: Part) -> str:
    match part:
        case Whatever():
            return ANY
        case Span(low=low, high=high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case Among(words=words):
            return "|".join(words)


def _has(part: Part, value: object) -> bool:
    match part:
        case Whatever():
            return True
        case Span(low=low, high=high):
            return isinstance(value, int) and (low is None or low <= value) and (high is None or value <= high)
        case Among(words=words):
            return ANY in words or _folded(word(value)) in map(_folded, words)


def _is_exact(wish: Wish) -> bool:
    """Whether it is one move, with every value given."""
    given = all(isinstance(part, Among) and len(part.words) == 1 for part in wish.parts)
    return given and len(wish.parts) == len(fields(wish.kind))


def _spelled(wish: Wish, seat: Seat) -> Iterator[Action]:
    """The moves that the wish spells in full; of a range the least number."""
    names = fields(wish.kind)
    words = [_words(part) for part in wish.parts]
    if len(words) < len(names) or not all(words):
        return
    for index, chosen in enumerate(product(*words)):
        if index < _MOST_SPELLED:
            values = (read_value(wish.kind, name, text) for name, text in zip(names, chosen, strict=True))
            yield wish.kind(seat, *values)


def _words(part: Part) -> tuple[str, ...]:
    match part:
        case Among(words=words):
            return tuple(text for text in words if text != ANY)
        case Span(low=int(low)):
            return (str(low),)
        case _:
            return ()


def _carried(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Every value in an event: its fields but for the seat, and what they hold."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            if name or field not in ("seat", "to"):
                yield from _carried(getattr(value, field), field)
        return
    yield _key(name, value)
    if isinstance(value, tuple | list):
        for item in value:
            yield from _carried(item, name)


def _key(name: str, value: object) -> tuple[str, str]:
    """What is compared of a value: a number only under its own name, for others may happen to be equal."""
    return (name if isinstance(value, int) else "", _folded(word(value)))


def _folded(text: str) -> str:
    return text.translate(DASHES).replace("-", "_").casefold()


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
