"""The search player, which chooses its moves by search.

In games without search settings, it plays like the greedy player.
"""

from typing import Any

from engine.agents import greedy_agent
from engine.agents.search import choose_by_search
from engine.core import Action, Decision, Game, Rng, View

_SEED_BOUND = 1 << 62
"""Seeds of searches are below this number."""


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose the best offer by search.

    The same view and generator give the same move on any machine.
    """
    settings = game.agent.search_settings
    if settings is None:
        return greedy_agent.choose(game, view, decision, rng)
    seed, rng = rng.draw_below(_SEED_BOUND)
    return choose_by_search(game, settings, view, decision, seed), rng
