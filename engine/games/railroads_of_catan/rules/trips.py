"""A trip from end to end: moves, fees, sales, orders, and what forbids it. (RC Phase 6; rulings 68-88)"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import FEE_CAP, MOUNTAIN_MOVES, TRAINS_IN_CITY
from engine.games.railroads_of_catan.box.island import BUY, SELL, WAYS, Good, Place, Track, TrackKind, kind_of, track
from engine.games.railroads_of_catan.box.pieces import Associate, EventCard, Train
from engine.games.railroads_of_catan.rules.fees import city_fee, segment_fee
from engine.games.railroads_of_catan.state.bill import Bill, Entry, Line
from engine.games.railroads_of_catan.state.known import Known, roadbed
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Journey(msgspec.Struct, frozen=True):
    """A train on its way: where it is, with what, what was used, earned and paid so far."""

    train: Train
    cash: int
    fees: Mapping[Seat, int]
    """What each rival has had in this turn. (ruling 82)"""
    moves: int = 0
    lines: tuple[Line, ...] = ()
    filled: tuple[str, ...] = ()
    """Letters of the orders."""

    @property
    def bill(self) -> Bill:
        """The bill of the journey so far."""
        return Bill(self.moves, self.lines)


def travel(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train, trip: Trip) -> Journey | Obstacle:
    """The train at the end of a trip, or what prevents it.

    ``fees`` is what each rival has had from the train's owner in this turn.
    """
    cash, is_full = state.cash[train.seat], full(state, train)
    known = Known(state, *roadbed(state, train.seat), state.orders, cash, is_full)
    return _travel(known, tuple(fees.items()), train, trip)


@lru_cache(512)
def _travel(known: Known, fees: tuple[tuple[Seat, int], ...], train: Train, trip: Trip) -> Journey | Obstacle:
    """Menus, prices, hints and moves ask for the same few trips."""
    state, (first, *others) = known.state, trip.stops
    if first.place != train.at:
        return Obstacle("start", (first.place, train.at), (train.number,))
    begun = Journey(train, state.cash[train.seat], dict(fees))
    made: Journey | Obstacle = work(state, begun, first)
    for stop in others:
        if isinstance(made, Obstacle):
            return made
        made = step(state, made, stop.place)
        made = made if isinstance(made, Obstacle) else work(state, made, stop)
    return made if isinstance(made, Obstacle) else no_place(state, made.train) or made


def open_at(state: RailroadsOfCatan, place: Place) -> Iterator[Place]:
    """The points that can be run to from here. (RC Phase 6; ruling 36)"""
    for there in WAYS[place]:
        over = track(place, there)
        if over in state.tracks and not is_closed(state, over):
            yield there


def moves_over(state: RailroadsOfCatan, seat: Seat, over: Track) -> int:
    """Moves that a track takes. (RC Phase 6; rulings 50, 69, 70)"""
    hard = kind_of(state.layout, over) is TrackKind.MOUNTAIN and not state.has(seat, Associate.CONDUCTOR)
    return MOUNTAIN_MOVES if hard else 1


def load_price(state: RailroadsOfCatan, seat: Seat, city: Place) -> int:
    """For a barrel of the city's good, to its owner. (RC Phase 6; rulings 35, 51, 74)"""
    good, owner = state.layout.good(city), state.cities[city]
    if owner.seat == seat or good is None:
        return 0
    price = BUY[good] * owner.dots
    if state.event is EventCard.PLENTY:
        price //= 2
    return price // 2 if state.has(seat, Associate.NEGOTIATOR) else price


def sale_price(state: RailroadsOfCatan, city: Place, good: Good) -> int:
    """For a barrel, from the bank. (RC Phase 6; ruling 75)"""
    return SELL[good] * state.cities[city].dots


def step(state: RailroadsOfCatan, journey: Journey, place: Place) -> Journey | Obstacle:
    """One track further. (RC Phase 6; rulings 69, 70, 80-83)"""
    train, over = journey.train, track(journey.train.at, place)
    if over not in state.tracks:
        return Obstacle("no-track", (train.at, place))
    if is_closed(state, over):
        return Obstacle("closed", (train.at, place))
    used = journey.moves + moves_over(state, train.seat, over)
    if used > train.moves:
        return _too_far("reach", train, place, used)
    there = _moved(journey, Train(train.seat, train.number, place, train.large, train.goods), used)
    owner = state.tracks[over]
    paid = _charged(there, "segment", owner, segment_fee(state, train.seat, over))
    if isinstance(paid, Obstacle):
        return paid
    fee = city_fee(state, train.seat, place)
    return _charged(paid, "city", state.cities[place].seat, fee) if fee else paid


def is_closed(state: RailroadsOfCatan, over: Track) -> bool:
    """By the weather. (RC Phase 2, Monsoon; ruling 36)"""
    return state.event is EventCard.MONSOON and kind_of(state.layout, over) is TrackKind.COAST


def _moved(journey: Journey, train: Train, used: int) -> Journey:
    """The same train somewhere else, after so many moves."""
    return Journey(train, journey.cash, journey.fees, used, journey.lines, journey.filled)


def _too_far(key: Literal["reach", "stop"], train: Train, place: Place, used: int) -> Obstacle:
    """A train cannot do there what takes so many moves in all."""
    return Obstacle(key, (place,), (used, int(train.large), train.moves))


def _charged(journey: Journey, kind: Entry, owner: Seat, fee: int) -> Journey | Obstacle:
    """A fee, as far as the cap for this rival leaves any. (RC Phase 6; rulings 82, 83)"""
    if not fee:
        return journey
    had = journey.fees.get(owner, 0)
    due = min(fee, FEE_CAP - had)
    if due > journey.cash:
        return Obstacle("fee", (journey.train.at,), (due, journey.cash))
    return replace(
        journey,
        cash=journey.cash - due,
        fees={**journey.fees, owner: had + due},
        lines=(*journey.lines, Line(kind, journey.train.at, -due, owner)),
    )


def work(state: RailroadsOfCatan, journey: Journey, stop: Stop) -> Journey | Obstacle:
    """Throw away, sell and load goods at a stop; selling and loading take one move. (RC Phase 6; rulings 71-77)"""
    made: Journey | Obstacle = journey
    for good in stop.thrown:
        made = made if isinstance(made, Obstacle) else _unloaded(made, good, 1)
    if isinstance(made, Obstacle) or not stop.works:
        return made
    if wrong := _no_stop(state, journey.train, stop.place):
        return wrong
    if (used := made.moves + 1) > made.train.moves:
        return _too_far("stop", made.train, stop.place, used)
    made = _moved(made, made.train, used)
    for sale in stop.sales:
        made = made if isinstance(made, Obstacle) else _sold(state, made, sale)
    return made if isinstance(made, Obstacle) or not stop.load else _loaded(state, made, stop.load)


def _no_stop(state: RailroadsOfCatan, train: Train, place: Place) -> Obstacle | None:
    """Why goods can be neither loaded nor sold here. (rulings 72, 84)"""
    if place not in state.cities:
        return Obstacle("no-city", (place,))
    return Obstacle("full-stop", (place,)) if place in full(state, train) else None


def no_place(state: RailroadsOfCatan, train: Train) -> Obstacle | None:
    """Why a train cannot stay where it is. (RC Phase 6; rulings 84, 85)"""
    if train.at not in full(state, train):
        return None
    return Obstacle("full-city" if train.at in state.cities else "full-point", (train.at,))


def full(state: RailroadsOfCatan, train: Train) -> frozenset[Place]:
    """The points where other trains leave no room for this one. (RC Phase 6; rulings 84, 85)"""
    return _full(state.trains, tuple(state.cities), train.seat, train.number)


@lru_cache(64)
def _full(trains: tuple[Train, ...], cities: tuple[Place, ...], seat: Seat, number: int) -> frozenset[Place]:
    others = Counter(train.at for train in trains if (train.seat, train.number) != (seat, number))
    return frozenset(at for at, there in others.items() if there >= (TRAINS_IN_CITY if at in cities else 1))


def _unloaded(journey: Journey, good: Good, barrels: int) -> Journey | Obstacle:
    carried = journey.train.goods.count(good)
    if carried < barrels:
        return Obstacle("unload", (journey.train.at,), (barrels, carried), (good,))
    goods = list(journey.train.goods)
    for _ in range(barrels):
        goods.remove(good)
    return replace(journey, train=replace(journey.train, goods=tuple(goods)))


def _sold(state: RailroadsOfCatan, journey: Journey, sale: Sale) -> Journey | Obstacle:
    """Barrels of one good, one of them perhaps for an order. (RC Phase 6; rulings 75, 78)"""
    city = journey.train.at
    if state.layout.good(city) is sale.good:
        return Obstacle("own-good", (city,), goods=(sale.good,))
    made = _unloaded(journey, sale.good, sale.barrels)
    if isinstance(made, Obstacle):
        return made
    income = sale_price(state, city, sale.good) * sale.barrels
    made = _earned(made, Line("sale", city, income, None, f"{sale.barrels} {sale.good}"))
    return _filled(state, made, sale) if sale.order else made


def _filled(state: RailroadsOfCatan, journey: Journey, sale: Sale) -> Journey | Obstacle:
    order = next((order for order in state.orders if order.letter == sale.order), None)
    if order is None or sale.order in journey.filled:
        return Obstacle("no-order", (journey.train.at,), letter=sale.order)
    if (order.city, order.good) != (journey.train.at, sale.good):
        places, goods = (journey.train.at, order.city), (sale.good, order.good)
        return Obstacle("other-order", places, goods=goods, letter=order.letter)
    paid = _earned(journey, Line("order", order.city, order.bonus, None, order.letter))
    return replace(paid, filled=(*paid.filled, order.letter))


def _earned(journey: Journey, line: Line) -> Journey:
    return replace(journey, cash=journey.cash + line.dollars, lines=(*journey.lines, line))


def _loaded(state: RailroadsOfCatan, journey: Journey, barrels: int) -> Journey | Obstacle:
    """The city's good, paid to its owner. (RC Phase 6; rulings 72-74)"""
    train, city = journey.train, journey.train.at
    good, owner = state.layout.good(city), state.cities[city].seat
    assert good is not None
    if len(train.goods) + barrels > train.capacity:
        room = train.capacity - len(train.goods)
        return Obstacle("room", (city,), (barrels, room), (good,))
    cost = load_price(state, train.seat, city) * barrels
    if cost > journey.cash:
        return Obstacle("price", (city,), (barrels, cost, journey.cash), (good,))
    goods = (*train.goods, *[good] * barrels)
    laden = replace(train, goods=tuple(sorted(goods)))
    line = Line("goods", city, -cost, owner if owner != train.seat else None, f"{barrels} {good}")
    return replace(journey, train=laden, cash=journey.cash - cost, lines=(*journey.lines, line))
