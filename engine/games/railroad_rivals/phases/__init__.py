"""The phases of a turn, one module each, in rulebook order."""

from __future__ import annotations

from engine.games.railroad_rivals.phases.bidding import Bidding
from engine.games.railroad_rivals.phases.deliver import Delivering
from engine.games.railroad_rivals.phases.draft import Drafting
from engine.games.railroad_rivals.phases.draw import DrawingTiles
from engine.games.railroad_rivals.phases.place import Placing
from engine.games.railroad_rivals.phases.turn import Turns
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import InsiderTrading, IssueDraft, StockIssue
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingCities,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)

__all__ = ["PHASES", "AnyPhase", "Bidding", "Delivering", "Drafting", "DrawingTiles", "Placing", "Turns"]

AnyPhase = (
    Turns
    | DrawingTiles
    | Bidding
    | Drafting
    | Placing
    | Delivering
    | InsiderTrading
    | StockIssue
    | IssueDraft
    | Arranging
    | LayingStart
    | DrawingStocks
    | DrawingCities
    | PlacingOne
    | DeliveringOne
)

PHASES = (Turns, DrawingTiles, Bidding, Drafting, Placing, Delivering)
"""Those of the base game; modules bring their own."""
