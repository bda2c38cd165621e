"""Phase 1, second half: bidding for turn order. (R Bid for Turn Order; R Optional Bidding Rule)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, assert_never

from engine.core.action import Amounts, Decision, Either
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.state.actions import Bid, Pass
from engine.games.railroad_rivals.state.events import BidMade, BidPassed, OrderSet
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Bidding(RivalsPhase, frozen=True):
    """From the last player leftward, and round again: raise or pass, until all but one have passed.

    ``still_in`` stands in the order of asking, the one asked in front; ``passed`` in the order of passing.
    (R Bid for Turn Order)
    """

    heading = "Bid for Turn Order"

    still_in: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    best: int = 0

    @classmethod
    def opened(cls, order: tuple[Seat, ...]) -> Self:
        """Bidding starts with the last player. (ruling B1)"""
        return cls(still_in=order[::-1])

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        """A bid is higher than the last one, at least 1, and at most the bidder's score. (rulings B2, B3)"""
        if len(self.still_in) == 1:
            return ()
        asked = self.still_in[0]
        bids = Amounts(Bid, asked, self.best + 1, state.score[asked])
        place = f" and take place {len(self.still_in)}" if state.options.bidding == "whole-order" else ""
        question = f"{self._standing()} Bid for first place, or pass{place}."
        return (Decision(asked, question, Either((Pass(asked),), bids)),)

    def apply(self, state: RailroadRivals, action: Pass | Bid) -> RailroadRivals:
        asked, others = self.still_in[0], self.still_in[1:]
        match action:
            case Pass():
                return state.become(Bidding(others, (*self.passed, asked), self.best)).tell(BidPassed(asked))
            case Bid(amount=amount):
                return state.become(Bidding((*others, asked), self.passed, amount)).tell(BidMade(asked, amount))
            case _:
                assert_never(action)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """The last one in pays the bid and stands first; losers pay nothing. (R Bid for Turn Order; rulings B4, B5)

        The others keep their order; with the optional rule, who passed first is last. (R Optional Bidding Rule; B9)
        """
        winner = self.still_in[0]
        if state.options.bidding == "whole-order":
            others = self.passed[::-1]
        else:
            others = tuple(seat for seat in state.order if seat != winner)
        paid = state.gain(winner, -self.best).set_order((winner, *others))
        return paid.tell(OrderSet((winner, *others), self.best)).leave()

    def refusal(self, state: RailroadRivals, action: object) -> str:
        match action:
            case Bid(seat=seat, amount=amount) if amount > state.score[seat]:
                have = counted(state.score[seat], "point")
                return f"You cannot bid {amount}: you have {have}, and a score never falls below 0."
            case Bid(seat=seat) if self.best >= state.score[seat]:
                have = counted(state.score[seat], "point")
                return f"The last bid is {self.best} and you have {have}: you can only pass."
            case Bid(amount=amount) if self.best:
                return f"A bid must be higher than the last one, {self.best}; you bid {amount}. Bid more, or pass."
            case Bid():
                return "The lowest bid is 1 point. Bid more, or pass."
            case _:
                return "This is the bidding for turn order: bid a number of points, or pass."

    def _standing(self) -> str:
        return f"The highest bid is {self.best}." if self.best else "Nobody has bid yet."
