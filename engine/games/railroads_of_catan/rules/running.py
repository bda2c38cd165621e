"""Running trains, and carrying out plans to run trains. (RC Phase 6; rulings 68, 75-83)"""

import msgspec

from engine.core import MAX_LENGTH, Seat, write_action
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.trips import Journey, open_neighbors, travel
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.events import OrderFilled, TrainRun
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Trip
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.plans import RunPlan
from engine.games.railroads_of_catan.state.sellable_items import no_train_obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def trains_to_run(state: RailroadsOfCatan, running: Running) -> tuple[TrainPiece, ...]:
    """The trains that have not run in this turn."""
    return tuple(train for train in state.trains_of(running.seat) if train.number not in running.ran)


def can_act(state: RailroadsOfCatan, train: TrainPiece) -> bool:
    """Whether a train can run on a track, or load or sell in the city where it is."""
    if any(open_neighbors(state, train.at)):
        return True
    if train.at not in state.cities:
        return False
    own_good = state.layout.good_of(train.at)
    return len(train.goods) < train.capacity or any(good is not own_good for good in train.goods)


def try_trip(state: RailroadsOfCatan, running: Running, number: int, trip: Trip) -> Journey | Obstacle:
    """Return the result of a trip of one of the seat's trains, or the obstacle to it."""
    seat = running.seat
    train = state.find_train(seat, number)
    if train is None:
        return no_train_obstacle(state, seat, number)
    if number in running.ran:
        return Obstacle("ran", numbers=(number,))
    if (length := len(write_action(Run(seat, number, trip)))) > MAX_LENGTH:
        return Obstacle("too-long", numbers=(length, MAX_LENGTH))
    return travel(state, running.fees, train, trip)


def run_trip(state: RailroadsOfCatan, running: Running, number: int, trip: Trip) -> RailroadsOfCatan:
    """Make a trip: move the train, pay and receive money, and fill orders. (RC Phase 6)"""
    seat, journey = running.seat, try_trip(state, running, number, trip)
    assert isinstance(journey, Journey)
    for line in journey.lines:
        owner = line.seat
        state = state.pay_from_bank(seat, line.dollars) if owner is None else state.pay(seat, -line.dollars, owner)
    first, last = trip.stops[0].place, trip.stops[-1].place
    stops = state.cities_among(stop.place for stop in trip.stops)
    cities = {**stops, **state.cities_near(first), **state.cities_near(last)}
    state = state.set_train(journey.train).emit(TrainRun(seat, number, trip, journey.bill, cities))
    for letter in journey.filled:
        order = next(order for order in state.orders if order.letter == letter)
        state = state.fill_order(letter).emit(OrderFilled(seat, order, cities))
    numbers = (*running.ran, number)
    return state.replace_phase(msgspec.structs.replace(running, ran=numbers, fees=journey.fees))


def clear_trip_plans(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Remove a seat's plans to run trains in this turn; plans for the next turn remain."""
    runs = state.plans[seat].open().runs
    later = tuple(run for run in runs if run.turn > state.turn)
    return state.update_plans(seat, runs=later) if later != runs else state


def trip_plan_obstacle(state: RailroadsOfCatan, running: Running, plan: RunPlan) -> Obstacle | None:
    """Return the obstacle to a planned trip, such as fees above the plan's limit; None if the trip is possible."""
    journey = try_trip(state, running, plan.number, plan.trip)
    if isinstance(journey, Obstacle):
        return msgspec.structs.replace(journey, train=plan.number)
    fees, limit = journey.bill.fees, plan.limit
    return Obstacle("fee-limit", numbers=(fees, limit), train=plan.number) if fees > limit else None


def run_refusal(state: RailroadsOfCatan, running: Running, action: Run) -> str:
    """The reason why the trip is impossible; empty if it is possible."""
    journey = try_trip(state, running, action.number, action.trip)
    return obstacle_sentence(journey) if isinstance(journey, Obstacle) else ""


def run_cost(state: RailroadsOfCatan, action: Run) -> int | None:
    """Return the dollars that a trip pays to rivals for goods and in fees, before any income."""
    phase, train = state.flow[-1], state.find_train(action.seat, action.number)
    if not isinstance(phase, Running) or train is None:
        return None
    journey = travel(state, phase.fees, train, action.trip)
    return journey.bill.rival_income if isinstance(journey, Journey) else None
