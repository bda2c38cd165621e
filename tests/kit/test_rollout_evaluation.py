"""Evaluation of moves by random rollouts, for games without an evaluation of their own."""

from itertools import count

from engine import GAMES, decisions, play, redact
from engine.agents.random_agent import pick_offer
from engine.core import rng_from_seed
from engine.kit.rollouts import rollout_evaluator

GAME = next(iter(GAMES.values()))


def last_choice():
    """Return the last real choice in a random game for two in which the answers lead to different places."""
    return next(found for seed in count(1) if (found := last_choice_of(seed)))


def last_choice_of(seed):
    """Return the state, its question and the place after each answer, or nothing if all answers lead to the same
    place.
    """
    state, _ = GAME.new_game(GAME.options(), 2, seed)
    rng, before = rng_from_seed(seed), state
    while asked := decisions(state):
        before, question = state, asked[0]
        action, rng = pick_offer(question.offers, rng)
        state, _ = play(state, action)
    ends = {offer: place_after(before, offer) for offer in question.offers}
    telling = len(set(ends.values())) > 1 and None not in ends.values()
    return (before, question, ends) if telling else ()


def place_after(state, action):
    """Return the place of the seat that moves, or None if the action does not end the game."""
    after, _ = play(state, action)
    if decisions(after):
        return None
    return next(place.place for place in GAME.rules.ranking(after) if place.seat == action.seat)


def test_winning_last_choice_has_the_best_evaluation():
    state, question, ends = last_choice()
    hint, view = rollout_evaluator(GAME.agent.determinize, GAME.rules.ranking), redact(state, question.seat)
    assert ends[max(question.offers, key=lambda offer: hint(view, offer))] == 1


def test_evaluation_is_deterministic():
    state, _ = GAME.new_game(GAME.options(), 2, 5)
    question = decisions(state)[0]
    hint, view = rollout_evaluator(GAME.agent.determinize, GAME.rules.ranking), redact(state, question.seat)
    action = next(iter(question.offers))
    assert hint(view, action) == hint(view, action)
    assert 0 <= hint(view, action) <= 1


def test_certain_win_is_worth_one_and_loss_zero():
    state, question, ends = last_choice()
    hint, view = rollout_evaluator(lambda view, rng: state, GAME.rules.ranking), redact(state, question.seat)
    assert {ends[offer]: hint(view, offer) for offer in question.offers} == {1: 1.0, 2: 0.0}


def test_action_impossible_in_all_determinizations_is_worth_zero():
    state, question, _ = last_choice()
    after, _ = play(state, next(iter(question.offers)))
    hint, view = rollout_evaluator(lambda view, rng: after, GAME.rules.ranking), redact(state, question.seat)
    assert {hint(view, offer) for offer in question.offers} == {0.0}
