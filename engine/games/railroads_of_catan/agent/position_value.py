"""The evaluation of positions: the estimated cash of a seat at the end of the game."""

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.agent import building_evaluation
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.state.sellable_items import items_of, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_EARNINGS_SHARE = 0.6
"""Income of an average train as a share of the best shuttle's income."""

_BARREL_VALUE = 1_200.0
"""Dollars for each barrel on a train."""


class PositionValueParts(msgspec.Struct, frozen=True):
    """Dollars besides cash: ``earnings`` and ``upkeep`` are per turn, ``load`` is the value of the cargo."""

    turns: int
    earnings: float
    upkeep: int
    load: float


def position_value_parts(state: RailroadsOfCatan, seat: Seat) -> PositionValueParts:
    """Return the parts of a position's estimated value; the set-up must be over."""
    barrels = sum(len(train.goods) for train in state.trains_of(seat))
    earnings = _EARNINGS_SHARE * building_evaluation.shuttle_earnings(state, seat)
    return PositionValueParts(
        MAX_TURNS - state.turn + 1, earnings, upkeep_cost(state, seat, *items_of(state, seat)), _BARREL_VALUE * barrels
    )


def position_value(state: RailroadsOfCatan, seat: Seat) -> float:
    """The estimated cash of a seat at the end of the game."""
    if not state.turn:
        return float(state.cash[seat])
    parts = position_value_parts(state, seat)
    return state.cash[seat] + parts.turns * (parts.earnings - parts.upkeep) + parts.load
