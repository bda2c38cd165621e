"""Possible sales in a city, and the orders they fill: the most valuable first. (RC Phase 6; rulings 75, 78)"""

from collections.abc import Iterator

from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.path_notation import Sale
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

OrderLetters = tuple[str, ...]
"""Letters of orders that a trip has filled already."""


def matching_orders(state: RailroadsOfCatan, city: NodeId, good: Good, filled: OrderLetters) -> list[DeliveryOrder]:
    """Open orders for a good to a city, the best paid first; equal ones by letter."""
    destination = city, good
    orders = [order for order in state.orders if (order.city, order.good) == destination and order.letter not in filled]
    return sorted(orders, key=lambda order: -order.bonus)


def sales_with_orders(
    state: RailroadsOfCatan, city: NodeId, good: Good, barrels: int, filled: OrderLetters
) -> Iterator[Sale]:
    """Sales of a number of barrels of a good, with the best paid orders."""
    orders = matching_orders(state, city, good, filled)[:barrels]
    yield from (Sale(good, 1, order.letter) for order in orders)
    if remaining := barrels - len(orders):
        yield Sale(good, remaining)
