"""Estimate the value of a trip in dollars: its net income, and the value of the cargo at its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.run_graph import run_graph_of
from engine.games.railroads_of_catan.rules.trips import Journey, sale_price
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, earnings_key
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_DELIVERY_LIKELIHOODS = (0.5, 0.3, 0.15)
"""Probabilities that a barrel is sold in a city that is one turn, two turns, or more turns away."""
_LIKELIHOOD_WITHOUT_TRACK = 0.05
"""Probability that a barrel is sold in a city to which no track leads yet."""
_PENALTY_PER_MOVE = 15
"""Dollars that an empty train loses in value for each move between it and the nearest city."""
_PENALTY_WITHOUT_CITY = 300
"""Dollars that an empty train loses in value if it can reach no city."""


def trip_values_of(state: RailroadsOfCatan, seat: Seat, beside: tuple[TrainPiece, ...] = ()) -> TripValues:
    """Return the trip values of a seat in this turn; ``beside`` are other trains that may fill orders."""
    return _trip_values(CacheKey(state, *earnings_key(state, seat)), seat, beside)


@lru_cache(32)
def _trip_values(key: CacheKey, seat: Seat, beside: tuple[TrainPiece, ...]) -> TripValues:
    return TripValues(key.state, seat, beside)


_CargoKey = tuple[NodeId, bool, tuple[Good, ...], tuple[str, ...]]
"""A train's place, whether the train is large, its goods, and the letters of orders already filled."""


class TripValues:
    """The values of a seat's trips. They are cached, because many trips end with the same place and cargo.

    ``beside`` are other trains of the seat that may also fill orders; each order takes one barrel.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat, beside: tuple[TrainPiece, ...] = ()) -> None:
        self.state, self.run_graph = state, run_graph_of(state, seat)
        self._buyers = {
            good: [
                (city, sale_price(state, city, good)) for city in state.cities if state.layout.good_of(city) is not good
            ]
            for good in Good
        }
        self._barrel_values: dict[tuple[NodeId, int, Good], tuple[float, Mapping[NodeId, float]]] = {}
        self._cargo_values: dict[_CargoKey, float] = {}
        self._likelihood_by_order: dict[str, float] = {}
        for train in beside:
            self._leave_orders_to_train(train)

    def _leave_orders_to_train(self, train: TrainPiece) -> None:
        """Store, for each order that ``train`` may fill, the probability that it does so.

        The train is assumed to fill one of the most valuable orders with each of its barrels.
        """
        for good in dict.fromkeys(train.goods):
            chances = [
                (order.bonus * likelihood, order.letter, likelihood)
                for order in self.state.orders
                if order.good is good and order.letter not in self._likelihood_by_order
                for likelihood in (self._delivery_likelihood(train.at, train.moves, order.city),)
            ]
            for _, letter, likelihood in sorted(chances, reverse=True)[: train.goods.count(good)]:
                self._likelihood_by_order[letter] = likelihood

    def trip_value(self, journey: Journey) -> float:
        """Return the value of a trip in dollars: its net income, and the value of the train's final place and cargo."""
        return sum([line.dollars for line in journey.lines]) + self.cargo_value(journey.train, journey.filled)

    def cargo_value(self, train: TrainPiece, filled: tuple[str, ...] = ()) -> float:
        """Return the value of a train's cargo in dollars without the orders in ``filled``; 0 in the last turn."""
        if self.state.turn >= MAX_TURNS:
            return 0.0
        cargo_key = train.at, train.large, train.goods, filled
        if cargo_key not in self._cargo_values:
            goods = dict.fromkeys(train.goods)
            value = fsum(self._barrels_value(train, good, filled) for good in goods)
            self._cargo_values[cargo_key] = value if goods else -self._empty_train_penalty(train.at)
        return self._cargo_values[cargo_key]

    def _barrels_value(self, train: TrainPiece, good: Good, filled: tuple[str, ...]) -> float:
        """Return the value of all barrels of a good: each order takes one barrel, the others go to the best city."""
        barrels = train.goods.count(good)
        best, value_by_city = self._barrel_value_by_city(train.at, train.moves, good)
        order_values: list[float] = []
        for order in self.state.orders:
            if order.good is good and order.letter not in filled:
                likelihood = self._delivery_likelihood(train.at, train.moves, order.city)
                if likelihood > self._likelihood_by_order.get(order.letter, 0.0):
                    order_values.append(value_by_city[order.city] + order.bonus * likelihood)
        return fsum(sorted((*order_values, *[best] * barrels), reverse=True)[:barrels])

    def _barrel_value_by_city(self, at: NodeId, moves: int, good: Good) -> tuple[float, Mapping[NodeId, float]]:
        """Return (highest value, values by city) of a barrel on a train with this number of moves per turn."""
        if (at, moves, good) not in self._barrel_values:
            value_by_city = {
                city: price * self._delivery_likelihood(at, moves, city) for city, price in self._buyers[good]
            }
            self._barrel_values[at, moves, good] = max(value_by_city.values(), default=0.0), value_by_city
        return self._barrel_values[at, moves, good]

    def _delivery_likelihood(self, at: NodeId, moves: int, city: NodeId) -> float:
        """Return the probability that a barrel is sold in a city; it falls with the distance in turns."""
        moves_needed = self.run_graph.count_moves(at, city)
        if moves_needed is None:
            return _LIKELIHOOD_WITHOUT_TRACK
        return _DELIVERY_LIKELIHOODS[
            min(moves_needed // moves, len(_DELIVERY_LIKELIHOODS) - 1)
        ]  # the stop takes a move as well

    def _empty_train_penalty(self, at: NodeId) -> float:
        """Return the dollars that an empty train loses in value by its distance from the nearest city."""
        moves = [self.run_graph.count_moves(at, city) for city in self.state.cities]
        return min((_PENALTY_PER_MOVE * there for there in moves if there is not None), default=_PENALTY_WITHOUT_CITY)
