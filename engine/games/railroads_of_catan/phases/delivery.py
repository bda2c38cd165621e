"""Delivery orders grow and new ones are turned up; nobody is asked. (RC Phase 4; rulings 54-57)"""

from __future__ import annotations

from engine.games.railroads_of_catan.phase import CatanPhase

__all__ = ["Delivery"]


class Delivery(CatanPhase, frozen=True):
    """Open orders gain, then there are twice as many as players. (RC Phase 4)"""

    heading = "Phase 4: Delivery Orders"
