"""The moves whose offers are proposals: track toward a city, and trips. (RC Phases 5 and 6)"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from engine.core import MAX_LENGTH, Action, Rule, Seat, verb, write
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules import laying, running
from engine.games.railroads_of_catan.rules.roads import Leg
from engine.games.railroads_of_catan.rules.trips import Journey, full, no_place, step, travel
from engine.games.railroads_of_catan.search.proposals import proposals
from engine.games.railroads_of_catan.search.prospects import prospects_of
from engine.games.railroads_of_catan.search.stops import PASSED, stops_of
from engine.games.railroads_of_catan.search.variants import variants
from engine.games.railroads_of_catan.search.ways import few_ways, ways
from engine.games.railroads_of_catan.state.actions import Run, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class _Ways(Collection[Toward]):
    """The best ways to every city that is not on the seat's network, worked out when somebody asks."""

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _listed(self) -> tuple[Toward, ...]:
        seat, found = self.building.seat, ways(self.state, self.building)
        return tuple(Toward(seat, city, path) for city, path in found)

    @cached_property
    def shown(self) -> tuple[Toward, ...]:
        """A few that lay different track."""
        seat = self.building.seat
        return tuple(Toward(seat, city, path) for city, path in few_ways(self.state, self.building))

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Toward]:
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        return action in self._listed


def _ways(state: RailroadsOfCatan, building: Building) -> Collection[Action]:
    return _Ways(state, building)


def _built(state: RailroadsOfCatan, building: Building, action: Toward) -> RailroadsOfCatan:
    return laying.built(state, building, action.path, action.city)


def _no_way(state: RailroadsOfCatan, building: Building, action: Toward) -> str:
    wrong = laying.why_not(state, building, action)
    return wrong or "That isn’t one of the suggested routes. Use *Lay track* instead."


TOWARD = Rule((Toward,), _ways, _built, _no_way, laying.price)


class _Trips(Collection[Run]):
    """Lists the best trips of each train that waits; accepts any that can be made. (RC Phase 6)"""

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, phase: Running) -> None:
        self.state, self.phase = state, phase

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Run]:
        for train in running.waiting(self.state, self.phase):
            for trip in proposals(self.state, self.phase.fees, train):
                yield Run(train.seat, train.number, trip)

    def begun(self, words: Sequence[str]) -> Run | None:
        """A train that stays where it stands, from where its trip is put together stop by stop."""
        number = words[1] if len(words) == 2 and words[0] == verb(Run) else ""
        waiting = running.waiting(self.state, self.phase)
        found = (Run(train.seat, train.number, _staying(train)) for train in waiting if str(train.number) == number)
        return next((action for action in found if action in self), None)

    def further(self, action: Action) -> tuple[Run, ...]:
        """The trips that go on from one, or do something else at its end."""
        if not isinstance(action, Run) or action not in self:
            return ()
        train = self.state.train(action.seat, action.number)
        assert train is not None
        trips = _onward(self.state, self.phase.fees, train, action.trip)
        longer = (Run(action.seat, action.number, trip) for trip in trips)
        return tuple(dict.fromkeys(run for run in longer if run != action))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Run) or action.seat != self.phase.seat:
            return False
        return isinstance(running.tried(self.state, self.phase, action.number, action.trip), Journey)


def _staying(train: Train) -> Trip:
    return Trip((Stop(train.at),))


def _trips(state: RailroadsOfCatan, phase: Running) -> Collection[Action]:
    return _Trips(state, phase)


RUN = Rule((Run,), _trips, running.played, running.why_not, running.price)


_Stops = tuple[Stop, ...]


def _onward(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train, trip: Trip) -> Iterator[Trip]:
    """The trips that go on from this one to another city, nearest first; then those that differ in their last stop."""
    made = travel(state, fees, train, trip)
    if isinstance(made, Obstacle):
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
    there: Journey | Obstacle = made
    for place in leg.points:
        there = step(state, there, place) if isinstance(there, Journey) else there
    if isinstance(there, Obstacle) or no_place(state, there.train):
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
