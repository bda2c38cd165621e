"""The building stage: Turn after Turn until it ends, and the vote on ending it. (R The Building Stage)"""

from engine.core import Action, Decision, Phase, counted
from engine.games.railway_rivals.phases.building import building_round
from engine.games.railway_rivals.phases.operating import Operating
from engine.games.railway_rivals.rules import voting
from engine.games.railway_rivals.rules.turns import over, vote_due
from engine.games.railway_rivals.rules.voting import verdict
from engine.games.railway_rivals.state.events import BuildingEnded, VoteTaken
from engine.games.railway_rivals.state.phases import Voting
from engine.games.railway_rivals.state.state import RailwayRivals


class BuildingStage(Phase[RailwayRivals], frozen=True):
    """Round after round of building, until a Turn turned out to be the last; then the operating stage begins.

    (R The Building Stage; R End of Building Stage)
    """

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        if over(state):
            names = tuple(state.chart.town_at[hex].name for hex in state.unreached)
            return state.begin_operating().tell(BuildingEnded(state.unreached, names)).become(Operating())
        return state.enter(VotingPhase()) if vote_due(state) else building_round(state)


class VotingPhase(Voting, frozen=True, tag="Voting"):
    """Everyone votes at the same time, until it is decided. (ruling 56)"""

    rules = (voting.RULE,)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        if verdict(state, self) is not None:
            return ()
        towns = counted(len(state.unreached), "town")
        prompt = f"No one has reached a new town for {state.fruitless} turns ({towns} left). End the building stage?"
        waiting = (seat for seat in state.everyone if seat not in self.votes)
        return tuple(Decision(seat, prompt, self.offers(state, seat)) for seat in waiting)

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        end = bool(verdict(state, self))
        decided = state.build_on(0) if end else state.count_fruitless(0)
        return decided.tell(VoteTaken(end)).leave()

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        return voting.RULE.refusal(state, self, action)
