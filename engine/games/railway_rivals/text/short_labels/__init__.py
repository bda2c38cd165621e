"""Choices as their buttons say them: where they lead, and what they gain and cost."""

from engine.core import Action, NameOfSeat, View
from engine.core.short_label import ShortLabel
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.short_labels import building, operating


def question_context(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    return building.about(view.state, action, field) or operating.question_context(view.state, action, field)


def legend(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The meaning of the figures on the answers to a question."""
    return building.legend(view.state, action, field) or operating.legend(view.state, action, field)


def short_label(view: View[RailwayRivals], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for ``field``, or for the whole action; None where the label is short enough."""
    arguments = view.state, action, field, name
    return building.short_label(*arguments) or operating.short_label(*arguments)
