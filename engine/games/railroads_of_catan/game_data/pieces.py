"""The pieces on the board and the table, as values."""

from enum import StrEnum
from typing import Literal, NewType

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import COMMISSION, MOVES_PER_TURN, TRAIN_CAPACITY
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track


class City(msgspec.Struct, frozen=True, cache_hash=True):
    """Owner and dots name exactly one city. (RC Game Setup)"""

    seat: Seat
    dots: int


class TrainPiece(msgspec.Struct, frozen=True, cache_hash=True):
    """A train. ``number`` counts a player's trains from 1 and never changes. ``goods`` are in alphabetical order."""

    seat: Seat
    number: int
    at: NodeId
    large: bool = False
    goods: tuple[Good, ...] = ()

    @property
    def moves(self) -> int:
        """In a turn. (RC Phase 6)"""
        return MOVES_PER_TURN[self.large]

    @property
    def capacity(self) -> int:
        """Barrels. (RC Phase 6)"""
        return TRAIN_CAPACITY[self.large]

    @property
    def segments(self) -> int:
        """Pieces of the owner's supply that it uses. (RC Phase 5)"""
        return 2 if self.large else 1


class DeliveryOrder(msgspec.Struct, frozen=True):
    """An open order: a barrel of ``good`` to a ``city`` (its hex). ``letter`` names it while open. (RC Phase 4)"""

    letter: str
    city: NodeId
    good: Good
    bonus: int = COMMISSION
    """The payment in addition to the sale: the commission and what was added. (ruling 57)"""


class Associate(StrEnum):
    """The six roles. (RC Phase 3)"""

    CREW = "crew"
    BANKER = "banker"
    ENGINEER = "engineer"
    CONDUCTOR = "conductor"
    NEGOTIATOR = "negotiator"
    UNION = "union"


ASSOCIATES = tuple(Associate)

RANKING_LENGTH = 4
"""Associates that each player ranks: of four players the last certainly gets one of them. (ruling 46)"""


class EventCard(StrEnum):
    """(RC Phase 2)"""

    TAX = "tax"
    PLENTY = "plenty"
    MONSOON = "monsoon"
    SURPLUS = "surplus"
    HOLIDAY = "holiday"


EVENT_CARD_COUNTS = {
    EventCard.TAX: 5,
    EventCard.PLENTY: 2,
    EventCard.MONSOON: 2,
    EventCard.SURPLUS: 2,
    EventCard.HOLIDAY: 2,
}
"""Cards of each event, some of which are left out. (RC Game Setup)"""


Item = NewType("Item", str)
"""Something that needs maintenance: a track (``H01-V05``) or one of a player's trains (``train-2``)."""


def train_item(number: int) -> Item:
    """The item that a train is."""
    return Item(f"train-{number}")


class MaintenanceMark(msgspec.Struct, frozen=True):
    """An item that its owner does not want to maintain. (RC Phase 1; rulings 22-27)

    ``otherwise``: what happens if no one bids. ``reserve``: bids from this amount on are accepted, and those over half
    the list price in any case.
    """

    item: Item
    otherwise: Literal["pay", "remove"]
    reserve: int


def track_item(track: Track) -> Item:
    """The item that a track is."""
    return Item(track)
