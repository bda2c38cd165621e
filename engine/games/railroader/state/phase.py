"""What all phases of RailRoader share: the type of the state they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.flow import Phase

if TYPE_CHECKING:
    from engine.games.railroader.state.state import RailRoader

    RailRoaderPhase = Phase[RailRoader]
else:
    RailRoaderPhase = Phase

__all__ = ["RailRoaderPhase"]
