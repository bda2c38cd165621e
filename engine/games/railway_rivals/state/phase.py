"""What all phases of Railway Rivals share: the type of the state they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.flow import Phase

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals

    RailwayPhase = Phase[RailwayRivals]
else:
    RailwayPhase = Phase

__all__ = ["RailwayPhase"]
