"""Tracks and trains. (RC Phase 5; rulings 58-67)"""

import msgspec

from engine.core import Decision, counted, dollars
from engine.games.railroads_of_catan.box.figures import SURPLUS
from engine.games.railroads_of_catan.rules import laying, trains, visits
from engine.games.railroads_of_catan.rules.building import Site, credit, most_affordable, near, tracks_left
from engine.games.railroads_of_catan.search import moves
from engine.games.railroads_of_catan.state.events import PlanStopped, VisitEnded
from engine.games.railroads_of_catan.state.phases import Building, Buying
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_HARD_ONES = {1: "(not across mountains or water)", SURPLUS: "(or 1 across mountains or water)"}
"""What the surplus says of them, by what is left of it. (ruling 38)"""


class BuyingPhase(Buying, frozen=True, tag="Buying"):
    """One building after the other."""

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.leave()
        return state.become(BuyingPhase(self.at + 1)).enter(BuildingPhase(state.order[self.at]))


class BuildingPhase(Building, frozen=True, tag="Building"):
    """The building of a seat: its plan is tried; then the seat builds as long as it can and wants to."""

    rules = (moves.TOWARD, laying.LAY, trains.TRAIN, trains.LARGER, visits.DONE)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if not self.begun or self.done:
            return ()
        what = tuple(filter(None, (self._tracks(state), self._trains(state))))
        if not what:
            return ()
        doing = ", and ".join(what)
        prompt = f"{doing[0].upper()}{doing[1:]} (you have {dollars(state.cash[self.seat])})."
        return (Decision(self.seat, prompt.replace(") (", "; "), self.offers(state)),)

    def _tracks(self, state: RailroadsOfCatan) -> str:
        """“lay up to 3 tracks”, with those that are free; empty if there is no track to lay. (rulings 38, 61)"""
        site = Site(state, self)
        if all(site.wrong(track) for track in near(state, self.seat)):
            return ""
        rails = state.rails_left(self.seat)
        left = min(tracks_left(state, self), most_affordable(state, self.seat), rails)
        free = min(credit(state, self), rails)
        if not free:
            return f"lay up to {counted(left, 'track')}" if left else ""
        if left + free > rails:
            return f"lay up to {counted(rails, 'track')}, {free} free {_HARD_ONES[free]}"
        paid = f"up to {counted(left, 'track')} and " if left else ""
        return f"lay {paid}{counted(free, 'free track')} {_HARD_ONES[free]}"

    def _trains(self, state: RailroadsOfCatan) -> str:
        """“buy or upgrade a train”, as far as the seat can."""
        kinds = {"buy": trains.TRAIN, "upgrade": trains.LARGER}
        possible = [kind for kind, rule in kinds.items() if rule.offered(state, self)]
        return f"{' or '.join(possible)} a train" if possible else ""

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Try the plan first; when nothing more can be done, or all is, the visit ends."""
        if not self.begun:
            begun = msgspec.structs.replace(self, begun=True)
            return begun._planned(state.become(begun))
        if not (self.laid or self.credit or self.bought or self.done):  # there was nothing to do: a plan waits on
            return state.leave()
        return laying.unplanned(state, self.seat).tell(VisitEnded(self.seat, building=True)).leave()

    def _planned(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Lays what was planned, if all of it can be laid and for no more than was said. (asynchronous form)

        A plan that is stopped is kept while its seat is asked: nothing that is hidden has changed, so that a rival who
        takes a move back does not learn that there was a plan.
        """
        plan = state.plans[self.seat].open().track
        if plan is None or not self.decisions(state):
            return state
        if why := laying.stopped(state, self, plan):
            return state.tell(PlanStopped(self.seat, why, to=frozenset({self.seat})))
        built = laying.built(laying.unplanned(state, self.seat), self, plan.path)
        return built.become(msgspec.structs.replace(built.flow[-1], done=True))
