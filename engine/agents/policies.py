"""Computer players for any game.

They get a ``View`` and the offers of their decision, never a state.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.agents import greedy_agent, random_agent
from engine.core import Action, Decision, Game, Rng, View

__all__ = ["DEFAULT_POLICY", "QUICK_POLICIES", "Policy"]


class Policy(Protocol):
    """A function that chooses an offer for ``decision.seat``, which must be ``view.seat``.

    All chance must come from ``rng``.
    """

    def __call__(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        """Return one of ``decision.offers``, and the generator after the choice."""


QUICK_POLICIES: Mapping[str, Policy] = {
    "random": random_agent.choose,
    "apprentice": greedy_agent.choose_among_best,
    "greedy": greedy_agent.choose,
}
"""The policies without search, by the names in the database and in ``--players``."""

DEFAULT_POLICY = "greedy"
"""The policy of a computer player's seat if no one chose another policy; it is fast."""
