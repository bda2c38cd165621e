"""Encode states and events as JSON, and decode them; upcast states of older versions."""

from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from engine.core.event import Event
from engine.core.flow import State
from engine.core.game import Game
from engine.errors import Unreadable

S = TypeVar("S", bound=State)

_ENCODER = msgspec.json.Encoder()


def dump_state(state: State) -> bytes:
    """Encode a state as JSON. The caller stores the version (``Game.version``) next to the result."""
    return _ENCODER.encode(state)


def load_state(game: Game[S], data: bytes, version: int) -> S:
    """Decode a state of ``game`` that was encoded in version ``version``. Raises ``Unreadable``."""
    if version > game.version:
        raise Unreadable(f"This {game.name} table was stored by a newer release (version {version}). Update the bot.")
    try:
        if version < game.version:
            plain = msgspec.json.decode(data)
            for old in range(version, game.version):
                plain = game.upcasts[old](plain)
            data = _ENCODER.encode(plain)
        return cast("S", _state_decoder(game.state).decode(data))
    except msgspec.MsgspecError as error:
        raise Unreadable(f"This {game.name} table can’t be read: {error}.") from error


def unknown_field_names(state: State, data: bytes) -> frozenset[str]:
    """Return the names of fields in ``data`` that the state does not have; decoding ignores them.

    Raises ``Unreadable``.
    """
    try:
        return _field_names_in(msgspec.json.decode(data)) - _field_names_in(msgspec.json.decode(dump_state(state)))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(f"A stored state isn’t text: {error}.") from error


def _field_names_in(plain: Any) -> frozenset[str]:
    """Return the keys of all objects in a JSON value, at any depth."""
    if isinstance(plain, list):
        return frozenset().union(*map(_field_names_in, plain))
    if isinstance(plain, dict):
        return frozenset(plain).union(*map(_field_names_in, plain.values()))
    return frozenset()


def dump_events(events: tuple[Event, ...]) -> bytes:
    """Encode the events of one move as JSON."""
    return _ENCODER.encode(events)


def load_events(game: Game[Any], data: bytes) -> tuple[Event, ...]:
    """Decode the events of one stored move. Raises ``Unreadable``."""
    try:
        events: tuple[Event, ...] = _event_decoder(game.events).decode(data)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"This {game.name} history can’t be read: {error}.") from error
    return events


@cache
def _state_decoder(kind: type[State]) -> msgspec.json.Decoder[State]:
    return msgspec.json.Decoder(kind)


@cache
def _event_decoder(kinds: tuple[type[Event], ...]) -> msgspec.json.Decoder[Any]:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.json.Decoder(tuple[union, ...])
