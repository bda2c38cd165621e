"""A trip that is put together stop by stop: where it can go on to, and what else it can do where it ends. (RC Phase 6)

The way to each city is the cheapest that the train's moves allow; selling and loading there are proposed.
"""

from collections.abc import Iterator, Mapping

from engine.core import MAX_LENGTH, Seat, write
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.roads import Leg
from engine.games.railroads_of_catan.rules.trips import Journey, full, no_place, step, travel
from engine.games.railroads_of_catan.search.prospects import prospects_of
from engine.games.railroads_of_catan.search.stops import PASSED, stops_of
from engine.games.railroads_of_catan.search.variants import variants
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.paths import Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_Stops = tuple[Stop, ...]


def onward(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train, trip: Trip) -> Iterator[Trip]:
    """The trips that go on from this one to another city, nearest first; then those that differ in their last stop."""
    made = travel(state, fees, train, trip)
    if isinstance(made, str):
        return
    further = (_at_its_end(state, made, trip.stops, leg) for leg in _cheapest(state, made))
    begun = Journey(train, state.cash[train.seat], dict(fees))
    for stops in (*further, *_otherwise(state, begun, trip.stops)):
        if stops and len(write(Run(train.seat, train.number, Trip(stops)))) <= MAX_LENGTH:
            yield Trip(stops)


def _cheapest(state: RailroadsOfCatan, made: Journey) -> list[Leg]:
    """The way to each city that is within reach: the cheapest."""
    left = made.train.moves - made.moves
    ways = prospects_of(state, made.train.seat).roads.legs(made.train.at).values()
    within = [[leg for leg in legs if leg.moves <= left] for legs in ways]
    best = [min(legs, key=lambda leg: (leg.fees, leg.moves)) for legs in within if legs]
    return sorted(best, key=lambda leg: leg.moves)


def _at_its_end(state: RailroadsOfCatan, made: Journey, stops: _Stops, leg: Leg) -> _Stops:
    """The stops with this way after them, and with the work at its end that promises most; none if it can't be gone."""
    there: Journey | str = made
    for place in leg.points:
        there = step(state, there, place) if isinstance(there, Journey) else there
    if isinstance(there, str) or no_place(state, there.train):
        return ()
    prospects, last = prospects_of(state, made.train.seat), PASSED[leg.points[-1]]
    works = stops_of(state, made.train.seat).of(there, full(state, there.train))
    best, _ = max([(last, there), *works], key=lambda work: prospects.worth(work[1]))
    return (*stops, *(PASSED[place] for place in leg.points[:-1]), best)


def _otherwise(state: RailroadsOfCatan, begun: Journey, stops: _Stops) -> Iterator[_Stops]:
    """The same stops with other work at the last one, where it stops now or could."""
    *before, last = stops
    if last.works:
        yield (*before, Stop(last.place))
        yield from (other for other, _ in variants(state, begun, stops) if list(other[:-1]) == before)
        return
    made = travel(state, begun.fees, begun.train, Trip(stops))
    assert isinstance(made, Journey)
    for stop, _ in stops_of(state, made.train.seat).of(made, full(state, made.train)):
        yield (*before, stop)
