"""Events of the Stock Shenanigans. All of them are public except premoves."""

from typing import ClassVar

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special


class AnsweredAhead(Event, frozen=True):
    """A seat made a premove about one of its tiles. Visible to that seat alone."""

    seat: Seat
    special: Special
    answer: str


class AnswerDecided(Event, frozen=True):
    """A tile could be used, and a premove of its holder decided it.

    It is not narrated, but everyone saw that the holder was not asked, and so learned that there was a premove.
    """

    is_revealing: ClassVar[bool] = True

    seat: Seat
    special: Special


class TileKept(Event, frozen=True):
    """A seat was asked and did not use its tile."""

    seat: Seat
    special: Special


class InsiderTraded(Event, frozen=True):
    """``order`` is the new turn order."""

    seat: Seat
    order: tuple[Seat, ...]


class StockIssued(Event, frozen=True):
    """``tile`` was turned up besides the others: a railroad's initials, or the name of a special tile."""

    seat: Seat
    tile: str


class StockBought(Event, frozen=True):
    """A stock out of the pile for ``price`` points; the stocks of the ``company`` are now at ``value``."""

    seat: Seat
    railroad: Railroad
    price: int
    company: tuple[Railroad, ...]
    value: int


class StocksDumped(Event, frozen=True):
    """``tiles`` of a company were sold at ``price`` each; its stocks are now at ``value``."""

    seat: Seat
    company: tuple[Railroad, ...]
    tiles: int
    price: int
    value: int


class CompanyLooted(Event, frozen=True):
    """A company went out of business; ``lost`` is the number of its stock tiles that each seat had."""

    seat: Seat
    company: tuple[Railroad, ...]
    points: int
    lost: tuple[tuple[Seat, int], ...]


class RailroadsMerged(Event, frozen=True):
    """Two railroads became one company, at ``value``."""

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
