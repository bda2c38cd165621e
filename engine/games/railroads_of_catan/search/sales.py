"""Possible sales in a city, and the orders they fill there: the most valuable first. (RC Phase 6; rulings 75, 78)"""

from collections.abc import Iterator

from engine.games.railroads_of_catan.box.island import Good, Place
from engine.games.railroads_of_catan.box.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.paths import Sale
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Filled = tuple[str, ...]
"""Letters of orders that a trip has filled already."""


def orders_here(state: RailroadsOfCatan, city: Place, good: Good, filled: Filled) -> list[DeliveryOrder]:
    """Open orders for a good to a city, the one that pays most first; of equals, by letter."""
    wanted = city, good
    found = [order for order in state.orders if (order.city, order.good) == wanted and order.letter not in filled]
    return sorted(found, key=lambda order: -order.bonus)


def sales_here(state: RailroadsOfCatan, city: Place, good: Good, barrels: int, filled: Filled) -> Iterator[Sale]:
    """So many barrels of a good, with the orders that pay most."""
    filling = orders_here(state, city, good, filled)[:barrels]
    yield from (Sale(good, 1, order.letter) for order in filling)
    if rest := barrels - len(filling):
        yield Sale(good, rest)
