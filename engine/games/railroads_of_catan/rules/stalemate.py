"""Whether anyone can ever have more money than now, and whether a place can still change. (ruling 95)

Called between turns. A negative answer is always right; a positive one may be wrong. Upkeep comes first in a turn, so a
train earns something only if its owner, or a buyer, can pay for it.
"""

from collections.abc import Mapping
from itertools import permutations

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import (
    BANKER_DIVISOR,
    BID_STEP,
    SMALL_TRAIN_PRICE,
    UPKEEP_DIVISOR,
)
from engine.games.railroads_of_catan.game_data.island import LIST_PRICES
from engine.games.railroads_of_catan.game_data.pieces import EVENT_CARD_COUNTS, EventCard, train_item
from engine.games.railroads_of_catan.state.sellable_items import items_of, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MIN_TRACK_PRICE = min(LIST_PRICES.values())
_MIN_TRACK_COST = _MIN_TRACK_PRICE // 2
"""With the engineer; without, and for the fee of a city, it takes more. (RC Phase 3; ruling 49)"""
_MIN_PURCHASE_COST = BID_STEP + _MIN_TRACK_PRICE // UPKEEP_DIVISOR
"""The least that buying an item takes: a bid, and its upkeep. (rulings 22, 28)"""
_MIN_CASH_FOR_BANKER = BANKER_DIVISOR * BID_STEP
"""The banker pays a tenth of the cash, and nothing for less than this. (ruling 47)"""

assert _MIN_CASH_FOR_BANKER <= SMALL_TRAIN_PRICE


def can_anybody_earn(state: RailroadsOfCatan) -> bool:
    """Whether any seat may have more cash in a later turn; False is certain.

    While no seat has more than now, everyone's possible payments are known: no banker pays, no train is bought or kept,
    and no one buys what another gives up.
    """
    return any(
        _can_use_banker(state, seat) or _can_keep_train(state, seat) or _can_buy(state, seat) for seat in state.everyone
    )


def _can_use_banker(state: RailroadsOfCatan, seat: Seat) -> bool:
    """By the banker, or by a train that is new, which takes more. (RC Phases 3 and 5)"""
    return state.cash[seat] >= _MIN_CASH_FOR_BANKER


def _can_keep_train(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether a train of the seat is paid for in the next turn. (RC Phase 1)"""
    costs = (upkeep_cost(state, seat, train_item(train.number)) for train in state.trains_of(seat))
    return any(cost <= state.cash[seat] for cost in costs)


def _can_buy(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat can pay another for something that this one has or may come to have. (RC Phase 1)"""
    if state.cash[seat] < _MIN_PURCHASE_COST:
        return False
    others = [other for other in state.everyone if other != seat]
    return any(items_of(state, other) or _can_lay(state, other) for other in others)


def _can_lay(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat may lay track: with the engineer, or free by a surplus that is still to come."""
    return state.cash[seat] >= _MIN_TRACK_COST or _is_surplus_to_come(state)


def _is_surplus_to_come(state: RailroadsOfCatan) -> bool:
    """Whether free track may still be laid in a later turn. (RC Phase 2, Surplus)"""
    surpluses = EVENT_CARD_COUNTS[EventCard.SURPLUS] - state.happened.count(EventCard.SURPLUS)
    return state.options.events and surpluses > 0


def can_ranking_change(state: RailroadsOfCatan, assets: Mapping[Seat, float]) -> bool:
    """Whether a place may change although no one can earn: by upkeep, a bid, free track, or assets. (ruling 95)

    False is certain.
    """
    return any(_can_be_overtaken(state, assets, *pair) for pair in permutations(state.everyone, 2))


def _can_be_overtaken(state: RailroadsOfCatan, assets: Mapping[Seat, float], seat: Seat, other: Seat) -> bool:
    """Whether a seat that is not behind another in cash may come to be behind it, level with it, or ahead of it.

    Who has a bid's least amount may bid, or maintain track, until less than that is left. All others pay nothing, and
    lose in the next turn all that they cannot maintain.
    """
    cash, theirs = state.cash[seat], state.cash[other]
    if cash < theirs:
        return False
    if cash >= BID_STEP:
        return cash % BID_STEP <= theirs
    return cash == theirs and (assets[seat] != assets[other] or _is_surplus_to_come(state))
