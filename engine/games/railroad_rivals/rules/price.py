"""What a move costs its maker in points. It knows no module by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Bid

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


def price(view: View[RailroadRivals], action: Action) -> int | None:
    """The points of a bid, which are paid if it stands, and what a module sells; None for what costs nothing."""
    if isinstance(action, Bid):
        return action.amount
    prices = (module.price(view.state, action) for module in joints.modules(view.state))
    return next((points for points in prices if points is not None), None)
