"""What a move costs its maker in gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroader.box.cards import CARDS
from engine.games.railroader.state.actions import Buy

if TYPE_CHECKING:
    from engine.games.railroader.state.state import RailRoader


def price(view: View[RailRoader], action: Action) -> int | None:
    """The gold of a card of the market; None for what costs none."""
    card = view.state.market[action.slot - 1] if isinstance(action, Buy) else None
    return CARDS[card].cost if card else None
