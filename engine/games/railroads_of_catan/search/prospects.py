"""The worth of a trip, in about dollars: money now, and what goods on board may bring. Opinions, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.box.island import Good, Place
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.roads import roads_of
from engine.games.railroads_of_catan.rules.trips import Journey, sale_price
from engine.games.railroads_of_catan.state.known import Known, outlook
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_SURE = (0.5, 0.3, 0.15)
"""Of what a barrel would bring: after one turn, two, or more."""
_NO_WAY = 0.05
"""Of what it would bring where no track leads as yet."""
_AWAY = 15
"""For each move that an empty train stands from the nearest city."""
_LOST = 300
"""For an empty train that can reach no city."""


def prospects_of(state: RailroadsOfCatan, seat: Seat, beside: tuple[Train, ...] = ()) -> Prospects:
    """The prospects of a seat, as cities, tracks and orders are, and with other trains ``beside`` the one that runs."""
    return _prospects(Known(state, *outlook(state, seat)), seat, beside)


@lru_cache(32)
def _prospects(known: Known, seat: Seat, beside: tuple[Train, ...]) -> Prospects:
    return Prospects(known.state, seat, beside)


_Key = tuple[Place, bool, tuple[Good, ...], tuple[str, ...]]
"""A train's place and size, its goods, and the orders filled."""


class Prospects:
    """The prospects of trips as a seat may see them; it remembers what it works out, for many trips end alike.

    The seat's trains ``beside`` the one that runs may fill orders as well, and each order takes one barrel.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat, beside: tuple[Train, ...] = ()) -> None:
        self.state, self.roads = state, roads_of(state, seat)
        self._buyers = {
            good: [
                (city, sale_price(state, city, good)) for city in state.cities if state.layout.good(city) is not good
            ]
            for good in Good
        }
        self._sales: dict[tuple[Place, int, Good], tuple[float, Mapping[Place, float]]] = {}
        self._known: dict[_Key, float] = {}
        self._left_to: dict[str, float] = {}
        for train in beside:
            self._leave_orders_to(train)

    def _leave_orders_to(self, train: Train) -> None:
        """Remember, for the orders that another train may fill, how likely it does: the most valuable first."""
        for good in dict.fromkeys(train.goods):
            chances = [
                (order.bonus * sure, order.letter, sure)
                for order in self.state.orders
                if order.good is good and order.letter not in self._left_to
                for sure in (self._sure(train.at, train.moves, order.city),)
            ]
            for _, letter, sure in sorted(chances, reverse=True)[: train.goods.count(good)]:
                self._left_to[letter] = sure

    def worth(self, made: Journey) -> float:
        """The worth of a trip: money, and where the train then stands with what."""
        return sum([line.dollars for line in made.lines]) + self.cargo(made.train, made.filled)

    def cargo(self, train: Train, filled: tuple[str, ...] = ()) -> float:
        """The worth of a train as it stands, when orders are ``filled``; after the last turn it brings nothing."""
        if self.state.turn >= TURNS:
            return 0.0
        as_it_stands = train.at, train.large, train.goods, filled
        if as_it_stands not in self._known:
            goods = dict.fromkeys(train.goods)
            worth = fsum(self._barrels(train, good, filled) for good in goods)
            self._known[as_it_stands] = worth if goods else -self._distance(train.at)
        return self._known[as_it_stands]

    def _barrels(self, train: Train, good: Good, filled: tuple[str, ...]) -> float:
        """All barrels of a good: each order takes one, what is left goes where it brings most."""
        barrels = train.goods.count(good)
        best, brings = self._brings(train.at, train.moves, good)
        wanted: list[float] = []
        for order in self.state.orders:
            if order.good is good and order.letter not in filled:
                sure = self._sure(train.at, train.moves, order.city)
                if sure > self._left_to.get(order.letter, 0.0):
                    wanted.append(brings[order.city] + order.bonus * sure)
        return fsum(sorted((*wanted, *[best] * barrels), reverse=True)[:barrels])

    def _brings(self, at: Place, moves: int, good: Good) -> tuple[float, Mapping[Place, float]]:
        """The worth of a barrel on a train with so many moves: at best, and in each city."""
        if (at, moves, good) not in self._sales:
            brings = {city: price * self._sure(at, moves, city) for city, price in self._buyers[good]}
            self._sales[at, moves, good] = max(brings.values(), default=0.0), brings
        return self._sales[at, moves, good]

    def _sure(self, at: Place, moves: int, city: Place) -> float:
        """The likelihood that a barrel comes to a city: the sooner the surer."""
        way = self.roads.moves(at, city)
        if way is None:
            return _NO_WAY
        return _SURE[min(way // moves, len(_SURE) - 1)]  # the stop takes a move as well

    def _distance(self, at: Place) -> float:
        """A penalty for an empty train that stands away from cities, where goods are."""
        moves = [self.roads.moves(at, city) for city in self.state.cities]
        return min((_AWAY * there for there in moves if there is not None), default=_LOST)
