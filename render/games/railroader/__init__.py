"""Pictures of RailRoader, one module per picture; this package exports the painter."""

from render.games.railroader.painter import PAINTER

__all__ = ["PAINTER"]
