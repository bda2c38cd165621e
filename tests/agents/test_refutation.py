"""Refutations: the typical imagined game of a comparison, and its events that are relevant to the reasons."""

from dataclasses import replace
from itertools import islice

import msgspec
import pytest

from engine.agents import greedy_agent
from engine.agents.coach import Advice
from engine.agents.differences import Difference
from engine.agents.explanation import Explanation, Price
from engine.agents.refutation import (
    Refutation,
    Verdict,
    judge_answer,
    refutation_of,
    seed_of_point,
    typical_rollout,
)
from engine.agents.rollout import StatisticKey, rollout_start, rollout_steps
from engine.core import SearchSettings, decisions, play, redact, rng_from_seed, visible_events
from engine.core.reasons import Horizon, ScoreEntry
from engine.games import GAMES
from tests.agents.test_coach import TITLE, choice
from tests.agents.test_reasons import always, compared, figure, game_of
from tests.agents.test_search import positions

COAL = StatisticKey(1, "coal", "", Horizon.END)


def reasoned(*keys, price=None, pair=(None, None)):
    """Return advice with these statistics as its reasons."""
    differences = tuple(Difference(key, 1.0, 0.1, 1.0) for key in keys)
    return Advice(*pair, 1.0, 0.1, 3, Explanation(differences, (), price))


def test_typical_game_is_nearest_to_the_reasons():
    values = (0.0, 10.0, 4.0, 6.5)
    comparison = compared(*[({figure("coal"): value, figure("way"): 9 * value}, {}) for value in values])
    assert typical_rollout(game_of(), comparison, reasoned(COAL)) == 2
    price = Price(COAL, 5.0, 0.1, 3.0, 0.1, is_exact=False, is_best=True, has_later_costs=False)
    assert typical_rollout(game_of(), comparison, reasoned(price=price)) == 2
    assert typical_rollout(game_of(), comparison, reasoned()) is None


def test_first_game_is_typical_if_all_are_alike():
    assert typical_rollout(game_of(), compared(*always("coal", 2.0, Horizon.END, count=5)), reasoned(COAL)) == 0


@pytest.fixture(scope="module")
def pair():
    """Return the view of a position early in the game, and two of its moves."""
    view, question = next(one for one in positions(TITLE, 3, 20) if len(tuple(one[1].offers)) > 1)
    return view, tuple(question.offers)[:2]


def test_refutation_has_only_events_relevant_to_the_reasons(pair):
    view, moves = pair
    game = GAMES[TITLE]
    verdict = Verdict(reasoned(StatisticKey(view.seat, "deliveries"), pair=moves), 0)
    found = refutation_of(game, view, verdict, 5)
    assert found == refutation_of(game, view, verdict, 5) != Refutation()
    for event in (*found.better, *found.other):
        booked = {(entry.seat, entry.category) for entry in game.agent.reasons.score_entries(event)}
        assert (view.seat, "deliveries") in booked
    assert not set(found.better) & set(found.other)


def hides_events(game, thinking, view, action):
    """Whether the first imagined game after a move has events that are hidden from the seat of the view."""
    world, chance = rollout_start(game, view, seed_of_point(5), 0)
    events = [event for step in rollout_steps(game, thinking, world, action, chance) for event in step.events]
    return len(visible_events(tuple(events), view.seat)) < len(events)


def secret_offers(game, first, last):
    """Yield (view, question) from move ``first`` to move ``last`` of a game for three in which offers to players are
    secret.
    """
    state, _ = game.new_game(game.options(), 3, 4)
    rng = rng_from_seed(4)
    for number in range(last):
        question = decisions(state)[0]
        view = redact(state, question.seat)
        if number >= first:
            yield view, question
        action, rng = greedy_agent.choose(game, view, question, rng)
        state, _ = play(state, action)


def test_refutation_hides_secret_events():
    """Every event counts as relevant to the reasons in this game."""
    game, thinking, told = GAMES["railway-rivals"], SearchSettings(games=8, moves=2, rounds=1), False
    reasons = msgspec.structs.replace(game.agent.reasons, score_entries=lambda event: [ScoreEntry(1, "all", 1.0)])
    game = replace(game, agent=replace(game.agent, reasons=reasons, search_settings=thinking))
    for view, question in secret_offers(game, 112, 124):
        pair = tuple(islice(question.offers, 2))
        if len(pair) > 1 and any(hides_events(game, thinking, view, action) for action in pair):
            found = refutation_of(game, view, Verdict(reasoned(StatisticKey(1, "all"), pair=pair), 0), 5)
            assert all(event.to is None or view.seat in event.to for event in (*found.better, *found.other))
            told = told or found != Refutation()
    assert told


def test_no_refutation_without_a_typical_game(pair):
    view, moves = pair
    assert refutation_of(GAMES[TITLE], view, Verdict(reasoned(COAL, pair=moves)), 5) == Refutation()


def test_answer_comparison_is_deterministic():
    view, question = choice()
    game = GAMES[TITLE]
    short = replace(
        game, agent=replace(game.agent, search_settings=replace(game.agent.search_settings, comparison_games=3))
    )
    moves = tuple(question.offers)[:2]
    verdict = judge_answer(short, view, moves, 5)
    assert verdict == judge_answer(short, view, moves, 5) and verdict.advice.games == 3
    assert {verdict.advice.best, verdict.advice.second} == set(moves)
    silent = replace(game, agent=replace(game.agent, search_settings=None))
    with pytest.raises(LookupError):
        judge_answer(silent, view, moves, 5)
