"""The phases of the game, in rulebook order."""

from __future__ import annotations

from engine.games.railway_rivals.phases.building import Building, building_of
from engine.games.railway_rivals.phases.entering import Entering
from engine.games.railway_rivals.phases.operating import Operating
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.phases.stage import BuildingStage, Voting
from engine.games.railway_rivals.phases.starting import Starting

__all__ = [
    "PHASES",
    "AnyPhase",
    "Building",
    "BuildingStage",
    "Entering",
    "Operating",
    "Racing",
    "Starting",
    "Voting",
    "building_of",
]

AnyPhase = Starting | BuildingStage | Building | Voting | Operating | Entering | Racing

PHASES = (Starting, BuildingStage, Building, Voting, Operating, Entering, Racing)
