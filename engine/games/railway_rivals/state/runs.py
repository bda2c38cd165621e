"""Runs, and their results. (R Determining the Runs; R The Race)"""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex


class Run(msgspec.Struct, frozen=True):
    """A run between the places of two cards. ``names`` are the places' names, so that texts need no map.

    ``offers`` counts how often no one entered it, ``tried`` is the last such Turn, and ``last``: it is offered for the
    last time. (rulings 61, 64, 65)
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
    """A train entered for a run, once entries are revealed; a joint run has two ``seats``.

    ``fees`` are its route's payments to each owner of track. ``partners`` are those of exchanges, with what each pays
    in return; they are settled separately. (R Running Costs; R Deals)
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
    """One entry in a race and its result; a joint run has two ``seats``, the one who chose the route first.

    ``hexes`` is the whole route. ``fees`` are its payments to the owners of track, by seat; ``settled`` is the first
    seat's total payment for exchanges (negative: receives). ``stops`` are its positions after each roll, in hexes from
    the start; ``over`` is the rest of the last roll at the goal, None if it did not arrive. ``place`` is 1 or 2 (shared
    in a tie), or 0. ``prize`` is in gold. ``richer`` is the seat of a joint run that pays odd gold of fees, and gets
    none of the prize. (R Joint Runs; ruling 80)
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
        """One of its seats' part of the fees."""
        half, odd = divmod(sum(self.fees.values()), len(self.seats))
        return half + odd * (seat == self.richer)

    def prize_of(self, seat: Seat) -> int:
        """One of its seats' part of the prize."""
        half, odd = divmod(self.prize, len(self.seats))
        return half + odd * (seat != self.richer)


class Race(msgspec.Struct, frozen=True):
    """A completed run, its trains in order of place."""

    run: Run
    trains: tuple[Train, ...]
