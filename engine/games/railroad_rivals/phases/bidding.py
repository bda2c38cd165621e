"""Phase 1, second half: bidding for turn order. (R Bid for Turn Order; R Optional Bidding Rule)"""

from typing import Self

from engine.core import Action, Decision, Seat
from engine.games.railroad_rivals.rules import bidding
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals


class BiddingPhase(Bidding, frozen=True, tag="Bidding"):
    """The bidding as it is played."""

    rules = bidding.RULES

    @classmethod
    def opened(cls, order: tuple[Seat, ...]) -> Self:
        """Bidding starts with the last player. (ruling B1)"""
        return cls(still_in=order[::-1])

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if len(self.still_in) == 1:
            return ()
        high = f"high bid: {self.best}" if self.best else "no bids yet"
        place = f" and take place {len(self.still_in)}" if state.options.bidding == "whole-order" else ""
        question = f"Bid to go first, or pass{place} ({high})."
        return (Decision(self.still_in[0], question, self.offers(state)),)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        return bidding.settled(state, self).leave()

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return "You can’t do that during the bidding. Bid points to go first, or pass."
