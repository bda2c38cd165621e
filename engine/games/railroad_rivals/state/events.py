"""Events of Railroad Rivals, in rulebook order. All of them are public."""

import msgspec

from engine.core import Event, PhaseEnded, Seat
from engine.games.railroad_rivals.game_data.grid import Cell, Facing
from engine.games.railroad_rivals.game_data.printed_data import City, Goods, Railroad, Special
from engine.games.railroad_rivals.state.board import Link


class BonusReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason for a bonus: either the hotel in a city, or the number of Locomotive Upgrades."""

    hotel: City | None = None
    upgrades: int = 0


class StartingTileLaid(Event, frozen=True):
    city: City
    goods: tuple[Goods, ...]


class TurnBegan(Event, frozen=True):
    turn: int


class CityPileRanOut(Event, frozen=True):
    """The city pile ran out; its last ``removed`` tiles, too few for all players, left the game unseen."""

    removed: int


class TilesDrawn(Event, frozen=True):
    """Tiles were revealed; ``stocks`` has railroads' initials and names of special tiles."""

    cities: tuple[City, ...]
    stocks: tuple[str, ...]


class BidMade(Event, frozen=True):
    seat: Seat
    amount: int


class BidPassed(Event, frozen=True):
    seat: Seat


class OrderSet(Event, frozen=True):
    """The turn order was set; the first seat in ``order`` paid ``paid`` points for it."""

    order: tuple[Seat, ...]
    paid: int


class CityDrafted(Event, frozen=True):
    seat: Seat
    city: City


class StockDrafted(Event, frozen=True):
    seat: Seat
    railroad: Railroad


class SpecialDrafted(Event, frozen=True):
    """A seat drafted a special tile from the stock tiles on offer. (RB Stock Shenanigans)"""

    seat: Seat
    special: Special


class DraftSkipped(Event, frozen=True):
    """A seat was skipped because no tile was left on offer. (ruling D7)"""

    seat: Seat


class CityPlaced(Event, frozen=True):
    """A seat placed a city; ``links`` are the new links, none if only blank edges touch."""

    seat: Seat
    city: City
    at: Cell
    facing: Facing
    links: tuple[Link, ...]


class GoodsDrawn(Event, frozen=True):
    """Cubes were drawn onto a city; ``missing`` cubes could not be drawn, because the bag was empty."""

    city: City
    goods: tuple[Goods, ...]
    missing: int


class PlacementPassed(Event, frozen=True):
    """A seat could not place a city: no tile of the hand fits, or the hand is empty. (ruling P6)

    The event reveals something about the hand.
    """

    is_revealing = True

    seat: Seat
    empty_handed: bool


class HandEmptied(Event, frozen=True):
    """A seat placed its last city tile before the city pile ran out, so the game continues. (ruling E3)"""

    is_explanation = True

    seat: Seat


class LastTurnCame(Event, frozen=True):
    """The last turn began: ``seat`` placed its last city; if None, no seat placed a city in a turn."""

    seat: Seat | None


class Delivered(Event, frozen=True):
    """A cube was delivered over a link, whose owner scored ``owner_points``.

    ``value`` is the new value of the stock; it is 0 only for a railroad that is out of business (ruling K6).
    ``company`` has the railroads of a merged company. A trip over several links has an event for each link; only the
    last event has the points for the cube.
    """

    seat: Seat
    goods: Goods
    city: City
    destination: City
    railroad: Railroad
    points: int
    owner: Seat
    owner_points: int
    value: int
    company: tuple[Railroad, ...] = ()


class BonusScored(Event, frozen=True):
    """A seat scored points for a delivery in addition to those for its color and links.

    In events of earlier releases, the reason is a text that follows the word “for”.
    """

    seat: Seat
    points: int
    reason: BonusReason | str


class DeliverySkipped(Event, frozen=True):
    """A seat could not deliver, because no cube is in a city with a link."""

    seat: Seat


class StocksScored(Event, frozen=True):
    """A seat scored its stocks at the end of the game; ``total`` is its final score."""

    seat: Seat
    points: int
    total: int


class GameEnded(Event, frozen=True):
    """The game ended; ``ending`` is a key of ``ENDINGS``."""

    ending: str


EVENTS: tuple[type[Event], ...] = (
    PhaseEnded,
    StartingTileLaid,
    TurnBegan,
    CityPileRanOut,
    TilesDrawn,
    BidMade,
    BidPassed,
    OrderSet,
    CityDrafted,
    StockDrafted,
    SpecialDrafted,
    DraftSkipped,
    CityPlaced,
    GoodsDrawn,
    PlacementPassed,
    HandEmptied,
    LastTurnCame,
    Delivered,
    BonusScored,
    DeliverySkipped,
    StocksScored,
    GameEnded,
)
