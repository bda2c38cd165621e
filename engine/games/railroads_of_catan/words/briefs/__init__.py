"""Choices as their buttons say them: what tells them apart, and what they earn and cost."""

from engine.core import Action, Name, View
from engine.core.brief import Brief
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.briefs import beginning, building, running


def about(view: View[RailroadsOfCatan], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    return beginning.about(view.state, action)


def legend(view: View[RailroadsOfCatan], action: Action, field: str) -> str:
    """The meaning of the figures on the answers to a question."""
    state = view.state
    return beginning.legend(state, action) or building.legend(state, action, field) or running.legend(action, field)


def preview(view: View[RailroadsOfCatan], action: Action, name: Name) -> str:
    """The warnings before Confirm, beyond the label."""
    return beginning.preview(view.state, action)


def brief(view: View[RailroadsOfCatan], action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for ``field``, or for the whole action; None where the label is short enough."""
    asked = view.state, action, field, name
    return beginning.brief(*asked) or building.brief(*asked) or running.brief(*asked)
