"""Short labels of choices: destinations, gains, and costs."""

from engine.core import Action, NameOfSeat, View
from engine.core.short_label import ShortLabel
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.short_labels import building, operating


def question_context(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    return building.about(view.state, action, field) or operating.question_context(view.state, action, field)


def legend(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The meaning of the numbers in the answers to a question."""
    return building.legend(view.state, action, field) or operating.legend(view.state, action, field)


def short_label(view: View[RailwayRivals], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of ``field``, or of the whole action; None if the long label is short enough."""
    arguments = view.state, action, field, name
    return building.short_label(*arguments) or operating.short_label(*arguments)
