"""The pieces on the board and the table, as values."""

from enum import StrEnum
from typing import Literal, NewType

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import COMMISSION, MOVES_PER_TURN, TRAIN_CAPACITY
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track


class City(msgspec.Struct, frozen=True, cache_hash=True):
    """A city. No two cities have the same owner and the same number of dots. (RC Game Setup)"""

    seat: Seat
    dots: int


class TrainPiece(msgspec.Struct, frozen=True, cache_hash=True):
    """A train. Its number counts from 1 for each player and never changes; its goods are sorted."""

    seat: Seat
    number: int
    at: NodeId
    large: bool = False
    goods: tuple[Good, ...] = ()

    @property
    def moves(self) -> int:
        """Number of moves of the train in a turn. (RC Phase 6)"""
        return MOVES_PER_TURN[self.large]

    @property
    def capacity(self) -> int:
        """Maximum number of barrels on the train. (RC Phase 6)"""
        return TRAIN_CAPACITY[self.large]

    @property
    def segments(self) -> int:
        """The number of the owner's train segments that the train uses. (RC Phase 5)"""
        return 2 if self.large else 1


class DeliveryOrder(msgspec.Struct, frozen=True):
    """An open order for a barrel of a good; ``city`` is the hex of its destination. (RC Phase 4)"""

    letter: str
    city: NodeId
    good: Good
    bonus: int = COMMISSION
    """Dollars paid in addition to the sale: the commission, and the growth in each turn. (ruling 57)"""


class Associate(StrEnum):
    """A helper of a player for one turn. (RC Phase 3)"""

    CREW = "crew"
    BANKER = "banker"
    ENGINEER = "engineer"
    CONDUCTOR = "conductor"
    NEGOTIATOR = "negotiator"
    UNION = "union"


ASSOCIATES = tuple(Associate)

RANKING_LENGTH = 4
"""Number of associates that each player ranks: enough for the last of four players. (ruling 46)"""


class EventCard(StrEnum):
    """A kind of event card. (RC Phase 2)"""

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
"""Number of cards of each event that exist; a game uses some of them. (RC Game Setup)"""


Item = NewType("Item", str)
"""The name of a track (``H01-V05``) or of one of a player's trains (``train-2``); both need maintenance."""


def train_item(number: int) -> Item:
    """Return the item name of the train with this number."""
    return Item(f"train-{number}")


class MaintenanceMark(msgspec.Struct, frozen=True):
    """An item that its owner does not want to maintain. (RC Phase 1; rulings 22-27)

    ``otherwise`` says whether the owner pays the upkeep or removes the item if it is not sold. The owner accepts bids
    of at least ``reserve`` dollars, and must accept any bid over half the list price.
    """

    item: Item
    otherwise: Literal["pay", "remove"]
    reserve: int


def track_item(track: Track) -> Item:
    """Return the item name of a track."""
    return Item(track)
