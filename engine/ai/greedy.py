"""Chooses the offer that the title's ``hint`` values most, without looking ahead. It knows no title."""

from collections.abc import Callable
from functools import partial
from heapq import nlargest
from typing import Any

from engine.core import Action, Decision, Game, Rng, View

_AMONG = 3


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The best offer; among equals, any."""
    return _highest(decision, partial(game.computer.hint, view), rng)


def choose_among_best(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """One of the three best offers, each as likely: a player for beginners."""
    return rng.choice(nlargest(_AMONG, decision.offers, key=lambda action: game.computer.hint(view, action)))


def choose_as_first(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The offer that the frozen hint values most: it never changes, arenas measure against it, no table offers it."""
    frozen = game.computer.yardstick or game.computer.hint
    return _highest(decision, partial(frozen, view), rng)


def _highest(decision: Decision, worth: Callable[[Action], float], rng: Rng) -> tuple[Action, Rng]:
    """The offer with the most worth; among equals, any."""
    best: list[Action] = []
    most = float("-inf")
    for action in decision.offers:
        value = worth(action)
        if value > most:
            best, most = [action], value
        elif value == most:
            best.append(action)
    return rng.choice(best)
