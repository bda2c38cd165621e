"""Running trains. (RC Phase 6; rulings 68-88)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision, Either
from engine.core.notation import MAX_LENGTH, write
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroads_of_catan.rules.trips import Journey, open_at, travel
from engine.games.railroads_of_catan.search.proposals import proposals
from engine.games.railroads_of_catan.state.actions import Done, Run
from engine.games.railroads_of_catan.state.events import OrderFilled, PlanStopped, TrainRun, VisitEnded
from engine.games.railroads_of_catan.state.items import no_train
from engine.games.railroads_of_catan.state.paths import Trip
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.box.pieces import Train
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Runs(CatanPhase, frozen=True):
    """Everybody runs trains, in order; ``at`` seats have. (RC Phase 6)"""

    heading = "Phase 6: Running Trains"

    at: int = 0

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.leave()
        return state.become(Runs(self.at + 1)).enter(Running(state.order[self.at]))


class Running(CatanPhase, frozen=True):
    """A seat's trains, each once: ``ran`` are the numbers of those that have. (RC Phase 6; ruling 68)

    ``fees`` is what each rival has had in this turn, for the cap. ``begun``: what was planned has been tried.
    ``done``: no more.
    """

    seat: Seat
    ran: tuple[int, ...] = ()
    fees: Mapping[Seat, int] = {}
    begun: bool = False
    done: bool = False

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        waiting = self.waiting(state)
        if not self.begun or self.done or not any(_can_act(state, train) for train in waiting):
            return ()
        numbers = listed([str(train.number) for train in waiting])
        prompt = f"{'Train' if len(waiting) == 1 else 'Trains'} {numbers} may still run."
        return (Decision(self.seat, prompt, Either(Trips(state, self), (Done(self.seat),))),)

    def waiting(self, state: RailroadsOfCatan) -> tuple[Train, ...]:
        """The trains that have not run in this turn."""
        return tuple(train for train in state.trains_of(self.seat) if train.number not in self.ran)

    def apply(self, state: RailroadsOfCatan, action: Run | Done) -> RailroadsOfCatan:
        if isinstance(action, Done):
            return state.become(msgspec.structs.replace(self, done=True))
        return self.run(state, action.number, action.trip)

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """What was planned comes first; when no train is left, or all is done, the visit ends."""
        if not self.begun:
            begun = msgspec.structs.replace(self, begun=True)
            return begun.planned(state.become(begun))
        if not (self.ran or self.done):  # there was nothing to do: plans wait on
            return state.leave()
        return _unplanned(state, self.seat).tell(VisitEnded(self.seat, building=False)).leave()

    def planned(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Runs what was planned, if every trip of it can still be made; else the seat is asked. (asynchronous form)

        The seat is also asked about trains without a plan. Plans that are stopped are kept while it is asked, as one of
        track is.
        """
        plans = state.plans[self.seat].open()
        if not plans.runs or not self.decisions(state):
            return state
        ran, phase = _unplanned(state, self.seat), self
        for plan in plans.runs:
            made = phase.tried(ran, plan.number, plan.trip)
            if isinstance(made, Journey) and made.bill.fees > plan.limit:
                made = f"The fees would be ${made.bill.fees:,} now, more than the ${plan.limit:,} you said."
            if isinstance(made, str):
                return state.tell(PlanStopped(self.seat, f"Train {plan.number}: {made}", to=frozenset({self.seat})))
            ran = phase.run(ran, plan.number, plan.trip)
            after = ran.flow[-1]
            assert isinstance(after, Running)
            phase = after
        return ran

    def tried(self, state: RailroadsOfCatan, number: int, trip: Trip) -> Journey | str:
        """What a trip of one of the seat's trains comes to, or why it cannot be made."""
        train = state.train(self.seat, number)
        if train is None:
            return no_train(state, self.seat, number)
        if number in self.ran:
            return f"Train {number} has run in this turn; each train runs once."
        if (length := len(write(Run(self.seat, number, trip)))) > MAX_LENGTH:
            return (
                f"This line has {length} characters, and a move may have {MAX_LENGTH}: sell barrels at once, “-2ore”."
            )
        return travel(state, self.fees, train, trip)

    def run(self, state: RailroadsOfCatan, number: int, trip: Trip) -> RailroadsOfCatan:
        """Makes a trip: money changes hands, orders are filled, the train stands where it ended. (RC Phase 6)"""
        made = self.tried(state, number, trip)
        assert isinstance(made, Journey)
        for line in made.lines:
            owner = line.seat
            state = state.earn(self.seat, line.dollars) if owner is None else state.pay(self.seat, -line.dollars, owner)
        cities = state.cities_among(stop.place for stop in trip.stops)
        state = state.set_train(made.train).tell(TrainRun(self.seat, number, trip, made.bill, cities))
        for letter in made.filled:
            order = next(order for order in state.orders if order.letter == letter)
            state = state.fill_order(letter).tell(OrderFilled(self.seat, order, cities))
        return state.become(msgspec.structs.replace(self, ran=(*self.ran, number), fees=made.fees))

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        if not isinstance(action, Run):
            return super().refusal(state, action)
        made = self.tried(state, action.number, action.trip)
        return made if isinstance(made, str) else super().refusal(state, action)


def _unplanned(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """No trips are planned any more for this turn."""
    plans = state.plans[seat].open()
    later = tuple(run for run in plans.runs if run.turn > state.turn)
    return state.plan(seat, msgspec.structs.replace(plans, runs=later)) if later != plans.runs else state


def _can_act(state: RailroadsOfCatan, train: Train) -> bool:
    """Whether a train has a track to run on, or stands in a city where it can load or sell."""
    if any(open_at(state, train.at)):
        return True
    made = state.layout.good(train.at)
    return train.at in state.cities and (len(train.goods) < train.capacity or any(g is not made for g in train.goods))


class Trips(Collection[Run]):
    """Lists the best trips of each train that waits; accepts any that can be made. (RC Phase 6)"""

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, running: Running) -> None:
        self.state, self.running = state, running

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Run]:
        for train in self.running.waiting(self.state):
            for trip in proposals(self.state, self.running.fees, train):
                yield Run(train.seat, train.number, trip)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Run) or action.seat != self.running.seat:
            return False
        return isinstance(self.running.tried(self.state, action.number, action.trip), Journey)
