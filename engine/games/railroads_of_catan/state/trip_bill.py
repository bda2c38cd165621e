"""The income and costs of a trip."""

from typing import Literal

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import NodeId

BillLineKind = Literal["goods", "segment", "city", "sale", "order"]
"""Kinds of lines: goods bought, fees for a rival's track (``segment``) or city, sales, and bonuses of orders."""


class BillLine(msgspec.Struct, frozen=True):
    """An income of a train's owner, or a payment, for which ``dollars`` is negative."""

    kind: BillLineKind
    at: NodeId
    dollars: int
    seat: Seat | None = None
    """The rival who is paid; None if no rival is paid."""
    what: str = ""
    """The goods, such as “2 wood”, or the letter of an order; "" for fees."""


class Bill(msgspec.Struct, frozen=True):
    """The moves, income, and costs of a trip. A fee above the maximum for a rival is a line of $0."""

    moves: int
    lines: tuple[BillLine, ...] = ()

    @property
    def net(self) -> int:
        """The dollars that the trip earns its owner; negative for a loss."""
        return sum(line.dollars for line in self.lines)

    @property
    def rival_income(self) -> int:
        """The dollars that rivals get for goods and as fees."""
        return -sum(line.dollars for line in self.lines if line.seat is not None)

    @property
    def fees(self) -> int:
        """The dollars that rivals get as fees. (RC Phase 6; ruling 82)"""
        return -sum(line.dollars for line in self.lines if line.kind in ("segment", "city"))
