"""The phases of the game."""

from engine.games.railroader.phases.rounds import Rounds, TurnPhase

__all__ = ["PHASES", "AnyPhase", "Rounds", "TurnPhase"]

AnyPhase = Rounds | TurnPhase

PHASES = (Rounds, TurnPhase)
