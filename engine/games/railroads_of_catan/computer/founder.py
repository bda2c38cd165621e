"""A computer player's opinion of hexes for its cities: trains going to and fro between near cities pay best.

Guesses in about dollars a barrel and move; they are opinions, not rules.
"""

from math import fsum

from engine.core import Seat
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.figures import DOTS
from engine.games.railroads_of_catan.box.island import BUY, SELL, Place
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_NEXT_BEST = 0.5
"""Of what it is worth beside the one before: a train goes to and fro where it pays best, and orders lead elsewhere."""

_FREE = 0.5
"""Of the price of goods in a city that is nobody's yet: it may become one's own."""


def founding(state: RailroadsOfCatan, seat: Seat, hex: Place) -> float:
    """Rate a hex by what trade with the cities around would bring, the best counting most."""
    others = (site for dots in DOTS for site in state.layout.sites(dots) if site != hex)
    rates = sorted((_rate(state, seat, hex, other) for other in others), reverse=True)
    return fsum(rate * _NEXT_BEST**place for place, rate in enumerate(rates))


def _rate(state: RailroadsOfCatan, seat: Seat, hex: Place, other: Place) -> float:
    """The dollars a barrel each way brings for each move to and fro, goods paid; the two stops take a move each."""
    mine, theirs = state.layout.good(hex), state.layout.good(other)
    if mine is None or theirs is None or mine is theirs:
        return 0.0
    owner = state.cities.get(other)
    share = _FREE if owner is None else float(owner.seat != seat)
    there = SELL[mine] * state.layout.dots(other)
    bought = share * BUY[theirs] * state.layout.dots(other)
    back = SELL[theirs] * state.layout.dots(hex) - bought
    return (there + max(0.0, back)) / (2 * hops(hex)[other] + 2)


def wishing(state: RailroadsOfCatan, seat: Seat, hexes: tuple[Place, ...]) -> float:
    """Better hexes in front."""
    return fsum(founding(state, seat, hex) / (place + 1) for place, hex in enumerate(hexes))
