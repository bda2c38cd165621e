"""The phases as values; their rules are in ``phases``."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Phase, RuledPhase, Seat, Secret
from engine.games.railroads_of_catan.game_data.pieces import Associate, Item, MaintenanceMark


class Draft(RuledPhase[Any], frozen=True):
    """Each player founds a city with five dots, then four, three, and two; ``done`` is the number of founded cities.

    Each round begins one seat further on. (RC Game Setup)
    """

    heading = "Game Setup"

    done: int = 0


class Lot(msgspec.Struct, frozen=True):
    """An item for sale. The reserve, and what happens if no one bids, are the owner's secret."""

    owner: Seat
    item: Item
    mark: Secret[MaintenanceMark]

    def is_item(self, owner: Seat, item: Item) -> bool:
        """Whether it is this item of this owner."""
        return (self.owner, self.item) == (owner, item)


class Maintenance(RuledPhase[Any], frozen=True):
    """``lots`` is None until upkeep has been paid. ``bids`` by seat, then by index in ``lots``; ``done`` seats have
    finished bidding. (RC Phase 1)
    """

    heading = "Phase 1: Maintenance"

    lots: tuple[Lot, ...] | None = None
    bids: Mapping[Seat, Secret[Mapping[int, int]]] = {}
    done: frozenset[Seat] = frozenset()

    def has_bid(self, seat: Seat, owner: Seat, item: Item) -> bool:
        """Whether a seat has bid for an item, as far as a view shows it."""
        return any(self.lots and self.lots[place].is_item(owner, item) for place in self.bids_of(seat))

    def bids_of(self, seat: Seat) -> Mapping[int, int]:
        """The bids of a seat, by index in ``lots``, as far as a view shows them."""
        seat_bids = self.bids[seat].value if seat in self.bids else None
        return seat_bids or {}


class Bidding(RuledPhase[Any], frozen=True):
    """Everyone at the same time: a sealed bid, then a sealed ranking of associates. A missing key means no answer
    yet. (RC Phase 3)
    """

    bids: Mapping[Seat, Secret[int]] = {}
    ranks: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}


class Visits(Phase[Any], frozen=True):
    """By an option: everyone, in order, builds and runs immediately; ``at`` seats have. (asynchronous form)"""

    heading = "Phases 5 and 6: Building and Running"

    at: int = 0


class Buying(Phase[Any], frozen=True):
    """Everyone builds, in order; ``at`` is the number of seats that have built."""

    heading = "Phase 5: Tracks and Trains"

    at: int = 0


class Building(RuledPhase[Any], frozen=True):
    """A seat's building: ``laid`` tracks count against the limit, ``credit`` is the used surplus. (RC Phase 5)

    ``bought``: a train was bought or upgraded. ``begun``: the plan was tried. ``done``: the seat has finished. (rulings
    38, 61)
    """

    seat: Seat
    laid: int = 0
    credit: int = 0
    bought: bool = False
    begun: bool = False
    done: bool = False


class Runs(Phase[Any], frozen=True):
    """Everyone runs trains, in order; ``at`` seats have. (RC Phase 6)"""

    heading = "Phase 6: Running Trains"

    at: int = 0


class Running(RuledPhase[Any], frozen=True):
    """A seat's trains, each once: ``ran`` are the numbers of those that have run. (RC Phase 6; ruling 68)

    ``fees`` is what each rival has received in this turn, for the cap. ``begun``: the plans were tried. ``done``: the
    seat has finished.
    """

    seat: Seat
    ran: tuple[int, ...] = ()
    fees: Mapping[Seat, int] = {}
    begun: bool = False
    done: bool = False
