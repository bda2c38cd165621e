"""The promise of a position to a seat, in dollars: money, what its trains will earn, and what they carry."""

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.computer import builder
from engine.games.railroads_of_catan.state.items import items_of, upkeep
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_EARNED = 0.6
"""Of what trains would earn if they went to and fro all the time where it pays best."""

_BARREL = 1_200.0
"""For each barrel on board."""


def promise(state: RailroadsOfCatan, seat: Seat) -> float:
    """The cash at the end, as far as it can be guessed."""
    if not state.turn:
        return float(state.cash[seat])
    left = TURNS - state.turn + 1
    barrels = sum(len(train.goods) for train in state.trains_of(seat))
    a_turn = _EARNED * builder.earnings(state, seat) - upkeep(state, seat, *items_of(state, seat))
    return state.cash[seat] + left * a_turn + _BARREL * barrels
