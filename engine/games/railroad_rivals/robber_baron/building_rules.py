"""The rules of hotels, water towers, and deliveries over a tower. (RB Advanced Buildings)"""

from collections.abc import Iterator
from typing import cast

from engine.core import Rule, Seat, join_words
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.rules import delivery
from engine.games.railroad_rivals.state.board import link_ends_of
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


def trip_of_relay(state: RailroadRivals, action: Relay) -> Trip:
    """The trip of a delivery over the seat's water tower. (RB Water Tower)

    The cube's color scores once; each of the two links pays its owner and raises its railroad's stock. (ruling H6)
    """
    tower = cast("City", state.baron.tower_city(action.seat))
    links = (delivery.link_between(state, action.city, tower), delivery.link_between(state, tower, action.to))
    return Trip(action.seat, action.goods, action.city, links, action.to)


def count_cubes_near(state: RailroadRivals, city: City) -> int:
    """The number of cubes that could be delivered to ``city`` over one link."""
    return sum(len(state.goods.get(other, ())) for other in link_ends_of(state.board, city))


def _hotel_offers(state: RailroadRivals, phase: Delivering) -> Iterator[Hotel]:
    """Yield a hotel in each city without one, if the seat has not built its hotel. (RB Hotels; rulings H1, H2)"""
    seat, baron = state.order[phase.done], state.baron
    if baron.hotel_city(seat) is None:
        yield from (Hotel(seat, tile.city) for tile in state.board.laid if tile.city not in baron.hotels)


def _apply_hotel(state: RailroadRivals, phase: Delivering, action: Hotel) -> RailroadRivals:
    seat, city = action.seat, action.city
    return state.with_expansion(state.baron.build_hotel(seat, city)).emit(HotelBuilt(seat=seat, city=city))


def _hotel_refusal(state: RailroadRivals, phase: Delivering, action: Hotel) -> str:
    baron, city = state.baron, action.city
    return _building_refusal(state, "hotel", city, baron.hotel_city(action.seat), baron.hotels.get(city))


HOTEL_RULE = Rule((Hotel,), _hotel_offers, _apply_hotel, _hotel_refusal)


def _tower_offers(state: RailroadRivals, phase: Delivering) -> Iterator[Tower]:
    """Yield a tower in each city without one, if the seat has not built its tower. (RB Water Tower; rulings H1, H2)"""
    seat, baron = state.order[phase.done], state.baron
    if baron.tower_city(seat) is None:
        yield from (Tower(seat, tile.city) for tile in state.board.laid if tile.city not in baron.towers)


def _apply_tower(state: RailroadRivals, phase: Delivering, action: Tower) -> RailroadRivals:
    seat, city = action.seat, action.city
    return state.with_expansion(state.baron.build_tower(seat, city)).emit(TowerBuilt(seat=seat, city=city))


def _tower_refusal(state: RailroadRivals, phase: Delivering, action: Tower) -> str:
    baron, city = state.baron, action.city
    return _building_refusal(state, "water tower", city, baron.tower_city(action.seat), baron.towers.get(city))


TOWER_RULE = Rule((Tower,), _tower_offers, _apply_tower, _tower_refusal)


def _relay_offers(state: RailroadRivals, phase: Delivering) -> Iterator[Relay]:
    """Yield the deliveries over the seat's tower between two cities linked to the tower. (RB Water Tower; H5)"""
    seat = state.order[phase.done]
    tower = state.baron.tower_city(seat)
    if tower is None or not delivery.can_deliver(state, phase):
        return
    ends = link_ends_of(state.board, tower)
    for origin in ends:
        for goods in dict.fromkeys(state.goods.get(origin, ())):
            yield from (Relay(seat, goods, origin, to) for to in ends if to != origin)


RELAY_RULE = Rule(
    (Relay,),
    _relay_offers,
    lambda state, phase, action: delivery.apply_delivery(state, phase, trip_of_relay(state, action)),
    lambda state, phase, action: delivery.second_delivery_refusal(phase) or _impossible_relay_refusal(state, action),
)


def _building_refusal(state: RailroadRivals, kind: str, city: City, own: City | None, owner: Seat | None) -> str:
    if own is not None:
        return f"You can’t build another {kind}: yours is in {own}."
    if owner is not None:
        return f"You can’t build a {kind} in {city}: player {owner} has one there. Choose another city."
    return f"You can’t build a {kind} in {city}: it isn’t on the table. Choose a city that is."


def _impossible_relay_refusal(state: RailroadRivals, action: Relay) -> str:
    tower = state.baron.tower_city(action.seat)
    if tower is None:
        return "You can’t send a cube over your water tower: you haven’t built it yet."
    if tower in (action.city, action.to):
        return (
            f"You can’t start or end at your water tower in {tower}. Send a cube from one of its neighbors to another."
        )
    ends = link_ends_of(state.board, tower)
    if action.city not in ends or action.to not in ends:
        stranger = action.to if action.city in ends else action.city
        linked_to = join_words(ends) or "no city"
        return f"No link joins {stranger} and your water tower in {tower}. The tower is linked to {linked_to}."
    if action.city == action.to:
        return f"You can’t send the cube back to {action.city}, where it comes from."
    return delivery.missing_cube_refusal(state, action.goods, action.city)
