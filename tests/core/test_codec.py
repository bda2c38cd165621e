"""Conversion of states to JSON and back."""

from types import MappingProxyType

import msgspec
import pytest

from engine.core import codec
from engine.errors import Unreadable
from tests.games.railroad_rivals.table import GAME


class LaterRelease:
    """A later version of the game, which has renamed ``points`` to ``score`` and converts older states."""

    name, version, state, events = GAME.name, 2, GAME.state, GAME.events
    upcasts = MappingProxyType(
        {1: lambda plain: {**{k: v for k, v in plain.items() if k != "points"}, "score": plain["points"]}}
    )


def stored(**renamed):
    plain = msgspec.json.decode(codec.dump_state(GAME.new_game(GAME.options(), 3, 1)[0]))
    for name, old in renamed.items():
        plain[old] = plain.pop(name)
    return msgspec.json.encode(plain)


def test_state_and_events_survive_a_round_trip():
    state, events = GAME.new_game(GAME.options(), 3, 1)
    assert codec.load_state(GAME, codec.dump_state(state), 1) == state
    assert codec.load_events(GAME, codec.dump_events(events)) == events


def test_older_version_is_upcast():
    assert codec.load_state(LaterRelease, stored(score="points"), 1) == GAME.new_game(GAME.options(), 3, 1)[0]


def test_newer_version_is_refused():
    with pytest.raises(Unreadable, match="stored by a newer release"):
        codec.load_state(GAME, stored(), 2)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1,2", b"\xff\xfe", b'{"flow":[{"type":"Nonsense"}]}'])
def test_invalid_data_is_refused(data):
    with pytest.raises(Unreadable, match="can’t be read"):
        codec.load_state(GAME, data, 1)
    with pytest.raises(Unreadable, match="can’t be read"):
        codec.load_events(GAME, data)
