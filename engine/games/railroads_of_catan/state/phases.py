"""The phases as values; the package ``phases`` has their rules."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Phase, RuledPhase, Seat, Secret
from engine.games.railroads_of_catan.game_data.pieces import Associate, Item, MaintenanceMark


class Draft(RuledPhase[Any], frozen=True):
    """Each player founds cities with 5, 4, 3, and 2 dots; ``done`` is the number of cities founded so far.

    Each round begins with the next seat clockwise. (RC Game Setup)
    """

    heading = "Game Setup"

    done: int = 0


class Lot(msgspec.Struct, frozen=True):
    """An item for sale, and the ``mark`` by which its owner secretly gave it up.

    The mark contains the reserve price, and whether the owner pays the upkeep or removes the item if it is not sold.
    """

    owner: Seat
    item: Item
    mark: Secret[MaintenanceMark]

    def is_item(self, owner: Seat, item: Item) -> bool:
        return (self.owner, self.item) == (owner, item)


class Maintenance(RuledPhase[Any], frozen=True):
    """Seats pay upkeep; then items that are not maintained are sold. (RC Phase 1)

    ``lots`` is None until upkeep has been paid. ``bids`` has each seat's bids in dollars, by index in ``lots``. The
    seats in ``done`` have finished bidding.
    """

    heading = "Phase 1: Maintenance"

    lots: tuple[Lot, ...] | None = None
    bids: Mapping[Seat, Secret[Mapping[int, int]]] = {}
    done: frozenset[Seat] = frozenset()

    def has_bid(self, seat: Seat, owner: Seat, item: Item) -> bool:
        """Whether a seat has bid for an item; false if a view hides the seat's bids."""
        return any(self.lots and self.lots[place].is_item(owner, item) for place in self.bids_of(seat))

    def bids_of(self, seat: Seat) -> Mapping[int, int]:
        """Return a seat's bids in dollars, by index in ``lots``; empty if a view hides them."""
        seat_bids = self.bids[seat].value if seat in self.bids else None
        return seat_bids or {}


class Bidding(RuledPhase[Any], frozen=True):
    """All seats at the same time make a sealed bid and then a sealed ranking of associates. (RC Phase 3)

    A seat that has not bid is no key of ``bids``; a seat that has not ranked is no key of ``ranks``.
    """

    bids: Mapping[Seat, Secret[int]] = {}
    ranks: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}


class Visits(Phase[Any], frozen=True):
    """Each seat builds and runs trains in one visit, an option; ``at`` visits have begun. (asynchronous form)"""

    heading = "Phases 5 and 6: Building and Running"

    at: int = 0


class Buying(Phase[Any], frozen=True):
    """The seats build, in turn order; ``at`` is the number of seats that have begun to build."""

    heading = "Phase 5: Tracks and Trains"

    at: int = 0


class Building(RuledPhase[Any], frozen=True):
    """One seat builds. (RC Phase 5; rulings 38, 61)

    ``laid`` is the number of tracks that count against the limit. ``credit`` is the part of the surplus that was used.
    ``bought``: whether a train was bought or upgraded. ``begun``: whether the seat's plan was tried. ``done``: whether
    the seat has finished.
    """

    seat: Seat
    laid: int = 0
    credit: int = 0
    bought: bool = False
    begun: bool = False
    done: bool = False


class Runs(Phase[Any], frozen=True):
    """The seats run trains, in turn order; ``at`` is the number of seats that have begun to run trains. (RC Phase 6)"""

    heading = "Phase 6: Running Trains"

    at: int = 0


class Running(RuledPhase[Any], frozen=True):
    """One seat runs each of its trains once. (RC Phase 6; ruling 68)

    ``ran`` has the numbers of the trains that have run. ``fees`` has the dollars that each rival has received in fees
    this turn. ``begun``: whether the seat's plans were tried. ``done``: whether the seat has finished.
    """

    seat: Seat
    ran: tuple[int, ...] = ()
    fees: Mapping[Seat, int] = {}
    begun: bool = False
    done: bool = False
