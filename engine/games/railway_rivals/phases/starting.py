"""The phase of choosing start towns. (R Setting Up, 4)"""

from engine.core import Action, Decision
from engine.games.railway_rivals.rules import starting
from engine.games.railway_rivals.rules.starting import begin_company, choosing_seat, free_towns
from engine.games.railway_rivals.state.actions import Start
from engine.games.railway_rivals.state.phases import Starting
from engine.games.railway_rivals.state.state import RailwayRivals


class StartingPhase(Starting, frozen=True, tag="Starting"):
    """Seats choose in turn; the last town is assigned if only one is free. (R Setting Up, 4; rulings 11, 12)"""

    rules = (starting.START_RULE,)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        if self.done == state.seats or len(free_towns(state)) == 1:
            return ()
        prompt = "Choose your start town."
        return (Decision(choosing_seat(state, self), prompt, self.offers(state)),)

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        """Assign the only free town, or give the last seat the first Turn. (R Setting Up, 6; ruling 13)"""
        if self.done == state.seats:
            last = state.from_seat(state.roller)[-1]
            return state.hand_die(last).pop_phase()
        return begin_company(state, self, free_towns(state)[0])

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        return super().refusal(state, action) if isinstance(action, Start) else starting.other_action_refusal(state)
