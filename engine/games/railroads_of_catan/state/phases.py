"""The phases as values; their rules are in ``phases``."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Phase, RuledPhase, Seat, Secret
from engine.games.railroads_of_catan.game_data.pieces import Associate, Item, MaintenanceMark


class Draft(RuledPhase[Any], frozen=True):
    """Each player founds cities with 5, 4, 3, and 2 dots; ``done`` is the number of founded cities.

    Each round begins with the next seat. (RC Game Setup)
    """

    heading = "Game Setup"

    done: int = 0


class Lot(msgspec.Struct, frozen=True):
    """An item for sale, with the ``mark`` that its owner made in secret.

    The mark contains the reserve price, and whether the owner pays or removes the item if no one bids.
    """

    owner: Seat
    item: Item
    mark: Secret[MaintenanceMark]

    def is_item(self, owner: Seat, item: Item) -> bool:
        return (self.owner, self.item) == (owner, item)


class Maintenance(RuledPhase[Any], frozen=True):
    """Upkeep is paid; then items that are not maintained are sold. (RC Phase 1)

    ``lots`` is None until upkeep has been paid. ``bids`` has the bids of each seat by index in ``lots``. The seats in
    ``done`` have finished bidding.
    """

    heading = "Phase 1: Maintenance"

    lots: tuple[Lot, ...] | None = None
    bids: Mapping[Seat, Secret[Mapping[int, int]]] = {}
    done: frozenset[Seat] = frozenset()

    def has_bid(self, seat: Seat, owner: Seat, item: Item) -> bool:
        """Whether a seat has bid for an item; false if a view hides the seat's bids."""
        return any(self.lots and self.lots[place].is_item(owner, item) for place in self.bids_of(seat))

    def bids_of(self, seat: Seat) -> Mapping[int, int]:
        """The bids of a seat by index in ``lots``; empty if a view hides them."""
        seat_bids = self.bids[seat].value if seat in self.bids else None
        return seat_bids or {}


class Bidding(RuledPhase[Any], frozen=True):
    """All seats at the same time make a sealed bid, then a sealed ranking of associates. (RC Phase 3)

    A seat that has not answered has no key.
    """

    bids: Mapping[Seat, Secret[int]] = {}
    ranks: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}


class Visits(Phase[Any], frozen=True):
    """The seats build and run trains in one visit each, an option; ``at`` seats have had theirs. (asynchronous form)"""

    heading = "Phases 5 and 6: Building and Running"

    at: int = 0


class Buying(Phase[Any], frozen=True):
    """The seats build, in turn order; ``at`` seats have built."""

    heading = "Phase 5: Tracks and Trains"

    at: int = 0


class Building(RuledPhase[Any], frozen=True):
    """One seat builds. (RC Phase 5; rulings 38, 61)

    ``laid`` is the number of tracks that count against the limit, ``credit`` the part of the surplus that was used.
    ``bought``: a train was bought or upgraded. ``begun``: the plan was tried. ``done``: the seat has finished.
    """

    seat: Seat
    laid: int = 0
    credit: int = 0
    bought: bool = False
    begun: bool = False
    done: bool = False


class Runs(Phase[Any], frozen=True):
    """The seats run trains, in turn order; ``at`` seats have run theirs. (RC Phase 6)"""

    heading = "Phase 6: Running Trains"

    at: int = 0


class Running(RuledPhase[Any], frozen=True):
    """One seat runs each of its trains once. (RC Phase 6; ruling 68)

    ``ran`` has the numbers of the trains that have run, and ``fees`` the dollars that each rival has received in fees
    this turn. ``begun``: the plans were tried. ``done``: the seat has finished.
    """

    seat: Seat
    ran: tuple[int, ...] = ()
    fees: Mapping[Seat, int] = {}
    begun: bool = False
    done: bool = False
