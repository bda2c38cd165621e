"""Building a hotel or a water tower, and delivering over the tower. (RB Advanced Buildings)"""

from collections.abc import Iterator
from typing import cast

from engine.core import Rule, Seat, listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.rules import delivery
from engine.games.railroad_rivals.state.board import linked
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


def relays(state: RailroadRivals, seat: Seat) -> Iterator[Relay]:
    """Every cube next to the seat's own tower, over it to another neighbor, never back. (RB Water Tower; ruling H5)"""
    ends = _neighbors(state, state.baron.tower(seat))
    for origin in ends:
        for goods in dict.fromkeys(state.goods.get(origin, ())):
            yield from (Relay(seat, goods, origin, to) for to in ends if to != origin)


def relay_trip(state: RailroadRivals, action: Relay) -> Trip:
    """The trip of a cube over its deliverer's tower. (RB Water Tower)

    It is one delivery: its color scores once, each link and railroad by itself. (ruling H6)
    """
    tower = cast("City", state.baron.tower(action.seat))
    links = (delivery.link_between(state, action.city, tower), delivery.link_between(state, tower, action.to))
    return Trip(action.seat, action.goods, action.city, links, action.to)


def _hotels(state: RailroadRivals, phase: Delivering) -> Iterator[Hotel]:
    """In any city without one, once. (RB Hotels; rulings H1, H2)"""
    seat, baron = state.order[phase.done], state.baron
    if baron.hotel(seat) is None:
        yield from (Hotel(seat, tile.city) for tile in state.board.laid if tile.city not in baron.hotels)


def _hotel_built(state: RailroadRivals, phase: Delivering, action: Hotel) -> RailroadRivals:
    seat, city = action.seat, action.city
    return state.with_baron(state.baron.build_hotel(seat, city)).tell(HotelBuilt(seat=seat, city=city))


def _no_hotel(state: RailroadRivals, phase: Delivering, action: Hotel) -> str:
    baron, city = state.baron, action.city
    return _unbuildable(state, "hotel", city, baron.hotel(action.seat), baron.hotels.get(city))


HOTEL = Rule((Hotel,), _hotels, _hotel_built, _no_hotel)


def _towers(state: RailroadRivals, phase: Delivering) -> Iterator[Tower]:
    """In any city without one, once. (RB Water Tower; rulings H1, H2)"""
    seat, baron = state.order[phase.done], state.baron
    if baron.tower(seat) is None:
        yield from (Tower(seat, tile.city) for tile in state.board.laid if tile.city not in baron.towers)


def _tower_built(state: RailroadRivals, phase: Delivering, action: Tower) -> RailroadRivals:
    seat, city = action.seat, action.city
    return state.with_baron(state.baron.build_tower(seat, city)).tell(TowerBuilt(seat=seat, city=city))


def _no_tower(state: RailroadRivals, phase: Delivering, action: Tower) -> str:
    baron, city = state.baron, action.city
    return _unbuildable(state, "water tower", city, baron.tower(action.seat), baron.towers.get(city))


TOWER = Rule((Tower,), _towers, _tower_built, _no_tower)


def _relays(state: RailroadRivals, phase: Delivering) -> Iterator[Relay]:
    if delivery.can_deliver(state, phase):
        yield from relays(state, state.order[phase.done])


def _relayed(state: RailroadRivals, phase: Delivering, action: Relay) -> RailroadRivals:
    return delivery.delivered(state, phase, relay_trip(state, action))


def _no_relay(state: RailroadRivals, phase: Delivering, action: Relay) -> str:
    return delivery.late(phase) or _unrelayable(state, action)


RELAY = Rule((Relay,), _relays, _relayed, _no_relay)


def _neighbors(state: RailroadRivals, city: City | None) -> tuple[City, ...]:
    """The cities that are linked to this one."""
    return linked(state.board, city) if city else ()


def _unbuildable(state: RailroadRivals, kind: str, city: City, own: City | None, owner: Seat | None) -> str:
    if own is not None:
        return f"You can’t build another {kind}: yours is in {own}."
    if owner is not None:
        return f"You can’t build a {kind} in {city}: player {owner} has one there. Choose another city."
    return f"You can’t build a {kind} in {city}: it isn’t on the table. Choose a city that is."


def _unrelayable(state: RailroadRivals, action: Relay) -> str:
    tower = state.baron.tower(action.seat)
    if tower is None:
        return "You can’t send a cube over your water tower: you haven’t built it yet."
    if tower in (action.city, action.to):
        return (
            f"You can’t start or end at your water tower in {tower}. Send a cube from one of its neighbors to another."
        )
    ends = _neighbors(state, tower)
    if action.city not in ends or action.to not in ends:
        stranger = action.to if action.city in ends else action.city
        linked_to = listed(ends) or "no city"
        return f"No link joins {stranger} and your water tower in {tower}. The tower is linked to {linked_to}."
    if action.city == action.to:
        return f"You can’t send the cube back to {action.city}, where it comes from."
    return delivery.lacking(state, action.goods, action.city)
