"""Pictures of the solitaire game; the board and its choices are the base game's."""

from render.games.railroad_rivals.solitaire.painter import SolitairePainter

__all__ = ["SolitairePainter"]
