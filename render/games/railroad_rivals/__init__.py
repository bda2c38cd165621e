"""Pictures of Railroad Rivals, one module per picture; this package exports the painter."""

from render.games.railroad_rivals.painter import PAINTER

__all__ = ["PAINTER"]
