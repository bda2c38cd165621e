"""The moves whose offers are proposals: track toward a city, and trips. (RC Phases 5 and 6)"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from engine.core import Action, Rule, verb
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules import laying, running
from engine.games.railroads_of_catan.rules.trips import Journey
from engine.games.railroads_of_catan.search.onward import onward
from engine.games.railroads_of_catan.search.proposals import proposals
from engine.games.railroads_of_catan.search.ways import few_ways, ways
from engine.games.railroads_of_catan.state.actions import Run, Toward
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
        trips = onward(self.state, self.phase.fees, train, action.trip)
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


RUN = Rule((Run,), _trips, running.played, running.why_not, running.fees)
