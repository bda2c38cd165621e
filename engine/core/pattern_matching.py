"""Matching of move patterns: the offer that a pattern chooses, and the moves that match it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import islice, product

import msgspec
from msgspec.structs import astuple, replace

from engine.core.action import Action, field_names
from engine.core.event import Event
from engine.core.move_pattern import ANY_VALUE, MovePattern, OneOf, Range, fold_word
from engine.core.notation import notation_word, read_value
from engine.core.seats import Seat

_MAX_LITERAL_MOVES = 16
"""Maximum number of fully specified moves of one pattern that are tried even if no offer lists them."""
_MAX_SEALED_AMOUNT = 100_000
"""The highest sealed amount that is tried even if no offer lists it."""
_MAX_GAP = 1_000
"""The number of illegal amounts in a row after which no higher amounts are tried."""


def is_match(pattern: MovePattern, action: Action) -> bool:
    """Whether the move matches the pattern; a pattern without a seat matches moves of any seat."""
    if type(action) is not pattern.kind or pattern.seat not in (None, action.seat):
        return False
    return -1 not in _value_ranks(pattern, action)


def choose_offer(
    pattern: MovePattern, seat: Seat, offers: Collection[Action], is_allowed: Callable[[Action], bool]
) -> Action | None:
    """Return the offer that a pattern chooses; None if no offer matches.

    The chosen offer has the lowest number of each range, but the highest number of a range that limits a sealed number.
    Of several words, it has the first that is offered. A fully specified move is found even if the offers do not list
    it. Moves for which ``is_allowed`` returns False are excluded.
    """
    if pattern.sealed_limit is not None:
        return _highest_within_limit(pattern, pattern.sealed_limit, seat, offers, is_allowed)
    literal_moves = [action for action in _literal_moves(pattern, seat) if action in offers]
    is_literal = all(part.literal_words() == (str(part),) for part in pattern.parts)
    matches = [] if literal_moves and is_literal else [action for action in offers if is_match(pattern, action)]
    candidates = [action for action in dict.fromkeys((*matches, *literal_moves)) if is_allowed(action)]
    return min(candidates, key=partial(_value_ranks, pattern), default=None)


def is_public_match(pattern: MovePattern, action: Action, events: Sequence[Event]) -> bool:
    """Whether a move matches, and its first event is public and contains all values of the move.

    Conditions of orders use this, so they never react to sealed or secret moves.
    """
    if not events or not is_match(pattern, action):
        return False
    first_event, names = events[0], field_names(type(action))
    if first_event.to is not None or getattr(first_event, "seat", None) != action.seat:
        return False
    if not names:  # no values to compare, so all events must be public
        return all(event.to is None for event in events)
    event_values = set(_event_values(first_event, ""))
    return all(_comparison_key(name, getattr(action, name)) in event_values for name in names)


def _value_ranks(pattern: MovePattern, action: Action) -> list[int]:
    """Return the rank of each value of a move. The lowest is best, and -1 means that the value does not match."""
    values = astuple(action)[1:]
    return [part.rank(value) for part, value in zip(pattern.parts, values, strict=False)]


def _highest_within_limit(
    pattern: MovePattern, limit: Range, seat: Seat, offers: Collection[Action], is_allowed: Callable[[Action], bool]
) -> Action | None:
    """Return the legal move with the highest number within the limit, even if no offer lists it.

    If several moves have this number, return the first.
    """
    index = pattern.parts.index(limit)
    name = field_names(pattern.kind)[index]
    before, after = pattern.parts[:index], pattern.parts[index + 1 :]
    number_pattern = replace(pattern, parts=(*before, ANY_VALUE, *after))
    zero_pattern = replace(pattern, parts=(*before, OneOf(("0",)), *after))
    matches = [action for action in offers if is_match(number_pattern, action)]
    zero_moves = [replace(action, **{name: 0}) for action in matches]
    moves = dict.fromkeys((*zero_moves, *_literal_moves(zero_pattern, seat)))
    low, high = limit.low or 0, min(limit.high or 0, _MAX_SEALED_AMOUNT)
    last, highest = max([low, *(getattr(action, name) for action in matches)]), None
    for amount in range(low, high + 1):
        candidates = (replace(move, **{name: amount}) for move in moves)
        legal = next((action for action in candidates if action in offers and is_allowed(action)), None)
        if legal is not None:
            highest, last = legal, max(last, amount)
        elif amount > last + _MAX_GAP:
            break
    return highest


def _literal_moves(pattern: MovePattern, seat: Seat) -> Iterator[Action]:
    """Yield the moves that the pattern specifies completely, with the lowest number of each range."""
    names = field_names(pattern.kind)
    if len(pattern.parts) == len(names):
        for words in islice(product(*(part.literal_words() for part in pattern.parts)), _MAX_LITERAL_MOVES):
            yield pattern.kind(seat, *map(partial(read_value, pattern.kind), names, words))


def _event_values(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Yield the comparison keys of all values in an event, also nested ones, but not of the event's seat."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            if name or field not in ("seat", "to"):
                yield from _event_values(getattr(value, field), field)
        return
    yield _comparison_key(name, value)
    if isinstance(value, tuple | list):
        for item in value:
            yield from _event_values(item, name)


def _comparison_key(name: str, value: object) -> tuple[str, str]:
    """Return the key by which values are compared.

    Numbers match only in fields of the same name, because unrelated numbers may be equal.
    """
    return (name if isinstance(value, int) else "", fold_word(notation_word(value)))
