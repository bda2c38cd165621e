"""The answers of an idle player, who builds, runs and bids nothing, and wants the associates of the last turn."""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES, RANKED
from engine.games.railroads_of_catan.state.actions import Bid, Done, Rank
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def idle(view: View[RailroadsOfCatan], offers: Collection[Action]) -> Action | None:
    """Be done, bid nothing, or rank as in the last turn; in the first one, as the rules list the associates."""
    seat, last = view.seat, view.state.ranked
    assert seat is not None
    ranking = last[seat].open() if seat in last else ASSOCIATES[:RANKED]
    least = (Done(seat), Bid(seat, 0), Rank(seat, *ranking))
    return next((action for action in least if action in offers), None)
