"""Running trains. (RC Phase 6; rulings 68-88)"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.seats import Seat
from engine.games.railroads_of_catan.phase import CatanPhase

__all__ = ["Running", "Runs"]


class Runs(CatanPhase, frozen=True):
    """Everybody runs trains, in order; ``at`` seats have. (RC Phase 6)"""

    heading = "Phase 6: Running Trains"

    at: int = 0


class Running(CatanPhase, frozen=True):
    """A seat's trains, each once: ``ran`` are the numbers of those that have. (RC Phase 6; ruling 68)

    ``fees`` is what each rival has had in this turn, for the cap. ``begun``: what was planned has been tried.
    """

    seat: Seat
    ran: tuple[int, ...] = ()
    fees: Mapping[Seat, int] = {}
    begun: bool = False
