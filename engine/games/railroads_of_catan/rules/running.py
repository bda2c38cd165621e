"""Running a train: its trip is made, money changes hands, orders are filled. (RC Phase 6; rulings 68, 75-83)"""

import msgspec

from engine.core import MAX_LENGTH, Seat, write
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.rules.trips import Journey, open_at, travel
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.events import OrderFilled, TrainRun
from engine.games.railroads_of_catan.state.items import no_train
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Trip
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.plans import RunPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def waiting(state: RailroadsOfCatan, running: Running) -> tuple[Train, ...]:
    """The trains that have not run in this turn."""
    return tuple(train for train in state.trains_of(running.seat) if train.number not in running.ran)


def can_act(state: RailroadsOfCatan, train: Train) -> bool:
    """Whether a train has a track to run on, or stands in a city where it can load or sell."""
    if any(open_at(state, train.at)):
        return True
    if train.at not in state.cities:
        return False
    made = state.layout.good(train.at)
    return len(train.goods) < train.capacity or any(good is not made for good in train.goods)


def tried(state: RailroadsOfCatan, running: Running, number: int, trip: Trip) -> Journey | Obstacle:
    """The journey that a trip of one of the seat's trains comes to, or why it cannot be made."""
    seat = running.seat
    train = state.train(seat, number)
    if train is None:
        return no_train(state, seat, number)
    if number in running.ran:
        return Obstacle("ran", numbers=(number,))
    if (length := len(write(Run(seat, number, trip)))) > MAX_LENGTH:
        return Obstacle("too-long", numbers=(length, MAX_LENGTH))
    return travel(state, running.fees, train, trip)


def ran(state: RailroadsOfCatan, running: Running, number: int, trip: Trip) -> RailroadsOfCatan:
    """Makes a trip: money changes hands, orders are filled, the train stands where it ended. (RC Phase 6)"""
    seat, made = running.seat, tried(state, running, number, trip)
    assert isinstance(made, Journey)
    for line in made.lines:
        owner = line.seat
        state = state.earn(seat, line.dollars) if owner is None else state.pay(seat, -line.dollars, owner)
    first, last = trip.stops[0].place, trip.stops[-1].place
    stops = state.cities_among(stop.place for stop in trip.stops)
    cities = {**stops, **state.cities_near(first), **state.cities_near(last)}
    state = state.set_train(made.train).tell(TrainRun(seat, number, trip, made.bill, cities))
    for letter in made.filled:
        order = next(order for order in state.orders if order.letter == letter)
        state = state.fill_order(letter).tell(OrderFilled(seat, order, cities))
    numbers = (*running.ran, number)
    return state.become(msgspec.structs.replace(running, ran=numbers, fees=made.fees))


def unplanned(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """No trips are planned any more for this turn."""
    runs = state.plans[seat].open().runs
    later = tuple(run for run in runs if run.turn > state.turn)
    return state.replan(seat, runs=later) if later != runs else state


def stopped(state: RailroadsOfCatan, running: Running, plan: RunPlan) -> Obstacle | None:
    """Why a planned trip cannot be made, or not for the fees that were said."""
    made = tried(state, running, plan.number, plan.trip)
    if isinstance(made, Obstacle):
        return msgspec.structs.replace(made, train=plan.number)
    fees, limit = made.bill.fees, plan.limit
    return Obstacle("fee-limit", numbers=(fees, limit), train=plan.number) if fees > limit else None


def played(state: RailroadsOfCatan, running: Running, action: Run) -> RailroadsOfCatan:
    """The train that the action names makes its trip."""
    return ran(state, running, action.number, action.trip)


def why_not(state: RailroadsOfCatan, running: Running, action: Run) -> str:
    """Why its trip cannot be made; empty if it can."""
    made = tried(state, running, action.number, action.trip)
    return refusal(made) if isinstance(made, Obstacle) else ""


def price(state: RailroadsOfCatan, action: Run) -> int | None:
    """The dollars that rivals get, for goods and in fees; income from sales and orders is not subtracted."""
    phase, train = state.flow[-1], state.train(action.seat, action.number)
    if not isinstance(phase, Running) or train is None:
        return None
    made = travel(state, phase.fees, train, action.trip)
    return made.bill.paid if isinstance(made, Journey) else None
