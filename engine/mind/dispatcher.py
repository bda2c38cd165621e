"""Chooses by search where the title says how to think, and else by hint. It knows no title."""

from typing import Any

from engine.ai import greedy
from engine.core import Action, Decision, Game, Rng, View
from engine.mind.search import think

_SEEDS = 1 << 62


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The move that does best in imagined games. The same view and generator give the same move on any machine."""
    thinking = game.computer.thinking
    if thinking is None:
        return greedy.choose(game, view, decision, rng)
    seed, rng = rng.below(_SEEDS)
    return think(game, thinking, view, decision, seed), rng
