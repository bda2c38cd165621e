"""Buying and upgrading trains. (RC Phase 5; rulings 61, 63-65)"""

from collections.abc import Iterator

import msgspec

from engine.core import Rule, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import (
    MAX_TRAINS_PER_CITY,
    SEGMENTS_PER_PLAYER,
    SIZE_NAMES,
    SMALL_TRAIN_PRICE,
    UPGRADE_PRICE,
)
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.state.actions import Train, Upgrade
from engine.games.railroads_of_catan.state.events import TrainBought, TrainUpgraded
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.sellable_items import no_train_obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _common_refusal(state: RailroadsOfCatan, building: Building, price: int) -> str:
    """Return the reason why a seat can neither buy nor upgrade a train at this price, or "". (ruling 61)"""
    if building.bought:
        return "You can’t buy or upgrade another train: the limit is 1 per turn."
    if not state.remaining_segments(building.seat):
        return f"You can’t buy or upgrade a train: all {SEGMENTS_PER_PLAYER} of your train segments are on the board."
    if state.cash[building.seat] < price:
        return (
            f"You can’t afford that: it costs {dollar_amount(price)}, and you have "
            f"{dollar_amount(state.cash[building.seat])}."
        )
    return ""


def _train_offers(state: RailroadsOfCatan, building: Building) -> Iterator[Train]:
    """Yield an offer for each city of the seat that has room for a train. (ruling 63)"""
    if not _common_refusal(state, building, SMALL_TRAIN_PRICE):
        for city in state.cities_of(building.seat):
            if sum(train.at == city for train in state.trains) < MAX_TRAINS_PER_CITY:
                yield Train(building.seat, city)


def _apply_train(state: RailroadsOfCatan, building: Building, action: Train) -> RailroadsOfCatan:
    """Buy a small train, and put it in a city. (RC Phase 5; ruling 63)"""
    seat, city, number = building.seat, action.city, state.next_train_number(building.seat)
    state = state.pay(seat, SMALL_TRAIN_PRICE).set_train(TrainPiece(seat, number, city))
    event = TrainBought(seat, number, city, SMALL_TRAIN_PRICE, state.cities_among((city,)))
    return state.replace_phase(msgspec.structs.replace(building, bought=True)).emit(event)


def _train_refusal(state: RailroadsOfCatan, building: Building, action: Train) -> str:
    if common_refusal := _common_refusal(state, building, SMALL_TRAIN_PRICE):
        return common_refusal
    city, own = action.city, state.cities_of(building.seat)
    if city not in own:
        return f"{city} isn’t one of your cities. Choose one of these: {', '.join(own)}."
    return f"You can’t put a train in {city}: it already holds {MAX_TRAINS_PER_CITY}, the limit for a city."


TRAIN_RULE = Rule((Train,), _train_offers, _apply_train, _train_refusal, lambda state, action: SMALL_TRAIN_PRICE)


def _upgrade_offers(state: RailroadsOfCatan, building: Building) -> Iterator[Upgrade]:
    if not _common_refusal(state, building, UPGRADE_PRICE):
        trains = state.trains_of(building.seat)
        yield from (Upgrade(building.seat, train.number) for train in trains if not train.large)


def _apply_upgrade(state: RailroadsOfCatan, building: Building, action: Upgrade) -> RailroadsOfCatan:
    """Make a small train large; it keeps its place and its goods. (RC Phase 5; ruling 64)"""
    seat, number = building.seat, action.number
    train = state.find_train(seat, number)
    assert train is not None
    state = state.pay(seat, UPGRADE_PRICE).set_train(msgspec.structs.replace(train, large=True))
    return state.replace_phase(msgspec.structs.replace(building, bought=True)).emit(
        TrainUpgraded(seat, number, UPGRADE_PRICE)
    )


def _upgrade_refusal(state: RailroadsOfCatan, building: Building, action: Upgrade) -> str:
    if common_refusal := _common_refusal(state, building, UPGRADE_PRICE):
        return common_refusal
    train = state.find_train(building.seat, action.number)
    if train is None:
        return obstacle_sentence(no_train_obstacle(state, building.seat, action.number))
    return f"You can’t upgrade train {train.number}: it is already {SIZE_NAMES[train.large]}."


UPGRADE_RULE = Rule((Upgrade,), _upgrade_offers, _apply_upgrade, _upgrade_refusal, lambda state, action: UPGRADE_PRICE)
