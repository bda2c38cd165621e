"""The best ways for new track to a city: the cheapest, and the one with the fewest tracks. (RC Phase 5)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.games.railroads_of_catan.building import Site, network, open_tracks
from engine.games.railroads_of_catan.ending import connected
from engine.games.railroads_of_catan.graph import WAYS, Place, Track, track
from engine.games.railroads_of_catan.paths import Path

if TYPE_CHECKING:
    from engine.core.seats import Seat
    from engine.games.railroads_of_catan.phases.building import Building
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["Way", "full_ways", "ways"]


class Way(NamedTuple):
    """New track from a seat's network to a city, whole: ``cost`` with fees, at this turn's prices."""

    city: Place
    points: tuple[Place, ...]
    cost: int


_MANY, _MUCH = 1_000, 1_000_000
"""More tracks than a way has, and more dollars than it costs: one weight for both, the more important first."""

_BESIDE = {here: tuple((there, track(here, there)) for there in there_are) for here, there_are in WAYS.items()}


def ways(state: RailroadsOfCatan, building: Building) -> Iterator[tuple[Place, Path]]:
    """City and way, cut to what the seat can lay now: at least one track; what two ways begin with is told once."""
    seen: set[tuple[Place, Path]] = set()
    site = Site(state, building)
    for way in full_ways(state, building.seat):
        path = _cut(site, way.points)
        if path and (way.city, path) not in seen:
            seen.add((way.city, path))
            yield way.city, path


def full_ways(state: RailroadsOfCatan, seat: Seat) -> tuple[Way, ...]:
    """For every city that is not joined to all of the seat's network the cheapest way, and the shortest if another.

    An own city may be reached anywhere on what is joined to it, but not in another city, which is named itself then.
    """
    own = network(state, seat)
    goals = {city: connected(state, seat, city) if city in own else frozenset({city}) for city in state.cities}
    return _search(tuple(open_tracks(state, seat).items()), own, tuple(goals.items()))


def _cut(site: Site, points: tuple[Place, ...]) -> Path | None:
    """As much of a way as the seat can lay now."""
    site.clear()
    for new in (track(*pair) for pair in pairwise(points)):
        if site.wrong(new):
            break
        site.take(new)
    return Path((points[: len(site.tracks) + 1],)) if site.tracks else None


@lru_cache(64)
def _search(
    open_to_seat: tuple[tuple[Track, int], ...],
    own: frozenset[Place],
    goals: tuple[tuple[Place, frozenset[Place]], ...],
) -> tuple[Way, ...]:
    """Ways over these tracks, which cost so much, from the network to each city or what is joined to it."""
    cost, cities, found = dict(open_to_seat), dict(goals), dict[Way, None]()
    cheap = {new: dollars * _MANY + 1 for new, dollars in cost.items()}
    short = {new: dollars + _MUCH for new, dollars in cost.items()}
    trees: dict[frozenset[Place], tuple[_Tree, _Tree]] = {}
    for city, points in goals:
        if sources := own - points:
            if sources not in trees:
                trees[sources] = _tree(cheap, sources), _tree(short, sources)
            for way in (_back(tree, points) for tree in trees[sources]):
                if way and (way[-1] == city or way[-1] not in cities):
                    found[Way(city, way, sum(cost[track(*pair)] for pair in pairwise(way)))] = None
    return tuple(found)


class _Reached(NamedTuple):
    """What the best way to a point weighs, and the point before."""

    weight: int
    before: Place | None


_Tree = Mapping[Place, _Reached]
"""Every point that can be reached."""


def _tree(weight: Mapping[Track, int], sources: frozenset[Place]) -> _Tree:
    """Where these tracks lead, by ways of least weight."""
    found = {place: _Reached(0, None) for place in sources}
    waiting = [(0, place) for place in sorted(sources)]
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > found[here].weight:
            continue
        for there, new in _BESIDE[here]:
            if new in weight:
                total = so_far + weight[new]
                if there not in found or total < found[there].weight:
                    found[there] = _Reached(total, here)
                    heappush(waiting, (total, there))
    return found


def _back(tree: _Tree, goals: frozenset[Place]) -> tuple[Place, ...]:
    """The points of the way to the goal that is reached best; none where none is reached."""
    reached = [(tree[goal].weight, goal) for goal in goals if goal in tree]
    points = [min(reached)[1]] if reached else []
    while points and (before := tree[points[-1]].before) is not None:
        points.append(before)
    return tuple(reversed(points))
