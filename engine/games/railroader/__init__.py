"""RailRoader Re-imagined, a card game about building a line and taking a train along it."""

from engine.games.railroader.game import GAME

__all__ = ["GAME"]
