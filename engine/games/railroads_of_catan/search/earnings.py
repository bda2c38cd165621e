"""The trip of a train that brings most money at once: no trip that can be made brings more. (RC Phase 6)

All trips are tried but for those that another one surely replaces. A trip is ways between cities and stops at them.
Of two ways to a city the one that takes no fewer moves and pays nobody less is left out: a rival is paid up to the
cap, so who has had more asks for less later. Nothing is thrown away, since where a train stops a city buys the barrel
or makes the same good itself. An order is filled as soon as it can be, the most valuable first. And where no other stop
can follow, everything is sold and nothing loaded. A trip ends at its last stop, for to go on only costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.core import MAX_LENGTH, Seat, write
from engine.games.railroads_of_catan.box.figures import FEE_CAP
from engine.games.railroads_of_catan.box.island import Good, Place
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.trips import full, load_price, sale_price
from engine.games.railroads_of_catan.search.sales import sales_here
from engine.games.railroads_of_catan.search.stops import PASSED
from engine.games.railroads_of_catan.search.tolls import Toll, tolls_of
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.known import Known, board
from engine.games.railroads_of_catan.state.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_NEXT = 3
"""Moves to another city and to stop there: no two cities are less than two tracks apart."""


class _Point(NamedTuple):
    """A train on its way, after a stop; ``had`` is what each seat has had of fees, by seat."""

    at: Place
    moves: int
    cash: int
    had: tuple[int, ...]
    goods: tuple[Good, ...]
    filled: tuple[str, ...]
    stops: tuple[Stop, ...]

    def replaces(self, other: _Point) -> bool:
        """Whether whatever ``other`` goes on with brings at least as much from here; cargo and orders are the same.

        It has to be as early, and richer by what rivals may still ask of it and not of the other.
        """
        had = zip(self.had, other.had, strict=True)
        owed = sum(max(0, theirs - mine) for mine, theirs in had)
        return self.moves <= other.moves and self.cash - owed >= other.cash


def best_trip(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train) -> tuple[int, Trip | None]:
    """The dollars that the best trip brings, and the trip; 0 and None if none brings anything.

    ``fees`` is what each rival has had in this turn. Of equals the one of fewest moves is named.
    """
    return _Search(state, train).best(tuple(fees.get(seat, 0) for seat in state.everyone))


class _Done(NamedTuple):
    """The outcome of a stop to sell: the goods left, the dollars it brings, and the orders filled until then."""

    stop: Stop
    goods: tuple[Good, ...]
    dollars: int
    filled: tuple[str, ...]


_Key = tuple[Place, tuple[Good, ...], tuple[str, ...], bool]
"""A place, the goods on board, the orders filled, and whether less than everything may be sold."""


class _Sellings:
    """The sales that are possible, for all trips and trains while cities and orders are the same."""

    def __init__(self, state: RailroadsOfCatan) -> None:
        self._state = state
        self._known: dict[_Key, tuple[_Done, ...]] = {}

    def of(self, at: Place, goods: tuple[Good, ...], filled: tuple[str, ...], *, part: bool) -> tuple[_Done, ...]:
        """Everything, and with ``part`` anything less."""
        key = at, goods, filled, part
        if key not in self._known:
            ways = self._sales(*key)
            self._known[key] = tuple(self._sold(at, goods, filled, sales) for sales in ways)
        return self._known[key]

    def _sales(
        self, at: Place, goods: tuple[Good, ...], filled: tuple[str, ...], part: bool
    ) -> Iterator[tuple[Sale, ...]]:
        made = self._state.layout.good(at)
        counts = {good: goods.count(good) for good in goods if good is not made}
        amounts = (range(count + 1) if part else (count,) for count in counts.values())
        for chosen in product(*amounts):
            sold = zip(counts, chosen, strict=True)
            yield tuple(sale for good, count in sold for sale in sales_here(self._state, at, good, count, filled))

    def _sold(self, at: Place, goods: tuple[Good, ...], filled: tuple[str, ...], sales: tuple[Sale, ...]) -> _Done:
        """With the money for them. (rulings 75, 78)"""
        left, dollars = list(goods), 0
        for sale in sales:
            dollars += sale_price(self._state, at, sale.good) * sale.barrels + self._bonus(sale.order)
            for _ in range(sale.barrels):
                left.remove(sale.good)
        filled = tuple(sorted((*filled, *(sale.order for sale in sales if sale.order))))
        return _Done(Stop(at, sales=sales), tuple(left), dollars, filled)

    def _bonus(self, letter: str) -> int:
        return next((order.bonus for order in self._state.orders if order.letter == letter), 0)


@lru_cache(16)
def _sellings(known: Known) -> _Sellings:
    return _Sellings(known.state)


_Best = tuple[int, int, Trip | None]
"""Cash after the best trip so far, its moves, and the trip."""


class _Search:
    """All trips of one train, and the points where no other replaces them."""

    def __init__(self, state: RailroadsOfCatan, train: Train) -> None:
        self.state, self.train = state, train
        self.full = full(state, train)
        self.tolls = tolls_of(state, train.seat)
        self._done = _sellings(Known(state, *board(state), state.orders))
        self._kept: dict[object, list[_Point]] = {}
        self._best: _Best = (state.cash[train.seat], 0, None)

    def best(self, had: tuple[int, ...]) -> tuple[int, Trip | None]:
        """The search itself; each instance is for one."""
        train = self.train
        cash, here = self.state.cash[train.seat], Stop(train.at)
        begun = _Point(train.at, 0, cash, had, train.goods, (), (here,))
        waiting = [begun, *self._stopped(begun)]
        while waiting:
            waiting += self._onward(waiting.pop())
        cash, _, trip = self._best
        return cash - self.state.cash[train.seat], trip

    def _onward(self, here: _Point) -> Iterator[_Point]:
        """Points after one more stop."""
        for toll in self.tolls.within(here.at, self.train.moves - here.moves - 1):
            if there := _gone(here, toll):
                yield from self._stopped(there)

    def _stopped(self, here: _Point) -> Iterator[_Point]:
        """After each stop that may be worth making here, if no other point replaces it."""
        if here.at not in self.state.cities or here.at in self.full:
            return
        goes_on = self.train.moves - here.moves > _NEXT
        for done in self._done.of(here.at, here.goods, here.filled, part=goes_on):
            sold, sales = _sold(here, done), done.stop.sales
            self._ends(sold)
            loads = self._loads(sold) if goes_on else ()
            points = (self._loaded(sold, load) for load in loads if sales or load)
            yield from filter(self._keeps, points)

    def _loads(self, here: _Point) -> range:
        """The numbers of barrels that there are room and money for."""
        price = load_price(self.state, self.train.seat, here.at)
        room = self.train.capacity - len(here.goods)
        return range(min(room, here.cash // price if price else room) + 1)

    def _loaded(self, here: _Point, load: int) -> _Point:
        good = self.state.layout.good(here.at)
        assert good is not None
        cost = load_price(self.state, self.train.seat, here.at) * load
        goods = tuple(sorted((*here.goods, *[good] * load)))
        stops = (*here.stops[:-1], here.stops[-1]._replace(load=load))
        return here._replace(cash=here.cash - cost, goods=goods, stops=stops)

    def _keeps(self, point: _Point) -> bool:
        """Whether the point is to be gone on from; it then replaces others."""
        known = self._kept.setdefault((point.at, point.goods, point.filled), [])
        if any(other.replaces(point) for other in known):
            return False
        known[:] = [point, *(other for other in known if not point.replaces(other))]
        return True

    def _ends(self, point: _Point) -> None:
        """A trip may end here; it is the best if none brought more, and it can be written in a line."""
        cash, moves, _ = self._best
        if (-point.cash, point.moves) >= (-cash, moves):
            return
        trip = Trip(point.stops)
        if len(write(Run(self.train.seat, self.train.number, trip))) <= MAX_LENGTH:
            self._best = point.cash, point.moves, trip


def _sold(here: _Point, done: _Done) -> _Point:
    """After selling; the stop takes a move. (ruling 71)"""
    stops = (*here.stops[:-1], done.stop)
    moves, cash = here.moves + 1, here.cash + done.dollars
    return _Point(here.at, moves, cash, here.had, done.goods, done.filled, stops)


def _gone(here: _Point, toll: Toll) -> _Point | None:
    """At the end of a way, if its fees can be paid: they are paid bit by bit, and nothing comes in between."""
    at, moves = toll.points[-1], here.moves + toll.moves
    stops = (*here.stops, *(PASSED[place] for place in toll.points))
    if not any(toll.fees):
        return _Point(at, moves, here.cash, here.had, here.goods, here.filled, stops)
    owed = zip(toll.fees, here.had, strict=True)
    due = [min(fee, FEE_CAP - had) for fee, had in owed]
    if sum(due) > here.cash:
        return None
    had = tuple(map(sum, zip(here.had, due, strict=True)))
    return _Point(at, moves, here.cash - sum(due), had, here.goods, here.filled, stops)
