"""What may be done in golden games, for how much, and how it stands is what was approved, to the letter."""

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.games.positions import GOLDEN, changes, text_of


@pytest.mark.parametrize("game", GOLDEN, ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_a_game_has_the_positions_that_were_approved(game: Path) -> None:
    found = changes(game, text_of(game))
    assert not found, f"\n{found}\nIf that is right: python -m tests.games.positions {game.stem}"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_of_several_begins_with_round_1(key: str) -> None:
    game = GAMES[key]
    seats = [number for number in game.seats if number > 1]
    assert {game.rules.round_number(game.new_game(game.options(), number, 1)[0]) for number in seats} == {1}
