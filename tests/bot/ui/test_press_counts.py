"""The number of taps for moves in the private menu of each game, by which every move can be made."""

from statistics import median_low

import pytest

from engine import GAMES
from tests.bot.press_counts import counted

MOVE, MOST = 3, 7
"""Maximum taps of the median decision and of any decision, with *Your move* and *Confirm*."""

TURN = {"railroad-rivals": 12, "railway-rivals": 5, "railroader": 9, "railroads-of-catan": 10}
"""Maximum taps of a person's median turn, by game."""


@pytest.mark.parametrize("key", GAMES)
def test_moves_of_a_game_take_few_presses(key: str) -> None:
    count = counted(GAMES[key], seed=1)
    assert median_low([made for _, made in count.moves]) <= MOVE
    assert max(made for _, made in count.moves) <= MOST
    assert median_low(count.turns.values()) <= TURN[key]
    assert count.whole == sum(made for _, made in count.moves)
