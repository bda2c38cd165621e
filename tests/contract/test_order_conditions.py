"""Conditions of orders: a kind of move is excluded exactly if no golden game shows one to everybody."""

from collections import defaultdict
from typing import Any

from msgspec.structs import astuple

from engine import GAMES, Action, Event
from engine.core import Standing
from engine.core.move_pattern import MovePattern, OneOf
from engine.core.notation import notation_word
from engine.core.pattern_matching import is_public_match
from engine.core.transcript import replay
from tests.contract.seeded_games import each_title
from tests.contract.test_golden import transcripts


def is_noticed(action: Action, events: tuple[Event, ...]) -> bool:
    parts = tuple(OneOf((notation_word(value),)) for value in astuple(action)[1:])
    return is_public_match(MovePattern(type(action), parts), action, events)


@each_title
def test_noticeable_moves_are_marked_as_order_conditions(key: str) -> None:
    noticed: dict[type[Action], bool] = defaultdict(bool)

    def watch(action: Action, _: Any, events: tuple[Event, ...]) -> None:
        noticed[type(action)] |= is_noticed(action, events)

    for transcript in transcripts(key):
        replay(GAMES[key], transcript, watch=watch)
    expected = {
        kind.__name__: kind.is_public and not kind.is_sealed for kind in noticed if not issubclass(kind, Standing)
    }
    assert {kind.__name__: noticed[kind] for kind in noticed if not issubclass(kind, Standing)} == expected
