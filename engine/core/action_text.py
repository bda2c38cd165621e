"""The texts of one kind of action: labels of its choices and explanations on their pages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.core.flow import State
from engine.core.seats import NameOfSeat
from engine.core.secret import View
from engine.core.short_label import ShortLabel

S = TypeVar("S", bound=State)


@dataclass(frozen=True, kw_only=True, eq=False)
class ActionText(Generic[S]):
    """The functions that return the texts of one kind of action.

    They get the view of the seat to move, and an offered action. ``field`` is the field whose value the seat chooses;
    in ``label`` and ``short_label``, ``""`` is the whole action.
    """

    label: Callable[[View[S], Any, str, NameOfSeat], str]
    """The label of a field's value, or of the whole action with its price and effect."""
    short_label: Callable[[View[S], Any, str, NameOfSeat], ShortLabel | None] = lambda view, action, field, name: None
    """The label of a button; None if the long label is short enough."""
    question_context: Callable[[View[S], Any, str], str] = lambda view, action, field: ""
    """Facts that all answers share: “You have 13 points.”; may be empty."""
    legend: Callable[[View[S], Any, str], str] = lambda view, action, field: ""
    """The meaning of the numbers in the answers, for a newcomer; may be empty."""
    preview: Callable[[View[S], Any, NameOfSeat], str] = lambda view, action, name: ""
    """Facts about an action beyond its label, for the preview; may be empty."""
