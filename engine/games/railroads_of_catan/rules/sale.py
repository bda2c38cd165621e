"""The sale of what owners do not maintain: who may bid, and who gets it. (RC Phase 1; rulings 22-32)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from engine.core.seats import Seat
from engine.core.secret import Secret
from engine.games.railroads_of_catan.box.figures import BID_STEP
from engine.games.railroads_of_catan.box.pieces import Item, Mark
from engine.games.railroads_of_catan.rules.dice import rolled_off
from engine.games.railroads_of_catan.state.actions import Offer
from engine.games.railroads_of_catan.state.events import ItemKept, ItemRemoved, ItemSold
from engine.games.railroads_of_catan.state.items import cities_at, list_price, removed, room_for, sold, train_of, upkeep

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Lot(msgspec.Struct, frozen=True):
    """An item for sale. What happens when nobody bids, and the reserve, are the owner's secret."""

    owner: Seat
    item: Item
    mark: Secret[Mark]


def can_bid(state: RailroadsOfCatan, seat: Seat, lot: Lot) -> bool:
    """Whether a seat has the money and the pieces for a bid; where its track lies does not matter. (rulings 22, 23)"""
    return seat != lot.owner and room_for(state, seat, lot.owner, lot.item) and most(state, seat, lot) >= BID_STEP


def most(state: RailroadsOfCatan, seat: Seat, lot: Lot) -> int:
    """The highest bid that its cash covers, with the upkeep that a buyer pays. (rulings 22, 28)"""
    return (state.cash[seat] - upkeep(state, lot.owner, lot.item)) // BID_STEP * BID_STEP


def must_take(state: RailroadsOfCatan, owner: Seat, item: Item) -> int:
    """The lowest bid that the owner must take: more than half of the list price. (RC Phase 1; ruling 25)"""
    return (list_price(state, owner, item) // 2) // BID_STEP * BID_STEP + BID_STEP


def sell(state: RailroadsOfCatan, lots: tuple[Lot, ...], bids: Mapping[Seat, Mapping[int, int]]) -> RailroadsOfCatan:
    """Lot after lot; each buyer's cash and pieces last as long as they last. (ruling 29)"""
    for place, lot in enumerate(lots):
        state, buyer = _best(state, lot, {seat: made[place] for seat, made in bids.items() if place in made})
        state = _settled(state, lot, buyer, bids[buyer][place] if buyer else 0)
    return state


def _best(state: RailroadsOfCatan, lot: Lot, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, Seat | None]:
    """Who bid most of those who can still pay; a die decides among equals. (rulings 24, 29)"""
    able = {seat: bid for seat, bid in bids.items() if can_bid(state, seat, lot) and bid <= most(state, seat, lot)}
    highest = tuple(seat for seat, bid in able.items() if bid == max(able.values()))
    state, ranked = rolled_off(state, highest)
    return state, ranked[0] if ranked else None


def _settled(state: RailroadsOfCatan, lot: Lot, buyer: Seat | None, bid: int) -> RailroadsOfCatan:
    mark, fee = lot.mark.open(), upkeep(state, lot.owner, lot.item)
    payable = fee <= state.cash[lot.owner]
    if buyer is not None and (bid >= min(mark.reserve, must_take(state, lot.owner, lot.item)) or not payable):
        return _sold(state, lot, buyer, bid)
    if payable and (buyer is not None or mark.otherwise == "pay"):
        return state.pay(lot.owner, fee).tell(ItemKept(lot.owner, lot.item, fee, cities_at(state, lot.item)))
    train = train_of(state, lot.owner, lot.item)
    told = ItemRemoved(lot.owner, lot.item, cities_at(state, lot.item), train.goods if train else ())
    return removed(state, lot.owner, lot.item).tell(told)


def _sold(state: RailroadsOfCatan, lot: Lot, buyer: Seat, bid: int) -> RailroadsOfCatan:
    """The buyer pays the owner and the upkeep, and swaps the piece. (RC Phase 1; ruling 28)"""
    fee = upkeep(state, lot.owner, lot.item)
    paid = state.pay(buyer, bid, lot.owner).pay(buyer, fee)
    number = state.free_number(buyer) if train_of(state, lot.owner, lot.item) else 0
    told = ItemSold(lot.owner, buyer, lot.item, bid, fee, cities_at(state, lot.item), number)
    return sold(paid, buyer, lot.owner, lot.item).tell(told)


class Offers(Collection[Offer]):
    """Bids of a seat for lots; listed are those up to what an owner must take, for lots it has not bid for.

    Any bid that its cash covers may be made, also in the place of an earlier one. (ruling 22)
    """

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, seat: Seat, lots: tuple[Lot, ...], said: Mapping[int, int]) -> None:
        self.state, self.seat, self.said, self._for_sale = state, seat, said, lots

    @cached_property
    def lots(self) -> Mapping[int, Lot]:
        """Those that the seat can bid for, by their place among all; many seats are asked at once, and few look."""
        return {place: lot for place, lot in enumerate(self._for_sale) if can_bid(self.state, self.seat, lot)}

    def _amounts(self, place: int, lot: Lot) -> Sequence[int]:
        highest = most(self.state, self.seat, lot)
        if place in self.said:
            return ()
        return range(BID_STEP, min(highest, must_take(self.state, lot.owner, lot.item)) + 1, BID_STEP)

    def __len__(self) -> int:
        return sum(len(self._amounts(place, lot)) for place, lot in self.lots.items())

    def __iter__(self) -> Iterator[Offer]:
        for place, lot in self.lots.items():
            yield from (Offer(self.seat, lot.owner, lot.item, amount) for amount in self._amounts(place, lot))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Offer) or action.seat != self.seat or action.amount % BID_STEP:
            return False
        found = [lot for lot in self.lots.values() if (lot.owner, lot.item) == (action.owner, action.item)]
        return any(BID_STEP <= action.amount <= most(self.state, self.seat, lot) for lot in found)
