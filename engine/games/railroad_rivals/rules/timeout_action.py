"""The minimal move for a player who is out of time. (Rulings of play by post)"""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.state import RailroadRivals


def timeout_action(view: View[RailroadRivals], offers: Collection[Action]) -> Action | None:
    """Passing, if it is offered."""
    assert view.seat is not None
    pass_action = Pass(view.seat)
    return pass_action if pass_action in offers else None
