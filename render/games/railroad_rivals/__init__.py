"""Pictures of Railroad Rivals, about one module per picture. This package exports the painter."""

from render.games.railroad_rivals.painter import PAINTER

__all__ = ["PAINTER"]
