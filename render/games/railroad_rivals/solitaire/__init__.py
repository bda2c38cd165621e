"""Pictures of the solitaire game. Those of the board are the base game's."""

from render.games.railroad_rivals.solitaire.painter import SolitairePainter

__all__ = ["SolitairePainter"]
