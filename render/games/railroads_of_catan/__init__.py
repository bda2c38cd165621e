"""Pictures of Railroads of Catan, one module for each picture."""

from render.games.railroads_of_catan.painter import PAINTER

__all__ = ["PAINTER"]
