"""The building stage: Turn after Turn until it ends, and the vote on ending it. (R The Building Stage)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railway_rivals.phases.building import building_round
from engine.games.railway_rivals.phases.operating import Operating
from engine.games.railway_rivals.rules.turns import over, vote_due
from engine.games.railway_rivals.state.actions import Vote
from engine.games.railway_rivals.state.events import BuildingEnded, VoteCast, VoteTaken
from engine.games.railway_rivals.state.phase import RailwayPhase

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals


class BuildingStage(RailwayPhase, frozen=True):
    """Round after round of building, until a Turn turned out to be the last; then the operating stage begins.

    (R The Building Stage; R End of Building Stage)
    """

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        if over(state):
            names = tuple(state.chart.town_at[hex].name for hex in state.unreached)
            return state.begin_operating().tell(BuildingEnded(state.unreached, names)).become(Operating())
        return state.enter(Voting()) if vote_due(state) else building_round(state)


class Voting(RailwayPhase, frozen=True):
    """Everybody says whether the building stage ends with several towns left; more than half must wish it.

    It is over as soon as it is decided; without a majority the fruitless Turns are counted anew. (ruling 56)
    """

    votes: Mapping[Seat, bool] = {}

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        if self._verdict(state) is not None:
            return ()
        towns = counted(len(state.unreached), "town")
        prompt = f"{towns} have no track, and nobody reached one for {state.fruitless} Turns. End the building stage?"
        return tuple(
            Decision(seat, prompt, (Vote(seat, "yes"), Vote(seat, "no")))
            for seat in state.everyone
            if seat not in self.votes
        )

    def apply(self, state: RailwayRivals, action: Vote) -> RailwayRivals:
        end = action.end == "yes"
        return state.become(Voting({**self.votes, action.seat: end})).tell(VoteCast(action.seat, end))

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        end = bool(self._verdict(state))
        decided = state.build_on(0) if end else state.count_fruitless(0)
        return decided.tell(VoteTaken(end)).leave()

    def refusal(self, state: RailwayRivals, action: object) -> str:
        return "This is the vote on ending the building stage: answer yes or no."

    def _verdict(self, state: RailwayRivals) -> bool | None:
        """None: it may still go either way."""
        yes = sum(self.votes.values())
        if 2 * yes > state.seats:
            return True
        return False if 2 * (yes + state.seats - len(self.votes)) <= state.seats else None
