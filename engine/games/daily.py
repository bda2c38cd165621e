"""The game that is dealt to everyone each day, by the day of the week."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.core.event import Event
from engine.games import railroad_rivals
from engine.games.railroad_rivals.state.events import Delivered

_SUNDAY = 6


class Course(msgspec.Struct, frozen=True):
    """A title for one player, with its options as words."""

    title: str
    options: Mapping[str, str]


def course_of(weekday: int) -> Course:
    """The game of a day, counted from 0 on Monday."""
    return Course(railroad_rivals.GAME.key, {"challenge": "yes"} if weekday == _SUNDAY else {})


def marks_of(events: Iterable[Event]) -> tuple[int, ...]:
    """The points of each delivery among the events: how an attempt went, without saying what was delivered."""
    return tuple(event.points for event in events if isinstance(event, Delivered))
