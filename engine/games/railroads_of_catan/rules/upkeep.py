"""Upkeep, and what is given up if cash does not cover it. (RC Phase 1; rulings 16-21)"""

from collections.abc import Iterator

from engine.core import Rule, Seat, dollar_amount, secret_for
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.state.actions import Release
from engine.games.railroads_of_catan.state.events import UpkeepPaid
from engine.games.railroads_of_catan.state.phases import Lot, Maintenance
from engine.games.railroads_of_catan.state.sellable_items import items_by_need, items_of, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _standing_marks(state: RailroadsOfCatan, seat: Seat) -> tuple[MaintenanceMark, ...]:
    """The marks of a seat on items that it still has. A view of another seat sees none."""
    own = items_of(state, seat)
    return tuple(mark for mark in state.plans_of(seat).marks if mark.item in own)


def _items_to_maintain(state: RailroadsOfCatan, seat: Seat, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that a seat maintains: all that are not marked. (ruling 19)"""
    marked_items = {mark.item for mark in _standing_marks(state, seat)}
    return tuple(item for item in items if item not in marked_items)


def _upkeep_due(state: RailroadsOfCatan, seat: Seat) -> int:
    """The upkeep that a seat has to pay, in dollars. (ruling 19)"""
    return upkeep_cost(state, seat, *_items_to_maintain(state, seat, items_of(state, seat)))


def cash_shortfall(state: RailroadsOfCatan, seat: Seat) -> int:
    """A seat's upkeep less its cash; secret, because marks are secret."""
    return _upkeep_due(state, seat) - state.cash[seat]


def pay_upkeep(state: RailroadsOfCatan) -> tuple[RailroadsOfCatan, tuple[Lot, ...]]:
    """Pay upkeep for all unmarked items; marked items are for sale. (RC Phase 1; rulings 19, 21)"""
    lots: list[Lot] = []
    for seat in state.order:
        cost = _upkeep_due(state, seat)
        lots += (Lot(seat, mark.item, secret_for(seat, mark)) for mark in _standing_marks(state, seat))
        if cost:
            state = state.pay(seat, cost).emit(UpkeepPaid(seat, cost))
        state = state.update_plans(seat, marks=())
    return state, tuple(lots)


def _offers(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Iterator[Release]:
    """First what can best be done without. (ruling 20)"""
    if maintenance.lots is None:
        for item in _items_to_maintain(state, seat, items_by_need(state, seat)):
            yield Release(seat, item)


def _apply(state: RailroadsOfCatan, maintenance: Maintenance, action: Release) -> RailroadsOfCatan:
    """The item is marked, to be sold for any bid and else removed. (ruling 20)"""
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
