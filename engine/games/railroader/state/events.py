"""The events of RailRoader, in the past tense and in rulebook order. Cards move openly. (ruling 8)"""

from typing import ClassVar

from engine.core import Event, PhaseEnded, Seat
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Card


class OrderDrawn(Event, frozen=True):
    """The order of play: the first seat was drawn, and the others follow clockwise. (RR Order of play; ruling 3)"""

    order: tuple[Seat, ...]


class MarketDealt(Event, frozen=True):
    """The market was dealt; ``aside`` are outlaws that were revealed and attack no one. (RR Set up; ruling 4)"""

    cards: tuple[Card, ...]
    aside: tuple[Card, ...]


class TrackBuilt(Event, frozen=True):
    """``sections`` more; the line now has ``total``. (RR The Railhead)"""

    seat: Seat
    sections: int
    total: int


class CardPlaced(Event, frozen=True):
    """A card of the hand was placed at the railhead. (RR Worker; RR Supplies; RR Deputy)"""

    seat: Seat
    card: Card


class TrainRolled(Event, frozen=True):
    """The die roll of a move whose engineers will choose where the train stops. (ruling 39)"""

    seat: Seat
    waters: tuple[int, ...]
    die: int
    engineers: int


class TrainMoved(Event, frozen=True):
    """A train moved from one space to another.

    ``waters`` and ``die`` moved it; ``die`` is 0 for an engineer alone. ``engineers`` is their number. ``ground`` is
    the kind of the new space, empty if the train derails. (RR Water; RR Engineer)
    """

    seat: Seat
    start: int
    space: int
    waters: tuple[int, ...] = ()
    die: int = 0
    engineers: int = 0
    ground: Space = Space.PLAIN


class Derailed(Event, frozen=True):
    """A train ran ``past`` spaces beyond the end of the track, whose last space is ``space``. (ruling 37)"""

    seat: Seat
    space: int
    past: int


class Rerailed(Event, frozen=True):
    """It may move from the next turn on. (ruling 38)"""

    seat: Seat


class DynamiteReached(Event, frozen=True):
    """The train stopped at the dynamite, which is removed. (RR Saboteur; ruling 58)"""

    seat: Seat
    space: int


class BuffaloCreekReached(Event, frozen=True):
    """A train reached the last section. (RR Order of play; ruling 82)"""

    seat: Seat
    space: int


class Ambushed(Event, frozen=True):
    """On a purple space; the cavalry starts from ``garrison``, 0 for Junction City. (RR Ambush)"""

    seat: Seat
    space: int
    garrison: int


class CavalryRode(Event, frozen=True):
    """``space`` is where the cavalry is now; ``relieved``: it reached the train. (RR Ambush)"""

    seat: Seat
    die: int
    space: int
    relieved: bool
    free: bool
    """Whether it cost no action: the first roll. (ruling 49)"""


class CardBought(Event, frozen=True):
    """A card went to the buyer's discard pile, with the gold. (RR Purchasing other cards)"""

    seat: Seat
    card: Card
    cost: int


class CardTurned(Event, frozen=True):
    """A card of the deck came up: into a slot of the market, or, an outlaw, next to the board as slot 0."""

    is_revealing: ClassVar[bool] = True

    card: Card
    slot: int


class PrairieShuffled(Event, frozen=True):
    """The prairie and the outlaws next to the board became the new deck. (RR Outlaws; ruling 67)"""

    is_revealing: ClassVar[bool] = True

    cards: int
    outlaws: int


class MarketMoved(Event, frozen=True):
    """At the end of a round the last card went to the prairie; None if that slot was empty. (ruling 66)"""

    card: Card | None


class WaterFound(Event, frozen=True):
    """Searched from a river, into the hand. (RR Order of play; ruling 53)"""

    seat: Seat
    card: Card


class CrateScouted(Event, frozen=True):
    """A crate went from the prairie to the railhead; the scout is discarded. (RR Scout)"""

    seat: Seat
    card: Card


class GoldFound(Event, frozen=True):
    """Gold went from the prairie to the discard pile, with the prospector. (RR Prospector)"""

    seat: Seat


class DynamitePlaced(Event, frozen=True):
    """On a space of the rival's track; the saboteur is discarded. (RR Saboteur)"""

    seat: Seat
    rival: Seat
    space: int


class CrateStolen(Event, frozen=True):
    """To the thief's discard pile, with the saboteur. (RR Saboteur; ruling 57)"""

    seat: Seat
    rival: Seat
    card: Card


class CardDiscarded(Event, frozen=True):
    """A card left the hand without effect; ``onto`` is ``pile`` or ``prairie``. (RR Order of play)"""

    seat: Seat
    card: Card
    onto: str


class CardWithdrawn(Event, frozen=True):
    """A card left the railhead; ``onto`` is ``pile`` or ``prairie``. (RR Order of play; ruling 22)"""

    seat: Seat
    card: Card
    onto: str


class RailheadRaided(Event, frozen=True):
    """A raid of ``outlaws`` outlaws: ``workers`` fled, and unopened ``crates`` were stolen. (RR Outlaws; ruling 75)"""

    seat: Seat
    outlaws: int
    workers: int
    crates: tuple[Card, ...]


class DeputyUsed(Event, frozen=True):
    """A deputy and the outlaws that it sent away are on the prairie. (RR Outlaws; ruling 78)"""

    seat: Seat
    outlaws: tuple[Card, ...]


class OutlawsLeft(Event, frozen=True):
    """An outlaw turned up and no engine stood on red. (RR Outlaws; ruling 72)"""


class OrdersSaid(Event, frozen=True):
    """Visible to its seat alone. (ruling 78)"""

    seat: Seat
    use: str
    first: str


class TurnCutShort(Event, frozen=True):
    """No legal action is left, though the turn has ``actions`` more. (ruling 17)"""

    seat: Seat
    actions: int


class GangFed(Event, frozen=True):
    """``fed`` workers ate; ``left`` got nothing and left; ``emptied`` are the crates used up. (RR Order of play)"""

    seat: Seat
    fed: int
    left: int
    emptied: tuple[Card, ...]


class HandTaken(Event, frozen=True):
    """With fewer than three cards in hand, the discard pile was picked up. (RR Order of play; ruling 19)"""

    seat: Seat
    cards: int


class GameEnded(Event, frozen=True):
    """``ending`` is a key of the game's endings."""

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
