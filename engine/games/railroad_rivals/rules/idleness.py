"""The move that does as little as the rules allow, for a player who is away. (Rulings of play by post)"""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.state import RailroadRivals


def idle(view: View[RailroadRivals], offers: Collection[Action]) -> Action | None:
    """Passing, where it is offered."""
    assert view.seat is not None
    leave = Pass(view.seat)
    return leave if leave in offers else None
