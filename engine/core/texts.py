"""The texts of one kind of action, and of one kind of event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engine.core.action import Action
from engine.core.event import Event
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
    """The label of a button; None if the long label is short enough for a button."""
    question_context: Callable[[View[S], Any, str], str] = lambda view, action, field: ""
    """Facts that all answers share: “You have 13 points.”; may be empty."""
    legend: Callable[[View[S], Any, str], str] = lambda view, action, field: ""
    """The meaning of the numbers in the answers, for a newcomer; may be empty."""
    preview: Callable[[View[S], Any, NameOfSeat], str] = lambda view, action, name: ""
    """Facts about an action that are not in its label, for the preview; may be empty."""


ActionTexts = Mapping[type[Action], ActionText[Any]]
"""The texts of actions, by class of action."""


class Narration(NamedTuple):
    """An event in words.

    ``sentence`` is for posts and reports: “Cleo rolled 5 and moved 52 to 64.” ``clause`` is for a line that names the
    player once: “rolled 5 and moved 52 to 64”. Clauses with equal verbs, such as “bought”, are joined with all their
    ``objects``. If space is short, clauses of lower ``priority`` are omitted first.
    """

    sentence: str
    clause: str = ""
    priority: int = 0
    objects: tuple[str, ...] = ()


NO_NARRATION = Narration("")
"""The narration of an event that is not narrated."""

EventText = Callable[[Any, NameOfSeat], Narration]
"""A function that narrates events of one kind."""

EventTexts = Mapping[type[Event], EventText]
"""The functions that narrate events, by class of event. Events of other classes are not narrated."""
