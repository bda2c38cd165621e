"""The first hint of Railroads of Catan, frozen.

It bid less, did not want the banker first when rich, laid track too late to be used, and might carry a barrel on each
of two trains for the same order. Everything else is as today.
"""

from engine.core import Action, View
from engine.games.railroads_of_catan.agent import building_evaluation, evaluation, trip_evaluation
from engine.games.railroads_of_catan.agent.bid_evaluation import associate_values, going_first_value, weigh_ranking
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.state.actions import Bid, Rank, Run, Toward
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_RISK = {"everyone": 0.2, "first": 0.6}
"""The share of the value of going first that the hint bids, by who pays."""

_MOST = 1_000
"""Maximum bid, because higher bids were not among the offers."""


def hint(view: View[RailroadsOfCatan], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    match action:
        case Bid():
            return _bidding(view.state, action)
        case Rank():
            return weigh_ranking(action, associate_values(view.state, action.seat, True))
        case Toward():
            return building_evaluation.toward_value(view.state, action, as_at_first=True)
        case Run():
            return trip_evaluation.trip_gain_beside(view.state, action, ())
        case _:
            return evaluation.score_action(view, action)


def _bidding(state: RailroadsOfCatan, action: Bid) -> float:
    """Rate a bid: the best bid fits the value of going first and the rule on who pays. (ruling 42)"""
    target = _RISK[state.options.pays] * going_first_value(state, action.seat, True) // BID_STEP * BID_STEP
    most = min(_MOST, state.cash[action.seat] // BID_STEP * BID_STEP)
    return -abs(action.amount - min(most, target))
