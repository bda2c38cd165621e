"""What a computer player values, in about dollars. It sees a ``View``."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroads_of_catan import builder
from engine.games.railroads_of_catan.actions import Bid, Lay, Offer, Run, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["hint"]


def hint(view: View[RailroadsOfCatan], action: Action) -> float:
    """How good an offered action looks to ``view.seat``."""
    state = view.state
    match action:
        case Bid(amount=amount):
            return -amount
        case Offer(amount=amount):
            return -amount
        case Toward():
            return builder.toward(state, action)
        case Train():
            return builder.train(state, action)
        case Upgrade():
            return builder.upgrade(state, action)
        case Lay():
            return -1.0
        case Run(trip=trip):
            return float(sum(bool(stop.sales) for stop in trip.stops))
        case _:
            return 0.0
