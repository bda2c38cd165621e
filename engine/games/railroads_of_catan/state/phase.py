"""What all phases of Railroads of Catan share: the type of the state they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.flow import Phase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

    CatanPhase = Phase[RailroadsOfCatan]
else:
    CatanPhase = Phase

__all__ = ["CatanPhase"]
