"""Hotels and water towers. (RB Advanced Buildings)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from engine.core.action import Action
from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.data import HOTEL_POINTS
from engine.games.railroad_rivals.rules import delivery
from engine.games.railroad_rivals.state.board import links_of
from engine.games.railroad_rivals.state.module import Bonus, Module, Trip

if TYPE_CHECKING:
    from engine.core.secret import View
    from engine.games.railroad_rivals.state.state import RailroadRivals


class HotelBuilt(Event, frozen=True):
    """A seat's only hotel stands in ``city`` from now on."""

    seat: Seat
    city: City


class TowerBuilt(Event, frozen=True):
    """A seat's only water tower stands in ``city`` from now on."""

    seat: Seat
    city: City


def relays(state: RailroadRivals, seat: Seat) -> Iterable[Relay]:
    """Every cube next to the seat's own tower, over it to another neighbor, never back. (RB Water Tower; ruling H5)"""
    ends = _neighbors(state, state.baron.tower(seat))
    for origin in ends:
        for goods in dict.fromkeys(state.goods.get(origin, ())):
            yield from (Relay(seat, goods, origin, to) for to in ends if to != origin)


def relay_trip(state: RailroadRivals, action: Relay) -> Trip:
    """The trip of a cube over its deliverer's tower. (RB Water Tower)"""
    tower = cast("City", state.baron.tower(action.seat))
    links = (delivery.link_between(state, action.city, tower), delivery.link_between(state, tower, action.to))
    return Trip(action.seat, action.goods, action.city, links, action.to)


class Buildings(Module):
    """Everybody has one hotel and one water tower, and builds them at any point of an own delivery step, for good.

    One of each kind may stand on a tile, whoever owns them, also on the Transcontinental. What is never built is worth
    nothing. (RB Advanced Buildings; rulings H1, H2, H7, H8, H9)
    """

    actions = (Hotel, Tower, Relay)
    events = (HotelBuilt, TowerBuilt)
    trips = (Relay,)

    def deliveries(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        return relays(state, seat)

    def moves(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        baron, cities = state.baron, [tile.city for tile in state.board.laid]
        if baron.hotel(seat) is None:
            yield from (Hotel(seat, city) for city in cities if city not in baron.hotels)
        if baron.tower(seat) is None:
            yield from (Tower(seat, city) for city in cities if city not in baron.towers)

    def trip(self, state: RailroadRivals, action: Relay) -> Trip:
        """It is one delivery: its color scores once, each link and railroad by itself. (RB Water Tower; ruling H6)"""
        return relay_trip(state, action)

    def apply(self, state: RailroadRivals, action: Hotel | Tower) -> RailroadRivals:
        seat, baron = action.seat, state.baron
        match action:
            case Hotel(city=city):
                return state.with_baron(baron.build_hotel(seat, city)).tell(HotelBuilt(seat=seat, city=city))
            case Tower(city=city):
                return state.with_baron(baron.build_tower(seat, city)).tell(TowerBuilt(seat=seat, city=city))

    def bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """A hotel earns 1 point by every cube whose trip ends there, its owner's too. (RB Hotels; rulings H3, H4)"""
        owner = state.baron.hotels.get(trip.destination)
        return () if owner is None else (Bonus(owner, HOTEL_POINTS, f"the hotel in {trip.destination}"),)

    def refusal(self, state: RailroadRivals, action: Hotel | Tower | Relay) -> str:
        baron = state.baron
        match action:
            case Hotel(seat=seat, city=city):
                return _unbuildable(state, "hotel", city, baron.hotel(seat), baron.hotels.get(city))
            case Tower(seat=seat, city=city):
                return _unbuildable(state, "water tower", city, baron.tower(seat), baron.towers.get(city))
            case Relay():
                return _unrelayable(state, action)

    def narrate(self, event: Event, name: Name) -> str | None:
        match event:
            case HotelBuilt(seat=seat, city=city):
                return f"{name(seat)} built a hotel in {city}."
            case TowerBuilt(seat=seat, city=city):
                return f"{name(seat)} built a water tower in {city}."
            case _:
                return None

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        from engine.games.railroad_rivals.robber_baron import building_choices  # it needs all modules, this one too

        return building_choices.label(state, action, field, name)

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        from engine.games.railroad_rivals.robber_baron import building_choices  # it needs all modules, this one too

        return building_choices.hint(view.state, action)

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (
            (
                "Hotels (Robber Baron)",
                "When it is your turn to deliver you may build your only hotel in any city without one, before or "
                "after the delivery. It scores you 1 point for every cube that anybody delivers there.",
            ),
            (
                "Water Towers (Robber Baron)",
                "When it is your turn to deliver you may build your only water tower in any city without one, before "
                "or after the delivery. From then on a cube that you deliver to its city may go on over one more link, "
                "but not back. Its color scores once; both railroads' stocks rise, and other owners score 2 points for "
                "each link. A hotel scores only where the trip ends.",
            ),
        )


def _neighbors(state: RailroadRivals, city: City | None) -> tuple[City, ...]:
    """The cities that are linked to this one."""
    return tuple(link.other(city) for link in links_of(state.board).get(city, ())) if city else ()


def _unbuildable(state: RailroadRivals, kind: str, city: City, own: City | None, owner: Seat | None) -> str:
    if own is not None:
        return f"Your only {kind} stands in {own}; it stays there."
    if owner is not None:
        return f"In {city} stands the {kind} of player {owner}; a city has room for one."
    return f"{city} is not on the table; a {kind} is built in one of the {len(state.board.laid)} cities that are."


def _unrelayable(state: RailroadRivals, action: Relay) -> str:
    tower = state.baron.tower(action.seat)
    if tower is None:
        return "You have not built your water tower yet: a cube goes on only from there."
    if tower in (action.city, action.to):
        return f"Your water tower stands in {tower}: over it a cube goes from one neighbor to another."
    ends = _neighbors(state, tower)
    if action.city not in ends or action.to not in ends:
        stranger = action.to if action.city in ends else action.city
        return f"No link joins {stranger} and your water tower in {tower}; linked to it: {listed(ends) or 'nothing'}."
    if action.city == action.to:
        return f"The cube comes from {action.city} and may not go back there."
    cubes = listed(state.goods.get(action.city, ())) or "nothing"
    return f"No {action.goods} lies on {action.city}; there lies {cubes}."
