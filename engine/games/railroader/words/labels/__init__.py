"""What a choice means, said in a menu: its place in words, its price and its effect."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.secret import View
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels import cards, gangs, rivals, trains


def label(view: View[RailRoader], action: Action, field: str, name: Name) -> str:
    """What a menu calls the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
    state = view.state
    words = (
        trains.label(state, action, field)
        or gangs.label(state, action, field)
        or cards.label(state, action, field)
        or rivals.label(state, action, field, name)
    )
    if not words:
        raise TypeError(f"{action!r} is no action of RailRoader")
    return words
