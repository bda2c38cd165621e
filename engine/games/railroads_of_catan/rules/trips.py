"""Trips of trains: moves, fees, goods, orders, and obstacles. (RC Phase 6; rulings 68-88)"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import (
    CITY_FEE,
    MAX_FEES_PER_RIVAL,
    MAX_TRAINS_PER_CITY,
    MOUNTAIN_MOVES,
    SEGMENT_FEE,
)
from engine.games.railroads_of_catan.game_data.island import (
    BUY_PRICE_PER_DOT,
    NEIGHBORS,
    SELL_PRICE_PER_DOT,
    Good,
    NodeId,
    Track,
    TrackKind,
    kind_of,
    track_between,
)
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard, TrainPiece
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, build_key
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.state.trip_bill import Bill, BillLine, BillLineKind


class Journey(msgspec.Struct, frozen=True):
    """A train on a trip, the cash of its owner, and the moves, income, and costs so far."""

    train: TrainPiece
    cash: int
    fees: Mapping[Seat, int]
    """The dollars that each rival has received in fees in this turn. (ruling 82)"""
    moves: int = 0
    lines: tuple[BillLine, ...] = ()
    filled: tuple[str, ...] = ()
    """The letters of the orders that the trip has filled."""

    @property
    def bill(self) -> Bill:
        """The bill of the journey so far."""
        return Bill(self.moves, self.lines)


def travel(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece, trip: Trip) -> Journey | Obstacle:
    """Return the journey of a train over a whole trip, or the obstacle to it.

    ``fees`` are the dollars that each rival has received from the train's owner in fees this turn.
    """
    cash, is_full = state.cash[train.seat], full_nodes(state, train)
    key = CacheKey(state, *build_key(state, train.seat), state.orders, cash, is_full)
    return _travel(key, tuple(fees.items()), train, trip)


@lru_cache(512)
def _travel(key: CacheKey, fees: tuple[tuple[Seat, int], ...], train: TrainPiece, trip: Trip) -> Journey | Obstacle:
    """Compute ``travel``. The result is cached, because menus, labels, and moves need the same few trips."""
    state, (first, *others) = key.state, trip.stops
    if first.place != train.at:
        return Obstacle("start", (first.place, train.at), (train.number,))
    start = Journey(train, state.cash[train.seat], dict(fees))
    journey: Journey | Obstacle = work_at_stop(state, start, first)
    for stop in others:
        if isinstance(journey, Obstacle):
            return journey
        journey = step_to(state, journey, stop.place)
        journey = journey if isinstance(journey, Obstacle) else work_at_stop(state, journey, stop)
    return journey if isinstance(journey, Obstacle) else parking_obstacle(state, journey.train) or journey


def open_neighbors(state: RailroadsOfCatan, place: NodeId) -> Iterator[NodeId]:
    """Yield the points to which a train can run over one track. (RC Phase 6; ruling 36)"""
    for there in NEIGHBORS[place]:
        track = track_between(place, there)
        if track in state.tracks and not is_closed(state, track):
            yield there


def track_moves(state: RailroadsOfCatan, seat: Seat, track: Track) -> int:
    """Return the number of moves that a train needs for a track. (RC Phase 6; rulings 50, 69, 70)"""
    is_slow = kind_of(state.layout, track) is TrackKind.MOUNTAIN and not state.has_associate(seat, Associate.CONDUCTOR)
    return MOUNTAIN_MOVES if is_slow else 1


def load_price(state: RailroadsOfCatan, seat: Seat, city: NodeId) -> int:
    """Return the dollars that a seat pays a city's owner for a barrel of its good. (RC Phase 6; rulings 35, 51, 74)"""
    good, owner = state.layout.good_of(city), state.cities[city]
    if owner.seat == seat or good is None:
        return 0
    price = BUY_PRICE_PER_DOT[good] * owner.dots
    if state.event is EventCard.PLENTY:
        price //= 2
    return price // 2 if state.has_associate(seat, Associate.NEGOTIATOR) else price


def sale_price(state: RailroadsOfCatan, city: NodeId, good: Good) -> int:
    """The dollars that the bank pays for a barrel in a city. (RC Phase 6; ruling 75)"""
    return SELL_PRICE_PER_DOT[good] * state.cities[city].dots


def segment_fee(state: RailroadsOfCatan, seat: Seat, track: Track) -> int:
    """Return the fee for using a track, without the maximum per rival. (RC Phase 6; rulings 52, 80)"""
    return 0 if state.tracks[track] == seat or state.has_associate(seat, Associate.UNION) else SEGMENT_FEE


def city_fee(state: RailroadsOfCatan, seat: Seat, place: NodeId) -> int:
    """Return the fee for entering a city, without the maximum per rival. (RC Phase 6; ruling 81)"""
    city = state.cities.get(place)
    return CITY_FEE if city and city.seat != seat else 0


def step_to(state: RailroadsOfCatan, journey: Journey, place: NodeId) -> Journey | Obstacle:
    """Move over one track to the next point, and pay the fees. (RC Phase 6; rulings 69, 70, 80-83)"""
    train, track = journey.train, track_between(journey.train.at, place)
    if track not in state.tracks:
        return Obstacle("no-track", (train.at, place))
    if is_closed(state, track):
        return Obstacle("closed", (train.at, place))
    moves_used = journey.moves + track_moves(state, train.seat, track)
    if moves_used > train.moves:
        return _distance_obstacle("reach", train, place, moves_used)
    after_move = _move_train(journey, TrainPiece(train.seat, train.number, place, train.large, train.goods), moves_used)
    owner = state.tracks[track]
    after_fee = _charge_fee(after_move, "segment", owner, segment_fee(state, train.seat, track))
    if isinstance(after_fee, Obstacle):
        return after_fee
    fee = city_fee(state, train.seat, place)
    return _charge_fee(after_fee, "city", state.cities[place].seat, fee) if fee else after_fee


def is_closed(state: RailroadsOfCatan, track: Track) -> bool:
    """Whether a monsoon closes the track. (RC Phase 2, Monsoon; ruling 36)"""
    return state.event is EventCard.MONSOON and kind_of(state.layout, track) is TrackKind.COAST


def _move_train(journey: Journey, train: TrainPiece, used: int) -> Journey:
    """Return the journey with another state of its train and another number of moves used."""
    return Journey(train, journey.cash, journey.fees, used, journey.lines, journey.filled)


def _distance_obstacle(key: Literal["reach", "stop"], train: TrainPiece, place: NodeId, used: int) -> Obstacle:
    """Return the obstacle that a train has too few moves to reach a place, or to stop there."""
    return Obstacle(key, (place,), (used, int(train.large), train.moves))


def _charge_fee(journey: Journey, kind: BillLineKind, owner: Seat, fee: int) -> Journey | Obstacle:
    """Pay a fee to a rival, as far as the maximum per turn allows. (RC Phase 6; rulings 82, 83)"""
    if not fee:
        return journey
    fees_had = journey.fees.get(owner, 0)
    due = min(fee, MAX_FEES_PER_RIVAL - fees_had)
    if due > journey.cash:
        return Obstacle("fee", (journey.train.at,), (due, journey.cash))
    return replace(
        journey,
        cash=journey.cash - due,
        fees={**journey.fees, owner: fees_had + due},
        lines=(*journey.lines, BillLine(kind, journey.train.at, -due, owner)),
    )


def work_at_stop(state: RailroadsOfCatan, journey: Journey, stop: Stop) -> Journey | Obstacle:
    """Throw away, sell, and load goods at a stop; selling and loading take one move. (RC Phase 6; rulings 71-77)"""
    after: Journey | Obstacle = journey
    for good in stop.thrown:
        after = after if isinstance(after, Obstacle) else _unload(after, good, 1)
    if isinstance(after, Obstacle) or not stop.has_work:
        return after
    if obstacle := _stop_obstacle(state, journey.train, stop.place):
        return obstacle
    if (moves_used := after.moves + 1) > after.train.moves:
        return _distance_obstacle("stop", after.train, stop.place, moves_used)
    after = _move_train(after, after.train, moves_used)
    for sale in stop.sales:
        after = after if isinstance(after, Obstacle) else _sell(state, after, sale)
    return after if isinstance(after, Obstacle) or not stop.load else _load(state, after, stop.load)


def _stop_obstacle(state: RailroadsOfCatan, train: TrainPiece, place: NodeId) -> Obstacle | None:
    """Return the obstacle to loading and selling at a point; None if there is none. (rulings 72, 84)"""
    if place not in state.cities:
        return Obstacle("no-city", (place,))
    return Obstacle("full-stop", (place,)) if place in full_nodes(state, train) else None


def parking_obstacle(state: RailroadsOfCatan, train: TrainPiece) -> Obstacle | None:
    """Return the obstacle to ending a trip at the train's place; None if there is none. (RC Phase 6; rulings 84, 85)"""
    if train.at not in full_nodes(state, train):
        return None
    return Obstacle("full-city" if train.at in state.cities else "full-point", (train.at,))


def full_nodes(state: RailroadsOfCatan, train: TrainPiece) -> frozenset[NodeId]:
    """The points where other trains leave no room for this one. (RC Phase 6; rulings 84, 85)"""
    return _full_nodes(state.trains, tuple(state.cities), train.seat, train.number)


@lru_cache(64)
def _full_nodes(
    trains: tuple[TrainPiece, ...], cities: tuple[NodeId, ...], seat: Seat, number: int
) -> frozenset[NodeId]:
    others = Counter(train.at for train in trains if (train.seat, train.number) != (seat, number))
    return frozenset(at for at, count in others.items() if count >= (MAX_TRAINS_PER_CITY if at in cities else 1))


def _unload(journey: Journey, good: Good, barrels: int) -> Journey | Obstacle:
    barrels_carried = journey.train.goods.count(good)
    if barrels_carried < barrels:
        return Obstacle("unload", (journey.train.at,), (barrels, barrels_carried), (good,))
    goods = list(journey.train.goods)
    for _ in range(barrels):
        goods.remove(good)
    return replace(journey, train=replace(journey.train, goods=tuple(goods)))


def _sell(state: RailroadsOfCatan, journey: Journey, sale: Sale) -> Journey | Obstacle:
    """Sell barrels of one good, and fill the order that the sale may name. (RC Phase 6; rulings 75, 78)"""
    city = journey.train.at
    if state.layout.good_of(city) is sale.good:
        return Obstacle("own-good", (city,), goods=(sale.good,))
    after = _unload(journey, sale.good, sale.barrels)
    if isinstance(after, Obstacle):
        return after
    income = sale_price(state, city, sale.good) * sale.barrels
    after = _add_income(after, BillLine("sale", city, income, None, f"{sale.barrels} {sale.good}"))
    return _fill_order(state, after, sale) if sale.order else after


def _fill_order(state: RailroadsOfCatan, journey: Journey, sale: Sale) -> Journey | Obstacle:
    order = next((order for order in state.orders if order.letter == sale.order), None)
    if order is None or sale.order in journey.filled:
        return Obstacle("no-order", (journey.train.at,), letter=sale.order)
    if (order.city, order.good) != (journey.train.at, sale.good):
        places, goods = (journey.train.at, order.city), (sale.good, order.good)
        return Obstacle("other-order", places, goods=goods, letter=order.letter)
    after = _add_income(journey, BillLine("order", order.city, order.bonus, None, order.letter))
    return replace(after, filled=(*after.filled, order.letter))


def _add_income(journey: Journey, line: BillLine) -> Journey:
    return replace(journey, cash=journey.cash + line.dollars, lines=(*journey.lines, line))


def _load(state: RailroadsOfCatan, journey: Journey, barrels: int) -> Journey | Obstacle:
    """Load barrels of the city's good, and pay the city's owner. (RC Phase 6; rulings 72-74)"""
    train, city = journey.train, journey.train.at
    good, owner = state.layout.good_of(city), state.cities[city].seat
    assert good is not None
    if len(train.goods) + barrels > train.capacity:
        room = train.capacity - len(train.goods)
        return Obstacle("room", (city,), (barrels, room), (good,))
    cost = load_price(state, train.seat, city) * barrels
    if cost > journey.cash:
        return Obstacle("price", (city,), (barrels, cost, journey.cash), (good,))
    goods = (*train.goods, *[good] * barrels)
    train_after = replace(train, goods=tuple(sorted(goods)))
    line = BillLine("goods", city, -cost, owner if owner != train.seat else None, f"{barrels} {good}")
    return replace(journey, train=train_after, cash=journey.cash - cost, lines=(*journey.lines, line))
