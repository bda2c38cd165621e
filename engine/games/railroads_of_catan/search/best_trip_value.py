"""Find the trip of a train that earns the most money in this turn. (RC Phase 6)

The search tries all trips, which are paths between cities with stops, except trips that another trip certainly
replaces. A path is omitted if another path to the same city takes no more moves and pays no rival more. Payments to
each rival are counted separately, because each rival has a maximum. No goods are thrown away: a city where a train
stops buys the barrel or makes the same good. Orders are filled as soon as possible, the most valuable first. At the
last stop everything is sold and nothing is loaded. The trip ends there, because any further move only costs money.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.core import MAX_LENGTH, Seat, write_action
from engine.games.railroads_of_catan.game_data.constants import MAX_FEES_PER_RIVAL
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.trips import full_nodes, load_price, sale_price
from engine.games.railroads_of_catan.search.pareto_paths import ParetoPath, pareto_paths_of
from engine.games.railroads_of_catan.search.sales import sales_with_orders
from engine.games.railroads_of_catan.search.stop_candidates import PASSING_STOPS
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, board_key
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MIN_MOVES_TO_NEXT_STOP = 3
"""The fewest moves for going to another city and stopping there: cities are at least two tracks apart."""


class _TripPoint(NamedTuple):
    """A train after a stop of a trip; ``fees_had`` are the dollars of fees that each seat has received."""

    at: NodeId
    moves: int
    cash: int
    fees_had: tuple[int, ...]
    goods: tuple[Good, ...]
    filled: tuple[str, ...]
    stops: tuple[Stop, ...]

    def is_replacement_of(self, other: _TripPoint) -> bool:
        """Whether this point makes another one needless; both must have the same place, goods, and orders filled.

        This point replaces the other one if it has used no more moves, and if its cash is at least as high even after
        all fees that only this point may still have to pay.
        """
        fee_pairs = zip(self.fees_had, other.fees_had, strict=True)
        fees_to_come = sum(max(0, theirs - mine) for mine, theirs in fee_pairs)
        return self.moves <= other.moves and self.cash - fees_to_come >= other.cash


def best_trip(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece) -> tuple[int, Trip | None]:
    """Return the dollars that the best trip earns, and the trip; (0, None) if no trip earns anything.

    ``fees`` are the dollars that each rival has received in fees this turn. Of trips that earn the same, the one with
    the fewest moves is returned.
    """
    return _TripSearch(state, train).find_best(tuple(fees.get(seat, 0) for seat in state.everyone))


class _SaleOutcome(NamedTuple):
    """A stop at which goods are sold, with the goods left, the income in dollars, and all orders filled so far."""

    stop: Stop
    goods: tuple[Good, ...]
    dollars: int
    filled: tuple[str, ...]


_SaleKey = tuple[NodeId, tuple[Good, ...], tuple[str, ...], bool]
"""A place, the goods on board, the orders filled so far, and whether barrels may be kept."""


class _SaleOptions:
    """The possible sales at a stop. They depend only on cities and orders, so all trips and trains share them."""

    def __init__(self, state: RailroadsOfCatan) -> None:
        self._state = state
        self._outcomes: dict[_SaleKey, tuple[_SaleOutcome, ...]] = {}

    def options_at(
        self, at: NodeId, goods: tuple[Good, ...], filled: tuple[str, ...], *, is_part_allowed: bool
    ) -> tuple[_SaleOutcome, ...]:
        """Return the outcomes of selling everything at a stop, and with ``is_part_allowed`` also of selling less."""
        key = at, goods, filled, is_part_allowed
        if key not in self._outcomes:
            possible_sales = self._possible_sales(*key)
            self._outcomes[key] = tuple(self._sale_outcome(at, goods, filled, sales) for sales in possible_sales)
        return self._outcomes[key]

    def _possible_sales(
        self, at: NodeId, goods: tuple[Good, ...], filled: tuple[str, ...], is_part_allowed: bool
    ) -> Iterator[tuple[Sale, ...]]:
        own_good = self._state.layout.good_of(at)
        counts = {good: goods.count(good) for good in goods if good is not own_good}
        amounts = (range(count + 1) if is_part_allowed else (count,) for count in counts.values())
        for chosen in product(*amounts):
            counts_sold = zip(counts, chosen, strict=True)
            yield tuple(
                sale for good, count in counts_sold for sale in sales_with_orders(self._state, at, good, count, filled)
            )

    def _sale_outcome(
        self, at: NodeId, goods: tuple[Good, ...], filled: tuple[str, ...], sales: tuple[Sale, ...]
    ) -> _SaleOutcome:
        """Return the outcome of these sales, with the income from goods and orders. (rulings 75, 78)"""
        remaining, dollars = list(goods), 0
        for sale in sales:
            dollars += sale_price(self._state, at, sale.good) * sale.barrels + self._order_bonus(sale.order)
            for _ in range(sale.barrels):
                remaining.remove(sale.good)
        filled = tuple(sorted((*filled, *(sale.order for sale in sales if sale.order))))
        return _SaleOutcome(Stop(at, sales=sales), tuple(remaining), dollars, filled)

    def _order_bonus(self, letter: str) -> int:
        return next((order.bonus for order in self._state.orders if order.letter == letter), 0)


@lru_cache(16)
def _sale_options(key: CacheKey) -> _SaleOptions:
    return _SaleOptions(key.state)


_BestTrip = tuple[int, int, Trip | None]
"""Cash after a trip in dollars, the moves of the trip, and the trip."""


class _TripSearch:
    """A search for the best trip of one train. An instance can search only once."""

    def __init__(self, state: RailroadsOfCatan, train: TrainPiece) -> None:
        self.state, self.train = state, train
        self.full_nodes = full_nodes(state, train)
        self.paths = pareto_paths_of(state, train.seat)
        self._sale_options = _sale_options(CacheKey(state, *board_key(state), state.orders))
        self._points_by_place: dict[object, list[_TripPoint]] = {}
        self._best: _BestTrip = (state.cash[train.seat], 0, None)

    def find_best(self, fees_had: tuple[int, ...]) -> tuple[int, Trip | None]:
        """Return the dollars that the best trip earns, and the trip; (0, None) if no trip earns anything."""
        train = self.train
        cash, first_stop = self.state.cash[train.seat], Stop(train.at)
        start = _TripPoint(train.at, 0, cash, fees_had, train.goods, (), (first_stop,))
        stack = [start, *self._points_after_stop(start)]
        while stack:
            stack += self._next_points(stack.pop())
        cash, _, trip = self._best
        return cash - self.state.cash[train.seat], trip

    def _next_points(self, point: _TripPoint) -> Iterator[_TripPoint]:
        """Yield the points of the trip after one more path and a stop at its end."""
        for path in self.paths.paths_within(point.at, self.train.moves - point.moves - 1):
            if next_point := _follow_path(point, path):
                yield from self._points_after_stop(next_point)

    def _points_after_stop(self, point: _TripPoint) -> Iterator[_TripPoint]:
        """Yield the points after each useful stop at this place, except those that another point replaces."""
        if point.at not in self.state.cities or point.at in self.full_nodes:
            return
        is_continuing = self.train.moves - point.moves > _MIN_MOVES_TO_NEXT_STOP
        for outcome in self._sale_options.options_at(
            point.at, point.goods, point.filled, is_part_allowed=is_continuing
        ):
            point_after_sale, sales = _sell_at_stop(point, outcome), outcome.stop.sales
            self._consider_end(point_after_sale)
            loads = self._load_range(point_after_sale) if is_continuing else ()
            points = (self._load(point_after_sale, load) for load in loads if sales or load)
            yield from filter(self._add_unless_replaced, points)

    def _load_range(self, point: _TripPoint) -> range:
        """Return the numbers of barrels that the train has room for and its owner can pay."""
        price = load_price(self.state, self.train.seat, point.at)
        room = self.train.capacity - len(point.goods)
        return range(min(room, point.cash // price if price else room) + 1)

    def _load(self, point: _TripPoint, load: int) -> _TripPoint:
        good = self.state.layout.good_of(point.at)
        assert good is not None
        cost = load_price(self.state, self.train.seat, point.at) * load
        goods = tuple(sorted((*point.goods, *[good] * load)))
        stops = (*point.stops[:-1], point.stops[-1]._replace(load=load))
        return point._replace(cash=point.cash - cost, goods=goods, stops=stops)

    def _add_unless_replaced(self, point: _TripPoint) -> bool:
        """Add a point and remove those that it replaces; return False if another point replaces the new one."""
        points = self._points_by_place.setdefault((point.at, point.goods, point.filled), [])
        if any(other.is_replacement_of(point) for other in points):
            return False
        points[:] = [point, *(other for other in points if not point.is_replacement_of(other))]
        return True

    def _consider_end(self, point: _TripPoint) -> None:
        """Store the trip to this point as the best one, if it earns more and fits a line of notation."""
        cash, moves, _ = self._best
        if (-point.cash, point.moves) >= (-cash, moves):
            return
        trip = Trip(point.stops)
        if len(write_action(Run(self.train.seat, self.train.number, trip))) <= MAX_LENGTH:
            self._best = point.cash, point.moves, trip


def _sell_at_stop(point: _TripPoint, outcome: _SaleOutcome) -> _TripPoint:
    """Return the point after selling; the stop takes a move. (ruling 71)"""
    stops = (*point.stops[:-1], outcome.stop)
    moves, cash = point.moves + 1, point.cash + outcome.dollars
    return _TripPoint(point.at, moves, cash, point.fees_had, outcome.goods, outcome.filled, stops)


def _follow_path(point: _TripPoint, path: ParetoPath) -> _TripPoint | None:
    """Return the point at the end of a path; None if the cash does not cover the fees on the path."""
    at, moves = path.points[-1], point.moves + path.moves
    stops = (*point.stops, *(PASSING_STOPS[place] for place in path.points))
    if not any(path.fees):
        return _TripPoint(at, moves, point.cash, point.fees_had, point.goods, point.filled, stops)
    fee_pairs = zip(path.fees, point.fees_had, strict=True)
    due = [min(fee, MAX_FEES_PER_RIVAL - fees_had) for fee, fees_had in fee_pairs]
    if sum(due) > point.cash:
        return None
    fees_had = tuple(map(sum, zip(point.fees_had, due, strict=True)))
    return _TripPoint(at, moves, point.cash - sum(due), fees_had, point.goods, point.filled, stops)
