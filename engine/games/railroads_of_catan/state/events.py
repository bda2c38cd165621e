"""The events of Railroads of Catan, in the past tense and in rulebook order. Money is in dollars, and open."""

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
    """An event that names cities; ``cities`` are those, so that it can be told without the board."""

    name_fields: ClassVar[frozenset[str]] = frozenset({"cities"})


class IslandLaid(Event, frozen=True):
    """The island was set up; ``order`` is the order of founding, clockwise. (RC Game Setup; ruling 10)"""

    order: tuple[Seat, ...]


class CityFounded(Event, frozen=True):
    """A city was founded on a hex with this number of dots. (RC Game Setup)"""

    seat: Seat
    hex: NodeId
    dots: int


class PlansSaid(Event, frozen=True):
    """A premove was made; visible to its seat alone. A text is of an earlier release: “wish for H12, then H05”."""

    seat: Seat
    what: NewPlan | str


class UpkeepPaid(Event, frozen=True):
    """For everything that is not marked. (RC Phase 1; ruling 21)"""

    seat: Seat
    paid: int


class ItemsOffered(_NamesCities, frozen=True):
    """Items that owners do not want to maintain are for sale. (RC Phase 1)"""

    items: tuple[tuple[Seat, Item], ...]
    cities: Mapping[NodeId, City] = {}


class OfferMade(_NamesCities, frozen=True):
    """Visible to its seat alone, until bids are opened. (ruling 22)"""

    seat: Seat
    owner: Seat
    item: Item
    amount: int
    cities: Mapping[NodeId, City] = {}


class ItemSold(_NamesCities, frozen=True):
    """The buyer pays the owner, swaps the piece and pays this turn's ``upkeep``. (RC Phase 1; ruling 28)"""

    seat: Seat
    buyer: Seat
    item: Item
    amount: int
    upkeep: int
    cities: Mapping[NodeId, City] = {}
    number: int = 0
    """The train's number in the buyer's company."""


class ItemKept(_NamesCities, frozen=True):
    """No one bid enough; its upkeep was paid. (rulings 25-27)"""

    seat: Seat
    item: Item
    paid: int
    cities: Mapping[NodeId, City] = {}


class ItemRemoved(_NamesCities, frozen=True):
    """Back to the owner's supply; ``goods`` on a train are lost. (RC Phase 1; rulings 30, 32)"""

    seat: Seat
    item: Item
    cities: Mapping[NodeId, City] = {}
    goods: tuple[Good, ...] = ()


class EventTurned(Event, frozen=True):
    """The event of the turn. (RC Phase 2)"""

    is_revealing: ClassVar[bool] = True

    card: EventCard


class TaxPaid(Event, frozen=True):
    """``thrown`` are barrels thrown off for lack of cash. (RC Phase 2; ruling 34)"""

    seat: Seat
    paid: int
    thrown: tuple[Good, ...]


class StormLosses(Event, frozen=True):
    """Water tracks destroyed, and trains lost with their goods. (RC Phase 2; ruling 36)"""

    tracks: tuple[Track, ...]
    trains: tuple[tuple[Seat, int], ...]


class HolidayPaid(Event, frozen=True):
    """(RC Phase 2; ruling 39)"""

    seat: Seat
    received: int


class BidMade(Event, frozen=True):
    """Publicly only that a seat has decided. (RC Phase 3)"""

    seat: Seat


class BidsShown(Event, frozen=True):
    """All bids, each seat's payment, and the resulting order. (RC Phase 3; rulings 42-45)"""

    bids: Mapping[Seat, int]
    paid: Mapping[Seat, int]
    order: tuple[Seat, ...]
    rolled: bool


class AssociateTaken(Event, frozen=True):
    """(RC Phase 3; ruling 46)"""

    seat: Seat
    associate: Associate


class BankerPaid(Event, frozen=True):
    """A tenth of the cash in hand. (RC Phase 3; ruling 47)"""

    seat: Seat
    received: int


class OrdersGrown(Event, frozen=True):
    """Open orders that pay more from now on. (RC Phase 4; ruling 54)"""

    letters: tuple[str, ...]


class OrderTurned(_NamesCities, frozen=True):
    """A new order. (RC Phase 4; ruling 55)"""

    is_revealing: ClassVar[bool] = True

    order: DeliveryOrder
    cities: Mapping[NodeId, City] = {}


class TrackLaid(_NamesCities, frozen=True):
    """``cost`` to the bank, ``fees`` to owners of cities; ``free`` tracks are of the surplus. (RC Phase 5)"""

    seat: Seat
    path: Path
    cost: int
    fees: Mapping[Seat, int]
    free: int
    toward: NodeId | None = None
    cities: Mapping[NodeId, City] = {}


class TrainBought(_NamesCities, frozen=True):
    """(RC Phase 5)"""

    seat: Seat
    number: int
    city: NodeId
    cost: int
    cities: Mapping[NodeId, City] = {}


class TrainUpgraded(Event, frozen=True):
    """(RC Phase 5)"""

    seat: Seat
    number: int
    cost: int


class TrainRun(_NamesCities, frozen=True):
    """A trip and its whole bill. (RC Phase 6)"""

    seat: Seat
    number: int
    trip: Trip
    bill: Bill
    cities: Mapping[NodeId, City] = {}


class OrderFilled(_NamesCities, frozen=True):
    """The order is gone; its bonus is in the bill. (RC Phase 6)"""

    seat: Seat
    order: DeliveryOrder
    cities: Mapping[NodeId, City] = {}


class PlanStopped(Event, frozen=True):
    """A plan of track or of a trip could not be carried out. A text as ``why`` is of an earlier release."""

    is_shown_again: ClassVar[bool] = True

    seat: Seat
    why: Obstacle | str


class VisitEnded(Event, frozen=True):
    """A seat builds, or runs trains, no more in this phase."""

    seat: Seat
    building: bool


class GameEnded(Event, frozen=True):
    """``ending`` is a key of the game's endings."""

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
