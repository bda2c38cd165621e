"""Phase 2: drafting tiles from the offer. (R Draft Tiles)"""

from engine.core import Action, Decision, listed
from engine.games.railroad_rivals.box.data import PICKS
from engine.games.railroad_rivals.rules import drafting
from engine.games.railroad_rivals.state.events import DraftSkipped
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals


class DraftingPhase(Drafting, frozen=True, tag="Drafting"):
    """The draft as it is played."""

    rules = (drafting.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.picks == PICKS * state.seats:
            return ()
        offers = tuple(self.offers(state))
        return (Decision(drafting.drafter(state, self), self._question(state), offers),) if offers else ()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """The phase is over, or this seat finds the offer empty and gets nothing. (ruling D7)"""
        if self.picks == PICKS * state.seats:
            return state.leave()
        return state.in_phase(picks=self.picks + 1).tell(DraftSkipped(drafting.drafter(state, self)))

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that during the draft. Take {listed(drafting.choices(state, self), 'or')}."

    def _question(self, state: RailroadRivals) -> str:
        if self.picks >= state.seats:
            return "Draft your second tile."
        return "Draft a stock tile." if state.city_pile_out else "Draft a city or stock tile."
