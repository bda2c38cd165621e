"""Events of Stock Shenanigans. All are public except those about premoves."""

from typing import ClassVar

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special


class AnsweredAhead(Event, frozen=True):
    """A seat made a premove about one of its tiles. Only this seat sees the event."""

    seat: Seat
    special: Special
    answer: str


class AnswerDecided(Event, frozen=True):
    """A premove decided whether a tile was used. Only the tile's holder gets this event, which has no narration.

    It is revealing, because the other players notice that the holder was not asked.
    """

    is_revealing: ClassVar[bool] = True

    seat: Seat
    special: Special


class TileKept(Event, frozen=True):
    """A seat that could use its tile kept it."""

    seat: Seat
    special: Special


class InsiderTraded(Event, frozen=True):
    """A seat used Insider Trading; ``order`` is the new turn order."""

    seat: Seat
    order: tuple[Seat, ...]


class StockIssued(Event, frozen=True):
    """A seat used Stock Issue, which revealed ``tile``: a railroad's initials or a special tile's name."""

    seat: Seat
    tile: str


class StockBought(Event, frozen=True):
    """A seat bought a stock tile from the pile; ``value`` is the company's new value."""

    seat: Seat
    railroad: Railroad
    price: int
    company: tuple[Railroad, ...]
    value: int


class StocksDumped(Event, frozen=True):
    """A seat sold ``tiles`` tiles of a company for ``price`` each; ``value`` is the company's new value."""

    seat: Seat
    company: tuple[Railroad, ...]
    tiles: int
    price: int
    value: int


class CompanyLooted(Event, frozen=True):
    """A seat put a company out of business; ``lost`` has pairs of a seat and its number of lost stock tiles."""

    seat: Seat
    company: tuple[Railroad, ...]
    points: int
    lost: tuple[tuple[Seat, int], ...]


class RailroadsMerged(Event, frozen=True):
    """A seat merged two railroads into a company; ``value`` is the value of the company's stock."""

    seat: Seat
    first: Railroad
    second: Railroad
    value: int


EVENTS: tuple[type[Event], ...] = (
    AnsweredAhead,
    AnswerDecided,
    InsiderTraded,
    StockIssued,
    TileKept,
    StockBought,
    StocksDumped,
    CompanyLooted,
    RailroadsMerged,
)
