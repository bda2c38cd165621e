"""The pictures of the solitaire game: the board and its choices are the base game's, everything else is its own."""

from render.games.railroad_rivals.solitaire.painter import SolitairePainter

__all__ = ["SolitairePainter"]
