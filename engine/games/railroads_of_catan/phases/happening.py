"""The event of the turn; nobody is asked. (RC Phase 2; rulings 33-41)"""

from __future__ import annotations

from engine.games.railroads_of_catan.phase import CatanPhase

__all__ = ["Happening"]


class Happening(CatanPhase, frozen=True):
    """One card of the event deck is turned up and happens at once. (RC Phase 2)"""
