"""Railroad Rivals: the base game, its solitaire game and the Robber Baron expansion."""

from engine.games.railroad_rivals.game import GAME

__all__ = ["GAME"]
