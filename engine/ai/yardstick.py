"""The greedy player of the first release, which never changes. Arenas measure against it; no table offers it."""

from functools import partial
from typing import Any

from engine.ai.greedy import highest
from engine.core import Action, Decision, Game, Rng, View


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The offer that the frozen hint values most; among equals, any."""
    frozen = game.computer.yardstick or game.computer.hint
    return highest(decision, partial(frozen, view), rng)
