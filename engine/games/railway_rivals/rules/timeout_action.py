"""The move for a seat that has run out of time. (Rulings of play by post)"""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railway_rivals.state.actions import Decline, Done, Stay, Vote
from engine.games.railway_rivals.state.state import RailwayRivals


def timeout_action(view: View[RailwayRivals], offers: Collection[Action]) -> Action | None:
    """End building, vote to continue building, stay out, or decline; None if no such action is offered."""
    assert view.seat is not None
    preferred = (Done(view.seat), Vote(view.seat, "no"))
    offered = next((action for action in preferred if action in offers), None)
    return offered or next((action for action in offers if isinstance(action, Stay | Decline)), None)
