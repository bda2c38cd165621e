"""Pictures of the solitaire game. Its pictures of the board are those of the base game."""

from render.games.railroad_rivals.solitaire.painter import SolitairePainter

__all__ = ["SolitairePainter"]
