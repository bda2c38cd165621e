"""The best trips of a train, for menus and computer players. (RC Phase 6)

A trip is put together from legs between cities; at each city everything that sells is sold, and goods are loaded that
may sell further on. What is found is judged by its net money and by what the train still carries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from engine.core.seats import Seat
from engine.games.railroads_of_catan.graph import Place, ends, track
from engine.games.railroads_of_catan.layout import Good, TrackKind, kind_of
from engine.games.railroads_of_catan.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.pieces import EventCard, Train
from engine.games.railroads_of_catan.trips import Journey, city_fee, moves_over, sale_price, segment_fee, travel

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["proposals", "worth"]

_SHOWN = 5
"""Trips that are proposed for a train."""
_LEGS = 3
"""Cities on a trip at which the train works, after the first."""
_BARREL = 0.4
"""Of what a barrel would bring at best: what it is worth on board."""


def proposals(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train) -> tuple[Trip, ...]:
    """Up to five different trips that can be made, the best first."""
    roads = _Roads(state, train.seat)
    found: dict[Trip, float] = {}
    for trip in _trips(state, roads, train):
        if trip not in found:
            made = travel(state, fees, train, trip)
            if isinstance(made, Journey):
                found[trip] = worth(state, made)
    best = sorted(found, key=lambda trip: (-found[trip], str(trip)))
    return tuple(_different(best))


def worth(state: RailroadsOfCatan, made: Journey) -> float:
    """What a trip brings, in dollars: money now, and a part of what the goods on board may bring."""
    return made.bill.net + _BARREL * sum(_best_sale(state, good) for good in made.train.goods)


def _different(best: list[Trip]) -> Iterator[Trip]:
    """The best of those that work in the same places, for as many as are shown."""
    seen: set[tuple[Stop, ...]] = set()
    for trip in best:
        works = tuple(stop for stop in trip.stops if stop.works) or trip.stops[-1:]
        if works not in seen and len(seen) < _SHOWN:
            seen.add(works)
            yield trip


def _best_sale(state: RailroadsOfCatan, good: Good) -> int:
    buyers = [sale_price(state, city, good) for city in state.cities if state.layout.good(city) is not good]
    bonus = [order.bonus for order in state.orders if order.good is good]
    return max(buyers, default=0) + max(bonus, default=0) // 2


class _Leg(NamedTuple):
    """The way from one city to another: points after the first, and moves."""

    points: tuple[Place, ...]
    moves: int


class _Roads:
    """Ways between cities over track that is built, by fewest moves and then lowest fees; each is worked out once."""

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.beside: dict[Place, list[Place]] = {}
        self.known: dict[Place, Mapping[Place, _Leg]] = {}
        for built in state.tracks:
            if state.event is EventCard.MONSOON and kind_of(state.layout, built) is TrackKind.COAST:
                continue
            a, b = ends(built)
            self.beside.setdefault(a, []).append(b)
            self.beside.setdefault(b, []).append(a)

    def legs(self, start: Place, most: int) -> Mapping[Place, _Leg]:
        """All cities within so many moves."""
        if start not in self.known:
            self.known[start] = self._search(start)
        return {city: leg for city, leg in self.known[start].items() if leg.moves <= most}

    def _search(self, start: Place) -> Mapping[Place, _Leg]:
        best: dict[Place, tuple[int, int]] = {start: (0, 0)}
        before: dict[Place, Place] = {}
        waiting = [((0, 0), start)]
        while waiting:
            so_far, here = heappop(waiting)
            if so_far > best[here]:
                continue
            for there in self.beside.get(here, ()):
                over = track(here, there)
                fee = segment_fee(self.state, self.seat, over) + city_fee(self.state, self.seat, there)
                total = (so_far[0] + moves_over(self.state, self.seat, over), so_far[1] + fee)
                if total < best.get(there, (99, 0)):
                    best[there], before[there] = total, here
                    heappush(waiting, (total, there))
        return {
            city: _Leg(_points(before, start, city), best[city][0])
            for city in self.state.cities
            if city in best and city != start
        }


def _points(before: Mapping[Place, Place], start: Place, city: Place) -> tuple[Place, ...]:
    points = [city]
    while before[points[-1]] != start:
        points.append(before[points[-1]])
    return tuple(reversed(points))


def _trips(state: RailroadsOfCatan, roads: _Roads, train: Train) -> Iterator[Trip]:
    """Trips of up to three legs, the first stop included or not."""
    for stop, goods in _works(state, train.at, train, train.goods):
        yield from _onward(state, roads, train, (stop,), goods, train.moves - stop.works, _LEGS)


def _onward(
    state: RailroadsOfCatan,
    roads: _Roads,
    train: Train,
    stops: tuple[Stop, ...],
    goods: tuple[Good, ...],
    moves: int,
    legs: int,
) -> Iterator[Trip]:
    """All trips that go on like this."""
    if len(stops) > 1 or stops[0].works:
        yield Trip(stops)
    if not legs:
        return
    for city, leg in roads.legs(stops[-1].place, moves).items():
        way = (*stops, *(Stop(place) for place in leg.points[:-1]))
        for stop, left in _works(state, city, train, goods, stops):
            if leg.moves + stop.works <= moves and (stop.works or legs == 1 or not goods):
                yield from _onward(state, roads, train, (*way, stop), left, moves - leg.moves - stop.works, legs - 1)


def _works(
    state: RailroadsOfCatan, place: Place, train: Train, goods: tuple[Good, ...], earlier: tuple[Stop, ...] = ()
) -> Iterator[tuple[Stop, tuple[Good, ...]]]:
    """What the train may sensibly do at a point, and what it then carries: nothing; sell; sell and load; load."""
    yield Stop(place), goods
    if place not in state.cities:
        return
    made = state.layout.good(place)
    filled = {sale.order for stop in earlier for sale in stop.sales}
    sales = tuple(_sales(state, place, goods, filled))
    kept = tuple(good for good in goods if good is made)
    room = train.capacity - len(kept)
    if sales:
        yield Stop(place, sales=sales), kept
    for load in {1, room} if made and room > 0 else ():
        yield Stop(place, sales=sales, load=load), tuple(sorted((*kept, *[made] * load)))
    spare = train.capacity - len(goods)
    if made and sales and spare > 0:
        yield Stop(place, load=spare), tuple(sorted((*goods, *[made] * spare)))


def _sales(state: RailroadsOfCatan, city: Place, goods: tuple[Good, ...], filled: set[str]) -> Iterator[Sale]:
    """Everything that the city buys, orders first: the one that pays most for each good."""
    for good in dict.fromkeys(goods):
        if good is state.layout.good(city):
            continue
        barrels = goods.count(good)
        wanted = [o for o in state.orders if (o.city, o.good) == (city, good) and o.letter not in filled]
        wanted.sort(key=lambda order: -order.bonus)
        for order in wanted[:barrels]:
            yield Sale(good, 1, order.letter)
        if rest := barrels - len(wanted[:barrels]):
            yield Sale(good, rest)
