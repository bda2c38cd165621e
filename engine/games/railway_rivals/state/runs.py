"""Runs that come up for contract, and what became of them. (R Determining the Runs; R The Race)"""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex


class Run(msgspec.Struct, frozen=True):
    """A run from one card's place to another's. ``names`` are the places', so that it can be told without a map.

    ``offers`` counts how often no one entered it, ``tried`` is the Turn when that happened last, and ``last`` says that
    it is offered for the last time. (rulings 61, 64, 65)
    """

    start: CardNumber
    goal: CardNumber
    names: tuple[str, str] = ("", "")
    offers: int = 0
    tried: int = 0
    last: bool = False

    def __str__(self) -> str:
        return f"{self.start}-{self.goal}"

    @property
    def title(self) -> str:
        """The run in a text: “Birkenhead to London (12-61)”."""
        return f"{self.names[0]} to {self.names[1]} ({self})"


class RaceEntry(msgspec.Struct, frozen=True):
    """A train that was entered for a run, once entries are revealed; a joint run has two ``seats``.

    ``fees`` are what its route pays to each owner of track. ``partners`` of an exchange are settled with apart: what
    each of them pays in return. (R Running Costs; R Deals)
    """

    seats: tuple[Seat, ...]
    hexes: tuple[Hex, ...]
    fees: Mapping[Seat, int]
    partners: Mapping[Seat, int] = {}


class Contest(msgspec.Struct, frozen=True):
    """A run and the trains that were entered for it, now for everyone to see."""

    run: Run
    entries: tuple[RaceEntry, ...]


class Train(msgspec.Struct, frozen=True):
    """One entry in a race and how it went; a joint run has two ``seats``, the one who set the route first.

    ``hexes`` is the whole route. ``fees`` are paid by the train to the owners of track, by seat; ``settled`` is what
    the first seat pays in all by agreements of exchange (less than 0: receives). ``stops`` is where the train stood
    after each roll, counted in hexes from the start; ``over`` is what was left of the last roll after the goal, None:
    it did not arrive. ``place`` is 1 or 2 (shared in a tie), or 0 for the rest. ``prize`` is the train's, in gold.
    ``richer`` is who of a joint run pays the odd gold of fees, and gets none of the prize. (R Joint Runs; ruling 80)
    """

    seats: tuple[Seat, ...]
    hexes: tuple[Hex, ...]
    fees: Mapping[Seat, int]
    settled: int = 0
    rolls: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()
    over: int | None = None
    place: int = 0
    prize: int = 0
    richer: Seat | None = None

    def fees_of(self, seat: Seat) -> int:
        """The part of the fees that one of its seats pays."""
        half, odd = divmod(sum(self.fees.values()), len(self.seats))
        return half + odd * (seat == self.richer)

    def prize_of(self, seat: Seat) -> int:
        """The part of the prize that one of its seats gets."""
        half, odd = divmod(self.prize, len(self.seats))
        return half + odd * (seat != self.richer)


class Race(msgspec.Struct, frozen=True):
    """A run that was completed, its trains in the order of the table below its picture: by place."""

    run: Run
    trains: tuple[Train, ...]
