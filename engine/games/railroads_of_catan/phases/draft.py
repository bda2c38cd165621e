"""Choosing cities. (RC Game Setup; rulings 7-9)"""

from __future__ import annotations

from engine.games.railroads_of_catan.phase import CatanPhase

__all__ = ["Draft"]


class Draft(CatanPhase, frozen=True):
    """Sixteen cities, or twelve: ``done`` have been founded. Who wished ahead is not asked. (RC Game Setup)

    Each round of dots begins one seat further on.
    """

    heading = "Game Setup"

    done: int = 0
