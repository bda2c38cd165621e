"""Bids for the turn order, and rankings of associates. (RC Phase 3; rulings 42-53)"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import permutations

import msgspec

from engine.core import Action, Rule, Seat, dollar_amount, secret_for
from engine.games.railroads_of_catan.game_data.constants import BANKER_DIVISOR, BID_STEP, MENU_BIDS
from engine.games.railroads_of_catan.game_data.pieces import ASSOCIATES, RANKING_LENGTH, Associate
from engine.games.railroads_of_catan.rules.dice import roll_off
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.events import AssociateTaken, BankerPaid, BidMade, BidsShown
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def open_bids(state: RailroadsOfCatan, bids: Mapping[Seat, int]) -> RailroadsOfCatan:
    """Reveal all bids, let the seats pay, and set the turn order. (rulings 42-45)"""
    state, order = _order_by_bids(state, bids)
    payers = order if state.options.pays == "everyone" else order[:1]
    paid = {seat: bids[seat] for seat in payers}
    for seat, bid in paid.items():
        state = state.pay(seat, bid)
    is_rolled = len(set(bids.values())) < len(bids)
    return state.record_first_price(bids[order[0]]).set_order(order).emit(BidsShown(bids, paid, order, is_rolled))


def _order_by_bids(state: RailroadsOfCatan, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, tuple[Seat, ...]]:
    """Return the turn order, the highest bid first; die rolls break ties. (rulings 44, 45)"""
    order: list[Seat] = []
    for bid in sorted(set(bids.values()), reverse=True):
        equals = tuple(seat for seat in state.everyone if bids[seat] == bid)
        state, seats = roll_off(state, equals)
        order += seats
    return state, tuple(order)


def assign_associate(state: RailroadsOfCatan, seat: Seat, ranking: tuple[Associate, ...]) -> RailroadsOfCatan:
    """Give a seat the first free associate of its ranking; a banker pays the seat at once. (rulings 46, 47)"""
    associates_taken = state.associates.values()
    associate = next(associate for associate in ranking if associate not in associates_taken)
    state = state.set_associate(seat, associate).emit(AssociateTaken(seat, associate))
    if associate is not Associate.BANKER:
        return state
    pay = banker_pay(state.cash[seat])
    return state.pay_from_bank(seat, pay).emit(BankerPaid(seat, pay))


def banker_pay(cash: int) -> int:
    """The dollars that the banker pays to a seat with this cash. (RC Phase 3; ruling 47)"""
    return cash // BANKER_DIVISOR // BID_STEP * BID_STEP


# -- the bid


class _BidOffers(Collection[Bid]):
    """Bids in multiples of $100 up to the seat's cash; iteration yields only common amounts. (rulings 13, 43)"""

    __slots__ = ("cash", "seat")
    is_open_ended = True

    def __init__(self, seat: Seat, cash: int) -> None:
        self.seat, self.cash = seat, cash

    def _menu_amounts(self) -> tuple[int, ...]:
        return MENU_BIDS[: bisect_right(MENU_BIDS, self.cash)]

    def __len__(self) -> int:
        return len(self._menu_amounts())

    def __iter__(self) -> Iterator[Bid]:
        return (Bid(self.seat, amount) for amount in self._menu_amounts())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Bid) or action.seat != self.seat:
            return False
        return 0 <= action.amount <= self.cash and action.amount % BID_STEP == 0


def _bid_offers(state: RailroadsOfCatan, bidding: Bidding, seat: Seat) -> Collection[Action]:
    return () if seat in bidding.bids else _BidOffers(seat, state.cash[seat])


def _apply_bid(state: RailroadsOfCatan, bidding: Bidding, action: Bid) -> RailroadsOfCatan:
    secret = secret_for(action.seat, action.amount)
    return state.replace_phase(msgspec.structs.replace(bidding, bids={**bidding.bids, action.seat: secret}))


def _bid_refusal(state: RailroadsOfCatan, bidding: Bidding, action: Bid) -> str:
    most = state.cash[action.seat]
    bid, step = dollar_amount(action.amount), dollar_amount(BID_STEP)
    return f"You can’t bid {bid}. Bid a multiple of {step}, from $0 to the {dollar_amount(most)} you have."


def _bid_cost(state: RailroadsOfCatan, action: Bid) -> int:
    """Return the dollars of a bid. With one option, only the first player pays them. (ruling 42)"""
    return action.amount


BID_RULE = Rule((Bid,), _bid_offers, _apply_bid, _bid_refusal, _bid_cost)


# -- the ranking of associates


class _RankOffers(Collection[Rank]):
    """Rankings of four different associates.

    ``counting`` is the number of players. Each player gets one associate, so only the first ``counting`` places of a
    ranking matter. Iteration yields one ranking for each order of these places.
    """

    __slots__ = ("counting", "seat")
    is_open_ended = True

    def __init__(self, seat: Seat, counting: int) -> None:
        self.seat, self.counting = seat, counting

    def __len__(self) -> int:
        return len(_associate_orders(self.counting))

    def __iter__(self) -> Iterator[Rank]:
        return (Rank(self.seat, *ranking) for ranking in _associate_orders(self.counting))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Rank) or action.seat != self.seat:
            return False
        return len({action.first, action.second, action.third, action.fourth}) == RANKING_LENGTH


@cache
def _associate_orders(length: int) -> tuple[tuple[Associate, ...], ...]:
    """Return one ranking for each choice and order of the first ``length`` associates."""
    return tuple(_fill_ranking(ranking) for ranking in permutations(ASSOCIATES, min(length, RANKING_LENGTH)))


def _fill_ranking(ranking: tuple[Associate, ...]) -> tuple[Associate, ...]:
    others = (associate for associate in ASSOCIATES if associate not in ranking)
    return (*ranking, *others)[:RANKING_LENGTH]


def _rank_offers(state: RailroadsOfCatan, bidding: Bidding, seat: Seat) -> Collection[Action]:
    return _RankOffers(seat, state.seats) if seat in bidding.bids else ()


def _apply_rank(state: RailroadsOfCatan, bidding: Bidding, action: Rank) -> RailroadsOfCatan:
    ranking = (action.first, action.second, action.third, action.fourth)
    ranks = {**bidding.ranks, action.seat: secret_for(action.seat, ranking)}
    return state.replace_phase(msgspec.structs.replace(bidding, ranks=ranks)).emit(BidMade(action.seat))


RANK_RULE = Rule(
    (Rank,),
    _rank_offers,
    _apply_rank,
    lambda state, bidding, action: "You can’t rank an associate twice. Name 4 different ones, the best first.",
)
