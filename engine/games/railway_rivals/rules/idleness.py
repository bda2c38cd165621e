"""The move that does as little as the rules allow, for a player who is away. (Rulings of play by post)"""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railway_rivals.state.actions import Decline, Done, Stay, Vote
from engine.games.railway_rivals.state.state import RailwayRivals


def idle(view: View[RailwayRivals], offers: Collection[Action]) -> Action | None:
    """No more track, a vote against the end of building, or else no race and no deal."""
    assert view.seat is not None
    least = (Done(view.seat), Vote(view.seat, "no"))
    known = next((action for action in least if action in offers), None)
    return known or next((action for action in offers if isinstance(action, Stay | Decline)), None)
