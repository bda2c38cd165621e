"""A computer player's opinion of running a train, in about dollars. It works on what one seat may see."""

from engine.games.railroads_of_catan.rules.trips import travel
from engine.games.railroads_of_catan.search.prospects import prospects_of
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def running(state: RailroadsOfCatan, action: Run) -> float:
    """Rate a trip by what it brings, compared with leaving the train as it stands."""
    phase, train = state.flow[-1], state.train(action.seat, action.number)
    assert isinstance(phase, Running)
    assert train is not None
    made = travel(state, phase.fees, train, action.trip)
    assert not isinstance(made, str)
    prospects = prospects_of(state, action.seat)
    return prospects.worth(made) - prospects.cargo(train)
