"""Phase 3: placing a city tile. (R Place a City Tile)"""

from engine.core import Action, Decision
from engine.games.railroad_rivals.rules import placing
from engine.games.railroad_rivals.state.events import PlacementPassed
from engine.games.railroad_rivals.state.phases import Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


class PlacingPhase(Placing, frozen=True, tag="Placing"):
    """The placing of cities as it is played."""

    rules = (placing.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        return (Decision(state.order[self.done], "Place one of your city tiles.", offers),) if offers else ()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """A player who cannot place passes; after the last player the phase is over. (R Place a City Tile; P14)"""
        if self.done == state.seats:
            return placing.standstill(state).leave()
        seat = state.order[self.done]
        passed = PlacementPassed(seat, empty_handed=not state.placeable(seat))
        return state.in_phase(done=self.done + 1).tell(passed)

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return "You can’t do that now: cities are being placed. Place one of yours."
