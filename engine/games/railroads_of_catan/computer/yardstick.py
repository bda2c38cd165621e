"""Frozen: the first hint. It bid less, and the rich did not want the banker first; all else is as today."""

from engine.core import Action, View
from engine.games.railroads_of_catan.box.figures import BID_STEP
from engine.games.railroads_of_catan.computer import hints
from engine.games.railroads_of_catan.computer.bidder import in_order, risked, worth_of_each
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def hint(view: View[RailroadsOfCatan], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    match action:
        case Bid():
            return _bidding(view.state, action)
        case Rank():
            return in_order(action, worth_of_each(view.state, action.seat))
        case _:
            return hints.hint(view, action)


def _bidding(state: RailroadsOfCatan, action: Bid) -> float:
    """Best is a bid that fits what going first is worth, and who pays. (ruling 42)"""
    target = risked(state, action.seat) // BID_STEP * BID_STEP
    most = state.cash[action.seat] // BID_STEP * BID_STEP
    return -abs(action.amount - min(most, target))
