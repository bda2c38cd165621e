"""The rules of laying track toward a city and of running trains, with offers from searches. (RC Phases 5 and 6)"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from engine.core import MAX_LENGTH, Action, Rule, Seat, verb_of, write_action
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules import laying, running
from engine.games.railroads_of_catan.rules.run_graph import Leg
from engine.games.railroads_of_catan.rules.trips import Journey, full_nodes, parking_obstacle, step_to, travel
from engine.games.railroads_of_catan.search.build_paths import few_laying_proposals, laying_proposals
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.search.stop_candidates import PASSING_STOPS, stop_candidates_of
from engine.games.railroads_of_catan.search.trip_value import trip_values_of
from engine.games.railroads_of_catan.search.trip_variants import trip_variants
from engine.games.railroads_of_catan.state.actions import Run, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class _TowardOffers(Collection[Toward]):
    """Offers to lay the best paths to each city that is not yet connected; the paths are found when they are needed."""

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _all_actions(self) -> tuple[Toward, ...]:
        seat, paths = self.building.seat, laying_proposals(self.state, self.building)
        return tuple(Toward(seat, city, path) for city, path in paths)

    @cached_property
    def menu_offers(self) -> tuple[Toward, ...]:
        """The few offers of a menu, no two with the same tracks."""
        seat = self.building.seat
        return tuple(Toward(seat, city, path) for city, path in few_laying_proposals(self.state, self.building))

    def __len__(self) -> int:
        return len(self._all_actions)

    def __iter__(self) -> Iterator[Toward]:
        return iter(self._all_actions)

    def __contains__(self, action: object) -> bool:
        return action in self._all_actions


def _toward_refusal(state: RailroadsOfCatan, building: Building, action: Toward) -> str:
    refusal = laying.laying_refusal(state, building, action)
    return refusal or "That isn’t one of the suggested routes. Use *Lay track* instead."


TOWARD_RULE = Rule(
    (Toward,),
    offers=_TowardOffers,
    apply=lambda state, building, action: laying.lay_track(state, building, action.path, action.city),
    refusal=_toward_refusal,
    cost=laying.laying_cost,
)


class _RunOffers(Collection[Run]):
    """All possible trips; iteration yields only the best trips of each train that has not run. (RC Phase 6)"""

    is_open_ended = True

    def __init__(self, state: RailroadsOfCatan, phase: Running) -> None:
        self.state, self.phase = state, phase

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Run]:
        for train in running.trains_to_run(self.state, self.phase):
            for trip in trip_proposals(self.state, self.phase.fees, train):
                yield Run(train.seat, train.number, trip)

    def begin_action(self, words: Sequence[str]) -> Run | None:
        """Return the action in which a train stays in place, for the player to add stops; None if there is none."""
        number = words[1] if len(words) == 2 and words[0] == verb_of(Run) else ""
        trains = running.trains_to_run(self.state, self.phase)
        actions = (
            Run(train.seat, train.number, Trip((Stop(train.at),))) for train in trains if str(train.number) == number
        )
        return next((action for action in actions if action in self), None)

    def continuations(self, action: Action) -> tuple[Run, ...]:
        """Return the trips that extend the trip of an action, or that differ from it only at the last stop."""
        if not isinstance(action, Run) or action not in self:
            return ()
        train = self.state.find_train(action.seat, action.number)
        assert train is not None
        trips = _trip_continuations(self.state, self.phase.fees, train, action.trip)
        runs = (Run(action.seat, action.number, trip) for trip in trips)
        return tuple(dict.fromkeys(run for run in runs if run != action))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Run) or action.seat != self.phase.seat:
            return False
        return isinstance(running.try_trip(self.state, self.phase, action.number, action.trip), Journey)


RUN_RULE = Rule(
    (Run,),
    offers=_RunOffers,
    apply=lambda state, phase, action: running.run_trip(state, phase, action.number, action.trip),
    refusal=running.run_refusal,
    cost=running.run_cost,
)


_TripStops = tuple[Stop, ...]


def _trip_continuations(
    state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece, trip: Trip
) -> Iterator[Trip]:
    """Yield trips that extend a trip, the nearest city first, then trips that differ only at the last stop."""
    journey = travel(state, fees, train, trip)
    if isinstance(journey, Obstacle):
        return
    longer_stops = (_extend_with_best_work(state, journey, trip.stops, leg) for leg in _cheapest_legs(state, journey))
    start = Journey(train, state.cash[train.seat], dict(fees))
    for stops in (*longer_stops, *_last_stop_variants(state, start, trip.stops)):
        if stops and len(write_action(Run(train.seat, train.number, Trip(stops)))) <= MAX_LENGTH:
            yield Trip(stops)


def _cheapest_legs(state: RailroadsOfCatan, journey: Journey) -> list[Leg]:
    """Return the cheapest path to each city that is within the remaining moves, the fewest moves first."""
    remaining_moves = journey.train.moves - journey.moves
    legs_by_city = trip_values_of(state, journey.train.seat).run_graph.legs_from(journey.train.at).values()
    legs_in_reach = [[leg for leg in legs if leg.moves <= remaining_moves] for legs in legs_by_city]
    best = [min(legs, key=lambda leg: (leg.fees, leg.moves)) for legs in legs_in_reach if legs]
    return sorted(best, key=lambda leg: leg.moves)


def _extend_with_best_work(state: RailroadsOfCatan, journey: Journey, stops: _TripStops, leg: Leg) -> _TripStops:
    """Return the stops, extended by a path and the most valuable work at its end; empty if that is impossible."""
    journey_there: Journey | Obstacle = journey
    for place in leg.points:
        journey_there = step_to(state, journey_there, place) if isinstance(journey_there, Journey) else journey_there
    if isinstance(journey_there, Obstacle) or parking_obstacle(state, journey_there.train):
        return ()
    prospects, last = trip_values_of(state, journey.train.seat), PASSING_STOPS[leg.points[-1]]
    candidates = stop_candidates_of(state, journey.train.seat).candidates(
        journey_there, full_nodes(state, journey_there.train)
    )
    best, _ = max([(last, journey_there), *candidates], key=lambda work: prospects.trip_value(work[1]))
    return (*stops, *(PASSING_STOPS[place] for place in leg.points[:-1]), best)


def _last_stop_variants(state: RailroadsOfCatan, start: Journey, stops: _TripStops) -> Iterator[_TripStops]:
    """Yield variants of a trip that load or deliver other goods, or no goods, at the last stop."""
    *before, last = stops
    if last.has_work:
        yield (*before, Stop(last.place))
        yield from (other for other, _ in trip_variants(state, start, stops) if list(other[:-1]) == before)
        return
    journey = travel(state, start.fees, start.train, Trip(stops))
    assert isinstance(journey, Journey)
    for stop, _ in stop_candidates_of(state, journey.train.seat).candidates(journey, full_nodes(state, journey.train)):
        yield (*before, stop)
