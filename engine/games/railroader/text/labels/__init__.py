"""Labels of choices, and their previews."""

from engine.core import Action, NameOfSeat, View
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels import cards, gangs, rivals, trains
from engine.games.railroader.text.labels.consequences import consequence_sentences


def label(view: View[RailRoader], action: Action, field: str, name: NameOfSeat) -> str:
    """The label of the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
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


def preview(view: View[RailRoader], action: Action, name: NameOfSeat) -> str:
    """Facts about an offered action beyond its label, before Confirm."""
    if isinstance(action, Deputies):
        return "Only you can see this. You can change it anytime."
    state = view.state
    own = rivals.preview_note(state, action, name) or cards.preview_note(state, action) or gangs.preview_note(action)
    return " ".join((*filter(None, (own,)), *consequence_sentences(state, action, name)))
