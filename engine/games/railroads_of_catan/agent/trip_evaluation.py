"""The evaluation of trips, in dollars."""

from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.trips import travel
from engine.games.railroads_of_catan.search.trip_value import trip_values_of
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def trip_gain(state: RailroadsOfCatan, action: Run) -> float:
    """Evaluate a trip compared with staying; orders that the seat's other trains may fill count less."""
    others = (train for train in state.trains_of(action.seat) if train.goods and train.number != action.number)
    return trip_gain_beside(state, action, tuple(others))


def trip_gain_beside(state: RailroadsOfCatan, action: Run, beside: tuple[TrainPiece, ...]) -> float:
    """Evaluate a trip compared with staying; ``beside`` are other trains that may fill orders."""
    phase, train = state.flow[-1], state.find_train(action.seat, action.number)
    assert isinstance(phase, Running)
    assert train is not None
    journey = travel(state, phase.fees, train, action.trip)
    assert not isinstance(journey, Obstacle)
    values = trip_values_of(state, action.seat, beside)
    return values.trip_value(journey) - values.cargo_value(train)
