"""Find the best trips of a train, for menus and computer players. (RC Phase 6)

A trip consists of legs between cities, each on the fastest or the cheapest path. In each city the train may sell and
load. If a train can't reach a city in this turn, it goes part of the way. Trips are sorted by their value. The trip
that earns the most money in this turn is always included (``best_trip_value``), and so are variants of the best trips
with other numbers of barrels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import MAX_LENGTH, Seat, write_action
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.run_graph import Leg, RunGraph
from engine.games.railroads_of_catan.rules.trips import Journey, full_nodes, step_to, travel
from engine.games.railroads_of_catan.search.best_trip_value import best_trip
from engine.games.railroads_of_catan.search.stop_candidates import PASSING_STOPS, stop_candidates_of
from engine.games.railroads_of_catan.search.trip_value import TripValues, trip_values_of
from engine.games.railroads_of_catan.search.trip_variants import trip_variants
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, earnings_key
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MAX_DIFFERENT_TRIPS = 5
"""Maximum number of a train's proposed trips that differ in places or orders."""
_MAX_TRIPS = 10
"""Maximum number of a train's proposed trips, including variants."""
_MAX_LEGS = 3

_JourneyByPath = dict[tuple[NodeId, ...], Journey | Obstacle]
"""Points of a path -> the journey at its end, or the obstacle to it."""

_TripKey = tuple[object, ...]
"""The cities at which a trip has work, each with the letters of the orders that it fills there."""


class _PartialTrip(NamedTuple):
    """The beginning of a trip: its stops, the journey so far, and a key that all variants of the trip share."""

    stops: tuple[Stop, ...]
    journey: Journey
    trip_key: _TripKey

    def with_points(self, *points: Stop, journey: Journey) -> _PartialTrip:
        """Return the trip, extended by ``points`` at which the train does not stop."""
        return _PartialTrip(self.stops + points, journey, self.trip_key)

    def with_stop(self, stop: Stop, journey: Journey) -> _PartialTrip:
        """Return the trip with work at its last point."""
        stop_key = (stop.place, *[sale.order for sale in stop.sales if sale.order])
        return _PartialTrip((*self.stops[:-1], stop), journey, (*self.trip_key, stop_key))


_RankedTrip = tuple[float, int, tuple[Stop, ...]]
"""(minus the value, moves, stops) of a trip, so that the best trip comes first when trips are sorted."""


def trip_proposals(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece) -> tuple[Trip, ...]:
    """Return at most ten possible trips of a train, the best first.

    At most five have work in different places or fill different orders; the others are variants. The trip that earns
    the most money in this turn is included, unless no trip earns anything. ``fees`` are the dollars that each rival has
    received in fees this turn.
    """
    seat = train.seat
    key = CacheKey(state, *earnings_key(state, seat), state.cash[seat], full_nodes(state, train))
    return _trip_proposals(key, tuple(fees.items()), train)


@lru_cache(32)
def _trip_proposals(key: CacheKey, fees: tuple[tuple[Seat, int], ...], train: TrainPiece) -> tuple[Trip, ...]:
    state, prospects = key.state, trip_values_of(key.state, train.seat)
    start = Journey(train, state.cash[train.seat], dict(fees))
    trips = _add_richest_trip(state, prospects, start, _different_trips(state, prospects, start))
    variant_trips = _best_variants(state, prospects, start, trips)
    return tuple(Trip(stops) for *_, stops in sorted((*trips, *variant_trips)))


def _different_trips(state: RailroadsOfCatan, prospects: TripValues, start: Journey) -> list[_RankedTrip]:
    """Return the best trips that differ in cities with work or in orders; without work, they differ in their ends."""
    best: dict[object, _RankedTrip] = {}
    no_parking = full_nodes(state, start.train)
    for stops, journey, trip_key in _TripGenerator(state, prospects.run_graph, start.train).all_trips(start):
        group_key = trip_key or stops[-1].place
        rank = start.cash - journey.cash - prospects.cargo_value(journey.train, journey.filled), journey.moves, stops
        if journey.train.at not in no_parking:
            best[group_key] = min(rank, best.get(group_key, rank))
    ranked_trips = sorted(best.values())
    cargo = prospects.cargo_value(start.train)
    worthwhile_trips = [
        (value, moves, stops)
        for value, moves, stops in ranked_trips
        if -value > cargo or any(stop.has_work for stop in stops)
    ]
    return (worthwhile_trips or ranked_trips)[:_MAX_DIFFERENT_TRIPS]


def _add_richest_trip(
    state: RailroadsOfCatan, prospects: TripValues, start: Journey, trips: list[_RankedTrip]
) -> list[_RankedTrip]:
    """Add the trip that earns the most money in this turn, unless one of ``trips`` earns as much."""
    income, trip = best_trip(state, start.fees, start.train)
    if trip is None or any(_trip_income(state, start, stops) >= income for *_, stops in trips):
        return trips
    journey = travel(state, start.fees, start.train, trip)
    assert isinstance(journey, Journey)
    return [*trips, _rank_trip(prospects, trip.stops, journey)]


def _best_variants(
    state: RailroadsOfCatan, prospects: TripValues, start: Journey, trips: list[_RankedTrip]
) -> list[_RankedTrip]:
    """Return the best variants of two trips: the best one, and the one that earns the most money."""
    if not trips:
        return []
    richest = max(trips, key=lambda trip: _trip_income(state, start, trip[-1]))
    stops_listed, ranked_variants = {stops for *_, stops in trips}, dict[tuple[Stop, ...], _RankedTrip]()
    for *_, stops in dict.fromkeys((min(trips), richest)):
        for other, journey in trip_variants(state, start, stops):
            if other not in stops_listed and _is_writable(start.train, other):
                ranked_variants[other] = _rank_trip(prospects, other, journey)
    return sorted(ranked_variants.values())[: _MAX_TRIPS - len(trips)]


def _rank_trip(prospects: TripValues, stops: tuple[Stop, ...], journey: Journey) -> _RankedTrip:
    return -prospects.trip_value(journey), journey.moves, stops


def _trip_income(state: RailroadsOfCatan, start: Journey, stops: tuple[Stop, ...]) -> int:
    journey = travel(state, start.fees, start.train, Trip(stops))
    assert isinstance(journey, Journey)
    return journey.bill.net


def _is_writable(train: TrainPiece, stops: tuple[Stop, ...]) -> bool:
    """Whether the trip fits a line of notation."""
    return len(write_action(Run(train.seat, train.number, Trip(stops)))) <= MAX_LENGTH


class _TripGenerator:
    """Generate the trips of a train over legs between cities, with each useful stop."""

    def __init__(self, state: RailroadsOfCatan, roads: RunGraph, train: TrainPiece) -> None:
        self._state, self._run_graph = state, roads
        self._stops, self._full_nodes = stop_candidates_of(state, train.seat), full_nodes(state, train)

    def all_trips(self, start: Journey) -> Iterator[_PartialTrip]:
        """Yield the trips that begin at the train's place, with and without work there."""
        here = _PartialTrip((Stop(start.train.at),), start, ())
        yield from self._continuations(here, _MAX_LEGS)
        for stop, journey in self._stops.candidates(start, self._full_nodes):
            trip_with_stop = here.with_stop(stop, journey)
            yield trip_with_stop
            yield from self._continuations(trip_with_stop, _MAX_LEGS)

    def _continuations(self, partial_trip: _PartialTrip, legs: int) -> Iterator[_PartialTrip]:
        """Yield the trips that extend a trip by 1 to ``legs`` legs."""
        journey = partial_trip.journey
        remaining_moves = journey.train.moves - journey.moves
        journey_by_path = _JourneyByPath({(): journey})
        for leg in self._run_graph.legs_by_moves(journey.train.at) if legs else ():
            if leg.moves > remaining_moves and legs < _MAX_LEGS:
                break  # only the first leg may be cut short
            points, journey_there = self._follow_leg(journey_by_path, leg)
            longer_trip = partial_trip.with_points(*(PASSING_STOPS[place] for place in points), journey=journey_there)
            if points:
                yield longer_trip
            for stop, journey_after in (
                self._stops.candidates(journey_there, self._full_nodes) if len(points) == len(leg.points) else ()
            ):
                trip_with_stop = longer_trip.with_stop(stop, journey_after)
                yield trip_with_stop
                yield from self._continuations(trip_with_stop, legs - 1)

    def _follow_leg(self, journey_by_path: _JourneyByPath, leg: Leg) -> tuple[tuple[NodeId, ...], Journey]:
        """Follow a leg as far as moves and cash allow; return the points passed, and the journey.

        ``journey_by_path`` keeps the journeys, so that common beginnings of paths are computed once.
        """
        journey = journey_by_path[()]
        assert isinstance(journey, Journey)
        if not leg.fees and journey.moves + leg.moves <= journey.train.moves:
            train_there = replace(journey.train, at=leg.points[-1])
            return leg.points, replace(journey, train=train_there, moves=journey.moves + leg.moves)
        points: tuple[NodeId, ...] = ()
        for place in leg.points:
            longer = (*points, place)
            if longer not in journey_by_path:
                journey_by_path[longer] = step_to(self._state, journey, place)
            journey_there = journey_by_path[longer]
            if isinstance(journey_there, Obstacle):
                break
            points, journey = longer, journey_there
        return points, journey
