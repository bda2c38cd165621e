"""A default evaluation for any game: random rollouts.

With it, a new game has computer players as soon as it has a determinization:
``AgentSupport(score_action=rollout_evaluator(determinize, ranking), determinize=determinize)``.
"""

from collections.abc import Callable
from itertools import islice
from statistics import fmean
from typing import Any

from engine.core import Action, RankingEntry, Rng, State, View, decisions, play_unchecked, rng_from_seed, write_action

_ROLLOUTS = 4
"""The number of imagined games per action."""

_MAX_MOVES = 400
"""Maximum number of moves of an imagined game; an unfinished game is then ranked as it is."""


def rollout_evaluator(
    determinize: Callable[[View[Any], Rng], Any], ranking: Callable[[Any], tuple[RankingEntry, ...]]
) -> Callable[[View[Any], Action], float]:
    """Return a function for ``AgentSupport.score_action``.

    The function returns values from 0 (the seat is always last) to 1 (the seat is always the only winner), and is
    deterministic.
    """

    def score_action(view: View[Any], action: Action) -> float:
        worlds = range(_ROLLOUTS)
        return fmean(_score_rollout(view, action, rng_from_seed(world, write_action(action))) for world in worlds)

    def _score_rollout(view: View[Any], action: Action, rng: Rng) -> float:
        world_rng, rng = rng, Rng(rng.counter ^ 1)
        state = determinize(view, world_rng)
        if not any(action in decision.offers for decision in decisions(state)):
            return 0.0  # not legal in this determinization
        places = ranking(_play_randomly(play_unchecked(state, action)[0], rng))
        own_place = next(entry.place for entry in places if entry.seat == action.seat)
        return sum(entry.place > own_place for entry in places) / max(1, len(places) - 1)

    return score_action


def _play_randomly(state: State, rng: Rng) -> State:
    """Play random moves. Return the state at the end of the game, or after ``_MAX_MOVES`` moves."""
    for _ in range(_MAX_MOVES):
        questions = decisions(state)
        if not questions:
            return state
        index, rng = rng.draw_below(len(questions[0].offers))
        state, _ = play_unchecked(state, next(islice(questions[0].offers, index, None)))
    return state
