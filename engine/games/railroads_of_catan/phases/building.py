"""Tracks and trains. (RC Phase 5; rulings 58-67)"""

from __future__ import annotations

from engine.core.seats import Seat
from engine.games.railroads_of_catan.phase import CatanPhase

__all__ = ["Building", "Buying"]


class Buying(CatanPhase, frozen=True):
    """Everybody builds, in order; ``at`` seats have. (RC Phase 5)"""

    heading = "Phase 5: Tracks and Trains"

    at: int = 0


class Building(CatanPhase, frozen=True):
    """A seat's building: ``laid`` tracks count against the limit, ``free`` of the surplus do not. (RC Phase 5)

    ``bought``: a train was bought or upgraded. ``begun``: what was planned has been tried. (rulings 38, 61)
    """

    seat: Seat
    laid: int = 0
    free: int = 0
    bought: bool = False
    begun: bool = False
