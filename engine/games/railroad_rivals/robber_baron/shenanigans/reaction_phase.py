"""The data of a phase in which a special tile can be used; ``reaction_phases`` has the behavior."""

from typing import ClassVar

from engine.core import RuledPhase
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.state.state import RailroadRivals


class Window(RuledPhase[RailroadRivals], frozen=True):
    """The phase in which the holder of a special tile can use it. (RB Stock Shenanigans; rulings K13 to K15)"""

    special: ClassVar[Special]
