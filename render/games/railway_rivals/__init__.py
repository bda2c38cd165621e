"""Pictures of Railway Rivals."""

from render.games.railway_rivals.painter import PAINTER

__all__ = ["PAINTER"]
