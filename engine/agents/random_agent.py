"""Chooses any offer, each as likely."""

from collections.abc import Collection
from itertools import islice
from typing import Any

from engine.core import Action, Decision, Game, Rng, View


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """Choose any offer at random."""
    return pick_offer(decision.offers, rng)


def pick_offer(offers: Collection[Action], rng: Rng) -> tuple[Action, Rng]:
    """One of ``offers`` at random, without listing lazy ones."""
    index, rng = rng.draw_below(len(offers))
    if isinstance(offers, tuple):
        chosen: Action = offers[index]
        return chosen, rng
    return next(islice(offers, index, None)), rng
