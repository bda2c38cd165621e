"""Deliveries over links, and their points. (R Deliver a Good; R Goods Cube Delivery Scoring)"""

from engine.core import Rule, Seat, join_words
from engine.games.railroad_rivals.game_data.printed_data import DELIVERY_POINTS, OWNER_POINTS, City, Goods
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Deliver, Pass
from engine.games.railroad_rivals.state.board import Link, link_ends_by_city, link_ends_of, links_by_city
from engine.games.railroad_rivals.state.events import BonusScored, Delivered
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


def delivery_points(state: RailroadRivals, goods: Goods) -> int:
    """The points for delivering a cube of this kind now: 3, 2, or 1. (R Goods Cube Delivery Scoring; ruling G5)

    With two players, all cubes count as one color. (R Special Rules for Two Players; ruling G6)
    """
    before = len(state.delivered) if state.has_one_color else state.delivered.count(goods)
    return DELIVERY_POINTS[min(before, len(DELIVERY_POINTS) - 1)]


def link_between(state: RailroadRivals, city: City, to: City) -> Link:
    """Return the link that joins two cities; two cities have at most one. (ruling G7)"""
    return links_by_city(state.board)[city][link_ends_by_city(state.board)[city].index(to)]


def delivery_actions(state: RailroadRivals, seat: Seat) -> tuple[Deliver, ...]:
    """Return the deliveries of every kind of cube in every city over each link of that city. (ruling G1)"""
    ends = link_ends_by_city(state.board)
    actions = [
        Deliver(seat, goods, city, to)
        for city, cubes in state.goods.items()
        if city in ends
        for goods in (cubes if len(cubes) == 1 else dict.fromkeys(cubes))
        for to in ends[city]
    ]
    return tuple(actions)


def trip_of_delivery(state: RailroadRivals, action: Deliver) -> Trip:
    """The trip of an ordinary delivery, which goes over one link."""
    link = link_between(state, action.city, action.to)
    return Trip(action.seat, action.goods, action.city, (link,), action.to)


def link_fee(link: Link, seat: Seat) -> int:
    """The points that a link's owner gets when ``seat`` delivers over it; 0 if ``seat`` is the owner. (ruling G2)"""
    return 0 if link.owner == seat else OWNER_POINTS


def apply_trip(state: RailroadRivals, trip: Trip) -> RailroadRivals:
    """Deliver a cube: score its color, pay the owners of the links, and raise the stock of each link's railroad by 1.

    Each link has a ``Delivered`` event; only the last event has the points for the color. (R Deliver a Good; ruling G8)
    """
    color, at = delivery_points(state, trip.goods), trip.city
    state = state.gain_points(trip.seat, color)
    for link in trip.links:
        to, paid = link.other_end(at), link_fee(link, trip.seat)
        points = color if to == trip.destination else 0
        state = state.gain_points(link.owner, paid).raise_value(link.railroad)
        value = state.value[link.railroad]
        railroad, owner = link.railroad, link.owner
        company = state.baron.merged if railroad in state.baron.merged else ()
        event = Delivered(trip.seat, trip.goods, at, to, railroad, points, owner, paid, value, company)
        state, at = state.emit(event), to
    for bonus in active_modules.delivery_bonuses(state, trip):
        scored = BonusScored(bonus.seat, bonus.points, bonus.reason)
        state = state.gain_points(bonus.seat, bonus.points).emit(scored)
    return state.take_cube(trip.city, trip.goods)


def apply_delivery(state: RailroadRivals, phase: Delivering, trip: Trip) -> RailroadRivals:
    """Deliver a cube, and count it as a delivery of the current seat."""
    return apply_trip(state, trip).update_phase(made=phase.made + 1)


def can_deliver(state: RailroadRivals, phase: Delivering) -> bool:
    """Whether the current seat may deliver once more, and a cube is in a city with a link."""
    return phase.made < phase.allowed and state.has_deliverable_cube()


def second_delivery_refusal(phase: Delivering) -> str:
    """The refusal of a delivery if the seat has made all its deliveries; else empty."""
    return "You can’t deliver again: you have already delivered in this phase." if phase.made >= phase.allowed else ""


def pass_to_next_seat(state: RailroadRivals, phase: Delivering) -> RailroadRivals:
    """End the deliveries of the current seat; the next seat in turn order delivers."""
    return state.update_phase(done=phase.done + 1, made=0, allowed=1)


def delivery_refusal(state: RailroadRivals, action: Deliver) -> str:
    """The sentence that says why a delivery is not possible."""
    if all(tile.city != action.city for tile in state.board.laid):
        return f"You can’t deliver from {action.city}: it isn’t on the table."
    if action.goods not in state.goods.get(action.city, ()):
        return missing_cube_refusal(state, action.goods, action.city)
    ends = link_ends_of(state.board, action.city)
    if not ends:
        return f"You can’t deliver from {action.city}: it has no links."
    why = f"no link joins it and {action.to}. It is linked to {join_words(ends)}."
    return f"You can’t deliver from {action.city} to {action.to}: {why}"


def missing_cube_refusal(state: RailroadRivals, goods: Goods, city: City) -> str:
    """The refusal of a delivery from a city that has no cube of this kind."""
    cubes = join_words(state.goods.get(city, ())) or "no cubes"
    return f"There is no {goods} in {city}. It has {cubes}."


def _deliver_offers(state: RailroadRivals, phase: Delivering) -> tuple[Deliver, ...]:
    return delivery_actions(state, state.order[phase.done]) if can_deliver(state, phase) else ()


DELIVER_RULE = Rule(
    (Deliver,),
    _deliver_offers,
    lambda state, phase, action: apply_delivery(state, phase, trip_of_delivery(state, action)),
    lambda state, phase, action: second_delivery_refusal(phase) or delivery_refusal(state, action),
)


def _finish_offers(state: RailroadRivals, phase: Delivering) -> tuple[Pass, ...]:
    """Return a pass, unless the seat still has to deliver. (R Deliver a Good; rulings G1, G3)"""
    return () if can_deliver(state, phase) and not phase.made else (Pass(state.order[phase.done]),)


FINISH_RULE = Rule(
    (Pass,),
    _finish_offers,
    lambda state, phase, action: pass_to_next_seat(state, phase),
    lambda state, phase, action: "You can’t finish yet: you must deliver a cube first.",
)
