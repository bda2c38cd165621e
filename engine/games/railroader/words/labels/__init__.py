"""The meaning of a choice: its label in a menu, and what its preview adds."""

from engine.core import Action, Name, View
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels import cards, gangs, rivals, trains
from engine.games.railroader.words.labels.consequences import consequences


def label(view: View[RailRoader], action: Action, field: str, name: Name) -> str:
    """Label the value of ``field`` in ``action`` for a menu; ``""`` is the whole action, as before Confirm."""
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


def preview(view: View[RailRoader], action: Action, name: Name) -> str:
    """Tell what to know about an offered action before Confirm, beyond its label."""
    if isinstance(action, Deputies):
        return "Only you can see this. You can change it anytime."
    state = view.state
    own = rivals.note(state, action, name) or cards.note(state, action) or gangs.note(action)
    return " ".join((*filter(None, (own,)), *consequences(state, action, name)))
