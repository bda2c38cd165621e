"""RailRoader, drawn: one module a picture. Nothing here but its painter."""

from render.games.railroader.painter import PAINTER

__all__ = ["PAINTER"]
