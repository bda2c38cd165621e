"""The move for a player who has run out of time."""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroads_of_catan.game_data.pieces import ASSOCIATES, RANKING_LENGTH
from engine.games.railroads_of_catan.state.actions import Bid, Done, Rank
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def timeout_action(view: View[RailroadsOfCatan], offers: Collection[Action]) -> Action | None:
    """Return the first possible of these moves: stop, bid $0, or rank associates.

    The ranking is that of the seat's last turn, or at first the order of the rulebook.
    """
    seat, last_rankings = view.seat, view.state.ranked
    assert seat is not None
    ranking = last_rankings[seat].open() if seat in last_rankings else ASSOCIATES[:RANKING_LENGTH]
    preferred = (Done(seat), Bid(seat, 0), Rank(seat, *ranking))
    return next((action for action in preferred if action in offers), None)
