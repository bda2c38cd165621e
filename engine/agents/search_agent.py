"""Chooses by search if the game has search settings, else as the greedy player."""

from typing import Any

from engine.agents import greedy_agent
from engine.agents.search import choose_by_search
from engine.core import Action, Decision, Game, Rng, View

_SEED_BOUND = 1 << 62


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The best move in rollouts. The same view and generator give the same move on any machine."""
    thinking = game.agent.search_settings
    if thinking is None:
        return greedy_agent.choose(game, view, decision, rng)
    seed, rng = rng.draw_below(_SEED_BOUND)
    return choose_by_search(game, thinking, view, decision, seed), rng
