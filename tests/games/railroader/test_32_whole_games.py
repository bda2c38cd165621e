"""Random games: 64 cards, notation, and the length of games. (RR Additional Contents)"""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core import decisions, play, premove_decisions, read_action, rng_from_seed, write_action
from engine.games.railroader.game_data.cards import CARDS
from engine.games.railroader.game_data.constants import ACTIONS_PER_TURN, MAX_ROUNDS, MAX_SEATS
from engine.games.railroader.game_data.options import Deck, RailRoaderOptions
from engine.games.railroader.state.state import RailRoader
from tests.games.railroader.table import GAME

PRINTED = {
    deck: Counter({card: facts.start * MAX_SEATS + facts.count_in_deck(deck) for card, facts in CARDS.items()})
    for deck in ("balanced", "first")
}


def states(seats: int, line: str, seed: int, deck: Deck = "balanced") -> Iterator[RailRoader]:
    """The states of a random game in which cards rarely go to the prairie."""
    state, _ = GAME.new_game(RailRoaderOptions(line=line, deck=deck), seats, seed)  # type: ignore[arg-type]
    rng = rng_from_seed(seed, "whole games")
    yield state
    while questions := decisions(state):
        offers = questions[0].offers
        kept = [offer for offer in offers if getattr(offer, "onto", "") != "prairie"]
        action, rng = rng.choice(kept or tuple(offers))
        state, _ = play(state, action)
        yield state


GAMES = [(2, "16", 1), (3, "20", 2), (4, "26", 3), (4, "16", 4)]


@pytest.mark.parametrize(
    ("seats", "line", "seed", "deck"), [*((*game, "balanced") for game in GAMES), (2, "16", 1, "first")]
)
def test_the_64_cards_are_always_complete(seats, line, seed, deck):
    assert PRINTED[deck].total() == 64
    for state in states(seats, line, seed, deck):
        assert +Counter(GAME.rules.count_components(state)) == PRINTED[deck]


@pytest.mark.parametrize(("seats", "line", "seed"), GAMES[:2])
def test_every_offer_is_read_back_from_its_notation(seats, line, seed):
    kinds = set()
    for state in states(seats, line, seed):
        for question in (*decisions(state), *premove_decisions(state)):
            for action in question.offers:
                assert read_action(write_action(action), GAME.actions) == action
                kinds.add(type(action))
    assert len(kinds) > 10


@pytest.mark.parametrize(("seats", "line", "seed"), GAMES)
def test_a_turn_has_at_most_three_moves(seats, line, seed):
    """A stop takes no action, but a roll with an engineer takes two."""
    *_, last = played = [*states(seats, line, seed)]
    assert len(played) - 1 <= last.round * seats * ACTIONS_PER_TURN


def test_the_longest_game_leaves_room_for_orders_to_deputies():
    """Orders can be changed at any time; the limit allows five changes in every turn."""
    assert GAME.max_actions >= MAX_ROUNDS * MAX_SEATS * (ACTIONS_PER_TURN + 5)
