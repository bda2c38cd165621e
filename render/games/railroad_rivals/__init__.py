"""Railroad Rivals, drawn: one module a picture. Nothing here but its painter."""

from render.games.railroad_rivals.painter import PAINTER

__all__ = ["PAINTER"]
