"""What a turn asks of each kind of action: when it is offered, what it does, and why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.action import Action

if TYPE_CHECKING:
    from engine.games.railroader.phases.turn import Turn
    from engine.games.railroader.state.state import RailRoader


class Rule(NamedTuple):
    """The home of one or more kinds of action of a turn."""

    actions: tuple[type[Action], ...]
    offers: Callable[[RailRoader, Turn], Iterator[Action]]
    """Every legal one now; the turn has actions left."""
    played: Callable[[RailRoader, Turn, Any], RailRoader]
    """The state after one that was offered, its actions spent."""
    refusal: Callable[[RailRoader, Turn, Any], str]
    """Why one was not offered: a full sentence, with the number that matters."""
