"""The events of RailRoader, in rulebook order.

All cards move face up. (ruling 8)
"""

from typing import ClassVar

from engine.core import Event, PhaseEnded, Seat
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Card


class OrderDrawn(Event, frozen=True):
    """The first player was drawn; ``order`` is the order of play. (RR Order of play; ruling 3)"""

    order: tuple[Seat, ...]


class MarketDealt(Event, frozen=True):
    """The first market was dealt; the outlaws ``aside`` attack no one. (RR Set up; ruling 4)"""

    cards: tuple[Card, ...]
    aside: tuple[Card, ...]


class TrackBuilt(Event, frozen=True):
    """A player built ``sections`` of track and now has ``total``. (RR The Railhead)"""

    seat: Seat
    sections: int
    total: int


class CardPlaced(Event, frozen=True):
    """A player placed a card from the hand at the railhead. (RR Worker; RR Supplies; RR Deputy)"""

    seat: Seat
    card: Card


class TrainRolled(Event, frozen=True):
    """The die was rolled for a move with engineers; its player then stops the train. (ruling 39)"""

    seat: Seat
    waters: tuple[int, ...]
    die: int
    engineers: int


class TrainMoved(Event, frozen=True):
    """A train moved from ``start`` to ``space``, or stayed there. (RR Water; RR Engineer)

    ``waters`` are the values of the Water cards; ``engineers`` is the number of engineers. ``die`` is 0 if the train
    moved with an engineer alone. ``ground`` is the kind of the new space; plain if the train derails.
    """

    seat: Seat
    start: int
    space: int
    waters: tuple[int, ...] = ()
    die: int = 0
    engineers: int = 0
    ground: Space = Space.PLAIN


class Derailed(Event, frozen=True):
    """A train ran ``past`` spaces beyond ``space``, the last space of its track. (ruling 37)"""

    seat: Seat
    space: int
    past: int


class Rerailed(Event, frozen=True):
    """A player put the train back on the track; it can move next turn. (ruling 38)"""

    seat: Seat


class DynamiteReached(Event, frozen=True):
    """A train stopped on the space of the dynamite, which was removed. (RR Saboteur; ruling 58)"""

    seat: Seat
    space: int


class BuffaloCreekReached(Event, frozen=True):
    """A train reached the last section. (RR Order of play; ruling 82)"""

    seat: Seat
    space: int


class Ambushed(Event, frozen=True):
    """A train was ambushed; the cavalry starts from the space ``garrison``. (RR Ambush)"""

    seat: Seat
    space: int
    garrison: int


class CavalryRode(Event, frozen=True):
    """The cavalry rode to ``space``; it reached the train if ``relieved``. (RR Ambush)"""

    seat: Seat
    die: int
    space: int
    relieved: bool
    free: bool
    """Whether the roll used no action, as the first one after an ambush. (ruling 49)"""


class CardBought(Event, frozen=True):
    """A card was bought for ``cost`` gold cards. (RR Purchasing other cards)"""

    seat: Seat
    card: Card
    cost: int


class CardTurned(Event, frozen=True):
    """A card of the deck was revealed in a slot of the market; ``slot`` is 0 for an outlaw."""

    is_revealing: ClassVar[bool] = True

    card: Card
    slot: int


class PrairieShuffled(Event, frozen=True):
    """The prairie and the outlaws, whose cards are counted here, became the new deck. (RR Outlaws; ruling 67)"""

    is_revealing: ClassVar[bool] = True

    cards: int
    outlaws: int


class MarketMoved(Event, frozen=True):
    """The market shifted, and the card of the last slot, if any, went to the prairie. (ruling 66)"""

    card: Card | None


class WaterFound(Event, frozen=True):
    """A player took Water from the prairie to the hand. (RR Order of play; ruling 53)"""

    seat: Seat
    card: Card


class CrateScouted(Event, frozen=True):
    """A scout brought supplies from the prairie to the railhead and was discarded. (RR Scout)"""

    seat: Seat
    card: Card


class GoldFound(Event, frozen=True):
    """A prospector brought gold from the prairie to the discard pile. (RR Prospector)"""

    seat: Seat


class DynamitePlaced(Event, frozen=True):
    """A saboteur placed dynamite on a rival's track and was discarded. (RR Saboteur)"""

    seat: Seat
    rival: Seat
    space: int


class CrateStolen(Event, frozen=True):
    """A saboteur stole a crate for the player's discard pile. (RR Saboteur; ruling 57)"""

    seat: Seat
    rival: Seat
    card: Card


class CardDiscarded(Event, frozen=True):
    """A player discarded a card from the hand, to ``pile`` or ``prairie``. (RR Order of play)"""

    seat: Seat
    card: Card
    onto: str


class CardWithdrawn(Event, frozen=True):
    """A player discarded a card from the railhead. (RR Order of play; ruling 22)"""

    seat: Seat
    card: Card
    onto: str


class RailheadRaided(Event, frozen=True):
    """Outlaws scared off workers and stole crates. (RR Outlaws; ruling 75)"""

    seat: Seat
    outlaws: int
    workers: int
    crates: tuple[Card, ...]


class DeputyUsed(Event, frozen=True):
    """A deputy went to the prairie with the outlaws that it drove off. (RR Outlaws; ruling 78)"""

    seat: Seat
    outlaws: tuple[Card, ...]


class OutlawsLeft(Event, frozen=True):
    """An outlaw was revealed while no train was on red. (RR Outlaws; ruling 72)"""


class OrdersSaid(Event, frozen=True):
    """A player changed the orders for deputies; only that player sees it. (ruling 78)"""

    seat: Seat
    use: str
    first: str


class TurnCutShort(Event, frozen=True):
    """A player had no legal action and lost the remaining ``actions`` of the turn. (ruling 17)"""

    seat: Seat
    actions: int


class GangFed(Event, frozen=True):
    """The workers were fed: ``fed`` workers ate, and ``left`` workers left hungry.

    ``emptied`` are the crates that became empty. (RR Order of play)
    """

    seat: Seat
    fed: int
    left: int
    emptied: tuple[Card, ...]


class HandTaken(Event, frozen=True):
    """A player picked up the discard pile of ``cards`` cards. (RR Order of play; ruling 19)"""

    seat: Seat
    cards: int


class GameEnded(Event, frozen=True):
    """The game is over; ``ending`` is a key of ``ENDINGS``."""

    ending: str


EVENTS = (
    OrderDrawn,
    MarketDealt,
    TrackBuilt,
    CardPlaced,
    TrainRolled,
    TrainMoved,
    Derailed,
    Rerailed,
    DynamiteReached,
    BuffaloCreekReached,
    Ambushed,
    CavalryRode,
    CardBought,
    CardTurned,
    PrairieShuffled,
    MarketMoved,
    WaterFound,
    CrateScouted,
    GoldFound,
    DynamitePlaced,
    CrateStolen,
    CardDiscarded,
    CardWithdrawn,
    RailheadRaided,
    DeputyUsed,
    OutlawsLeft,
    OrdersSaid,
    TurnCutShort,
    GangFed,
    HandTaken,
    GameEnded,
    PhaseEnded,
)
