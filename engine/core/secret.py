"""Hidden information as a type: ``Secret`` in a state, ``View`` from ``redact``.

Renderers, computer players, and pages accept only a ``View``, so forgetting to hide something is a type error.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar, final, get_args, get_origin

import msgspec

from engine.core.event import Event
from engine.core.flow import State
from engine.core.seats import Seat

T = TypeVar("T")
S_co = TypeVar("S_co", bound=State, covariant=True)


class Secret(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """A value that only the seats in ``seen_by`` may see.

    ``size`` is public (cards in a hand, tiles in a pile).
    """

    value: T | None
    size: int = 1
    seen_by: frozenset[Seat] = frozenset()

    def open(self) -> T:
        """Return the value.

        Raises ``LookupError`` for a redacted secret, which is a bug of the caller.
        """
        if self.value is None:
            raise LookupError("this secret was blanked: a rule or a picture looked at what it may not know")
        return self.value


def secret_for(seat: Seat, value: T, size: int = 1) -> Secret[T]:
    """Return a secret that only one seat may see.

    If the size is always 1, the other seats do not even know whether the secret contains anything.
    """
    return Secret(value, size, frozenset({seat}))


@final
class View(Generic[S_co]):
    """A state without the secrets that ``seat`` may not see.

    ``seat`` is ``None`` for a spectator. Only ``redact`` creates views.
    """

    __slots__ = ("seat", "state")

    state: S_co
    seat: Seat | None

    def __init__(self) -> None:
        raise TypeError("a View is made by redact(state, seat) and by nothing else")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # states hold mappings


S = TypeVar("S", bound=State)


def redact(state: S, seat: Seat | None) -> View[S]:
    """Return the view of ``state`` for ``seat`` (``None``: a spectator)."""
    view: View[S] = object.__new__(View)
    view.state, view.seat = _blank_secrets(state, seat), seat
    return view


def is_revealing(before: State, after: State, events: tuple[Event, ...], seat: Seat) -> bool:
    """Whether the step from ``before`` to ``after`` used or revealed anything hidden from ``seat``.

    This is so if the step changed a hidden value, had an event that ``is_revealing``, or led to decisions with new
    ``disclosure_keys``. Then the step can't be undone.
    """
    if any(event.is_revealing for event in events):
        return True
    if not _disclosure_keys(after, seat) <= _disclosure_keys(before, seat):
        return True
    return list(_secrets_hidden_from(before, seat)) != list(_secrets_hidden_from(after, seat))


def _disclosure_keys(state: State, seat: Seat) -> frozenset[Hashable]:
    return state.flow[-1].disclosure_keys(state, seat) if state.flow else frozenset()


def _blank_secrets(value: Any, seat: Seat | None) -> Any:
    kind = type(value)  # exact types first, because computer players need a view for every move
    if kind is Secret:
        return value if seat in value.seen_by else Secret(None, value.size, value.seen_by)
    if kind is dict:
        return {key: _blank_secrets(item, seat) for key, item in value.items()} if value else value
    if kind is tuple:
        return tuple([_blank_secrets(item, seat) for item in value])
    if issubclass(kind, msgspec.Struct):
        changes = dict[str, Any]()
        for name in _secret_fields(kind):
            old = getattr(value, name)
            if type(old) is Secret:
                if seat not in old.seen_by:
                    changes[name] = Secret(None, old.size, old.seen_by)
            elif (blanked := _blank_secrets(old, seat)) is not old:
                changes[name] = blanked
        return msgspec.structs.replace(value, **changes) if changes else value
    if isinstance(value, Mapping):
        return {key: _blank_secrets(item, seat) for key, item in value.items()}
    return value


def _secrets_hidden_from(value: Any, seat: Seat) -> Iterator[Secret[Any]]:
    if isinstance(value, Secret):
        if seat not in value.seen_by:
            yield value
    elif isinstance(value, msgspec.Struct):
        for name in _secret_fields(type(value)):
            yield from _secrets_hidden_from(getattr(value, name), seat)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _secrets_hidden_from(item, seat)
    elif isinstance(value, tuple):
        for item in value:
            yield from _secrets_hidden_from(item, seat)


@cache
def _secret_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of a struct's fields that may contain secrets."""
    fields, seen = msgspec.structs.fields(kind), frozenset({kind})
    return tuple(field.name for field in fields if _can_hold_secret(field.type, seen))


def _can_hold_secret(hint: Any, seen: frozenset[Any]) -> bool:
    origin = get_origin(hint) or hint
    if origin is Secret:
        return True
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct) and origin not in seen:
        return any(_can_hold_secret(f.type, seen | {origin}) for f in msgspec.structs.fields(origin))
    return any(_can_hold_secret(arg, seen) for arg in get_args(hint))
