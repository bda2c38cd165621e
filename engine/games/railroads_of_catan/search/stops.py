"""The sensible stops of a train in a city, for the many trips that come there with the same goods. (RC Phase 6)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Seat
from engine.games.railroads_of_catan.box.graph import PLACES, Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.trips import Journey, load_price, work
from engine.games.railroads_of_catan.search.sales import Filled, orders_here
from engine.games.railroads_of_catan.state.bill import Line
from engine.games.railroads_of_catan.state.known import Known, outlook
from engine.games.railroads_of_catan.state.paths import Sale, Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

PASSED = {place: Stop(place) for place in PLACES}
"""The stop of a train that only comes by, for each point."""

_PLENTY = 1_000_000
"""More dollars than a stop can cost."""


class _Here(NamedTuple):
    """All that a stop depends on, money and moves aside: the place, the goods on board, and the orders filled."""

    place: Place
    goods: tuple[Good, ...]
    filled: Filled


class _Done(NamedTuple):
    """The outcome of a stop: the goods on board, the dollars it brings, and the orders filled until then."""

    stop: Stop
    goods: tuple[Good, ...]
    dollars: int
    lines: tuple[Line, ...]
    filled: Filled


def stops_of(state: RailroadsOfCatan, seat: Seat) -> Stops:
    """The stops of a seat, as cities and orders are in this turn."""
    return _stops(Known(state, *outlook(state, seat)), seat)


@lru_cache(16)
def _stops(known: Known, seat: Seat) -> Stops:
    return Stops(replace(known.state, trains=()))


class Stops:
    """The stops of the trains of one seat. The outcome of each is worked out once, when it is asked for.

    ``state`` has no trains, since what a stop comes to depends on none but the one that makes it.
    """

    def __init__(self, state: RailroadsOfCatan) -> None:
        self._state = state
        self._sold: dict[_Here, tuple[_Done, ...]] = {}
        self._laden: dict[tuple[_Done, int], tuple[_Done, ...]] = {}

    def of(self, made: Journey, closed: frozenset[Place]) -> Iterator[tuple[Stop, Journey]]:
        """Sell all, all but what orders elsewhere want, or nothing; and load. At no point that is ``closed``."""
        train = made.train
        if train.at not in self._state.cities or train.at in closed or made.moves >= train.moves:
            return
        price = load_price(self._state, train.seat, train.at)
        for sold in self._sales(train, made.filled):
            if sold.stop.sales:
                yield sold.stop, _after(made, sold)
            room = train.capacity - len(sold.goods)
            most = min(room, (made.cash + sold.dollars) // price) if price else room
            for laden in self._loads(train, sold, most):
                yield laden.stop, _after(made, laden)

    def _sales(self, train: Train, filled: Filled) -> tuple[_Done, ...]:
        here = _Here(train.at, train.goods, filled)
        if here not in self._sold:
            all_of_it = self._selling(here, ())
            some_of_it = self._selling(here, self._wanted(here.place, here.filled)) if all_of_it else ()
            different = dict.fromkeys((all_of_it, some_of_it, ()))
            stops = (Stop(here.place, sales=sales) for sales in different)
            self._sold[here] = tuple(self._worked(train, filled, stop) for stop in stops)
        return self._sold[here]

    def _selling(self, here: _Here, keep: tuple[Good, ...]) -> tuple[Sale, ...]:
        """Everything that the city buys but what is kept, with the orders that pay most; these come before keeping."""
        made, sales = self._state.layout.good(here.place), list[Sale]()
        for good in dict.fromkeys(here.goods):
            if good is made:
                continue
            barrels = here.goods.count(good)
            filling = orders_here(self._state, here.place, good, here.filled)[:barrels]
            sales += [Sale(good, 1, order.letter) for order in filling]
            if (rest := barrels - len(filling) - keep.count(good)) > 0:
                sales.append(Sale(good, rest))
        return tuple(sales)

    def _loads(self, train: Train, sold: _Done, most: int) -> tuple[_Done, ...]:
        """The most barrels that the train can take and the seat can pay for; and one, if an order wants one."""
        if (sold, most) not in self._laden:
            wanted = self._wanted(sold.stop.place, sold.filled)
            one = (1,) if self._state.layout.good(sold.stop.place) in wanted else ()
            loads = dict.fromkeys((most, *one)) if most else ()
            self._laden[sold, most] = tuple(self._loaded(train, sold, load) for load in loads)
        return self._laden[sold, most]

    def _loaded(self, train: Train, sold: _Done, load: int) -> _Done:
        left = replace(train, goods=sold.goods)
        laden = self._worked(left, sold.filled, Stop(train.at, load=load))
        stop = sold.stop._replace(load=load)
        return _Done(stop, laden.goods, sold.dollars + laden.dollars, sold.lines + laden.lines, sold.filled)

    def _wanted(self, place: Place, filled: Filled) -> tuple[Good, ...]:
        """A barrel for each order elsewhere."""
        return tuple(order.good for order in self._state.orders if order.city != place and order.letter not in filled)

    def _worked(self, train: Train, filled: Filled, stop: Stop) -> _Done:
        """By the rules of a stop, for a train that has money and moves enough."""
        made = work(self._state, Journey(train, _PLENTY, {}, filled=filled), stop)
        assert isinstance(made, Journey)
        return _Done(stop, made.train.goods, made.cash - _PLENTY, made.lines, made.filled)


def _after(made: Journey, done: _Done) -> Journey:
    """A journey after a stop, which takes a move."""
    at = made.train
    train = Train(at.seat, at.number, at.at, at.large, done.goods)
    cash, lines = made.cash + done.dollars, made.lines + done.lines
    return Journey(train, cash, made.fees, made.moves + 1, lines, done.filled)
