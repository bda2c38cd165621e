"""The greedy player: it chooses the offer with the highest ``score_action``, without search."""

from collections.abc import Callable
from functools import partial
from heapq import nlargest
from typing import Any

from engine.core import Action, Decision, Game, Rng, View

_BEGINNER_CHOICES = 3
"""The number of best offers from which the Apprentice chooses."""


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose the offer with the highest ``score_action``; of equal offers, a random one."""
    return choose_highest(partial(game.agent.score_action, view), decision, rng)


def choose_among_best(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose one of the three best offers at random, as an opponent for beginners."""
    return rng.choice(
        nlargest(_BEGINNER_CHOICES, decision.offers, key=lambda action: game.agent.score_action(view, action))
    )


def choose_highest(score_of: Callable[[Action], float], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose the offer with the highest score; of equal offers, a random one."""
    best: list[Action] = []
    highest = float("-inf")
    for action in decision.offers:
        score = score_of(action)
        if score > highest:
            best, highest = [action], score
        elif score == highest:
            best.append(action)
    return rng.choice(best)
