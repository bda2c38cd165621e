"""Choices as their buttons say them: where they lead, and what they gain and cost."""

from engine.core import Action, Name, View
from engine.core.brief import Brief
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.briefs import building, operating


def about(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    return building.about(view.state, action, field) or operating.about(view.state, action, field)


def legend(view: View[RailwayRivals], action: Action, field: str) -> str:
    """The meaning of the figures on the answers to a question."""
    return building.legend(action, field)


def brief(view: View[RailwayRivals], action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for ``field``, or for the whole action; None where the label is short enough."""
    asked = view.state, action, field, name
    return building.brief(*asked) or operating.brief(*asked)
