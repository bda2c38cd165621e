"""The promise of a position to a seat, in dollars: money, what its trains will earn, and what they carry."""

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.computer import builder
from engine.games.railroads_of_catan.state.items import items_of, upkeep
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_EARNED = 0.6
"""Of what trains would earn if they went to and fro all the time where it pays best."""

_BARREL = 1_200.0
"""For each barrel on board."""


class PromiseParts(msgspec.Struct, frozen=True):
    """The dollars of a promise beside cash: for each of ``turns``, and for what trains carry."""

    turns: int
    earned: float
    upkeep: int
    load: float


def promise_parts(state: RailroadsOfCatan, seat: Seat) -> PromiseParts:
    """The parts of a promise, from the first turn on."""
    barrels = sum(len(train.goods) for train in state.trains_of(seat))
    earned = _EARNED * builder.earnings(state, seat)
    return PromiseParts(TURNS - state.turn + 1, earned, upkeep(state, seat, *items_of(state, seat)), _BARREL * barrels)


def promise(state: RailroadsOfCatan, seat: Seat) -> float:
    """The cash at the end, as far as it can be guessed."""
    if not state.turn:
        return float(state.cash[seat])
    parts = promise_parts(state, seat)
    return state.cash[seat] + parts.turns * (parts.earned - parts.upkeep) + parts.load
