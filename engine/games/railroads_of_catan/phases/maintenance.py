"""Maintenance, and the sale of what is not maintained. (RC Phase 1; rulings 16-32)"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.seats import Seat
from engine.core.secret import Secret
from engine.games.railroads_of_catan.phase import CatanPhase
from engine.games.railroads_of_catan.pieces import Item, Mark

__all__ = ["Lot", "Maintenance"]


class Lot(msgspec.Struct, frozen=True):
    """An item for sale. What happens when nobody bids, and the reserve, are the owner's secret until it is sold."""

    owner: Seat
    mark: Secret[Mark]
    item: Item


class Maintenance(CatanPhase, frozen=True):
    """First who cannot pay gives items up; then sealed bids for what is given up, all at once; then the sale.

    ``lots`` is None until upkeep has been paid. ``bids`` by seat, then by place in ``lots``; ``done`` seats
    bid no more.
    """

    heading = "Phase 1: Maintenance"

    lots: tuple[Lot, ...] | None = None
    bids: Mapping[Seat, Secret[Mapping[int, int]]] = {}
    done: frozenset[Seat] = frozenset()
