"""RailRoader Re-imagined: gangs, supplies and a train, from Junction City to Buffalo Creek."""

from engine.games.railroader.game import GAME

__all__ = ["GAME"]
