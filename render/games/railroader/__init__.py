"""The pictures of RailRoader.

Each picture has a module; the package exports the painter.
"""

from render.games.railroader.painter import PAINTER

__all__ = ["PAINTER"]
