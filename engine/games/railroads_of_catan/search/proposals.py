"""The best trips of a train, for menus and computer players. (RC Phase 6)

A trip is put together from legs between cities, over the quickest way or the cheapest. At each city the train may sell
and load; one that cannot come to a city goes toward it. What is found is judged by what it brings. The trip that brings
most money at once is always among them (``earnings``), and so are variants of the best: other barrels sold or loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine.core.notation import MAX_LENGTH, write
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.graph import PLACES, Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.roads import Leg, Roads
from engine.games.railroads_of_catan.rules.trips import Journey, full, load_price, no_place, step, travel, work
from engine.games.railroads_of_catan.search.earnings import dearest
from engine.games.railroads_of_catan.search.prospects import Prospects, prospects_of
from engine.games.railroads_of_catan.search.sales import orders_here
from engine.games.railroads_of_catan.search.variants import variants
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.known import Known, outlook
from engine.games.railroads_of_catan.state.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_SHOWN = 5
"""Trips to different places, or for different orders, that are proposed for a train."""
_MOST = 10
"""Trips that are proposed with all their variants."""
_LEGS = 3
"""Cities on a trip at which the train works, after the first."""

_PASSED = {place: Stop(place) for place in PLACES}
"""What a train does where it only comes by."""

_Walked = dict[tuple[Place, ...], Journey | str]
"""A journey at the end of each way from where it is, or why it cannot go there."""

_Found = tuple[tuple[Stop, ...], Journey]
"""A trip as far as it goes, and what it comes to."""

_Ranked = tuple[float, int, tuple[Stop, ...]]
"""What a trip is worth, below 0 so that the best sorts first; its moves; its stops."""


def proposals(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train) -> tuple[Trip, ...]:
    """Up to ten trips that can be made, the best first; ``fees`` is what each rival has had in this turn.

    Up to five work in different places or fill different orders; the others are variants of the best. The one that
    brings most money at once is among them, unless none brings any.
    """
    seat = train.seat
    known = Known(state, *outlook(state, seat), state.cash[seat], full(state, train))
    return _proposals(known, tuple(fees.items()), train)


@lru_cache(32)
def _proposals(known: Known, fees: tuple[tuple[Seat, int], ...], train: Train) -> tuple[Trip, ...]:
    state, prospects = known.state, prospects_of(known.state, train.seat)
    begun = Journey(train, state.cash[train.seat], dict(fees))
    found = _with_dearest(state, prospects, begun, _different(state, prospects, begun))
    varied = _varied(state, prospects, begun, found)
    return tuple(Trip(stops) for *_, stops in sorted((*found, *varied)))


def _different(state: RailroadsOfCatan, prospects: Prospects, begun: Journey) -> list[_Ranked]:
    """The best trips that work in different places or fill different orders."""
    best: dict[object, _Ranked] = {}
    for stops, made in _trips(state, prospects.roads, begun):
        what, rank = _gist(stops), _ranked(prospects, stops, made)
        if (what not in best or rank < best[what]) and not no_place(state, made.train):
            best[what] = rank
    ranked = sorted(best.values())
    cargo = prospects.cargo(begun.train)
    better = [each for each in ranked if -each[0] > cargo or _works(each[-1])]
    return (better or ranked)[:_SHOWN]


def _with_dearest(state: RailroadsOfCatan, prospects: Prospects, begun: Journey, found: list[_Ranked]) -> list[_Ranked]:
    """The trip that brings most money comes to these, if none of them brings as much."""
    money, trip = dearest(state, begun.fees, begun.train)
    if trip is None or any(_brings(state, begun, stops) >= money for *_, stops in found):
        return found
    made = travel(state, begun.fees, begun.train, trip)
    assert isinstance(made, Journey)
    return [*found, _ranked(prospects, trip.stops, made)]


def _varied(state: RailroadsOfCatan, prospects: Prospects, begun: Journey, found: list[_Ranked]) -> list[_Ranked]:
    """The best variants of the best trip, and of the one that brings most money."""
    if not found:
        return []
    richest = max(found, key=lambda each: _brings(state, begun, each[-1]))
    listed, others = {stops for *_, stops in found}, dict[tuple[Stop, ...], _Ranked]()
    for *_, stops in dict.fromkeys((min(found), richest)):
        for other, made in variants(state, begun, stops):
            if other not in listed and _fits(begun.train, other):
                others[other] = _ranked(prospects, other, made)
    return sorted(others.values())[: _MOST - len(found)]


def _ranked(prospects: Prospects, stops: tuple[Stop, ...], made: Journey) -> _Ranked:
    return -prospects.worth(made), made.moves, stops


def _brings(state: RailroadsOfCatan, begun: Journey, stops: tuple[Stop, ...]) -> int:
    """Dollars, of a trip that can be made."""
    made = travel(state, begun.fees, begun.train, Trip(stops))
    assert isinstance(made, Journey)
    return made.bill.net


def _fits(train: Train, stops: tuple[Stop, ...]) -> bool:
    """Whether the trip can be written in one line."""
    return len(write(Run(train.seat, train.number, Trip(stops)))) <= MAX_LENGTH


def _works(stops: tuple[Stop, ...]) -> bool:
    """Whether it is more than moving about."""
    return any(stop.works for stop in stops)


def _gist(stops: tuple[Stop, ...]) -> object:
    """The part of a trip that a player cares about: where it works, and orders it fills; or only where it ends."""
    working = [stop for stop in stops if stop.sales or stop.load]
    filled = ([sale.order for sale in stop.sales if sale.order] for stop in working)
    done = tuple((stop.place, *letters) for stop, letters in zip(working, filled, strict=True))
    return done or stops[-1].place


def _trips(state: RailroadsOfCatan, roads: Roads, begun: Journey) -> Iterator[_Found]:
    """All that begin where the train stands, with or without a stop there."""
    here = Stop(begun.train.at)
    yield from _onward(state, roads, (here,), begun, _LEGS)
    for stop, made in _stops(state, begun):
        yield (stop,), made
        yield from _onward(state, roads, (stop,), made, _LEGS)


def _onward(
    state: RailroadsOfCatan, roads: Roads, stops: tuple[Stop, ...], made: Journey, legs: int
) -> Iterator[_Found]:
    """All that go on like this, through up to so many cities."""
    left = made.train.moves - made.moves
    walked, told = _Walked({(): made}), set[tuple[Place, ...]]()
    for leg in roads.nearest(made.train.at) if legs and left > 0 else ():
        if leg.moves > left and legs < _LEGS:
            break  # it is only in the beginning that a part of the way is a trip
        way, there = _along(state, walked, leg)
        passed = (*stops, *(_PASSED[place] for place in way))
        if way and way not in told:
            told.add(way)
            yield passed, there
        for stop, done in _stops(state, there) if len(way) == len(leg.points) else ():
            yield (*passed[:-1], stop), done
            yield from _onward(state, roads, (*passed[:-1], stop), done, legs - 1)


def _along(state: RailroadsOfCatan, walked: _Walked, leg: Leg) -> tuple[tuple[Place, ...], Journey]:
    """Follow a leg as far as moves and money go; ways that begin alike are walked once."""
    made = walked[()]
    assert isinstance(made, Journey)
    if not leg.fees and made.moves + leg.moves <= made.train.moves:
        arrived = replace(made.train, at=leg.points[-1])
        return leg.points, replace(made, train=arrived, moves=made.moves + leg.moves)
    way: tuple[Place, ...] = ()
    for place in leg.points:
        further = (*way, place)
        if further not in walked:
            walked[further] = step(state, made, place)
        there = walked[further]
        if isinstance(there, str):
            break
        way, made = further, there
    return way, made


def _stops(state: RailroadsOfCatan, made: Journey) -> Iterator[tuple[Stop, Journey]]:
    """The sensible stops in a city: sell all, all but what orders elsewhere want, or nothing; and load."""
    place = made.train.at
    if place not in state.cities or made.moves >= made.train.moves:
        return
    all_of_it = _sales(state, made, ())
    some_of_it = _sales(state, made, _wanted(state, made)) if all_of_it else ()
    for sales in dict.fromkeys((all_of_it, some_of_it, ())):
        sold = work(state, made, Stop(place, sales=sales)) if sales else made
        if isinstance(sold, str):
            continue
        if sales:
            yield Stop(place, sales=sales), sold
        for load in _loads(state, sold):
            stop = Stop(place, sales=sales, load=load)
            laden = work(state, made, stop)
            if isinstance(laden, Journey):
                yield stop, laden


def _loads(state: RailroadsOfCatan, made: Journey) -> Iterator[int]:
    """The most barrels that the train can take and the seat can pay for; and one, if an order wants one."""
    price = load_price(state, made.train.seat, made.train.at)
    room = made.train.capacity - len(made.train.goods)
    most = min(room, made.cash // price) if price else room
    if most:
        yield most
    if most > 1 and state.layout.good(made.train.at) in _wanted(state, made):
        yield 1


def _wanted(state: RailroadsOfCatan, made: Journey) -> tuple[Good, ...]:
    """A barrel for each order elsewhere."""
    elsewhere = [order for order in state.orders if order.city != made.train.at and order.letter not in made.filled]
    return tuple(order.good for order in elsewhere)


def _sales(state: RailroadsOfCatan, made: Journey, keep: tuple[Good, ...]) -> tuple[Sale, ...]:
    """Everything that the city buys but what is kept, with the orders that pay most; these come before keeping."""
    city, sales = made.train.at, list[Sale]()
    for good in dict.fromkeys(made.train.goods):
        if good is state.layout.good(city):
            continue
        barrels = made.train.goods.count(good)
        filling = orders_here(state, city, good, made.filled)[:barrels]
        sales += [Sale(good, 1, order.letter) for order in filling]
        if (rest := barrels - len(filling) - keep.count(good)) > 0:
            sales.append(Sale(good, rest))
    return tuple(sales)
