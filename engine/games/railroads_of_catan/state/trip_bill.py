"""The income and costs of a trip."""

from typing import Literal

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import NodeId

BillLineKind = Literal["goods", "segment", "city", "sale", "order"]
"""Goods bought, fees for a rival's track (``segment``) and city, a sale, an order's bonus."""


class BillLine(msgspec.Struct, frozen=True):
    """An income of the train's owner, or a payment, which has negative ``dollars``."""

    kind: BillLineKind
    at: NodeId
    dollars: int
    seat: Seat | None = None
    """The rival that is paid; None is the bank."""
    what: str = ""
    """“2 wood”, or the letter of an order; empty for fees."""


class Bill(msgspec.Struct, frozen=True):
    """The moves, income, and costs of a trip; a fee above the maximum is a line of $0."""

    moves: int
    lines: tuple[BillLine, ...] = ()

    @property
    def net(self) -> int:
        """The dollars by which the owner's cash grows."""
        return sum(line.dollars for line in self.lines)

    @property
    def rival_income(self) -> int:
        """The dollars that rivals get for goods and in fees."""
        return -sum(line.dollars for line in self.lines if line.seat is not None)

    @property
    def fees(self) -> int:
        """The dollars that rivals get in fees. (RC Phase 6; ruling 82)"""
        return -sum(line.dollars for line in self.lines if line.kind in ("segment", "city"))
