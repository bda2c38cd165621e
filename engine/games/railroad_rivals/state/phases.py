"""The data of the phases of a turn. Subclasses in ``phases.turns`` add the behavior."""

from typing import Any

from engine.core import RuledPhase, Seat


class Bidding(RuledPhase[Any], frozen=True):
    """Players bid or pass in turn, beginning with the last player, until only one bidder is left.

    ``still_in`` has the remaining bidders, the next one first. ``passed`` has the seats that passed, in the order of
    passing. ``best`` is the highest bid. (R Bid for Turn Order)
    """

    heading = "Bid for Turn Order"

    still_in: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    best: int = 0


class Drafting(RuledPhase[Any], frozen=True):
    """In turn order, all players draft a tile; then, in the same order, all draft a tile of the other kind.

    ``picks`` is the number of tiles drafted so far. Players may not decline. (R Draft Tiles; rulings D1, D2, D3)
    """

    heading = "Draft Tiles"

    picks: int = 0


class Placing(RuledPhase[Any], frozen=True):
    """In turn order, all players place a city, draw its cubes, and own its links.

    ``done`` is the number of seats that have placed or were skipped. (R Place a City Tile)
    """

    heading = "Place a City Tile"

    done: int = 0


class Delivering(RuledPhase[Any], frozen=True):
    """In turn order, all players deliver a cube over any link of its city.

    ``done`` is the number of seats that have finished. The current seat has made ``made`` of its ``allowed``
    deliveries. ``time`` is 2 in the second Deliver a Good phase of a turn. (R Deliver a Good; rulings G1, G3, H1, K1)
    """

    heading = "Deliver a Good"

    done: int = 0
    made: int = 0
    allowed: int = 1
    time: int = 1
