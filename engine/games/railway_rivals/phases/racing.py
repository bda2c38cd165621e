"""The phase of races. (R Running Costs; R The Race)"""

from engine.core import Phase
from engine.games.railway_rivals.rules.running import hold_race
from engine.games.railway_rivals.state.runs import Contest
from engine.games.railway_rivals.state.state import RailwayRivals


class Racing(Phase[RailwayRivals], frozen=True):
    """Runs the races of ``contests`` in order.

    Fees are paid at the start of each race, so prizes of earlier races can pay them. (R Running Costs; R The Race;
    ruling 75)
    """

    heading = "The Race"

    contests: tuple[Contest, ...]

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        if not self.contests:
            return state.pop_phase()
        return hold_race(state.replace_phase(Racing(self.contests[1:])), self.contests[0])
