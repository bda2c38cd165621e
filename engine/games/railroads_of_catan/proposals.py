"""The best trips of a train, for menus and computer players. (RC Phase 6)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.seats import Seat
from engine.games.railroads_of_catan.paths import Trip
from engine.games.railroads_of_catan.pieces import Train

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["proposals"]


def proposals(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train) -> tuple[Trip, ...]:
    """About five different trips that can be made, the best first."""
    return ()
