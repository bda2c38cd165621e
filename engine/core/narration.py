"""Narrations of events."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.seats import NameOfSeat


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
"""The narration of an event that needs no line."""

EventText = Callable[[Any, NameOfSeat], Narration]
"""The function that narrates events of one kind."""
