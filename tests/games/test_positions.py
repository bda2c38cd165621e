"""What may be done in golden games, for how much, and how it stands is what was approved, to the letter."""

from pathlib import Path

import pytest

from tests.games.positions import GOLDEN, changes, text_of


@pytest.mark.parametrize("game", GOLDEN, ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_a_game_has_the_positions_that_were_approved(game: Path) -> None:
    found = changes(game, text_of(game))
    assert not found, f"\n{found}\nIf that is right: python -m tests.games.positions {game.stem}"
