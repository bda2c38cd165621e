"""Railway Rivals by David G. Watts."""

from engine.games.railway_rivals.game import GAME

__all__ = ["GAME"]
