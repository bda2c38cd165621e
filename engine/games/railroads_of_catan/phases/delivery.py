"""Phase 4, without decisions: delivery orders grow, and new orders are revealed. (RC Phase 4; rulings 54-57)"""

from string import ascii_uppercase

import msgspec

from engine.core import Phase
from engine.games.railroads_of_catan.game_data.constants import ORDER_GROWTH, ORDERS_PER_PLAYER
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.events import OrdersGrown, OrderTurned
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Delivery(Phase[RailroadsOfCatan], frozen=True):
    """Open orders grow; new orders are revealed until there are two per player. (RC Phase 4; ruling 54)"""

    heading = "Phase 4: Delivery Orders"

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        after = _grow_orders(state)
        while len(after.orders) < ORDERS_PER_PLAYER * after.seats:
            after = _reveal_order(after)
        return after.pop_phase()


def _grow_orders(state: RailroadsOfCatan) -> RailroadsOfCatan:
    if not state.orders:
        return state
    orders = [msgspec.structs.replace(order, bonus=order.bonus + ORDER_GROWTH) for order in state.orders]
    return state.set_orders(*orders).emit(OrdersGrown(tuple(order.letter for order in orders)))


def _reveal_order(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """Reveal an order: a slip with a city, and the next good that this city does not make. (RC Phase 4; ruling 55)"""
    state, city = state.draw_slip()
    state, good = state.draw_good()
    while good is state.layout.good_of(city):
        state, good = state.discard_good(good).draw_good()
    letters_used = {order.letter for order in state.orders}
    order = DeliveryOrder(next(letter for letter in ascii_uppercase if letter not in letters_used), city, good)
    return state.set_orders(*state.orders, order).emit(OrderTurned(order, state.cities_among((city,))))
