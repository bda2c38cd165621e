"""Bids for the order of play, and the associates. (RC Phase 3; rulings 42-53)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision
from engine.core.seats import Seat
from engine.core.secret import Secret, known_to
from engine.games.railroads_of_catan.box.figures import BANKER, BID_STEP, LISTED_BID
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES, RANKED, Associate
from engine.games.railroads_of_catan.rules.dice import rolled_off
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.events import AssociateTaken, BankerPaid, BidMade, BidsShown
from engine.games.railroads_of_catan.state.naming import EVENT_WORDS
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Bidding(CatanPhase, frozen=True):
    """Everybody at once: a sealed bid, then a sealed ranking of associates. No key: not said yet."""

    bids: Mapping[Seat, Secret[int]] = {}
    ranks: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        return tuple(self._question(state, seat) for seat in state.everyone if seat not in self.ranks)

    def _question(self, state: RailroadsOfCatan, seat: Seat) -> Decision:
        """One prompt for both, so that nobody sees who has got how far."""
        prompt = f"{_happened(state)}Bid for the order of this turn, sealed, and rank the associates."
        return Decision(seat, prompt, _Rankings(seat) if seat in self.bids else _Bids(seat, state.cash[seat]))

    def apply(self, state: RailroadsOfCatan, action: Bid | Rank) -> RailroadsOfCatan:
        seat = action.seat
        if isinstance(action, Bid):
            sealed = known_to(seat, action.amount)
            return state.become(msgspec.structs.replace(self, bids={**self.bids, seat: sealed}))
        ranking = (action.first, action.second, action.third, action.fourth)
        ranked = msgspec.structs.replace(self, ranks={**self.ranks, seat: known_to(seat, ranking)})
        return state.become(ranked).tell(BidMade(seat))

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """All is said: the order, the payments, the associates, the banker. (rulings 42-47)"""
        bids = {seat: self.bids[seat].open() for seat in state.everyone}
        state, order = _ordered(state, bids)
        payers = order if state.options.pays == "everyone" else order[:1]
        paid = {seat: bids[seat] for seat in payers}
        for seat, dollars in paid.items():
            state = state.pay(seat, dollars)
        rolled = len(set(bids.values())) < len(bids)
        state = state.play_in(order).tell(BidsShown(bids, paid, order, rolled))
        for seat in order:
            state = _employ(state, seat, self.ranks[seat].open())
        return state.keep_rankings(self.ranks).leave()

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        bidding = action.seat not in self.bids
        if isinstance(action, Bid) and bidding:
            most = state.cash[action.seat]
            return f"A bid is a multiple of ${BID_STEP} from $0 to your ${most:,}, not ${action.amount:,}."
        if isinstance(action, Rank) and not bidding:
            return "Name four different associates, the best first."
        return "First bid for the order." if bidding else "You have bid; now rank the associates."


def _happened(state: RailroadsOfCatan) -> str:
    """What may matter for the bid: “Event: Surplus, each player may lay two tracks free this turn. ”"""
    if state.event is None:
        return ""
    title, effect = EVENT_WORDS[state.event]
    return f"Event: {title}, {effect}. "


def _ordered(state: RailroadsOfCatan, bids: Mapping[Seat, int]) -> tuple[RailroadsOfCatan, tuple[Seat, ...]]:
    """High bids first; equal ones by a die, rolled again until it decides. (rulings 44, 45)"""
    order: list[Seat] = []
    for bid in sorted(set(bids.values()), reverse=True):
        equals = tuple(seat for seat in state.everyone if bids[seat] == bid)
        state, decided = rolled_off(state, equals)
        order += decided
    return state, tuple(order)


def _employ(state: RailroadsOfCatan, seat: Seat, ranking: tuple[Associate, ...]) -> RailroadsOfCatan:
    """The best ranked associate that is free; a banker pays at once. (rulings 46, 47)"""
    taken = state.associates.values()
    associate = next(one for one in ranking if one not in taken)
    employed = state.employ(seat, associate).tell(AssociateTaken(seat, associate))
    if associate is not Associate.BANKER:
        return employed
    received = state.cash[seat] // BANKER // BID_STEP * BID_STEP
    return employed.earn(seat, received).tell(BankerPaid(seat, received))


class _Bids(Collection[Bid]):
    """Multiples of $100 up to all one's cash; those up to $1,000 are listed. (rulings 13, 43)"""

    __slots__ = ("cash", "seat")
    open_ended = True

    def __init__(self, seat: Seat, cash: int) -> None:
        self.seat, self.cash = seat, cash

    def _listed(self) -> range:
        return range(0, min(self.cash, LISTED_BID) + 1, BID_STEP)

    def __len__(self) -> int:
        return len(self._listed())

    def __iter__(self) -> Iterator[Bid]:
        return (Bid(self.seat, amount) for amount in self._listed())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Bid) or action.seat != self.seat:
            return False
        return 0 <= action.amount <= self.cash and action.amount % BID_STEP == 0


class _Rankings(Collection[Rank]):
    """Four different associates in any order."""

    __slots__ = ("seat",)

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def __len__(self) -> int:
        return len(_ORDERS)

    def __iter__(self) -> Iterator[Rank]:
        return (Rank(self.seat, *ranking) for ranking in _ORDERS)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Rank) or action.seat != self.seat:
            return False
        return len({action.first, action.second, action.third, action.fourth}) == RANKED


_ORDERS = tuple(permutations(ASSOCIATES, RANKED))
