"""The cost of maintenance, and what goes where cash does not cover it. (RC Phase 1; rulings 16-21)"""

from collections.abc import Iterator

from engine.core import Rule, Seat, dollars, known_to
from engine.games.railroads_of_catan.box.pieces import Item, Mark
from engine.games.railroads_of_catan.state.actions import Release
from engine.games.railroads_of_catan.state.events import UpkeepPaid
from engine.games.railroads_of_catan.state.items import by_need, items_of, upkeep
from engine.games.railroads_of_catan.state.phases import Lot, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _marks(state: RailroadsOfCatan, seat: Seat) -> tuple[Mark, ...]:
    """The marks of a seat on items that it still has. A view of another seat sees none."""
    own = items_of(state, seat)
    return tuple(mark for mark in state.said(seat).marks if mark.item in own)


def _kept(state: RailroadsOfCatan, seat: Seat, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that a seat maintains: all that are not marked. (ruling 19)"""
    marked = {mark.item for mark in _marks(state, seat)}
    return tuple(item for item in items if item not in marked)


def _due(state: RailroadsOfCatan, seat: Seat) -> int:
    """The upkeep that a seat has to pay, in dollars. (ruling 19)"""
    return upkeep(state, seat, *_kept(state, seat, items_of(state, seat)))


def lacking(state: RailroadsOfCatan, seat: Seat) -> int:
    """A seat's upkeep less its cash: its own secret, since what it will not maintain is a secret."""
    return _due(state, seat) - state.cash[seat]


def maintained(state: RailroadsOfCatan) -> tuple[RailroadsOfCatan, tuple[Lot, ...]]:
    """Everybody pays for what is not marked; what is, is for sale. (RC Phase 1; rulings 19, 21)"""
    lots: list[Lot] = []
    for seat in state.order:
        paid = _due(state, seat)
        lots += (Lot(seat, mark.item, known_to(seat, mark)) for mark in _marks(state, seat))
        if paid:
            state = state.pay(seat, paid).tell(UpkeepPaid(seat, paid))
        state = state.replan(seat, marks=())
    return state, tuple(lots)


def _offers(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Iterator[Release]:
    """First what can best be done without. (ruling 20)"""
    if maintenance.lots is None:
        for item in _kept(state, seat, by_need(state, seat)):
            yield Release(seat, item)


def _released(state: RailroadsOfCatan, maintenance: Maintenance, action: Release) -> RailroadsOfCatan:
    """The item is marked, to be sold for any bid and else removed. (ruling 20)"""
    seat, item = action.seat, action.item
    others = tuple(mark for mark in state.plans[seat].open().marks if mark.item != item)
    return state.replan(seat, marks=(*others, Mark(item, "remove", 0)))


def _refusal(state: RailroadsOfCatan, maintenance: Maintenance, action: Release) -> str:
    still = f"Give up something else: your upkeep is still {dollars(lacking(state, action.seat))} too high."
    if action.item in items_of(state, action.seat):
        return f"You have already given up {action.item}. {still}"
    return f"You don’t have {action.item}. {still}"


RELEASE = Rule((Release,), _offers, _released, _refusal)
