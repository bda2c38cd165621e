"""A default evaluation for any game: random rollouts.

So a new game has computer players as soon as it has a determinization:
``AgentSupport(score_action=rollout_evaluator(determinize, ranking), determinize=determinize)``.
"""

from collections.abc import Callable
from itertools import islice
from statistics import fmean
from typing import Any

from engine.core import Action, RankingEntry, Rng, State, View, decisions, play_unchecked, rng_from_seed, write_action

_ROLLOUTS = 4
"""Imagined games an action."""

_MAX_MOVES = 400
"""Moves of an imagined game at most; what is not over then is ranked as it stands."""


def rollout_evaluator(
    determinize: Callable[[View[Any], Rng], Any], ranking: Callable[[Any], tuple[RankingEntry, ...]]
) -> Callable[[View[Any], Action], float]:
    """A game's ``score_action``: from 0, always last, to 1, always the only winner. Deterministic."""

    def score_action(view: View[Any], action: Action) -> float:
        worlds = range(_ROLLOUTS)
        return fmean(_score_rollout(view, action, rng_from_seed(world, write_action(action))) for world in worlds)

    def _score_rollout(view: View[Any], action: Action, rng: Rng) -> float:
        world_rng, rng = rng, Rng(rng.counter ^ 1)
        state = determinize(view, world_rng)
        if not any(action in asked.offers for asked in decisions(state)):
            return 0.0  # not possible in the world that was imagined
        places = ranking(_play_randomly(play_unchecked(state, action)[0], rng))
        mine = next(place.place for place in places if place.seat == action.seat)
        return sum(place.place > mine for place in places) / max(1, len(places) - 1)

    return score_action


def _play_randomly(state: State, rng: Rng) -> State:
    """The state at the end of a game in which everyone chooses at random."""
    for _ in range(_MAX_MOVES):
        questions = decisions(state)
        if not questions:
            return state
        index, rng = rng.draw_below(len(questions[0].offers))
        state, _ = play_unchecked(state, next(islice(questions[0].offers, index, None)))
    return state
