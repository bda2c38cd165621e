"""Decide whether anyone can still earn money, and whether the ranking can still change. (ruling 95)

The functions are called between turns. False means that the change is impossible; true means that it may be possible.
Upkeep is the first phase of a turn, so a train can earn money only if its owner or a buyer can pay its upkeep.
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
"""The lowest price of a track in dollars; the engineer halves prices. (RC Phase 3; ruling 49)"""
_MIN_PURCHASE_COST = BID_STEP + _MIN_TRACK_PRICE // UPKEEP_DIVISOR
"""The lowest cost in dollars of buying an item: the bid, and the upkeep. (rulings 22, 28)"""
_MIN_CASH_FOR_BANKER = BANKER_DIVISOR * BID_STEP
"""To a seat with less cash than this, the banker pays nothing. (ruling 47)"""

assert _MIN_CASH_FOR_BANKER <= SMALL_TRAIN_PRICE


def can_anybody_earn(state: RailroadsOfCatan) -> bool:
    """Whether any seat may earn money in a later turn, by the banker, a train, or a sale."""
    return any(
        _can_use_banker(state, seat) or _can_keep_train(state, seat) or _can_buy(state, seat) for seat in state.everyone
    )


def _can_use_banker(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the banker would pay the seat. A seat that can buy a train can always use the banker. (RC Phase 3)"""
    return state.cash[seat] >= _MIN_CASH_FOR_BANKER


def _can_keep_train(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat can pay the upkeep of at least one of its trains in the next turn. (RC Phase 1)"""
    costs = (upkeep_cost(state, seat, train_item(train.number)) for train in state.trains_of(seat))
    return any(cost <= state.cash[seat] for cost in costs)


def _can_buy(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat can buy an item that another seat has or may build. (RC Phase 1)"""
    if state.cash[seat] < _MIN_PURCHASE_COST:
        return False
    others = [other for other in state.everyone if other != seat]
    return any(items_of(state, other) or _can_lay(state, other) for other in others)


def _can_lay(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat may lay track, at half price with the engineer or free in a later surplus."""
    return state.cash[seat] >= _MIN_TRACK_COST or _is_surplus_to_come(state)


def _is_surplus_to_come(state: RailroadsOfCatan) -> bool:
    """Whether a later turn may have a surplus as its event. (RC Phase 2, Surplus)"""
    surpluses = EVENT_CARD_COUNTS[EventCard.SURPLUS] - state.happened.count(EventCard.SURPLUS)
    return state.options.events and surpluses > 0


def can_ranking_change(state: RailroadsOfCatan, assets: Mapping[Seat, float]) -> bool:
    """Whether the ranking may change by upkeep, bids, free track, or assets, without earnings. (ruling 95)"""
    return any(_can_be_overtaken(state, assets, *pair) for pair in permutations(state.everyone, 2))


def _can_be_overtaken(state: RailroadsOfCatan, assets: Mapping[Seat, float], seat: Seat, other: Seat) -> bool:
    """Whether ``other`` may overtake ``seat``, which must have at least as much cash now.

    A seat with at least $100 may spend it on bids and upkeep in steps of $100. A seat with less cash cannot pay
    anything, and loses all items in the next turn.
    """
    cash, theirs = state.cash[seat], state.cash[other]
    if cash < theirs:
        return False
    if cash >= BID_STEP:
        return cash % BID_STEP <= theirs
    return cash == theirs and (assets[seat] != assets[other] or _is_surplus_to_come(state))
