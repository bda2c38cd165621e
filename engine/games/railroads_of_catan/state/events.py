"""The events of Railroads of Catan, in rulebook order. Money is in dollars."""

from collections.abc import Mapping
from typing import ClassVar

from engine.core import Event, PhaseEnded, PhasePartEnded, Seat
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track
from engine.games.railroads_of_catan.game_data.pieces import Associate, City, DeliveryOrder, EventCard, Item
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path, Trip
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.trip_bill import Bill


class _NamesCities(Event, frozen=True):
    """An event that contains the cities which its narration names, so that the narration needs no state."""

    name_fields: ClassVar[frozenset[str]] = frozenset({"cities"})


class IslandLaid(Event, frozen=True):
    """The island was set up; ``order`` is the order in which the seats found cities. (RC Game Setup; ruling 10)"""

    order: tuple[Seat, ...]


class CityFounded(Event, frozen=True):
    """A city was founded; ``dots`` is the number of dots of the city. (RC Game Setup)"""

    seat: Seat
    hex: NodeId
    dots: int


class PlansSaid(Event, frozen=True):
    """A seat made a premove; only this seat sees the event.

    ``what`` is a text in events of earlier releases, such as “wish for H12, then H05”.
    """

    seat: Seat
    what: NewPlan | str


class UpkeepPaid(Event, frozen=True):
    """A seat paid the upkeep of all items that it had not marked. (RC Phase 1; ruling 21)"""

    seat: Seat
    paid: int


class ItemsOffered(_NamesCities, frozen=True):
    """Items that their owners do not maintain are for sale. (RC Phase 1)"""

    items: tuple[tuple[Seat, Item], ...]
    cities: Mapping[NodeId, City] = {}


class OfferMade(_NamesCities, frozen=True):
    """A seat made a sealed bid for an item; only the seat sees the event. (ruling 22)"""

    seat: Seat
    owner: Seat
    item: Item
    amount: int
    cities: Mapping[NodeId, City] = {}


class ItemSold(_NamesCities, frozen=True):
    """A buyer paid the owner (``seat``) and the upkeep; the piece is now the buyer's. (RC Phase 1; ruling 28)"""

    seat: Seat
    buyer: Seat
    item: Item
    amount: int
    upkeep: int
    cities: Mapping[NodeId, City] = {}
    number: int = 0
    """The number that the train has with its new owner; 0 for a track."""


class ItemKept(_NamesCities, frozen=True):
    """An item was not sold, and its owner paid the upkeep. (rulings 25-27)"""

    seat: Seat
    item: Item
    paid: int
    cities: Mapping[NodeId, City] = {}


class ItemRemoved(_NamesCities, frozen=True):
    """An item returned to its owner's supply; the goods of a train are lost. (RC Phase 1; rulings 30, 32)"""

    seat: Seat
    item: Item
    cities: Mapping[NodeId, City] = {}
    goods: tuple[Good, ...] = ()


class EventTurned(Event, frozen=True):
    """The event card of the turn was revealed. (RC Phase 2)"""

    is_revealing: ClassVar[bool] = True

    card: EventCard


class TaxPaid(Event, frozen=True):
    """A seat paid tax, and threw away barrels that it could not pay for. (RC Phase 2; ruling 34)"""

    seat: Seat
    paid: int
    thrown: tuple[Good, ...]


class StormLosses(Event, frozen=True):
    """A monsoon destroyed water tracks, and trains, given as (seat, number) pairs. (RC Phase 2; ruling 36)"""

    tracks: tuple[Track, ...]
    trains: tuple[tuple[Seat, int], ...]


class HolidayPaid(Event, frozen=True):
    """The bank paid a seat for its trains. (RC Phase 2; ruling 39)"""

    seat: Seat
    received: int


class BidMade(Event, frozen=True):
    """A seat has bid and ranked associates; the event contains neither. (RC Phase 3)"""

    seat: Seat


class BidsShown(Event, frozen=True):
    """The bids were revealed and paid, and the turn order was set. (RC Phase 3; rulings 42-45)"""

    bids: Mapping[Seat, int]
    paid: Mapping[Seat, int]
    order: tuple[Seat, ...]
    rolled: bool


class AssociateTaken(Event, frozen=True):
    """A seat got an associate for this turn. (RC Phase 3; ruling 46)"""

    seat: Seat
    associate: Associate


class BankerPaid(Event, frozen=True):
    """The bank paid the seat that has the banker. (RC Phase 3; ruling 47)"""

    seat: Seat
    received: int


class OrdersGrown(Event, frozen=True):
    """The bonus of all open orders grew. (RC Phase 4; ruling 54)"""

    letters: tuple[str, ...]


class OrderTurned(_NamesCities, frozen=True):
    """A new order was revealed. (RC Phase 4; ruling 55)"""

    is_revealing: ClassVar[bool] = True

    order: DeliveryOrder
    cities: Mapping[NodeId, City] = {}


class TrackLaid(_NamesCities, frozen=True):
    """A seat laid track and paid the bank (``cost``) and the owners of cities (``fees``). (RC Phase 5)

    ``free`` is the number of tracks that were free because of the surplus.
    """

    seat: Seat
    path: Path
    cost: int
    fees: Mapping[Seat, int]
    free: int
    toward: NodeId | None = None
    cities: Mapping[NodeId, City] = {}


class TrainBought(_NamesCities, frozen=True):
    """A seat bought a small train and put it in a city. (RC Phase 5)"""

    seat: Seat
    number: int
    city: NodeId
    cost: int
    cities: Mapping[NodeId, City] = {}


class TrainUpgraded(Event, frozen=True):
    """A seat made a small train large. (RC Phase 5)"""

    seat: Seat
    number: int
    cost: int


class TrainRun(_NamesCities, frozen=True):
    """A train made a trip. (RC Phase 6)"""

    seat: Seat
    number: int
    trip: Trip
    bill: Bill
    cities: Mapping[NodeId, City] = {}


class OrderFilled(_NamesCities, frozen=True):
    """A trip filled an order; the bill in the event ``TrainRun`` contains the bonus. (RC Phase 6)"""

    seat: Seat
    order: DeliveryOrder
    cities: Mapping[NodeId, City] = {}


class PlanStopped(Event, frozen=True):
    """A plan could not be carried out; ``why`` is a text in events of earlier releases."""

    is_shown_again: ClassVar[bool] = True

    seat: Seat
    why: Obstacle | str


class VisitEnded(Event, frozen=True):
    """A seat finished building in this turn, or finished running trains if ``building`` is false."""

    seat: Seat
    building: bool


class GameEnded(Event, frozen=True):
    """The game ended; ``ending`` is a key of ``ENDINGS``."""

    ending: str


EVENTS = (
    IslandLaid,
    CityFounded,
    PlansSaid,
    UpkeepPaid,
    ItemsOffered,
    OfferMade,
    ItemSold,
    ItemKept,
    ItemRemoved,
    EventTurned,
    TaxPaid,
    StormLosses,
    HolidayPaid,
    BidMade,
    BidsShown,
    AssociateTaken,
    BankerPaid,
    OrdersGrown,
    OrderTurned,
    TrackLaid,
    TrainBought,
    TrainUpgraded,
    TrainRun,
    OrderFilled,
    PlanStopped,
    VisitEnded,
    GameEnded,
    PhaseEnded,
    PhasePartEnded,
)
