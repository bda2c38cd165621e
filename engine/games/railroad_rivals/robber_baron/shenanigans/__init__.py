"""The module Stock Shenanigans: four tiles for the delivery phase, and two that are used before the draft."""

from engine.games.railroad_rivals.robber_baron.shenanigans.stock_shenanigans import Shenanigans

__all__ = ["Shenanigans"]
