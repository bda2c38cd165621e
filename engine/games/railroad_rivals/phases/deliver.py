"""Phase 4: delivering goods. (R Deliver a Good; R Goods Cube Delivery Scoring)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.games.railroad_rivals.actions import Deliver
from engine.games.railroad_rivals.board import Link, links_of
from engine.games.railroad_rivals.data import DELIVERY_POINTS, ONE_COLOR, OWNER_POINTS, City, Goods
from engine.games.railroad_rivals.events import Delivered, DeliverySkipped
from engine.games.railroad_rivals.phases.base import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state import RailroadRivals

__all__ = ["Delivering", "delivery_points", "link_between"]


class Delivering(RivalsPhase, frozen=True):
    """In turn order everybody delivers one cube over a link of the city it lies on, whoever owns the link.

    ``done`` seats have had their turn. (R Deliver a Good; rulings G1, G3)
    """

    heading = "Deliver a Good"

    done: int = 0

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats or not state.deliverable():
            return ()
        asked = state.order[self.done]
        return (Decision(asked, "Deliver one goods cube over a link.", _deliveries(state, asked)),)

    def apply(self, state: RailroadRivals, action: Deliver) -> RailroadRivals:
        """3, 2 or 1 points for the color, 2 to another owner of the link, and the stock rises. (rulings G2, G8)"""
        seat, link = action.seat, link_between(state, action.city, action.to)
        points, fee = delivery_points(state, action.goods), 0 if link.owner == seat else OWNER_POINTS
        scored = state.gain(seat, points).gain(link.owner, fee).raise_value(link.railroad)
        delivered = scored.take_cube(action.city, action.goods).become(Delivering(self.done + 1))
        value = delivered.value[link.railroad]
        return delivered.tell(
            Delivered(seat, action.goods, action.city, action.to, link.railroad, points, link.owner, fee, value)
        )

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """Who finds no possible delivery is skipped; after the last, the cubes go back into the bag. (ruling G3)"""
        if self.done == state.seats:
            return state.refill_bag().leave()
        return state.become(Delivering(self.done + 1)).tell(DeliverySkipped(state.order[self.done]))

    def refusal(self, state: RailroadRivals, action: object) -> str:
        if not isinstance(action, Deliver):
            return "Goods are being delivered now; deliver one cube over a link."
        cubes = state.goods.get(action.city, ())
        if action.goods not in cubes:
            return f"No {action.goods} lies on {action.city}; there {_listed(cubes)}."
        ends = [link.other(action.city) for link in links_of(state.board).get(action.city, ())]
        if not ends:
            return f"{action.city} has no link: goods travel only over a link."
        return f"No link joins {action.city} and {action.to}; {action.city} is linked to {', '.join(ends)}."


def delivery_points(state: RailroadRivals, goods: Goods) -> int:
    """What the next cube of this kind is worth: 3, 2 or 1. (R Goods Cube Delivery Scoring; ruling G5)

    With two players both kinds count as one color. (R Special Rules for Two Players; ruling G6)
    """
    before = len(state.delivered) if state.seats in ONE_COLOR else state.delivered.count(goods)
    return DELIVERY_POINTS[min(before, len(DELIVERY_POINTS) - 1)]


def link_between(state: RailroadRivals, city: City, to: City) -> Link:
    """The link of two neighboring cities; there is at most one. (ruling G7)"""
    return next(link for link in links_of(state.board)[city] if link.other(city) == to)


def _deliveries(state: RailroadRivals, seat: Seat) -> tuple[Deliver, ...]:
    """Every kind of cube on every city, over every link of it. (ruling G1)"""
    links = links_of(state.board)
    return tuple(
        Deliver(seat, goods, city, link.b if city == link.a else link.a)
        for city, cubes in state.goods.items()
        if city in links
        for goods in (cubes if len(cubes) == 1 else dict.fromkeys(cubes))
        for link in links[city]
    )


def _listed(cubes: tuple[Goods, ...]) -> str:
    return f"lies {', '.join(cubes)}" if cubes else "are no cubes"
