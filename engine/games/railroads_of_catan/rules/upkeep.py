"""Paying upkeep, and giving items up for lack of cash. (RC Phase 1; rulings 16-21)"""

from collections.abc import Iterator

from engine.core import Rule, Seat, dollar_amount, secret_for
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.state.actions import Release
from engine.games.railroads_of_catan.state.events import UpkeepPaid
from engine.games.railroads_of_catan.state.phases import Lot, Maintenance
from engine.games.railroads_of_catan.state.sellable_items import items_by_need, items_of, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _standing_marks(state: RailroadsOfCatan, seat: Seat) -> tuple[MaintenanceMark, ...]:
    """Return a seat's marks on items that it still has; empty if a view hides them."""
    own = items_of(state, seat)
    return tuple(mark for mark in state.plans_of(seat).marks if mark.item in own)


def _items_to_maintain(state: RailroadsOfCatan, seat: Seat, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items that a seat has not marked, so that it must pay their upkeep. (ruling 19)"""
    marked_items = {mark.item for mark in _standing_marks(state, seat)}
    return tuple(item for item in items if item not in marked_items)


def _upkeep_due(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the dollars of upkeep that a seat has to pay. (ruling 19)"""
    return upkeep_cost(state, seat, *_items_to_maintain(state, seat, items_of(state, seat)))


def cash_shortfall(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the dollars that a seat lacks for its upkeep; negative if the seat has more than enough.

    The number is secret, because it depends on the seat's marks.
    """
    return _upkeep_due(state, seat) - state.cash[seat]


def pay_upkeep(state: RailroadsOfCatan) -> tuple[RailroadsOfCatan, tuple[Lot, ...]]:
    """Pay the upkeep of all unmarked items, and return the marked ones as lots. (RC Phase 1; rulings 19, 21)"""
    lots: list[Lot] = []
    for seat in state.order:
        cost = _upkeep_due(state, seat)
        lots += (Lot(seat, mark.item, secret_for(seat, mark)) for mark in _standing_marks(state, seat))
        if cost:
            state = state.pay(seat, cost).emit(UpkeepPaid(seat, cost))
        state = state.update_plans(seat, marks=())
    return state, tuple(lots)


def _offers(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Iterator[Release]:
    """Yield an offer for each unmarked item, the least useful first. (ruling 20)"""
    if maintenance.lots is None:
        for item in _items_to_maintain(state, seat, items_by_need(state, seat)):
            yield Release(seat, item)


def _apply(state: RailroadsOfCatan, maintenance: Maintenance, action: Release) -> RailroadsOfCatan:
    """Mark an item: it is sold for any bid, or else removed. (ruling 20)"""
    seat, item = action.seat, action.item
    others = tuple(mark for mark in state.plans[seat].open().marks if mark.item != item)
    return state.update_plans(seat, marks=(*others, MaintenanceMark(item, "remove", 0)))


def _refusal(state: RailroadsOfCatan, maintenance: Maintenance, action: Release) -> str:
    shortfall_text = (
        f"Give up something else: your upkeep is still {dollar_amount(cash_shortfall(state, action.seat))} too high."
    )
    if action.item in items_of(state, action.seat):
        return f"You have already given up {action.item}. {shortfall_text}"
    return f"You don’t have {action.item}. {shortfall_text}"


RELEASE_RULE = Rule((Release,), _offers, _apply, _refusal)
