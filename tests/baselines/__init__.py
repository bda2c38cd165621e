"""The first computer player of each game, frozen, against which later ones are measured.

``python -m tests.baselines GAME --players greedy_agent,baseline,baseline`` runs the arena with a baseline among the
players.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.agents import greedy_agent
from engine.agents.policies import Policy
from engine.agents.registry import ALL_POLICIES
from engine.core import Action, Decision, Game, Rng, View
from tests.baselines import railroad_rivals, railroader, railroads_of_catan, railway_rivals

HINTS: Mapping[str, Callable[[View[Any], Action], float]] = {
    "railroad-rivals": railroad_rivals.hint,
    "railway-rivals": railway_rivals.hint,
    "railroader": railroader.hint,
    "railroads-of-catan": railroads_of_catan.hint,
}
"""Key of a game -> function that rates an offered action for ``view.seat``."""


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Return the offer that the game's first hint rates highest; ties are broken at random."""
    return greedy_agent.choose_highest(partial(HINTS[game.key], view), decision, rng)


CONTESTANTS: Mapping[str, Policy] = {**ALL_POLICIES, "baseline": choose}
"""The policies of the arena, and the baseline."""
