"""The phases of the game, in rulebook order."""

from engine.games.railway_rivals.phases.building import BuildingPhase
from engine.games.railway_rivals.phases.building_stage import BuildingStage, VotingPhase
from engine.games.railway_rivals.phases.entering import EnteringPhase
from engine.games.railway_rivals.phases.operating import Operating
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.phases.starting import StartingPhase

__all__ = [
    "PHASES",
    "AnyPhase",
    "BuildingPhase",
    "BuildingStage",
    "EnteringPhase",
    "Operating",
    "Racing",
    "StartingPhase",
    "VotingPhase",
]

AnyPhase = StartingPhase | BuildingStage | BuildingPhase | VotingPhase | Operating | EnteringPhase | Racing

PHASES = (StartingPhase, BuildingStage, BuildingPhase, VotingPhase, Operating, EnteringPhase, Racing)
