"""Railroads of Catan: cities, tracks, trains and delivery orders on an island of hexes."""

from engine.games.railroads_of_catan.game import GAME

__all__ = ["GAME"]
