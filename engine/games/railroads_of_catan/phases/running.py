"""Running trains. (RC Phase 6; rulings 68-88)"""

import msgspec

from engine.core import Decision, listed
from engine.games.railroads_of_catan.rules import running, visits
from engine.games.railroads_of_catan.search import moves
from engine.games.railroads_of_catan.state.events import PlanStopped, VisitEnded
from engine.games.railroads_of_catan.state.phases import Running, Runs
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class RunsPhase(Runs, frozen=True, tag="Runs"):
    """One running after the other."""

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.leave()
        return state.become(RunsPhase(self.at + 1)).enter(RunningPhase(state.order[self.at]))


class RunningPhase(Running, frozen=True, tag="Running"):
    """The running of a seat: its plans are tried; then it runs its other trains, as long as it can and wants to."""

    rules = (moves.RUN, visits.DONE)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        waiting = running.waiting(state, self)
        if not self.begun or self.done or not any(running.can_act(state, train) for train in waiting):
            return ()
        numbers = listed([str(train.number) for train in waiting])
        prompt = f"Run {'train' if len(waiting) == 1 else 'trains'} {numbers}."
        return (Decision(self.seat, prompt, self.offers(state)),)

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Try the plans first; when no train is left, or all is done, the visit ends."""
        if not self.begun:
            begun = msgspec.structs.replace(self, begun=True)
            return begun._planned(state.become(begun))
        if not (self.ran or self.done):  # there was nothing to do: plans wait on
            return state.leave()
        return running.unplanned(state, self.seat).tell(VisitEnded(self.seat, building=False)).leave()

    def _planned(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Runs what was planned, if every trip of it can still be made; else the seat is asked. (asynchronous form)

        The seat is also asked about trains without a plan. Plans that are stopped are kept while it is asked, as one of
        track is.
        """
        plans = state.plans[self.seat].open().runs
        if not plans or not self.decisions(state):
            return state
        ran = running.unplanned(state, self.seat)
        for plan in plans:
            phase = ran.flow[-1]
            assert isinstance(phase, Running)
            if why := running.stopped(ran, phase, plan):
                return state.tell(PlanStopped(self.seat, why, to=frozenset({self.seat})))
            ran = running.ran(ran, phase, plan.number, plan.trip)
        return ran
