"""Runs, and their results. (R Determining the Runs; R The Race)"""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex


class Run(msgspec.Struct, frozen=True):
    """A run between the places of two cards; it includes their names, so that texts need no map.

    ``offers`` is the number of times that no one entered the run, and ``tried`` the Turn of the last time. ``last`` is
    true if the run is offered for the last time. (rulings 61, 64, 65)
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
        """The names of both places and the cards: “Birkenhead to London (12-61)”."""
        return f"{self.names[0]} to {self.names[1]} ({self})"


class RaceEntry(msgspec.Struct, frozen=True):
    """A train that was entered for a run, after entries are revealed; a joint run has two ``seats``.

    ``fees`` are the payments of its route to each owner of track. ``partners`` maps each exchange partner to the fees
    that the partner pays in return. (R Running Costs; R Deals)
    """

    seats: tuple[Seat, ...]
    hexes: tuple[Hex, ...]
    fees: Mapping[Seat, int]
    partners: Mapping[Seat, int] = {}


class Contest(msgspec.Struct, frozen=True):
    """A run and the trains that were entered for it; public."""

    run: Run
    entries: tuple[RaceEntry, ...]


class Train(msgspec.Struct, frozen=True):
    """A train in a race with its result; a joint run has two ``seats``.

    ``hexes`` is the whole route. ``fees`` are the payments to the owners of track, by seat. ``settled`` is the gold
    that the first seat pays for exchanges (negative: receives). ``stops`` are the positions after each roll, in hexes
    from the start; ``over`` is the movement left on arrival, None if the train did not arrive. ``place`` is 1 or 2
    (shared in a tie), or 0. ``prize`` is in gold. ``richer`` is the seat of a joint run that pays the odd piece of gold
    of the fees, and does not get the odd piece of the prize. (R Joint Runs; ruling 80)
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
        """The gold that a seat of the train pays as its share of the fees."""
        half, odd = divmod(sum(self.fees.values()), len(self.seats))
        return half + odd * (seat == self.richer)

    def prize_of(self, seat: Seat) -> int:
        """The gold that a seat of the train gets as its share of the prize."""
        half, odd = divmod(self.prize, len(self.seats))
        return half + odd * (seat != self.richer)


class Race(msgspec.Struct, frozen=True):
    """A completed run with its trains, in order of place."""

    run: Run
    trains: tuple[Train, ...]
