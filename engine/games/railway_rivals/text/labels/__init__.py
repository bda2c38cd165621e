"""The meaning of a choice, said in a menu: its place in words, its price and its effect."""

from engine.core import Action, NameOfSeat, View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.labels import building, operating


def label(view: View[RailwayRivals], action: Action, field: str, name: NameOfSeat) -> str:
    """Label the value of ``field`` in ``action`` for a menu; ``""`` is the whole action, as before Confirm."""
    arguments = view.state, action, field, name
    words = building.label(*arguments) or operating.label(*arguments)
    if not words:
        raise TypeError(f"{action!r} is no action of Railway Rivals")
    return words
