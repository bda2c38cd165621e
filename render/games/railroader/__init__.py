"""The pictures of RailRoader, a module for each; the package exports the painter."""

from render.games.railroader.painter import PAINTER

__all__ = ["PAINTER"]
