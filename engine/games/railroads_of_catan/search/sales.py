"""Sales in a city, and the orders that they fill. (RC Phase 6; rulings 75, 78)"""

from collections.abc import Iterator

from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.path_notation import Sale
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

OrderLetters = tuple[str, ...]
"""The letters of the orders that a trip has filled so far."""


def matching_orders(state: RailroadsOfCatan, city: NodeId, good: Good, filled: OrderLetters) -> list[DeliveryOrder]:
    """Return the open orders that want a good in a city, the highest bonus first, then by letter."""
    destination = city, good
    orders = [order for order in state.orders if (order.city, order.good) == destination and order.letter not in filled]
    return sorted(orders, key=lambda order: -order.bonus)


def sales_with_orders(
    state: RailroadsOfCatan, city: NodeId, good: Good, barrels: int, filled: OrderLetters
) -> Iterator[Sale]:
    """Yield sales of this number of barrels of a good; they fill the orders with the highest bonus."""
    orders = matching_orders(state, city, good, filled)[:barrels]
    yield from (Sale(good, 1, order.letter) for order in orders)
    if remaining := barrels - len(orders):
        yield Sale(good, remaining)
