"""Phase 6: running trains. (RC Phase 6; rulings 68-88)"""

import msgspec

from engine.core import Decision, join_words
from engine.games.railroads_of_catan.rules import end_of_visit, running
from engine.games.railroads_of_catan.search import proposal_rules
from engine.games.railroads_of_catan.state.events import PlanStopped, VisitEnded
from engine.games.railroads_of_catan.state.phases import Running, Runs
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class RunsPhase(Runs, frozen=True, tag="Runs"):
    """The seats run trains one after another, in turn order."""

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.pop_phase()
        return state.replace_phase(RunsPhase(self.at + 1)).push_phases(RunningPhase(state.order[self.at]))


class RunningPhase(Running, frozen=True, tag="Running"):
    """One seat runs trains. Its plans are carried out; then it runs other trains until it is done."""

    rules = (proposal_rules.RUN_RULE, end_of_visit.DONE_RULE)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        trains = running.trains_to_run(state, self)
        if not self.begun or self.done or not any(running.can_act(state, train) for train in trains):
            return ()
        numbers = join_words([str(train.number) for train in trains])
        prompt = f"Run {'train' if len(trains) == 1 else 'trains'} {numbers}."
        return (Decision(self.seat, prompt, self.offers(state)),)

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Carry out the plans if there was no attempt yet; otherwise end the visit."""
        if not self.begun:
            phase = msgspec.structs.replace(self, begun=True)
            return phase._run_planned_trips(state.replace_phase(phase))
        if not (self.ran or self.done):  # no train could run, so plans are kept
            return state.pop_phase()
        return running.clear_trip_plans(state, self.seat).emit(VisitEnded(self.seat, building=False)).pop_phase()

    def _run_planned_trips(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Run the planned trips, if all of them are possible within their limits. (asynchronous form)

        The seat then decides about the trains without a plan. If a planned trip is not possible, no plan is carried
        out, and the plans are kept while the seat decides.
        """
        plans = state.plans[self.seat].open().runs
        if not plans or not self.decisions(state):
            return state
        after = running.clear_trip_plans(state, self.seat)
        for plan in plans:
            phase = after.flow[-1]
            assert isinstance(phase, Running)
            if obstacle := running.trip_plan_obstacle(after, phase, plan):
                return state.emit(PlanStopped(self.seat, obstacle, to=frozenset({self.seat})))
            after = running.run_trip(after, phase, plan.number, plan.trip)
        return after
