"""The meaning of a choice, said in a menu: its place in words, its price and its effect."""

from engine.core import Action, Name, View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.labels import building, operating


def label(view: View[RailwayRivals], action: Action, field: str, name: Name) -> str:
    """Label the value of ``field`` in ``action`` for a menu; ``""`` is the whole action, as before Confirm."""
    asked = view.state, action, field, name
    words = building.label(*asked) or operating.label(*asked)
    if not words:
        raise TypeError(f"{action!r} is no action of Railway Rivals")
    return words
