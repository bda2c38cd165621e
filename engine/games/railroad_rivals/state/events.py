"""Events of Railroad Rivals, in rulebook order. All of them are public."""

import msgspec

from engine.core import Event, PhaseEnded, Seat
from engine.games.railroad_rivals.game_data.grid import Cell, Facing
from engine.games.railroad_rivals.game_data.printed_data import City, Goods, Railroad, Special
from engine.games.railroad_rivals.state.board import Link


class BonusReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason of a bonus: the hotel in a city, or a number of Locomotive Upgrades."""

    hotel: City | None = None
    upgrades: int = 0


class StartingTileLaid(Event, frozen=True):
    city: City
    goods: tuple[Goods, ...]


class TurnBegan(Event, frozen=True):
    turn: int


class CityPileRanOut(Event, frozen=True):
    """``removed`` city tiles left the game unseen; from now on two stock tiles per player are drawn."""

    removed: int


class TilesDrawn(Event, frozen=True):
    """``stocks`` are railroads' initials and names of special tiles."""

    cities: tuple[City, ...]
    stocks: tuple[str, ...]


class BidMade(Event, frozen=True):
    seat: Seat
    amount: int


class BidPassed(Event, frozen=True):
    seat: Seat


class OrderSet(Event, frozen=True):
    """The bidding is over: its winner paid ``paid`` points and is first in ``order``."""

    order: tuple[Seat, ...]
    paid: int


class CityDrafted(Event, frozen=True):
    seat: Seat
    city: City


class StockDrafted(Event, frozen=True):
    seat: Seat
    railroad: Railroad


class SpecialDrafted(Event, frozen=True):
    """A special tile of the stock offer is now face up before the seat. (RB Stock Shenanigans)"""

    seat: Seat
    special: Special


class DraftSkipped(Event, frozen=True):
    """No tile was left on offer for this seat. (ruling D7)"""

    seat: Seat


class CityPlaced(Event, frozen=True):
    """A city was placed; ``links`` are its new links, none after a match of blank edges."""

    seat: Seat
    city: City
    at: Cell
    facing: Facing
    links: tuple[Link, ...]


class GoodsDrawn(Event, frozen=True):
    """Cubes drawn onto a newly placed city; ``missing`` could not be drawn from an empty bag."""

    city: City
    goods: tuple[Goods, ...]
    missing: int


class PlacementPassed(Event, frozen=True):
    """No tile of the hand fits anywhere, or the hand is empty; this reveals something about the hand. (rulings, P6)"""

    is_revealing = True

    seat: Seat
    empty_handed: bool


class HandEmptied(Event, frozen=True):
    """``seat`` placed its last city tile while the city pile could still serve everyone: play continues. (ruling E3)"""

    is_explanation = True

    seat: Seat


class LastTurnCame(Event, frozen=True):
    """``seat`` placed the last city tile of a hand; ``None``: a whole turn passed without a placement."""

    seat: Seat | None


class Delivered(Event, frozen=True):
    """A delivery over a link of ``owner``, who scored ``owner_points``; the railroad's stock is now at ``value``.

    ``value`` is 0 only for a railroad out of business. (ruling K6) A trip over several links has one event per link,
    with its points in the last. ``company`` names all railroads of a merged company.
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
    """Points of a delivery besides those for its color and links.

    A text as ``reason`` is of an earlier release and continues “for”.
    """

    seat: Seat
    points: int
    reason: BonusReason | str


class DeliverySkipped(Event, frozen=True):
    """No cube is in a city with a link."""

    seat: Seat


class StocksScored(Event, frozen=True):
    """Final scoring of one portfolio; ``total`` includes the score track."""

    seat: Seat
    points: int
    total: int


class GameEnded(Event, frozen=True):
    """``ending`` is a key of the game's endings."""

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
