"""Maintenance, and the sale of what is not maintained. (RC Phase 1; rulings 16-32)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision, Either
from engine.core.seats import Seat
from engine.core.secret import Secret, known_to
from engine.games.railroads_of_catan.box.pieces import Item, Mark
from engine.games.railroads_of_catan.rules.sale import Lot, Offers, can_bid, most, sell
from engine.games.railroads_of_catan.state.actions import Done, Offer, Release
from engine.games.railroads_of_catan.state.events import ItemsOffered, OfferMade, UpkeepPaid
from engine.games.railroads_of_catan.state.items import by_need, cities_at, items_of, upkeep
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Maintenance(CatanPhase, frozen=True):
    """First who cannot pay gives items up; then sealed bids for what is given up, all at once; then the sale.

    ``lots`` is None until upkeep has been paid. ``bids`` by seat, then by place in ``lots``; ``done`` seats
    bid no more.
    """

    heading = "Phase 1: Maintenance"

    lots: tuple[Lot, ...] | None = None
    bids: Mapping[Seat, Secret[Mapping[int, int]]] = {}
    done: frozenset[Seat] = frozenset()

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if self.lots is None:
            return tuple(_give_up(state, seat) for seat in state.everyone if _short(state, seat))
        return tuple(self._bidding(state, seat) for seat in state.everyone if self._may_bid(state, seat))

    def apply(self, state: RailroadsOfCatan, action: Action) -> RailroadsOfCatan:
        match action:
            case Release(seat=seat, item=item):
                return _released(state, seat, item)
            case Offer():
                return self._offered(state, action)
            case _:
                return state.become(msgspec.structs.replace(self, done=self.done | {action.seat}))

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Upkeep is paid; after the bids the lots are sold, in the order of the turn before. (rulings 18, 21)"""
        if self.lots is not None:
            return sell(state, self.lots, {seat: said.open() for seat, said in self.bids.items()}).leave()
        state, lots = _maintained(state)
        if not lots:
            return state.leave()
        cities = cities_at(state, *(lot.item for lot in lots))
        offered = ItemsOffered(tuple((lot.owner, lot.item) for lot in lots), cities)
        return state.become(Maintenance(lots, {seat: known_to(seat, {}) for seat in state.everyone})).tell(offered)

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        if self.lots is None:
            return _no_release(state, action)
        if not isinstance(action, Offer):
            return "Bids are made for what others do not maintain; bid, or be done."
        lot = next((lot for lot in self.lots if (lot.owner, lot.item) == (action.owner, action.item)), None)
        if lot is None or lot.owner == action.seat:
            offered = ", ".join(f"{lot.item} of player {lot.owner}" for lot in self.lots if lot.owner != action.seat)
            return f"That is not for sale to you; for sale: {offered}."
        if not can_bid(state, action.seat, lot):
            fee = upkeep(state, lot.owner, lot.item)
            return f"To bid you need a piece for the place of {lot.item}, and $100 beside its upkeep of ${fee:,}."
        highest = most(state, action.seat, lot)
        return f"A bid for {lot.item} is a multiple of $100 from $100 to ${highest:,}, since you pay its upkeep too."

    def _may_bid(self, state: RailroadsOfCatan, seat: Seat) -> bool:
        return seat not in self.done and any(can_bid(state, seat, lot) for lot in self.lots or ())

    def has_bid(self, seat: Seat, owner: Seat, item: Item) -> bool:
        """Whether a seat has bid for an item, as far as a view shows it."""
        said = self.bids[seat].value if seat in self.bids else None
        return any((lot.owner, lot.item) == (owner, item) for i, lot in enumerate(self.lots or ()) if i in (said or {}))

    def _bidding(self, state: RailroadsOfCatan, seat: Seat) -> Decision:
        assert self.lots is not None
        said = self.bids[seat].value or {}
        prompt = "Bid, sealed, for what others do not maintain."
        return Decision(seat, prompt, Either(Offers(state, seat, self.lots, said), (Done(seat),)))

    def _offered(self, state: RailroadsOfCatan, action: Offer) -> RailroadsOfCatan:
        """A later bid for the same item replaces the one before. (ruling 22)"""
        assert self.lots is not None
        place = next(i for i, lot in enumerate(self.lots) if (lot.owner, lot.item) == (action.owner, action.item))
        bids = {**self.bids[action.seat].open(), place: action.amount}
        only = frozenset({action.seat})
        cities = cities_at(state, action.item)
        told = OfferMade(action.seat, action.owner, action.item, action.amount, cities, to=only)
        sealed = {**self.bids, action.seat: known_to(action.seat, bids)}
        return state.become(msgspec.structs.replace(self, bids=sealed)).tell(told)


# -- paying


def _marks(state: RailroadsOfCatan, seat: Seat) -> tuple[Mark, ...]:
    """What a seat has marked and still has. A view of another seat sees none."""
    plans, own = state.plans[seat].value, items_of(state, seat)
    return tuple(mark for mark in plans.marks if mark.item in own) if plans else ()


def _kept(state: RailroadsOfCatan, seat: Seat) -> tuple[Item, ...]:
    """What is maintained: everything that is not marked. (ruling 19)"""
    marked = {mark.item for mark in _marks(state, seat)}
    return tuple(item for item in by_need(state, seat) if item not in marked)


def _due(state: RailroadsOfCatan, seat: Seat) -> int:
    """What a seat has to pay. (ruling 19)"""
    marked = {mark.item for mark in _marks(state, seat)}
    return upkeep(state, seat, *(item for item in items_of(state, seat) if item not in marked))


def _short(state: RailroadsOfCatan, seat: Seat) -> bool:
    return lacking(state, seat) > 0


def lacking(state: RailroadsOfCatan, seat: Seat) -> int:
    """What a seat has too little for its upkeep: its own secret, since it has a secret what it will not maintain."""
    return _due(state, seat) - state.cash[seat]


def _give_up(state: RailroadsOfCatan, seat: Seat) -> Decision:
    """Asked until the rest can be paid; first stands what can best be done without. (ruling 20)"""
    prompt = f"Your upkeep is more than the ${state.cash[seat]:,} that you have: give items up until the rest is paid."
    return Decision(seat, prompt, tuple(Release(seat, item) for item in _kept(state, seat)))


def _released(state: RailroadsOfCatan, seat: Seat, item: Item) -> RailroadsOfCatan:
    plans = state.plans[seat].open()
    marks = (*(mark for mark in plans.marks if mark.item != item), Mark(item, "remove", 0))
    return state.plan(seat, msgspec.structs.replace(plans, marks=marks))


def _no_release(state: RailroadsOfCatan, action: Action) -> str:
    short = lacking(state, action.seat)
    if not isinstance(action, Release):
        return f"First give up items: your upkeep is ${short:,} more than your cash."
    if action.item in items_of(state, action.seat):
        return f"You have given {action.item} up already; ${short:,} of upkeep are still too much."
    return f"You have no {action.item}; ${short:,} of your upkeep are too much."


def _maintained(state: RailroadsOfCatan) -> tuple[RailroadsOfCatan, tuple[Lot, ...]]:
    """Everybody pays for what is not marked; what is, is for sale. (RC Phase 1; rulings 19, 21)"""
    lots: list[Lot] = []
    for seat in state.order:
        paid = _due(state, seat)
        lots += (Lot(seat, mark.item, known_to(seat, mark)) for mark in _marks(state, seat))
        if paid:
            state = state.pay(seat, paid).tell(UpkeepPaid(seat, paid))
        state = state.plan(seat, msgspec.structs.replace(state.plans[seat].open(), marks=()))
    return state, tuple(lots)
