"""The move for a player who is out of time. It never costs the player a card."""

from collections.abc import Collection

from engine.core import Action, View
from engine.games.railroader.game_data.cards import CARDS, DEPUTY, PROSPECTOR, SABOTEUR, SCOUT
from engine.games.railroader.state.actions import Discard, Rerail
from engine.games.railroader.state.state import RailRoader

_FIRST_DISCARDS = (SABOTEUR, PROSPECTOR, DEPUTY, SCOUT)
"""Cards that are discarded first, because they help least."""


def timeout_action(view: View[RailRoader], offers: Collection[Action]) -> Action | None:
    """Re-rail a derailed train, or discard a card to the player's own pile; None after a roll."""
    assert view.seat is not None
    cards = (*_FIRST_DISCARDS, *(card for card in CARDS if card not in _FIRST_DISCARDS))
    candidates = (Rerail(view.seat), *(Discard(view.seat, card, "pile") for card in cards))
    return next((action for action in candidates if action in offers), None)
