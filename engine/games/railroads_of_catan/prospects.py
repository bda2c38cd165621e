"""What a trip is worth, in about dollars: money now, and what the goods on board may bring. Opinions, no rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.core.seats import Seat
from engine.games.railroads_of_catan.figures import TURNS
from engine.games.railroads_of_catan.graph import Place
from engine.games.railroads_of_catan.known import Known, outlook
from engine.games.railroads_of_catan.layout import Good
from engine.games.railroads_of_catan.pieces import Train
from engine.games.railroads_of_catan.roads import roads_of
from engine.games.railroads_of_catan.trips import Journey, sale_price

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["Prospects", "prospects_of"]

_SURE = (0.5, 0.3, 0.15)
"""Of what a barrel would bring: after one turn, two, or more."""
_NO_WAY = 0.05
"""Of what it would bring where no track leads as yet."""
_AWAY = 15
"""For each move that an empty train stands from the nearest city."""
_LOST = 300
"""For an empty train that can reach no city."""


def prospects_of(state: RailroadsOfCatan, seat: Seat) -> Prospects:
    """Those of a seat, as cities, tracks and orders are."""
    return _prospects(Known(state, *outlook(state, seat)), seat)


@lru_cache(64)
def _prospects(known: Known, seat: Seat) -> Prospects:
    return Prospects(known.state, seat)


class Prospects:
    """As a seat may see them; what it works out it remembers, for many trips end alike."""

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.roads = state, roads_of(state, seat)
        self._buyers = {
            good: [
                (city, sale_price(state, city, good)) for city in state.cities if state.layout.good(city) is not good
            ]
            for good in Good
        }
        self._known: dict[tuple[Train, tuple[str, ...]], float] = {}

    def worth(self, made: Journey) -> float:
        """What a trip brings: money, and where the train then stands with what."""
        return made.bill.net + self.cargo(made.train, made.filled)

    def cargo(self, train: Train, filled: tuple[str, ...] = ()) -> float:
        """What a train may bring as it stands, when orders are ``filled``; after the last turn it brings nothing."""
        if self.state.turn >= TURNS:
            return 0.0
        if (train, filled) not in self._known:
            goods = dict.fromkeys(train.goods)
            found = sum(self._barrels(train, good, filled) for good in goods) if goods else -self._distance(train.at)
            self._known[train, filled] = found
        return self._known[train, filled]

    def _barrels(self, train: Train, good: Good, filled: tuple[str, ...]) -> float:
        """All barrels of a good: each order takes one, what is left goes where it brings most."""
        barrels = train.goods.count(good)
        brings = {city: price * self._sure(train, city) for city, price in self._buyers[good]}
        wanted = [
            brings[order.city] + order.bonus * self._sure(train, order.city)
            for order in self.state.orders
            if order.good is good and order.letter not in filled
        ]
        plain = [max(brings.values(), default=0.0)] * barrels
        return sum(sorted((*wanted, *plain), reverse=True)[:barrels])

    def _sure(self, train: Train, city: Place) -> float:
        """How likely a barrel comes to a city: the sooner the surer."""
        moves = self.roads.moves(train.at, city)
        if moves is None:
            return _NO_WAY
        return _SURE[min(moves // train.moves, len(_SURE) - 1)]  # the stop takes a move as well

    def _distance(self, at: Place) -> float:
        """What it counts against an empty train that it stands away from cities, where goods are."""
        moves = [self.roads.moves(at, city) for city in self.state.cities]
        return min((_AWAY * there for there in moves if there is not None), default=_LOST)
