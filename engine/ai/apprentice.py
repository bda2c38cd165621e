"""Chooses any of the few offers that the title's ``hint`` values most: a player for beginners. It knows no title."""

from heapq import nlargest
from typing import Any

from engine.core import Action, Decision, Game, Rng, View

_AMONG = 3


def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
    """One of the three best offers, each as likely."""
    return rng.choice(nlargest(_AMONG, decision.offers, key=lambda action: game.computer.hint(view, action)))
