"""The random player: it chooses each offer with equal probability."""

from collections.abc import Collection
from itertools import islice
from typing import Any

from engine.core import Action, Decision, Game, Rng, View


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose a random offer."""
    return pick_offer(decision.offers, rng)


def pick_offer(offers: Collection[Action], rng: Rng) -> tuple[Action, Rng]:
    """Return a random offer and the next generator.

    Lazy offers are enumerated only up to the chosen one.
    """
    index, rng = rng.draw_below(len(offers))
    if isinstance(offers, tuple):
        offer: Action = offers[index]
        return offer, rng
    return next(islice(offers, index, None)), rng
