"""Bids for the order of play, and the associates. (RC Phase 3; rulings 42-53)"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import permutations

import msgspec

from engine.core import Action, Rule, Seat, dollars, known_to
from engine.games.railroads_of_catan.box.figures import BANKER, BID_STEP, LISTED_BIDS
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES, RANKED, Associate
from engine.games.railroads_of_catan.rules.dice import rolled_off
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.events import AssociateTaken, BankerPaid, BidMade, BidsShown
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def opened(state: RailroadsOfCatan, bids: Mapping[Seat, int]) -> RailroadsOfCatan:
    """All bids are shown and paid, and the order of play is that of the turn. (rulings 42-45)"""
    state, order = _ordered(state, bids)
    payers = order if state.options.pays == "everyone" else order[:1]
    paid = {seat: bids[seat] for seat in payers}
    for seat, bid in paid.items():
        state = state.pay(seat, bid)
    rolled = len(set(bids.values())) < len(bids)
    return state.note_first(bids[order[0]]).play_in(order).tell(BidsShown(bids, paid, order, rolled))


def _ordered(state: RailroadsOfCatan, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, tuple[Seat, ...]]:
    """High bids first; equal ones by a die, rolled again until it decides. (rulings 44, 45)"""
    order: list[Seat] = []
    for bid in sorted(set(bids.values()), reverse=True):
        equals = tuple(seat for seat in state.everyone if bids[seat] == bid)
        state, decided = rolled_off(state, equals)
        order += decided
    return state, tuple(order)


def employed(state: RailroadsOfCatan, seat: Seat, ranking: tuple[Associate, ...]) -> RailroadsOfCatan:
    """The best ranked associate that is free; a banker pays at once. (rulings 46, 47)"""
    taken = state.associates.values()
    associate = next(one for one in ranking if one not in taken)
    state = state.employ(seat, associate).tell(AssociateTaken(seat, associate))
    if associate is not Associate.BANKER:
        return state
    received = state.cash[seat] // BANKER // BID_STEP * BID_STEP
    return state.earn(seat, received).tell(BankerPaid(seat, received))


# -- the bid


class _Bids(Collection[Bid]):
    """Multiples of $100 up to all one's cash; some are listed. (rulings 13, 43)"""

    __slots__ = ("cash", "seat")
    open_ended = True

    def __init__(self, seat: Seat, cash: int) -> None:
        self.seat, self.cash = seat, cash

    def _listed(self) -> tuple[int, ...]:
        return LISTED_BIDS[: bisect_right(LISTED_BIDS, self.cash)]

    def __len__(self) -> int:
        return len(self._listed())

    def __iter__(self) -> Iterator[Bid]:
        return (Bid(self.seat, amount) for amount in self._listed())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Bid) or action.seat != self.seat:
            return False
        return 0 <= action.amount <= self.cash and action.amount % BID_STEP == 0


def _bids(state: RailroadsOfCatan, bidding: Bidding, seat: Seat) -> Collection[Action]:
    return () if seat in bidding.bids else _Bids(seat, state.cash[seat])


def _bid(state: RailroadsOfCatan, bidding: Bidding, action: Bid) -> RailroadsOfCatan:
    sealed = known_to(action.seat, action.amount)
    return state.become(msgspec.structs.replace(bidding, bids={**bidding.bids, action.seat: sealed}))


def _no_bid(state: RailroadsOfCatan, bidding: Bidding, action: Bid) -> str:
    most = state.cash[action.seat]
    bid, step = dollars(action.amount), dollars(BID_STEP)
    return f"You can’t bid {bid}. Bid a multiple of {step}, from $0 to the {dollars(most)} you have."


def _price(state: RailroadsOfCatan, action: Bid) -> int:
    """The bid, which is paid when bids are shown; by an option, only by the first player. (ruling 42)"""
    return action.amount


BID = Rule((Bid,), _bids, _bid, _no_bid, _price)


# -- the ranking of associates


class _Rankings(Collection[Rank]):
    """Four different associates in any order; listed once for each order of those that can matter.

    A seat takes its first free one, so that the fourth never counts at a table for three: it is then filled in.
    """

    __slots__ = ("counting", "seat")
    open_ended = True

    def __init__(self, seat: Seat, counting: int) -> None:
        self.seat, self.counting = seat, counting

    def __len__(self) -> int:
        return len(_orders(self.counting))

    def __iter__(self) -> Iterator[Rank]:
        return (Rank(self.seat, *ranking) for ranking in _orders(self.counting))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Rank) or action.seat != self.seat:
            return False
        return len({action.first, action.second, action.third, action.fourth}) == RANKED


@cache
def _orders(counting: int) -> tuple[tuple[Associate, ...], ...]:
    """Each order of so many associates, filled up with the first others."""
    return tuple(_filled(ranking) for ranking in permutations(ASSOCIATES, min(counting, RANKED)))


def _filled(ranking: tuple[Associate, ...]) -> tuple[Associate, ...]:
    others = (associate for associate in ASSOCIATES if associate not in ranking)
    return (*ranking, *others)[:RANKED]


def _rankings(state: RailroadsOfCatan, bidding: Bidding, seat: Seat) -> Collection[Action]:
    return _Rankings(seat, state.seats) if seat in bidding.bids else ()


def _ranked(state: RailroadsOfCatan, bidding: Bidding, action: Rank) -> RailroadsOfCatan:
    ranking = (action.first, action.second, action.third, action.fourth)
    ranks = {**bidding.ranks, action.seat: known_to(action.seat, ranking)}
    return state.become(msgspec.structs.replace(bidding, ranks=ranks)).tell(BidMade(action.seat))


def _no_ranking(state: RailroadsOfCatan, bidding: Bidding, action: Rank) -> str:
    return "You can’t rank an associate twice. Name 4 different ones, the best first."


RANK = Rule((Rank,), _rankings, _ranked, _no_ranking)
