"""Trips that trains may make for a run: the route, what it pays, and who pays it. (R Runs; R Running Costs)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.race import movement
from engine.games.railway_rivals.rules.search.routes import (
    KINDS,
    LIMIT,
    Kind,
    NoWay,
    Way,
    fees,
    has_own_step,
    proposals,
    trace,
)
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

_HEXES_TOLD = 6
"""Of a place with many, so many in a refusal; any port has more."""


class Trip(msgspec.Struct, frozen=True):
    """A route as a train would run it, and what it pays to whom."""

    route: Route
    way: Way
    fees: Mapping[Seat, int]

    @property
    def total(self) -> int:
        """All fees together."""
        return sum(self.fees.values())


def trip(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> Trip:
    """The route as this train runs it. Raises ``NoWay`` when it may not. (rulings 63, 70, 74 to 80)

    ``spared`` are partners of an exchange: what they pay in return decides later what is to be paid to them.
    """
    seats = frozenset(train)
    way = trace(state.chart, state.track, seats, route)
    ends = (way.hexes[0], run.start, "starts in"), (way.hexes[-1], run.goal, "ends in")
    for hex, number, words in ends:
        if hex not in state.chart.hexes_of(number):
            right = " or ".join(state.chart.hexes_of(number)[:_HEXES_TOLD])
            raise NoWay(f"Run {run} {words} {state.chart.name_of(number)} ({right}), but this route {words} {hex}.")
    if not has_own_step(state.track, seats, way.hexes):
        whose = "your own track" if len(train) == 1 else "track of either of you"
        raise NoWay(f"This route doesn’t use {whose}. At least 1 step must.")
    found = Trip(route, way, fees(state.track, seats, way, state.gold, spared))
    for seat, gold in found.fees.items():
        if gold > LIMIT and seat not in spared:
            raise NoWay(
                f"This route pays {gold} gold to player {seat}. You can pay any one rival at most {LIMIT} in a run."
            )
    due = sum(gold for seat, gold in found.fees.items() if seat not in spared)
    for seat in train:
        part = share(state, train, seat, due)
        if part > state.gold[seat]:
            who = "you have" if seat == train[0] and len(train) == 1 else f"player {seat} has"
            raise NoWay(f"The fees of this route are {part} gold, but {who} {state.gold[seat]}.")
    return found


def share(state: RailwayRivals, train: tuple[Seat, ...], seat: Seat, gold: int) -> int:
    """A seat's share of a train's fees; in a joint run the richer pays the odd gold. (R Joint Runs; ruling 80)"""
    half, odd = divmod(gold, len(train))
    richer = next(other for other in state.richest if other in train)
    return half + odd * (seat == richer)


def candidates(
    state: RailwayRivals,
    run: Run,
    train: tuple[Seat, ...],
    spared: frozenset[Seat] = frozenset(),
    kinds: tuple[Kind, ...] = KINDS,
) -> Iterator[Trip]:
    """The routes proposed that the train may run, up to five. (ruling 78)"""
    ends = state.chart.hexes_of(run.start), state.chart.hexes_of(run.goal)
    for route in proposals(state.chart.key, state.track, frozenset(train), ends, spared, kinds):
        try:
            yield trip(state, run, train, route, spared)
        except NoWay:
            continue


def fastest_trip(state: RailwayRivals, run: Run, seat: Seat) -> Trip | None:
    """The proposed route with the least movement for a company alone; None where it can't run.

    It need not be the first proposed: among routes that pay every rival at most ``LIMIT``, the search for the quickest
    may miss a quicker one that another kind of search finds.
    """
    found = candidates(state, run, (seat,))
    return min(found, key=lambda each: sum(movement(state.chart, each.way.hexes)), default=None)


def no_way(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> str:
    """Why the train may not run so, as a full sentence; empty when it may."""
    try:
        trip(state, run, train, route, spared)
    except NoWay as wrong:
        return str(wrong)
    return ""
