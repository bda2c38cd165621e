"""Chooses the offer that the title's ``hint`` values most, without looking ahead. It knows no title."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.core import Action, Decision, Game, Rng, View


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """The best offer; among equals, any."""
    return highest(decision, partial(game.computer.hint, view), rng)


def highest(decision: Decision, worth: Callable[[Action], float], rng: Rng) -> tuple[Action, Rng]:
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
