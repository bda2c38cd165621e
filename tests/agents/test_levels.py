"""The levels of computer players that people choose from."""

from dataclasses import replace

from engine.agents.registry import ALL_POLICIES, difficulty_levels, level_name
from engine.core import decisions, redact, rng_from_seed
from engine.games import GAMES


def names(game):
    return [level.name for level in difficulty_levels(game)]


def test_dispatcher_exists_only_for_games_with_proven_search():
    game = GAMES["railroad-rivals"]
    unproven = replace(game.agent.search_settings, is_proven=False)
    for thinking in (None, unproven):
        other = replace(game, agent=replace(game.agent, search_settings=thinking))
        assert names(other) == ["Apprentice", "Conductor"]
    assert names(GAMES["railroad-rivals"]) == ["Apprentice", "Conductor", "Dispatcher"]


def test_every_level_can_be_stored_and_played():
    for game in GAMES.values():
        assert {level.policy for level in difficulty_levels(game)} <= set(ALL_POLICIES)


def test_stored_default_policy_is_the_conductor():
    assert level_name("greedy") == "Conductor"
    assert level_name("random") == "random"


def test_apprentice_plays_one_of_the_three_best_moves():
    game = GAMES["railroad-rivals"]
    state, _ = game.new_game(game.options(), 4, 5)
    question = next(question for question in decisions(state) if len(question.offers) > 3)
    view = redact(state, question.seat)
    ordered = sorted(question.offers, key=lambda action: -game.agent.score_action(view, action))
    chosen = {ALL_POLICIES["apprentice"](game, view, question, rng_from_seed(seed))[0] for seed in range(60)}
    assert chosen == set(ordered[:3])
