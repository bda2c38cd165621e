"""The quick policies of computer players."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from engine import GAMES, redact
from engine.agents.policies import QUICK_POLICIES
from engine.agents.random_agent import pick_offer
from engine.cli.selfplay import make_report, play_games
from engine.core import AmountOffers, decisions, rng_from_seed
from tests.contract.seeded_games import Table, apart, each_title, walk

ENOUGH = 30
"""Maximum number of questions of a game that are tested."""

each_policy = pytest.mark.parametrize("policy", QUICK_POLICIES)


@cache
def seats(key):
    """Return the maximum number of seats of a game, or the number for a small table if the game is slow."""
    two = max(2, GAMES[key].seats[0])
    return GAMES[key].seats[-1] if apart(Table(GAMES[key], two, (), 5, "random")) == 1 else two


@cache
def questions(key):
    """Return (view, question) pairs from all parts of one random game."""
    steps = walk(Table(GAMES[key], seats(key), (), 5, "random"))
    asked = [(step.before, question) for step in steps for question in decisions(step.before)]
    return [(redact(state, question.seat), question) for state, question in asked[:: 1 + len(asked) // ENOUGH]]


@each_title
@each_policy
def test_policy_chooses_an_offer_deterministically(key, policy):
    for number, (view, question) in enumerate(questions(key)):
        first, second = (QUICK_POLICIES[policy](GAMES[key], view, question, rng_from_seed(number)) for _ in range(2))
        assert first == second
        assert first[0] in question.offers


@each_title
def test_greedy_chooses_the_best_evaluation(key):
    game = GAMES[key]
    for view, question in questions(key):
        action, _ = QUICK_POLICIES["greedy"](game, view, question, rng_from_seed(1))
        assert game.agent.score_action(view, action) == max(
            game.agent.score_action(view, offer) for offer in question.offers
        )


def test_greedy_chooses_randomly_among_equals():
    game = next(iter(GAMES.values()))
    indifferent = replace(game, agent=replace(game.agent, score_action=lambda view, action: 0.0))
    view, question = next((v, q) for v, q in questions(next(iter(GAMES))) if len(q.offers) > 1)
    chosen = {QUICK_POLICIES["greedy"](indifferent, view, question, rng_from_seed(n))[0] for n in range(200)}
    assert chosen == set(question.offers)


def test_random_chooses_every_offer_equally_often():
    view, question = next((v, q) for v, q in questions(next(iter(GAMES))) if len(q.offers) == 4)
    times: Counter[object] = Counter()
    rng = rng_from_seed(3)
    for _ in range(4_000):
        action, rng = QUICK_POLICIES["random"](GAMES[next(iter(GAMES))], view, question, rng)
        times[action] += 1
    assert all(900 < count < 1_100 for count in times.values())
    assert len(times) == 4


def test_random_does_not_list_lazy_offers():
    made = []

    class Counted:
        def __call__(self, seat, amount):
            made.append(amount)
            return amount

    action, _ = pick_offer(AmountOffers(Counted(), 1, 10, 10**6), rng_from_seed(4))
    assert action >= 10
    assert len(made) == action - 9


@each_title
def test_greedy_beats_random(key):
    """The greedy player sits once in each seat."""
    game = GAMES[key]
    policies = ("greedy", *["random"] * (seats(key) - 1))
    figures = make_report(game, tuple(play_games(game, game.options(), policies, 1, seats(key))))
    assert figures.wins["greedy"] >= 0.6
