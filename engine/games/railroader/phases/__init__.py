"""The phases of the game."""

from engine.games.railroader.phases.rounds import Rounds
from engine.games.railroader.phases.turn import TurnPhase

__all__ = ["PHASES", "AnyPhase", "Rounds", "TurnPhase"]

AnyPhase = Rounds | TurnPhase

PHASES = (Rounds, TurnPhase)
