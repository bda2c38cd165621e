"""Phase 3: bids for the turn order, and associates. (RC Phase 3; rulings 42-53)"""

from collections.abc import Mapping

from engine.core import Action, Decision
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.rules import bids
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_LASTING_EVENTS: Mapping[EventCard, str] = {
    EventCard.PLENTY: "goods at half price",
    EventCard.MONSOON: "no coast track",
    EventCard.SURPLUS: "2 free tracks each",
}
"""Short descriptions of the events whose effects last for the rest of the turn."""
_BID_FIRST_REFUSAL = "You can’t rank associates yet. Bid for turn order first."


class BiddingPhase(Bidding, frozen=True, tag="Bidding"):
    """All seats bid and rank associates; then the bids are revealed, and the seats get associates."""

    rules = (bids.BID_RULE, bids.RANK_RULE)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        """Return a decision for each seat that has not yet ranked the associates.

        The prompt is the same for the bid and for the ranking, so that nobody learns from it whether a seat has bid.
        """
        effect = _LASTING_EVENTS.get(state.event) if state.event else None
        event_text = f" (this turn: {effect})" if effect else ""
        prompt = f"In secret: a bid, then associates{event_text}."
        seats = (seat for seat in state.everyone if seat not in self.ranks)
        return tuple(Decision(seat, prompt, self.offers(state, seat)) for seat in seats)

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Resolve all bids and rankings. (rulings 42-47)"""
        state = bids.open_bids(state, {seat: self.bids[seat].open() for seat in state.everyone})
        for seat in state.order:
            state = bids.assign_associate(state, seat, self.ranks[seat].open())
        return state.set_rankings(self.ranks).pop_phase()

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        is_bidding = action.seat not in self.bids
        if isinstance(action, Bid if is_bidding else Rank):
            return super().refusal(state, action)
        return _BID_FIRST_REFUSAL if is_bidding else "You have already bid. Now rank the associates."
