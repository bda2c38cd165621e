"""What all phases of Railroad Rivals share: the type of the state they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.flow import Phase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals

    RivalsPhase = Phase[RailroadRivals]
else:
    RivalsPhase = Phase

__all__ = ["RivalsPhase"]
