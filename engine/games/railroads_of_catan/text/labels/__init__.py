"""Labels of choices: places in words, price, and effect."""

from engine.core import Action, NameOfSeat, View
from engine.games.railroads_of_catan.state.display_names import name_to_reader
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels import beginning, building, running


def label(view: View[RailroadsOfCatan], action: Action, field: str, name: NameOfSeat) -> str:
    """The label of the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
    state, own_name = view.state, name_to_reader(name, view.seat)
    words = beginning.label(state, action, field, own_name) or building.label(state, action, field, own_name)
    words = words or running.label(state, action, field, own_name)
    if words:
        return f"Your{words.removeprefix('your')}" if words.startswith("your ") else words
    raise TypeError(f"{action!r} is no action of Railroads of Catan")
