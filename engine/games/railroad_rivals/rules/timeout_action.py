"""The move for a seat that has run out of time."""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.state import RailroadRivals


def timeout_action(view: View[RailroadRivals], offers: Collection[Action]) -> Action | None:
    """Return a pass if it is offered, else None."""
    assert view.seat is not None
    pass_action = Pass(view.seat)
    return pass_action if pass_action in offers else None
