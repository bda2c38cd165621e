"""What a computer player thinks of hexes for its cities: goods carried between near cities, best its own, pay.

Guesses in about dollars a turn; they are opinions, not rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.seats import Seat
from engine.games.railroads_of_catan.distances import spend
from engine.games.railroads_of_catan.figures import CONNECTION_FEE, DOTS
from engine.games.railroads_of_catan.graph import Place
from engine.games.railroads_of_catan.layout import BUY, SELL

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["founding", "wishing"]

_START = 2_000
"""Added to the price of every way, so that the nearest city is not everything."""

_OTHERS = 0.5
"""Of what a city of somebody else's is worth beside an own one."""


def founding(state: RailroadsOfCatan, seat: Seat, hex: Place) -> float:
    """What trade with the cities around would bring, those that are nearer to it counting more."""
    own = state.cities_of(seat)
    near = spend(state.layout, hex)
    worth = 0.0
    for other in (site for dots in DOTS for site in state.layout.sites(dots) if site != hex):
        share, fee = (1.0, 0) if other in own else (_OTHERS, CONNECTION_FEE)
        worth += share * _trade(state, hex, other, at_home=other in own) / (near[other] + fee + _START)
    return worth


def _trade(state: RailroadsOfCatan, hex: Place, other: Place, *, at_home: bool) -> int:
    """What a barrel each way brings, goods paid."""
    mine, theirs = state.layout.good(hex), state.layout.good(other)
    if mine is None or theirs is None or mine is theirs:
        return 0
    paid = 0 if at_home else BUY[theirs] * state.layout.dots(other)
    there, back = SELL[mine] * state.layout.dots(other), SELL[theirs] * state.layout.dots(hex)
    return there + max(0, back - paid)


def wishing(state: RailroadsOfCatan, seat: Seat, hexes: tuple[Place, ...]) -> float:
    """Better hexes in front."""
    return sum(founding(state, seat, hex) / (place + 1) for place, hex in enumerate(hexes))
