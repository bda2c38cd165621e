"""Choose the offer with the highest ``score_action``, without looking ahead."""

from collections.abc import Callable
from functools import partial
from heapq import nlargest
from typing import Any

from engine.core import Action, Decision, Game, Rng, View

_BEGINNER_CHOICES = 3


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The best offer; among equals, any."""
    return choose_highest(partial(game.agent.score_action, view), decision, rng)


def choose_among_best(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose one of the three best offers at random: a player for beginners."""
    return rng.choice(
        nlargest(_BEGINNER_CHOICES, decision.offers, key=lambda action: game.agent.score_action(view, action))
    )


def choose_highest(worth: Callable[[Action], float], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The offer with the highest ``worth``; a random one of equals."""
    best: list[Action] = []
    most = float("-inf")
    for action in decision.offers:
        value = worth(action)
        if value > most:
            best, most = [action], value
        elif value == most:
            best.append(action)
    return rng.choice(best)
