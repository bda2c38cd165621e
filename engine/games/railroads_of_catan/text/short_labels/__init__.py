"""Short labels of choices: what distinguishes them, and their earnings and costs."""

from engine.core import Action, NameOfSeat, View
from engine.core.short_label import ShortLabel
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.short_labels import beginning, building, running


def question_context(view: View[RailroadsOfCatan], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    state = view.state
    parts = (part.question_context(state, action, field) for part in (beginning, building, running))
    return next(filter(None, parts), "")


def legend(view: View[RailroadsOfCatan], action: Action, field: str) -> str:
    """The meaning of the numbers in the answers to a question."""
    state = view.state
    return (
        beginning.legend(state, action, field) or building.legend(state, action, field) or running.legend(action, field)
    )


def preview(view: View[RailroadsOfCatan], action: Action, name: NameOfSeat) -> str:
    """Warnings before Confirm, beyond the label."""
    return beginning.preview(view.state, action)


def short_label(view: View[RailroadsOfCatan], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of ``field``, or of the whole action; None if the long label is short enough."""
    arguments = view.state, action, field, name
    return beginning.short_label(*arguments) or building.short_label(*arguments) or running.short_label(*arguments)
