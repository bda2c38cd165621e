"""Refusals repeat typed values, but shorten them."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engine import GAMES, Game, Refused, Unreadable, play, read_action
from engine.core import field_names, read_options, shorten, verb_of

LONG = 21_000
TYPED = (
    "x" * LONG,
    "+1" + "a" * LONG,
    "-9" + "9" * LONG,
    "A1>" * LONG,
    "h13+1" + "a" * LONG,
    "x y " * LONG,
    "supplies-" + "4" * LONG,
)
LONGEST = 900
"""Maximum characters of a refusal that lists the possible values."""


def lines(game: Game[Any]) -> Iterator[str]:
    """Yield every move of a game, with a long value in place of each field."""
    for kind in game.actions:
        count = len(field_names(kind))
        for typed, place in product(TYPED, range(count)):
            yield " ".join(["p1", verb_of(kind), *("1" if other != place else typed for other in range(count))])


@pytest.mark.parametrize("key", GAMES)
def test_refusal_does_not_repeat_long_input(key: str) -> None:
    game = GAMES[key]
    state, _ = game.new_game(read_options(game.options, {}), game.seats[-1], 7)
    for line in lines(game):
        with pytest.raises((Refused, Unreadable)) as refused:
            play(state, read_action(line, game.actions))
        assert len(str(refused.value)) < LONGEST, str(refused.value)[:200]


def test_long_value_is_cut_to_one_line() -> None:
    assert shorten("a\n b") == "a b"
    assert len(shorten("x" * LONG)) == 40 and shorten("x" * LONG).endswith("…")
