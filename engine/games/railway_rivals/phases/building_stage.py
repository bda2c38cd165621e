"""The building stage, and the vote on ending it. (R The Building Stage)"""

from engine.core import Action, Decision, Phase, count_noun
from engine.games.railway_rivals.phases.building import begin_building_round
from engine.games.railway_rivals.phases.operating import Operating
from engine.games.railway_rivals.rules import voting
from engine.games.railway_rivals.rules.building_stage_turns import is_stage_over, is_vote_due
from engine.games.railway_rivals.rules.voting import vote_result
from engine.games.railway_rivals.state.events import BuildingEnded, VoteTaken
from engine.games.railway_rivals.state.phases import Voting
from engine.games.railway_rivals.state.state import RailwayRivals


class BuildingStage(Phase[RailwayRivals], frozen=True):
    """Begins rounds of building until the stage is over, then begins the operating stage.

    (R The Building Stage; R End of Building Stage)
    """

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        if is_stage_over(state):
            names = tuple(state.hex_map.town_at[hex].name for hex in state.unreached_towns)
            return state.begin_operating().emit(BuildingEnded(state.unreached_towns, names)).replace_phase(Operating())
        return state.push_phases(VotingPhase()) if is_vote_due(state) else begin_building_round(state)


class VotingPhase(Voting, frozen=True, tag="Voting"):
    """All seats vote at the same time, until the result is certain. (ruling 56)"""

    rules = (voting.VOTE_RULE,)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        if vote_result(state, self) is not None:
            return ()
        towns = count_noun(len(state.unreached_towns), "town")
        prompt = f"No one has reached a new town for {state.fruitless} turns ({towns} left). End the building stage?"
        waiting = (seat for seat in state.everyone if seat not in self.votes)
        return tuple(Decision(seat, prompt, self.offers(state, seat)) for seat in waiting)

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        end = bool(vote_result(state, self))
        after = state.set_turns_left(0) if end else state.set_fruitless(0)
        return after.emit(VoteTaken(end)).pop_phase()

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        return voting.VOTE_RULE.refusal(state, self, action)
