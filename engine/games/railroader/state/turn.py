"""A turn as a value, with what it remembers; how it is played stands in ``phases``."""

from typing import Any

from engine.core import RuledPhase, Seat
from engine.games.railroader.box.figures import ACTIONS
from engine.games.railroader.state.rolling import Rolling


class Turn(RuledPhase[Any], frozen=True):
    """``left`` actions of a seat's turn are to come.

    ``railhead`` is the last section when the turn began, and ``gang`` the workers there who stayed since. ``built`` and
    ``rolled``: no second build, no second movement roll. ``still``: the train moves no more in this turn. ``begun``:
    the cavalry has ridden. ``rolling``: the die is cast and engineers say where the train stops.
    (RR Order of play; rulings 12, 24-26, 36, 38, 39, 50)
    """

    heading = "Turn"

    seat: Seat
    left: int = ACTIONS
    railhead: int = 0
    gang: int = 0
    built: bool = False
    rolled: bool = False
    still: bool = False
    begun: bool = False
    rolling: Rolling | None = None
