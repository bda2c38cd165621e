"""Conditions of every position, tested in random games."""

from random import Random

import pytest

from engine.core import decisions, play_unchecked
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import sort_cards
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.state.actions import Discard, Withdraw
from tests.games.railroader.table import GAME


def random_positions(seats, line, seed):
    """Every position of a random game with few discards, so that trains move."""
    state, _ = GAME.new_game(RailRoaderOptions(line=line), seats, seed)
    chance = Random(seed)
    while pending := decisions(state):
        yield state
        offers = list(pending[0].offers)
        useful = [offer for offer in offers if not isinstance(offer, Discard | Withdraw)]
        state, _ = play_unchecked(state, chance.choice(useful if useful and chance.random() < 0.95 else offers))


def impossibilities(state, railroad, seat):
    """(description, whether it is true) pairs of conditions that must be false."""
    mat, space = railroad.mat, state.board.space_kind(seat, railroad.engine)
    yield "too many people", mat.people_count > 3
    yield "too many crates", len(mat.crates) > 2
    yield "two opened crates", sum(crate.is_opened for crate in mat.crates) > 1
    yield "an empty crate", any(crate.left < 1 for crate in mat.crates)
    yield (
        "crates out of order",
        mat.crates != tuple(sorted(mat.crates, key=lambda crate: (not crate.is_opened, crate.value))),
    )
    yield "beyond the track", not 0 <= railroad.engine <= railroad.last_track_space
    yield "beyond the line", railroad.sections > state.board.sections
    yield "derailed before the end", railroad.derailed and railroad.engine % 4 != 0
    yield "cavalry without ambush", railroad.cavalry is not None and space is not Space.PURPLE
    yield "cavalry past the train", railroad.cavalry is not None and railroad.cavalry >= railroad.engine
    yield "dynamite behind", railroad.dynamite is not None and railroad.dynamite <= railroad.engine
    yield "dynamite off the track", railroad.dynamite is not None and railroad.dynamite > railroad.last_track_space
    yield "hand out of order", railroad.hand != sort_cards(railroad.hand)
    yield "pile out of order", railroad.discards != sort_cards(railroad.discards)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("seats", "line"), [(2, "16"), (3, "20"), (4, "16")])
def test_every_position_is_possible(seats, line, seed):
    for state in random_positions(seats, line, seed):
        problems = [
            problem
            for seat, railroad in state.railroads.items()
            for problem, is_true in impossibilities(state, railroad, seat)
            if is_true
        ]
        assert not problems
        assert 0 <= state.current_turn.left <= 3
        assert state.current_turn.left or state.current_turn.rolling
        assert state.prairie == sort_cards(state.prairie)
        assert len(state.outlaws) <= 3
        assert sum(GAME.rules.count_components(state).values()) == 64
