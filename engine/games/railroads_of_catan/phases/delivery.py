"""Delivery orders grow and new ones are turned up; nobody is asked. (RC Phase 4; rulings 54-57)"""

from string import ascii_uppercase

import msgspec

from engine.core import Phase
from engine.games.railroads_of_catan.box.figures import GROWTH, ORDERS
from engine.games.railroads_of_catan.box.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.events import OrdersGrown, OrderTurned
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Delivery(Phase[RailroadsOfCatan], frozen=True):
    """Open orders gain, then there are twice as many as players. (RC Phase 4; ruling 54)"""

    heading = "Phase 4: Delivery Orders"

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        grown = _grow(state)
        while len(grown.orders) < ORDERS * grown.seats:
            grown = _turn_up(grown)
        return grown.leave()


def _grow(state: RailroadsOfCatan) -> RailroadsOfCatan:
    if not state.orders:
        return state
    grown = [msgspec.structs.replace(order, bonus=order.bonus + GROWTH) for order in state.orders]
    return state.open_orders(*grown).tell(OrdersGrown(tuple(order.letter for order in grown)))


def _turn_up(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """A slip, and a good that its city does not make: such cards are thrown away. (RC Phase 4; ruling 55)"""
    state, city = state.draw_slip()
    state, good = state.draw_good()
    while good is state.layout.good(city):
        state, good = state.use_good(good).draw_good()
    taken = {order.letter for order in state.orders}
    order = DeliveryOrder(next(letter for letter in ascii_uppercase if letter not in taken), city, good)
    return state.open_orders(*state.orders, order).tell(OrderTurned(order, state.cities_among((city,))))
