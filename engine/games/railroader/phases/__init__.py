"""The phases of the game."""

from __future__ import annotations

from engine.games.railroader.phases.rounds import Rounds
from engine.games.railroader.phases.turn import TurnPhase

__all__ = ["PHASES", "AnyPhase", "Rounds", "TurnPhase"]

AnyPhase = Rounds | TurnPhase

PHASES = (Rounds, TurnPhase)
