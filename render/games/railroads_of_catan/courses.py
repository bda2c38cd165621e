"""Courses of track in words: a player's track between cities, forks, and loose ends."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, permutations

from engine.core import Seat
from engine.games.railroads_of_catan.box.graph import Place, ends
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.words import from_seat
from render.labels import Names

_Ways = Mapping[Place, Sequence[Place]]
"""The points to which track leads from each point."""


def course_words(state: RailroadsOfCatan, names: Names, seat: Seat) -> list[str]:
    """“5–Ben 4 (3)” for each course of a seat's track: where it begins and ends, and how many tracks it has."""
    return [_said(state, names, seat, course) for course in _courses(state, seat)]


def _said(state: RailroadsOfCatan, names: Names, seat: Seat, course: Sequence[Place]) -> str:
    both = (course[0], course[-1])
    first, last = sorted(both, key=lambda place: _rank(state, seat, place))
    start, end = from_seat(state, names, seat, first), from_seat(state, names, seat, last)
    return f"{start}–{end} ({len(course) - 1})"


def _rank(state: RailroadsOfCatan, seat: Seat, place: Place) -> tuple[bool, bool, int]:
    """Own cities come first, most dots first, then those of rivals, then points."""
    city = state.cities.get(place)
    return city is None, city is not None and city.seat != seat, -city.dots if city else 0


def _courses(state: RailroadsOfCatan, seat: Seat) -> list[tuple[Place, ...]]:
    """Every course once, in the order of its track's names."""
    ways = _ways(state, seat)
    knots = [place for place in ways if place in state.cities or len(ways[place]) != 2]
    knots = knots or [*ways][:1]
    found: dict[frozenset[frozenset[Place]], tuple[Place, ...]] = {}
    for start in knots:
        for after in ways[start]:
            course = _followed(ways, knots, start, after)
            found.setdefault(frozenset(map(frozenset, pairwise(course))), course)
    return [*found.values()]


def _ways(state: RailroadsOfCatan, seat: Seat) -> _Ways:
    ways: dict[Place, list[Place]] = {}
    for track in state.tracks_of(seat):
        for here, there in permutations(ends(track)):
            ways.setdefault(here, []).append(there)
    return ways


def _followed(ways: _Ways, knots: Collection[Place], start: Place, after: Place) -> tuple[Place, ...]:
    """The points from a knot to the next one."""
    course = [start, after]
    while course[-1] not in knots:
        course.append(next(place for place in ways[course[-1]] if place != course[-2]))
    return tuple(course)
