"""The costs and receipts of a trip, line by line, in order."""

from typing import Literal

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import NodeId

BillLineKind = Literal["goods", "segment", "city", "sale", "order"]
"""Goods bought, a segment of someone's track, a city passed or parked in, a sale, an order's bonus."""


class BillLine(msgspec.Struct, frozen=True):
    """One entry. ``dollars`` is what the runner gets, negative for payments; ``seat`` is the other party."""

    kind: BillLineKind
    at: NodeId
    dollars: int
    seat: Seat | None = None
    """None is the bank."""
    what: str = ""
    """“2 wood”, or the letter of an order."""


class Bill(msgspec.Struct, frozen=True):
    """``moves`` that were used, and all entries; a fee that the cap spares is an entry of 0."""

    moves: int
    lines: tuple[BillLine, ...] = ()

    @property
    def net(self) -> int:
        """The dollars that the runner has more in the end."""
        return sum(line.dollars for line in self.lines)

    @property
    def rival_income(self) -> int:
        """The dollars that rivals get, for goods as well as for track and cities."""
        return -sum(line.dollars for line in self.lines if line.seat is not None)

    @property
    def fees(self) -> int:
        """The dollars that rivals get for track and cities. (RC Phase 6; ruling 82)"""
        return -sum(line.dollars for line in self.lines if line.kind in ("segment", "city"))
