"""The phases of a turn as values; their rules are in ``phases``."""

from typing import Any

from engine.core import RuledPhase, Seat


class Bidding(RuledPhase[Any], frozen=True):
    """Bidding, from the last player leftward, round and round: raise or pass, until all but one have passed.

    ``still_in`` is in the order of bidding, the next bidder first; ``passed`` in the order of passing. (R Bid for Turn
    Order)
    """

    heading = "Bid for Turn Order"

    still_in: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    best: int = 0


class Drafting(RuledPhase[Any], frozen=True):
    """Everyone takes a tile of either kind in turn order, and then, in the same order, one of the other kind.

    ``picks`` is the number of picks so far. No one may decline. (R Draft Tiles; rulings D1, D2, D3)
    """

    heading = "Draft Tiles"

    picks: int = 0


class Placing(RuledPhase[Any], frozen=True):
    """In turn order everyone places one city tile, draws its cubes, and owns its links.

    ``done`` is the number of seats that have finished. (R Place a City Tile)
    """

    heading = "Place a City Tile"

    done: int = 0


class Delivering(RuledPhase[Any], frozen=True):
    """In turn order everyone delivers one cube over a link of its city, whoever owns the link.

    ``done`` is the number of seats that have finished; the current one has made ``made`` of ``allowed`` deliveries and
    may have additional moves before or after. ``time`` counts the phases of this turn. (R Deliver a Good; G1, G3, H1,
    K1)
    """

    heading = "Deliver a Good"

    done: int = 0
    made: int = 0
    allowed: int = 1
    time: int = 1
