"""The phases of the game."""

from __future__ import annotations

from engine.games.railroader.phases.rounds import Rounds
from engine.games.railroader.phases.turn import Turn

__all__ = ["PHASES", "AnyPhase", "Rounds", "Turn"]

AnyPhase = Rounds | Turn

PHASES = (Rounds, Turn)
