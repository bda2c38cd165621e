"""The useful stops of a train in a city, cached for all trips that arrive with the same goods. (RC Phase 6)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import NODE_POSITIONS, Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.trips import Journey, load_price, work_at_stop
from engine.games.railroads_of_catan.search.sales import OrderLetters, matching_orders
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, earnings_key
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.state.trip_bill import BillLine

PASSING_STOPS = {place: Stop(place) for place in NODE_POSITIONS}
"""Place -> a stop at which the train neither loads nor delivers goods."""

_AMPLE_CASH = 1_000_000
"""Cash in dollars that is enough for any stop."""


class _StopKey(NamedTuple):
    """Everything that decides the outcome of a stop, except cash and moves."""

    place: NodeId
    goods: tuple[Good, ...]
    filled: OrderLetters


class _StopOutcome(NamedTuple):
    """A stop, the goods on board after it, its net income in dollars, and all orders filled so far."""

    stop: Stop
    goods: tuple[Good, ...]
    dollars: int
    lines: tuple[BillLine, ...]
    filled: OrderLetters


def stop_candidates_of(state: RailroadsOfCatan, seat: Seat) -> StopCandidates:
    """Return the useful stops of a seat's trains in this turn."""
    return _stop_candidates(CacheKey(state, *earnings_key(state, seat)), seat)


@lru_cache(16)
def _stop_candidates(key: CacheKey, seat: Seat) -> StopCandidates:
    return StopCandidates(replace(key.state, trains=()))


class StopCandidates:
    """The useful stops of one seat's trains. Each outcome is computed once.

    ``state`` contains no trains, because the outcome of a stop depends only on the train that stops.
    """

    def __init__(self, state: RailroadsOfCatan) -> None:
        self._state = state
        self._outcomes_of_sales: dict[_StopKey, tuple[_StopOutcome, ...]] = {}
        self._outcomes_of_loads: dict[tuple[_StopOutcome, int], tuple[_StopOutcome, ...]] = {}

    def candidates(self, journey: Journey, closed_nodes: frozenset[NodeId]) -> Iterator[tuple[Stop, Journey]]:
        """Yield the useful stops of a train at its place, each with the journey after the stop.

        The train sells everything, everything except goods for orders elsewhere, or nothing. Then it may load. It can't
        stop at ``closed_nodes``.
        """
        train = journey.train
        if train.at not in self._state.cities or train.at in closed_nodes or journey.moves >= train.moves:
            return
        price = load_price(self._state, train.seat, train.at)
        for sale_outcome in self._sale_outcomes(train, journey.filled):
            if sale_outcome.stop.sales:
                yield sale_outcome.stop, _journey_after(journey, sale_outcome)
            room = train.capacity - len(sale_outcome.goods)
            max_load = min(room, (journey.cash + sale_outcome.dollars) // price) if price else room
            for load_outcome in self._load_outcomes(train, sale_outcome, max_load):
                yield load_outcome.stop, _journey_after(journey, load_outcome)

    def _sale_outcomes(self, train: TrainPiece, filled: OrderLetters) -> tuple[_StopOutcome, ...]:
        stop_key = _StopKey(train.at, train.goods, filled)
        if stop_key not in self._outcomes_of_sales:
            all_sales = self._sales_except(stop_key, ())
            partial_sales = (
                self._sales_except(stop_key, self._goods_ordered_elsewhere(stop_key.place, stop_key.filled))
                if all_sales
                else ()
            )
            different = dict.fromkeys((all_sales, partial_sales, ()))
            stops = (Stop(stop_key.place, sales=sales) for sales in different)
            self._outcomes_of_sales[stop_key] = tuple(self._work_outcome(train, filled, stop) for stop in stops)
        return self._outcomes_of_sales[stop_key]

    def _sales_except(self, stop_key: _StopKey, goods_kept: tuple[Good, ...]) -> tuple[Sale, ...]:
        """Return sales of everything that the city buys, except one barrel for each of ``goods_kept``.

        The city's own orders are filled first.
        """
        own_good, sales = self._state.layout.good_of(stop_key.place), list[Sale]()
        for good in dict.fromkeys(stop_key.goods):
            if good is own_good:
                continue
            barrels = stop_key.goods.count(good)
            orders = matching_orders(self._state, stop_key.place, good, stop_key.filled)[:barrels]
            sales += [Sale(good, 1, order.letter) for order in orders]
            if (remaining := barrels - len(orders) - goods_kept.count(good)) > 0:
                sales.append(Sale(good, remaining))
        return tuple(sales)

    def _load_outcomes(self, train: TrainPiece, sale_outcome: _StopOutcome, max_load: int) -> tuple[_StopOutcome, ...]:
        """Return the outcomes of loading ``max_load`` barrels, and of loading one if an order elsewhere needs it."""
        if (sale_outcome, max_load) not in self._outcomes_of_loads:
            goods_wanted = self._goods_ordered_elsewhere(sale_outcome.stop.place, sale_outcome.filled)
            single_load = (1,) if self._state.layout.good_of(sale_outcome.stop.place) in goods_wanted else ()
            loads = dict.fromkeys((max_load, *single_load)) if max_load else ()
            self._outcomes_of_loads[sale_outcome, max_load] = tuple(
                self._load_outcome(train, sale_outcome, load) for load in loads
            )
        return self._outcomes_of_loads[sale_outcome, max_load]

    def _load_outcome(self, train: TrainPiece, sale_outcome: _StopOutcome, load: int) -> _StopOutcome:
        train_after_sale = replace(train, goods=sale_outcome.goods)
        load_outcome = self._work_outcome(train_after_sale, sale_outcome.filled, Stop(train.at, load=load))
        stop = sale_outcome.stop._replace(load=load)
        return _StopOutcome(
            stop,
            load_outcome.goods,
            sale_outcome.dollars + load_outcome.dollars,
            sale_outcome.lines + load_outcome.lines,
            sale_outcome.filled,
        )

    def _goods_ordered_elsewhere(self, place: NodeId, filled: OrderLetters) -> tuple[Good, ...]:
        """Return the goods of the open orders to other cities, one good for each order."""
        return tuple(order.good for order in self._state.orders if order.city != place and order.letter not in filled)

    def _work_outcome(self, train: TrainPiece, filled: OrderLetters, stop: Stop) -> _StopOutcome:
        """Return the outcome of a stop for a train that has enough cash and moves."""
        journey = work_at_stop(self._state, Journey(train, _AMPLE_CASH, {}, filled=filled), stop)
        assert isinstance(journey, Journey)
        return _StopOutcome(stop, journey.train.goods, journey.cash - _AMPLE_CASH, journey.lines, journey.filled)


def _journey_after(journey: Journey, outcome: _StopOutcome) -> Journey:
    """Return the journey after a stop, which takes a move."""
    old_train = journey.train
    train = TrainPiece(old_train.seat, old_train.number, old_train.at, old_train.large, outcome.goods)
    cash, lines = journey.cash + outcome.dollars, journey.lines + outcome.lines
    return Journey(train, cash, journey.fees, journey.moves + 1, lines, outcome.filled)
