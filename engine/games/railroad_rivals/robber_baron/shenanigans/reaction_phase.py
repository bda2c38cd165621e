"""The phase in which a tile may be used, as a value; ``reaction_phases`` has its rules."""

from typing import ClassVar

from engine.core import RuledPhase
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.state.state import RailroadRivals


class Window(RuledPhase[RailroadRivals], frozen=True):
    """The holder of the tile is asked, or has made a premove. (RB Stock Shenanigans; rulings K13 to K15)"""

    special: ClassVar[Special]
