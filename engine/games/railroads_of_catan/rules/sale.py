"""The sale of what owners do not maintain: who may bid, and who gets it. (RC Phase 1; rulings 22-32)"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from engine.core import Action, Rule, Seat, dollars, known_to
from engine.games.railroads_of_catan.box.figures import BID_STEP
from engine.games.railroads_of_catan.box.pieces import Item, Mark
from engine.games.railroads_of_catan.rules.dice import rolled_off
from engine.games.railroads_of_catan.state.actions import Done, Offer
from engine.games.railroads_of_catan.state.events import ItemKept, ItemRemoved, ItemSold, OfferMade
from engine.games.railroads_of_catan.state.items import cities_at, list_price, removed, room_for, sold, train_of, upkeep
from engine.games.railroads_of_catan.state.phases import Lot, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def can_bid(state: RailroadsOfCatan, seat: Seat, lot: Lot, bid: int = BID_STEP) -> bool:
    """Whether a seat has the money and the pieces for a bid; where its track lies does not matter. (rulings 22, 23)"""
    if seat == lot.owner or most(state, seat, lot) < bid:
        return False
    return room_for(state, seat, lot.owner, lot.item)


def most(state: RailroadsOfCatan, seat: Seat, lot: Lot) -> int:
    """The highest bid that its cash covers, with the upkeep that a buyer pays. (rulings 22, 28)"""
    return (state.cash[seat] - upkeep(state, lot.owner, lot.item)) // BID_STEP * BID_STEP


def must_take(state: RailroadsOfCatan, owner: Seat, item: Item) -> int:
    """The lowest bid that the owner must take: more than half of the list price. (RC Phase 1; ruling 25)"""
    return (list_price(state, owner, item) // 2) // BID_STEP * BID_STEP + BID_STEP


def least_taken(state: RailroadsOfCatan, owner: Seat, mark: Mark) -> int:
    """The lowest bid at which a marked item is sold, for an owner who can pay its upkeep. (rulings 22, 25)"""
    return max(BID_STEP, min(mark.reserve, must_take(state, owner, mark.item)))


_Made = Mapping[Seat, Mapping[int, int]]
"""Bids by seat, then by place among the lots."""


def sell(state: RailroadsOfCatan, lots: tuple[Lot, ...], made: _Made) -> RailroadsOfCatan:
    """Lot after lot; each buyer's cash and pieces last as long as they last. (ruling 29)"""
    for place, lot in enumerate(lots):
        bids = {seat: own[place] for seat, own in made.items() if place in own}
        state, buyer = _best(state, lot, bids)
        state = _settled(state, lot, buyer, bids)
    return state


def _best(state: RailroadsOfCatan, lot: Lot, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, Seat | None]:
    """The seat that bid most of those who can still pay; a die decides among equals. (rulings 24, 29)"""
    able = {seat: bid for seat, bid in bids.items() if can_bid(state, seat, lot, bid)}
    best = max(able.values(), default=None)
    highest = tuple(seat for seat, bid in able.items() if bid == best)
    state, ranked = rolled_off(state, highest)
    return state, ranked[0] if ranked else None


def _settled(state: RailroadsOfCatan, lot: Lot, buyer: Seat | None, bids: Mapping[Seat, int]) -> RailroadsOfCatan:
    """The lot is sold, or maintained after all, or removed. (RC Phase 1; rulings 25-27)"""
    owner, item, mark = lot.owner, lot.item, lot.mark.open()
    fee, sure = upkeep(state, owner, item), must_take(state, owner, item)
    payable = fee <= state.cash[owner]
    if buyer is not None and (bids[buyer] >= min(mark.reserve, sure) or not payable):
        return _sold(state, lot, buyer, bids[buyer])
    cities = cities_at(state, item)
    if payable and (buyer is not None or mark.otherwise == "pay"):
        return state.pay(owner, fee).tell(ItemKept(owner, item, fee, cities))
    train = train_of(state, owner, item)
    told = ItemRemoved(owner, item, cities, train.goods if train else ())
    return removed(state, owner, item).tell(told)


def _sold(state: RailroadsOfCatan, lot: Lot, buyer: Seat, bid: int) -> RailroadsOfCatan:
    """The buyer pays the owner and the upkeep, and swaps the piece. (RC Phase 1; ruling 28)"""
    fee = upkeep(state, lot.owner, lot.item)
    paid = state.pay(buyer, bid, lot.owner).pay(buyer, fee)
    number = state.free_number(buyer) if train_of(state, lot.owner, lot.item) else 0
    told = ItemSold(lot.owner, buyer, lot.item, bid, fee, cities_at(state, lot.item), number)
    return sold(paid, buyer, lot.owner, lot.item).tell(told)


class _Offers(Collection[Offer]):
    """Bids of a seat for lots; listed are those up to what an owner must take, for lots it has not bid for.

    Any bid that its cash covers may be made, also in the place of an earlier one. (ruling 22)
    """

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, seat: Seat, maintenance: Maintenance) -> None:
        self.state, self.seat = state, seat
        self.said, self._for_sale = maintenance.bids_of(seat), maintenance.lots or ()

    @cached_property
    def lots(self) -> Mapping[int, Lot]:
        """The lots that the seat can bid for, by their place among all; many seats are asked at once, and few look."""
        return {place: lot for place, lot in enumerate(self._for_sale) if can_bid(self.state, self.seat, lot)}

    def _amounts(self, place: int, lot: Lot) -> Sequence[int]:
        if place in self.said:
            return ()
        highest = min(most(self.state, self.seat, lot), must_take(self.state, lot.owner, lot.item))
        return range(BID_STEP, highest + BID_STEP, BID_STEP)

    def __len__(self) -> int:
        return sum(len(self._amounts(place, lot)) for place, lot in self.lots.items())

    def __iter__(self) -> Iterator[Offer]:
        for place, lot in self.lots.items():
            for amount in self._amounts(place, lot):
                yield Offer(self.seat, lot.owner, lot.item, amount)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Offer) or action.seat != self.seat or action.amount % BID_STEP:
            return False
        found = [lot for lot in self.lots.values() if lot.is_that(action.owner, action.item)]
        return any(BID_STEP <= action.amount <= most(self.state, self.seat, lot) for lot in found)


def _offers(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Collection[Action]:
    return _Offers(state, seat, maintenance)


def _offered(state: RailroadsOfCatan, maintenance: Maintenance, action: Offer) -> RailroadsOfCatan:
    """A later bid for the same item replaces the one before. (ruling 22)"""
    seat, lots = action.seat, enumerate(maintenance.lots or ())
    place = next(i for i, lot in lots if lot.is_that(action.owner, action.item))
    bids = {**maintenance.bids[seat].open(), place: action.amount}
    cities = cities_at(state, action.item)
    told = OfferMade(seat, action.owner, action.item, action.amount, cities, to=frozenset({seat}))
    sealed = {**maintenance.bids, seat: known_to(seat, bids)}
    return state.become(msgspec.structs.replace(maintenance, bids=sealed)).tell(told)


def _refusal(state: RailroadsOfCatan, maintenance: Maintenance, action: Offer) -> str:
    lots = maintenance.lots or ()
    lot = next((lot for lot in lots if lot.is_that(action.owner, action.item)), None)
    if lot is None or lot.owner == action.seat:
        offered = ", ".join(f"player {lot.owner}’s {lot.item}" for lot in lots if lot.owner != action.seat)
        return f"You can’t bid on that: it isn’t for sale to you. For sale: {offered}."
    if not can_bid(state, action.seat, lot):
        fee = dollars(upkeep(state, lot.owner, lot.item))
        return f"You can’t bid on {lot.item}: you need a spare piece to replace it, and $100 plus its upkeep of {fee}."
    bid, highest = dollars(action.amount), dollars(most(state, action.seat, lot))
    return f"You can’t bid {bid}. Bid a multiple of $100 from $100 to {highest}, which leaves enough for the upkeep."


def _price(state: RailroadsOfCatan, action: Offer) -> int:
    """The dollars that the bid costs if it wins: the bid and this turn's upkeep. (ruling 28)"""
    return action.amount + upkeep(state, Seat(action.owner), action.item)


OFFER = Rule((Offer,), _offers, _offered, _refusal, _price)


def _may_end(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Iterator[Done]:
    if maintenance.lots is not None:
        yield Done(seat)


def _ended(state: RailroadsOfCatan, maintenance: Maintenance, action: Done) -> RailroadsOfCatan:
    return state.become(msgspec.structs.replace(maintenance, done=maintenance.done | {action.seat}))


NO_MORE = Rule((Done,), _may_end, _ended)
