"""Computer players for any game. They get a ``View`` and the offers of their decision, never a state."""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.agents import greedy_agent, random_agent
from engine.core import Action, Decision, Game, Rng, View

__all__ = ["DEFAULT_POLICY", "QUICK_POLICIES", "Policy"]


class Policy(Protocol):
    """Chooses for ``decision.seat``, which must be ``view.seat``; the only source of chance is ``rng``."""

    def __call__(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        """One of ``decision.offers``, and the generator after the choice."""


QUICK_POLICIES: Mapping[str, Policy] = {
    "random": random_agent.choose,
    "apprentice": greedy_agent.choose_among_best,
    "greedy": greedy_agent.choose,
}
"""Name, as tables store it and ``--players`` writes it -> how to choose."""

DEFAULT_POLICY = "greedy"
"""The policy for seats without a chosen one; it is fast."""
