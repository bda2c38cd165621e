"""Buying a train, and making a small one large. (RC Phase 5; rulings 61, 63-65)"""

from collections.abc import Iterator

import msgspec

from engine.core import Rule, dollars
from engine.games.railroads_of_catan.box.figures import LARGE, SEGMENTS, SMALL_TRAIN, TRAINS_IN_CITY, UPGRADE
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.box.pieces import Train as TrainPiece
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.state.actions import Train, Upgrade
from engine.games.railroads_of_catan.state.events import TrainBought, TrainUpgraded
from engine.games.railroads_of_catan.state.items import no_train
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _barred(state: RailroadsOfCatan, building: Building, price: int) -> str:
    """Why the seat can neither buy nor upgrade a train for so much. (ruling 61)"""
    if building.bought:
        return "You can’t buy or upgrade another train: the limit is 1 per turn."
    if not state.segments_left(building.seat):
        return f"You can’t buy or upgrade a train: all {SEGMENTS} of your train segments are on the board."
    if state.cash[building.seat] < price:
        return f"You can’t afford that: it costs {dollars(price)}, and you have {dollars(state.cash[building.seat])}."
    return ""


def _trains_in(state: RailroadsOfCatan, city: Place) -> int:
    return sum(train.at == city for train in state.trains)


def _cities(state: RailroadsOfCatan, building: Building) -> Iterator[Train]:
    """Own cities with room for a train. (ruling 63)"""
    if not _barred(state, building, SMALL_TRAIN):
        for city in state.cities_of(building.seat):
            if _trains_in(state, city) < TRAINS_IN_CITY:
                yield Train(building.seat, city)


def _bought(state: RailroadsOfCatan, building: Building, action: Train) -> RailroadsOfCatan:
    """A small train beside an own city. (RC Phase 5; ruling 63)"""
    seat, city, number = building.seat, action.city, state.free_number(building.seat)
    state = state.pay(seat, SMALL_TRAIN).set_train(TrainPiece(seat, number, city))
    told = TrainBought(seat, number, city, SMALL_TRAIN, state.cities_among((city,)))
    return state.become(msgspec.structs.replace(building, bought=True)).tell(told)


def _no_room(state: RailroadsOfCatan, building: Building, action: Train) -> str:
    if barred := _barred(state, building, SMALL_TRAIN):
        return barred
    city, own = action.city, state.cities_of(building.seat)
    if city not in own:
        return f"{city} isn’t one of your cities. Choose one of these: {', '.join(own)}."
    return f"You can’t put a train in {city}: it already holds {TRAINS_IN_CITY}, the limit for a city."


def _train_price(state: RailroadsOfCatan, action: Train) -> int:
    return SMALL_TRAIN


TRAIN = Rule((Train,), _cities, _bought, _no_room, _train_price)


def _small_ones(state: RailroadsOfCatan, building: Building) -> Iterator[Upgrade]:
    if not _barred(state, building, UPGRADE):
        trains = state.trains_of(building.seat)
        yield from (Upgrade(building.seat, train.number) for train in trains if not train.large)


def _upgraded(state: RailroadsOfCatan, building: Building, action: Upgrade) -> RailroadsOfCatan:
    """A small train becomes a large one, wherever it is; its goods stay. (RC Phase 5; ruling 64)"""
    seat, number = building.seat, action.number
    train = state.train(seat, number)
    assert train is not None
    state = state.pay(seat, UPGRADE).set_train(msgspec.structs.replace(train, large=True))
    return state.become(msgspec.structs.replace(building, bought=True)).tell(TrainUpgraded(seat, number, UPGRADE))


def _no_upgrade(state: RailroadsOfCatan, building: Building, action: Upgrade) -> str:
    if barred := _barred(state, building, UPGRADE):
        return barred
    train = state.train(building.seat, action.number)
    if train is None:
        return refusal(no_train(state, building.seat, action.number))
    return f"You can’t upgrade train {train.number}: it is already {LARGE[train.large]}."


def _upgrade_price(state: RailroadsOfCatan, action: Upgrade) -> int:
    return UPGRADE


LARGER = Rule((Upgrade,), _small_ones, _upgraded, _no_upgrade, _upgrade_price)
