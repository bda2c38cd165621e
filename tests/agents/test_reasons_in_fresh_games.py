"""Reasons of hints in late positions, measured again in imagined games that were not used to find them.

``python -m engine claims TITLE --reasons`` measures the hints of whole games in the same way.
"""

import pytest

from engine.agents import greedy_agent
from engine.agents.coach import advise
from engine.cli.reason_claims import measure_reason_claims
from engine.core import decisions, play, redact, rng_from_seed
from engine.games import GAMES

HINTS, LAST = 4, 16
GAMES_EACH = 30
SEEDS = {"railroad-rivals": 1, "railroads-of-catan": 1, "railroader": 4, "railway-rivals": 1}
"""Key of a game -> seed of the tested game."""


def late_positions(key):
    """Return (view, question) pairs near the end of a game among greedy players."""
    game, seed, found = GAMES[key], SEEDS[key], []
    state, _ = game.new_game(game.options(), max(2, game.seats[0]), seed)
    rng = rng_from_seed(seed)
    while questions := decisions(state):
        question = questions[0]
        if len(question.offers) > 1:
            found.append((redact(state, question.seat), question))
        action, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)
        state, _ = play(state, action)
    return found[-LAST :: LAST // HINTS]


def test_every_game_with_reasons_is_measured():
    assert set(SEEDS) == {key for key, game in GAMES.items() if game.agent.reasons is not None}


@pytest.mark.parametrize("key", SEEDS)
def test_reasons_hold_in_fresh_games(key):
    game, claims = GAMES[key], []
    for number, (view, question) in enumerate(late_positions(key)):
        advice = advise(game, view, question, number, GAMES_EACH)
        claims += measure_reason_claims(game, view, advice, number, GAMES_EACH)
    assert claims and all(claim.has_same_sign for claim in claims)
