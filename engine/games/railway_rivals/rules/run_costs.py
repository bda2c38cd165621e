"""Trips of trains: routes for a run with their fees. (R Runs; R Running Costs)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.race import movement_costs
from engine.games.railway_rivals.rules.search.train_routes import (
    MAX_FEES_PER_RIVAL,
    ROUTE_KINDS,
    RouteKind,
    RouteRefused,
    TrainRoute,
    has_own_step,
    route_fees,
    route_proposals,
    trace_route,
)
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

_MAX_HEXES_NAMED = 6
"""Maximum number of hexes that a refusal names; a special run may have more."""


class Trip(msgspec.Struct, frozen=True):
    """A route with all its hexes, and its fees by seat."""

    route: Route
    train_route: TrainRoute
    fees: Mapping[Seat, int]

    @property
    def total_fees(self) -> int:
        return sum(self.fees.values())


def trip_on_route(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> Trip:
    """The trip of a train on a route. Raises ``RouteRefused`` if it is illegal. (rulings 63, 70, 74 to 80)

    ``train`` are the owners of the train. ``spared`` are partners of an exchange: fees to them are settled later and
    have no limit here.
    """
    seats = frozenset(train)
    train_route = trace_route(state.hex_map, state.track, seats, route)
    ends = (train_route.hexes[0], run.start, "starts in"), (train_route.hexes[-1], run.goal, "ends in")
    for hex, number, words in ends:
        if hex not in state.hex_map.hexes_of(number):
            right = " or ".join(state.hex_map.hexes_of(number)[:_MAX_HEXES_NAMED])
            raise RouteRefused(
                f"Run {run} {words} {state.hex_map.name_of(number)} ({right}), but this route {words} {hex}."
            )
    if not has_own_step(state.track, seats, train_route.hexes):
        whose = "your own track" if len(train) == 1 else "track of either of you"
        raise RouteRefused(f"This route doesn’t use {whose}. At least 1 step must.")
    new_trip = Trip(route, train_route, route_fees(state.track, seats, train_route, state.gold, spared))
    for seat, gold in new_trip.fees.items():
        if gold > MAX_FEES_PER_RIVAL and seat not in spared:
            raise RouteRefused(
                f"This route pays {gold} gold to player {seat}. You can pay any one rival at most "
                f"{MAX_FEES_PER_RIVAL} in a run."
            )
    due = sum(gold for seat, gold in new_trip.fees.items() if seat not in spared)
    for seat in train:
        part = fee_share(state, train, seat, due)
        if part > state.gold[seat]:
            owner_text = "you have" if seat == train[0] and len(train) == 1 else f"player {seat} has"
            raise RouteRefused(f"The fees of this route are {part} gold, but {owner_text} {state.gold[seat]}.")
    return new_trip


def fee_share(state: RailwayRivals, train: tuple[Seat, ...], seat: Seat, gold: int) -> int:
    """A seat's share of a train's fees; the richer seat pays the odd piece of gold. (R Joint Runs; ruling 80)"""
    half, odd = divmod(gold, len(train))
    richer = next(other for other in state.seats_from_richest if other in train)
    return half + odd * (seat == richer)


def trip_candidates(
    state: RailwayRivals,
    run: Run,
    train: tuple[Seat, ...],
    spared: frozenset[Seat] = frozenset(),
    kinds: tuple[RouteKind, ...] = ROUTE_KINDS,
) -> Iterator[Trip]:
    """Suggested legal trips of a train for a run, at most five."""
    ends = state.hex_map.hexes_of(run.start), state.hex_map.hexes_of(run.goal)
    for route in route_proposals(state.hex_map.key, state.track, frozenset(train), ends, spared, kinds):
        try:
            yield trip_on_route(state, run, train, route, spared)
        except RouteRefused:
            continue


def fastest_trip(state: RailwayRivals, run: Run, seat: Seat) -> Trip | None:
    """The suggested trip with the least movement for a company alone; None if it can't run.

    The first suggestion is not always the fastest: another kind of search may find a faster route within
    ``MAX_FEES_PER_RIVAL``.
    """
    trips = trip_candidates(state, run, (seat,))
    return min(trips, key=lambda trip: sum(movement_costs(state.hex_map, trip.train_route.hexes)), default=None)


def trip_refusal(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> str:
    """A sentence that says why a trip is illegal; empty if it is legal."""
    try:
        trip_on_route(state, run, train, route, spared)
    except RouteRefused as error:
        return str(error)
    return ""
