"""The sale of items that their owners do not maintain. (RC Phase 1; rulings 22-32)"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from engine.core import Rule, Seat, dollar_amount, secret_for
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.rules.dice import roll_off
from engine.games.railroads_of_catan.state.actions import Done, Offer
from engine.games.railroads_of_catan.state.events import ItemKept, ItemRemoved, ItemSold, OfferMade
from engine.games.railroads_of_catan.state.phases import Lot, Maintenance
from engine.games.railroads_of_catan.state.sellable_items import (
    cities_near_items,
    has_pieces_for,
    list_price,
    remove_item,
    swap_piece,
    train_of_item,
    upkeep_cost,
)
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def can_bid(state: RailroadsOfCatan, seat: Seat, lot: Lot, bid: int = BID_STEP) -> bool:
    """Whether a seat has the cash and the pieces to buy an item for a bid. (rulings 22, 23)"""
    if seat == lot.owner or _max_bid(state, seat, lot) < bid:
        return False
    return has_pieces_for(state, seat, lot.owner, lot.item)


def _max_bid(state: RailroadsOfCatan, seat: Seat, lot: Lot) -> int:
    """The highest bid that leaves the seat enough cash for the item's upkeep. (rulings 22, 28)"""
    return (state.cash[seat] - upkeep_cost(state, lot.owner, lot.item)) // BID_STEP * BID_STEP


def min_binding_bid(state: RailroadsOfCatan, owner: Seat, item: Item) -> int:
    """The lowest bid that the owner must accept: more than half of the list price. (RC Phase 1; ruling 25)"""
    return (list_price(state, owner, item) // 2) // BID_STEP * BID_STEP + BID_STEP


def min_accepted_bid(state: RailroadsOfCatan, owner: Seat, mark: MaintenanceMark) -> int:
    """Return the lowest bid at which a marked item is sold, if the owner could pay the upkeep. (rulings 22, 25)"""
    return max(BID_STEP, min(mark.reserve, min_binding_bid(state, owner, mark.item)))


_BidsBySeat = Mapping[Seat, Mapping[int, int]]
"""Seat -> index of the lot -> bid in dollars."""


def sell_lots(state: RailroadsOfCatan, lots: tuple[Lot, ...], bids_by_seat: _BidsBySeat) -> RailroadsOfCatan:
    """Sell the lots one after another; a bid counts only if its seat still has the cash and pieces. (ruling 29)"""
    for place, lot in enumerate(lots):
        bids = {seat: own[place] for seat, own in bids_by_seat.items() if place in own}
        state, buyer = _best_bidder(state, lot, bids)
        state = _settle_lot(state, lot, buyer, bids)
    return state


def _best_bidder(state: RailroadsOfCatan, lot: Lot, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, Seat | None]:
    """Return the highest bidder who can still pay, or None; die rolls break ties. (rulings 24, 29)"""
    payable_bids = {seat: bid for seat, bid in bids.items() if can_bid(state, seat, lot, bid)}
    best = max(payable_bids.values(), default=None)
    highest = tuple(seat for seat, bid in payable_bids.items() if bid == best)
    state, order = roll_off(state, highest)
    return state, order[0] if order else None


def _settle_lot(state: RailroadsOfCatan, lot: Lot, buyer: Seat | None, bids: Mapping[Seat, int]) -> RailroadsOfCatan:
    """Sell a lot to the buyer; otherwise its owner pays the upkeep or removes the item. (RC Phase 1; rulings 25-27)"""
    owner, item, mark = lot.owner, lot.item, lot.mark.open()
    fee, binding_bid = upkeep_cost(state, owner, item), min_binding_bid(state, owner, item)
    is_payable = fee <= state.cash[owner]
    if buyer is not None and (bids[buyer] >= min(mark.reserve, binding_bid) or not is_payable):
        return _sell_lot(state, lot, buyer, bids[buyer])
    cities = cities_near_items(state, item)
    if is_payable and (buyer is not None or mark.otherwise == "pay"):
        return state.pay(owner, fee).emit(ItemKept(owner, item, fee, cities))
    train = train_of_item(state, owner, item)
    event = ItemRemoved(owner, item, cities, train.goods if train else ())
    return remove_item(state, owner, item).emit(event)


def _sell_lot(state: RailroadsOfCatan, lot: Lot, buyer: Seat, bid: int) -> RailroadsOfCatan:
    """Let a buyer pay the owner and the upkeep, and replace the owner's piece. (RC Phase 1; ruling 28)"""
    fee = upkeep_cost(state, lot.owner, lot.item)
    after = state.pay(buyer, bid, lot.owner).pay(buyer, fee)
    number = state.next_train_number(buyer) if train_of_item(state, lot.owner, lot.item) else 0
    event = ItemSold(lot.owner, buyer, lot.item, bid, fee, cities_near_items(state, lot.item), number)
    return swap_piece(after, buyer, lot.owner, lot.item).emit(event)


class _LotOffers(Collection[Offer]):
    """Bids of a seat for lots; an earlier bid for the same lot may be replaced. (ruling 22)

    Iteration yields bids for the lots on which the seat has not bid, up to the lowest bid that the owner must accept.
    Higher bids are allowed.
    """

    is_open_ended = True

    def __init__(self, state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.bids, self._for_sale = maintenance.bids_of(seat), maintenance.lots or ()

    @cached_property
    def lots_to_bid_on(self) -> Mapping[int, Lot]:
        """The lots for which the seat can bid, by index."""
        return {place: lot for place, lot in enumerate(self._for_sale) if can_bid(self.state, self.seat, lot)}

    def _amounts(self, place: int, lot: Lot) -> Sequence[int]:
        if place in self.bids:
            return ()
        highest = min(_max_bid(self.state, self.seat, lot), min_binding_bid(self.state, lot.owner, lot.item))
        return range(BID_STEP, highest + BID_STEP, BID_STEP)

    def __len__(self) -> int:
        return sum(len(self._amounts(place, lot)) for place, lot in self.lots_to_bid_on.items())

    def __iter__(self) -> Iterator[Offer]:
        for place, lot in self.lots_to_bid_on.items():
            for amount in self._amounts(place, lot):
                yield Offer(self.seat, lot.owner, lot.item, amount)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Offer) or action.seat != self.seat or action.amount % BID_STEP:
            return False
        matching_lots = [lot for lot in self.lots_to_bid_on.values() if lot.is_item(action.owner, action.item)]
        return any(BID_STEP <= action.amount <= _max_bid(self.state, self.seat, lot) for lot in matching_lots)


def _apply_offer(state: RailroadsOfCatan, maintenance: Maintenance, action: Offer) -> RailroadsOfCatan:
    """Store a bid, in place of an earlier bid for the same item. (ruling 22)"""
    seat, lots = action.seat, enumerate(maintenance.lots or ())
    place = next(i for i, lot in lots if lot.is_item(action.owner, action.item))
    bids = {**maintenance.bids[seat].open(), place: action.amount}
    cities = cities_near_items(state, action.item)
    event = OfferMade(seat, action.owner, action.item, action.amount, cities, to=frozenset({seat}))
    secret_bids = {**maintenance.bids, seat: secret_for(seat, bids)}
    return state.replace_phase(msgspec.structs.replace(maintenance, bids=secret_bids)).emit(event)


def _offer_refusal(state: RailroadsOfCatan, maintenance: Maintenance, action: Offer) -> str:
    lots = maintenance.lots or ()
    lot = next((lot for lot in lots if lot.is_item(action.owner, action.item)), None)
    if lot is None or lot.owner == action.seat:
        lots_text = ", ".join(f"player {lot.owner}’s {lot.item}" for lot in lots if lot.owner != action.seat)
        return f"You can’t bid on that: it isn’t for sale to you. For sale: {lots_text}."
    if not can_bid(state, action.seat, lot):
        fee = dollar_amount(upkeep_cost(state, lot.owner, lot.item))
        return f"You can’t bid on {lot.item}: you need a spare piece to replace it, and $100 plus its upkeep of {fee}."
    bid, highest = dollar_amount(action.amount), dollar_amount(_max_bid(state, action.seat, lot))
    return f"You can’t bid {bid}. Bid a multiple of $100 from $100 to {highest}, which leaves enough for the upkeep."


def _offer_cost(state: RailroadsOfCatan, action: Offer) -> int:
    """Return the dollars that the seat pays if the bid wins: the bid and this turn's upkeep. (ruling 28)"""
    return action.amount + upkeep_cost(state, Seat(action.owner), action.item)


OFFER_RULE = Rule((Offer,), _LotOffers, _apply_offer, _offer_refusal, _offer_cost)


def _done_offers(state: RailroadsOfCatan, maintenance: Maintenance, seat: Seat) -> Iterator[Done]:
    if maintenance.lots is not None:
        yield Done(seat)


def _apply_done(state: RailroadsOfCatan, maintenance: Maintenance, action: Done) -> RailroadsOfCatan:
    return state.replace_phase(msgspec.structs.replace(maintenance, done=maintenance.done | {action.seat}))


DONE_RULE = Rule((Done,), _done_offers, _apply_done)
