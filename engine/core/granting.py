"""Wishes at a question: the move that one makes of what is offered, and whether a move was meant. It knows no game."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import islice, product

import msgspec
from msgspec.structs import astuple, replace

from engine.core.action import Action, fields
from engine.core.event import Event
from engine.core.notation import read_value, word
from engine.core.seats import Seat
from engine.core.wish import ANYTHING, Among, Span, Wish, folded

_MOST_SPELLED = 16
"""Moves that one wish spells out in full and that are tried although the offers do not list them."""
_MOST_SEALED = 100_000
"""The highest sealed amount that is tried although the offers do not list it."""
_GAP = 1_000
"""After so many numbers in a row that cannot be, higher ones are not tried."""


def fits(wish: Wish, action: Action) -> bool:
    """Whether the move is one that is meant; whose it is does not matter where the wish has no seat."""
    if type(action) is not wish.kind or wish.seat not in (None, action.seat):
        return False
    return -1 not in _ranks(wish, action)


def pick(wish: Wish, seat: Seat, offers: Collection[Action], may: Callable[[Action], bool]) -> Action | None:
    """The move that the wish makes of these offers: the least of its ranges, the first of its words that is offered.

    Of a sealed number up to a limit it is the highest. A move that is spelled in full is found although the offers do
    not list it. What not ``may`` be made is left out.
    """
    if wish.limit is not None:
        return _highest(wish, wish.limit, seat, offers, may)
    spelled = [action for action in _spelled(wish, seat) if action in offers]
    alone = all(part.spelled() == (str(part),) for part in wish.parts)
    fitting = [] if spelled and alone else [action for action in offers if fits(wish, action)]
    found = [action for action in dict.fromkeys((*fitting, *spelled)) if may(action)]
    return min(found, key=partial(_ranks, wish), default=None)


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


def _ranks(wish: Wish, action: Action) -> list[int]:
    """The rank of the move, value by value, the best lowest; -1 where a value is not meant."""
    values = astuple(action)[1:]
    return [part.rank(value) for part, value in zip(wish.parts, values, strict=False)]


def _highest(
    wish: Wish, limit: Span, seat: Seat, offers: Collection[Action], may: Callable[[Action], bool]
) -> Action | None:
    """The move with the highest number within the limit, listed or not; ties go to the first."""
    at = wish.parts.index(limit)
    name = fields(wish.kind)[at]
    before, after = wish.parts[:at], wish.parts[at + 1 :]
    any_number = replace(wish, parts=(*before, ANYTHING, *after))
    none_yet = replace(wish, parts=(*before, Among(("0",)), *after))
    fitting = [action for action in offers if fits(any_number, action)]
    without = [replace(action, **{name: 0}) for action in fitting]
    moves = dict.fromkeys((*without, *_spelled(none_yet, seat)))
    low, high = limit.low or 0, min(limit.high or 0, _MOST_SEALED)
    last, found = max([low, *(getattr(action, name) for action in fitting)]), None
    for each in range(low, high + 1):
        numbered = (replace(move, **{name: each}) for move in moves)
        legal = next((action for action in numbered if action in offers and may(action)), None)
        if legal is not None:
            found, last = legal, max(last, each)
        elif each > last + _GAP:
            break
    return found


def _spelled(wish: Wish, seat: Seat) -> Iterator[Action]:
    """The moves that the wish spells in full; of a range the least number."""
    names = fields(wish.kind)
    if len(wish.parts) == len(names):
        for words in islice(product(*(part.spelled() for part in wish.parts)), _MOST_SPELLED):
            yield wish.kind(seat, *map(partial(read_value, wish.kind), names, words))


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
    """The part of a value that is compared: a number only under its own name, for others may happen to be equal."""
    return (name if isinstance(value, int) else "", folded(word(value)))
