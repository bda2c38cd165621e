"""Railroad Rivals, the base game for two to five players."""

from engine.games.railroad_rivals.game import GAME

__all__ = ["GAME"]
