"""Bids for the order of play, and the associates. (RC Phase 3; rulings 42-53)"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.seats import Seat
from engine.core.secret import Secret
from engine.games.railroads_of_catan.phase import CatanPhase
from engine.games.railroads_of_catan.pieces import Associate

__all__ = ["Bidding"]


class Bidding(CatanPhase, frozen=True):
    """Everybody at once: a sealed bid, then a sealed ranking of associates. No key: not said yet."""

    bids: Mapping[Seat, Secret[int]] = {}
    ranks: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}
