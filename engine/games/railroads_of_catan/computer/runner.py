"""A computer player's opinion of running a train, in about dollars. It works on what one seat may see."""

from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.trips import travel
from engine.games.railroads_of_catan.search.prospects import prospects_of
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def running(state: RailroadsOfCatan, action: Run) -> float:
    """Rate a trip by what it brings, compared with leaving the train as it stands; no order is filled by two trains."""
    others = (train for train in state.trains_of(action.seat) if train.goods and train.number != action.number)
    return running_beside(state, action, tuple(others))


def running_beside(state: RailroadsOfCatan, action: Run, beside: tuple[Train, ...]) -> float:
    """The same, when of the seat's other trains these may fill orders."""
    phase, train = state.flow[-1], state.train(action.seat, action.number)
    assert isinstance(phase, Running)
    assert train is not None
    made = travel(state, phase.fees, train, action.trip)
    assert not isinstance(made, Obstacle)
    prospects = prospects_of(state, action.seat, beside)
    return prospects.worth(made) - prospects.cargo(train)
