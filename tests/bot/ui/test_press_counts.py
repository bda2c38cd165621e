"""How few taps a move takes in the private menu, title by title, and that every move of a game is reached by it."""

from statistics import median_low

import pytest

from engine import GAMES
from tests.bot.press_counts import counted

MOVE, MOST = 3, 7
"""The most taps that the median of decisions and any decision may take, *Your move* and *Confirm* included."""

TURN = {"railroad-rivals": 12, "railway-rivals": 5, "railroader": 9, "railroads-of-catan": 10}
"""The most taps that the median of a person's turns of the game may take."""


@pytest.mark.parametrize("key", GAMES)
def test_moves_of_a_game_take_few_presses(key: str) -> None:
    count = counted(GAMES[key], seed=1)
    assert median_low([made for _, made in count.moves]) <= MOVE
    assert max(made for _, made in count.moves) <= MOST
    assert median_low(count.turns.values()) <= TURN[key]
    assert count.whole == sum(made for _, made in count.moves)
