"""The phases of a turn as values, with what they remember; how they are played stands in ``phases``."""

from typing import Any

from engine.core import RuledPhase, Seat


class Bidding(RuledPhase[Any], frozen=True):
    """Bidding from the last player leftward, and round again: raise or pass, until all but one have passed.

    ``still_in`` stands in the order of asking, the one asked in front; ``passed`` in the order of passing.
    (R Bid for Turn Order)
    """

    heading = "Bid for Turn Order"

    still_in: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    best: int = 0


class Drafting(RuledPhase[Any], frozen=True):
    """Everyone takes a tile of either kind in turn order, and then, in the same order, one of the other kind.

    ``picks`` have been made so far. No one may decline. (R Draft Tiles; rulings D1, D2, D3)
    """

    heading = "Draft Tiles"

    picks: int = 0


class Placing(RuledPhase[Any], frozen=True):
    """In turn order everyone places one city tile, draws its cubes, and owns the links it makes.

    ``done`` seats have had their turn. (R Place a City Tile)
    """

    heading = "Place a City Tile"

    done: int = 0


class Delivering(RuledPhase[Any], frozen=True):
    """In turn order everyone delivers one cube over a link of the city it lies on, anyone who owns the link.

    ``done`` seats have had their step; who has it now has made ``made`` of at most ``allowed`` deliveries and may have
    something else to do, before or after. ``time`` counts the phases of this turn. (R Deliver a Good; G1, G3, H1, K1)
    """

    heading = "Deliver a Good"

    done: int = 0
    made: int = 0
    allowed: int = 1
    time: int = 1
