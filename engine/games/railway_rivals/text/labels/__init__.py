"""Labels of choices: places in words, price, and effect."""

from engine.core import Action, NameOfSeat, View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.labels import building, operating


def label(view: View[RailwayRivals], action: Action, field: str, name: NameOfSeat) -> str:
    """The label of the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
    arguments = view.state, action, field, name
    words = building.label(*arguments) or operating.label(*arguments)
    if not words:
        raise TypeError(f"{action!r} is no action of Railway Rivals")
    return words
