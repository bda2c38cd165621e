"""Railroads of Catan, drawn: one module a picture."""

from render.games.railroads_of_catan.painter import PAINTER

__all__ = ["PAINTER"]
