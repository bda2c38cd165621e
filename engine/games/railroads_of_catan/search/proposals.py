"""The best trips of a train, for menus and computer players. (RC Phase 6)

A trip is put together from legs between cities, over the quickest way or the cheapest. At each city the train may sell
and load; one that cannot come to a city goes toward it. What is found is judged by what it brings. The trip that brings
most money at once is always among them (``earnings``), and so are variants of the best: other barrels sold or loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import MAX_LENGTH, Seat, write
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.roads import Leg, Roads
from engine.games.railroads_of_catan.rules.trips import Journey, full, step, travel
from engine.games.railroads_of_catan.search.earnings import best_trip
from engine.games.railroads_of_catan.search.prospects import Prospects, prospects_of
from engine.games.railroads_of_catan.search.stops import PASSED, stops_of
from engine.games.railroads_of_catan.search.variants import variants
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.known import Known, outlook
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_SHOWN = 5
"""Trips to different places, or for different orders, that are proposed for a train."""
_MOST = 10
"""Trips that are proposed with all their variants."""
_LEGS = 3
"""Cities on a trip at which the train works, after the first."""

_Walked = dict[tuple[Place, ...], Journey | Obstacle]
"""A journey at the end of each way from where it is, or why it cannot go there."""

_Gist = tuple[object, ...]
"""Where a trip works and which orders it fills there, stop by stop."""


class _Found(NamedTuple):
    """A trip as far as it goes, what it comes to, and its gist."""

    stops: tuple[Stop, ...]
    made: Journey
    gist: _Gist

    def on(self, *passed: Stop, made: Journey) -> _Found:
        """The same, and past some points more."""
        return _Found(self.stops + passed, made, self.gist)

    def at(self, stop: Stop, made: Journey) -> _Found:
        """The same with a stop at its last point."""
        done = (stop.place, *[sale.order for sale in stop.sales if sale.order])
        return _Found((*self.stops[:-1], stop), made, (*self.gist, done))


_Ranked = tuple[float, int, tuple[Stop, ...]]
"""What a trip is worth, below 0 so that the best sorts first; its moves; its stops."""


def proposals(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: Train) -> tuple[Trip, ...]:
    """Up to ten trips that can be made, the best first; ``fees`` is what each rival has had in this turn.

    Up to five work in different places or fill different orders; the others are variants of the best. The one that
    brings most money at once is among them, unless none brings any.
    """
    seat = train.seat
    known = Known(state, *outlook(state, seat), state.cash[seat], full(state, train))
    return _proposals(known, tuple(fees.items()), train)


@lru_cache(32)
def _proposals(known: Known, fees: tuple[tuple[Seat, int], ...], train: Train) -> tuple[Trip, ...]:
    state, prospects = known.state, prospects_of(known.state, train.seat)
    begun = Journey(train, state.cash[train.seat], dict(fees))
    found = _with_dearest(state, prospects, begun, _different(state, prospects, begun))
    varied = _varied(state, prospects, begun, found)
    return tuple(Trip(stops) for *_, stops in sorted((*found, *varied)))


def _different(state: RailroadsOfCatan, prospects: Prospects, begun: Journey) -> list[_Ranked]:
    """The best trips that work in different places or fill different orders; or only end in different places."""
    best: dict[object, _Ranked] = {}
    no_room = full(state, begun.train)
    for stops, made, gist in _Trips(state, prospects.roads, begun.train).all(begun):
        what = gist or stops[-1].place
        rank = begun.cash - made.cash - prospects.cargo(made.train, made.filled), made.moves, stops
        if made.train.at not in no_room:
            best[what] = min(rank, best.get(what, rank))
    ranked = sorted(best.values())
    cargo = prospects.cargo(begun.train)
    better = [each for each in ranked if -each[0] > cargo or _works(each[-1])]
    return (better or ranked)[:_SHOWN]


def _with_dearest(state: RailroadsOfCatan, prospects: Prospects, begun: Journey, found: list[_Ranked]) -> list[_Ranked]:
    """The trip that brings most money comes to these, if none of them brings as much."""
    money, trip = best_trip(state, begun.fees, begun.train)
    if trip is None or any(_brings(state, begun, stops) >= money for *_, stops in found):
        return found
    made = travel(state, begun.fees, begun.train, trip)
    assert isinstance(made, Journey)
    return [*found, _ranked(prospects, trip.stops, made)]


def _varied(state: RailroadsOfCatan, prospects: Prospects, begun: Journey, found: list[_Ranked]) -> list[_Ranked]:
    """The best variants of the best trip, and of the one that brings most money."""
    if not found:
        return []
    richest = max(found, key=lambda each: _brings(state, begun, each[-1]))
    listed, others = {stops for *_, stops in found}, dict[tuple[Stop, ...], _Ranked]()
    for *_, stops in dict.fromkeys((min(found), richest)):
        for other, made in variants(state, begun, stops):
            if other not in listed and _fits(begun.train, other):
                others[other] = _ranked(prospects, other, made)
    return sorted(others.values())[: _MOST - len(found)]


def _ranked(prospects: Prospects, stops: tuple[Stop, ...], made: Journey) -> _Ranked:
    return -prospects.worth(made), made.moves, stops


def _brings(state: RailroadsOfCatan, begun: Journey, stops: tuple[Stop, ...]) -> int:
    """Dollars, of a trip that can be made."""
    made = travel(state, begun.fees, begun.train, Trip(stops))
    assert isinstance(made, Journey)
    return made.bill.net


def _fits(train: Train, stops: tuple[Stop, ...]) -> bool:
    """Whether the trip can be written in one line."""
    return len(write(Run(train.seat, train.number, Trip(stops)))) <= MAX_LENGTH


def _works(stops: tuple[Stop, ...]) -> bool:
    """Whether it is more than moving about."""
    return any(stop.works for stop in stops)


class _Trips:
    """All trips of a train: over legs between cities, with each sensible stop."""

    def __init__(self, state: RailroadsOfCatan, roads: Roads, train: Train) -> None:
        self._state, self._roads = state, roads
        self._stops, self._closed = stops_of(state, train.seat), full(state, train)

    def all(self, begun: Journey) -> Iterator[_Found]:
        """The trips that begin where the train stands, with or without a stop there."""
        here = _Found((Stop(begun.train.at),), begun, ())
        yield from self._onward(here, _LEGS)
        for stop, made in self._stops.of(begun, self._closed):
            stopped = here.at(stop, made)
            yield stopped
            yield from self._onward(stopped, _LEGS)

    def _onward(self, found: _Found, legs: int) -> Iterator[_Found]:
        """All that go on like this, through up to so many cities."""
        made = found.made
        left = made.train.moves - made.moves
        walked = _Walked({(): made})
        for leg in self._roads.nearest(made.train.at) if legs else ():
            if leg.moves > left and legs < _LEGS:
                break  # it is only in the beginning that a part of the way is a trip
            way, there = self._along(walked, leg)
            passed = found.on(*(PASSED[place] for place in way), made=there)
            if way:
                yield passed
            for stop, done in self._stops.of(there, self._closed) if len(way) == len(leg.points) else ():
                stopped = passed.at(stop, done)
                yield stopped
                yield from self._onward(stopped, legs - 1)

    def _along(self, walked: _Walked, leg: Leg) -> tuple[tuple[Place, ...], Journey]:
        """Follow a leg as far as moves and money go; ways that begin alike are walked once."""
        made = walked[()]
        assert isinstance(made, Journey)
        if not leg.fees and made.moves + leg.moves <= made.train.moves:
            arrived = replace(made.train, at=leg.points[-1])
            return leg.points, replace(made, train=arrived, moves=made.moves + leg.moves)
        way: tuple[Place, ...] = ()
        for place in leg.points:
            further = (*way, place)
            if further not in walked:
                walked[further] = step(self._state, made, place)
            there = walked[further]
            if isinstance(there, Obstacle):
                break
            way, made = further, there
        return way, made
