"""The phases of a turn, one module each, in rulebook order."""

from engine.games.railroad_rivals.phases.bidding import BiddingPhase
from engine.games.railroad_rivals.phases.delivering import DeliveringPhase
from engine.games.railroad_rivals.phases.drafting import DraftingPhase
from engine.games.railroad_rivals.phases.drawing import DrawingTiles
from engine.games.railroad_rivals.phases.placing import PlacingPhase
from engine.games.railroad_rivals.phases.turns import Turns

__all__ = ["PHASES", "BiddingPhase", "DeliveringPhase", "DraftingPhase", "DrawingTiles", "PlacingPhase", "Turns"]

PHASES = (Turns, DrawingTiles, BiddingPhase, DraftingPhase, PlacingPhase, DeliveringPhase)
"""Those of the base game; modules bring their own."""
