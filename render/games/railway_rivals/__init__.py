"""Railway Rivals, drawn: one module a picture."""

from render.games.railway_rivals.painter import PAINTER

__all__ = ["PAINTER"]
