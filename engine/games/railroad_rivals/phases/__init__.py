"""The phases of a turn, in rulebook order."""

from engine.games.railroad_rivals.phases.turns import (
    BiddingPhase,
    DeliveringPhase,
    DraftingPhase,
    DrawingTiles,
    PlacingPhase,
    Turns,
)

__all__ = ["PHASES", "BiddingPhase", "DeliveringPhase", "DraftingPhase", "DrawingTiles", "PlacingPhase", "Turns"]

PHASES = (Turns, DrawingTiles, BiddingPhase, DraftingPhase, PlacingPhase, DeliveringPhase)
"""Those of the base game; modules bring their own."""
