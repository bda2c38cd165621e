"""The best ways for new track to a city: the cheapest, and the one with the fewest tracks. (RC Phase 5)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from engine.games.railroads_of_catan.building import Works, fee_for, network, price, survey
from engine.games.railroads_of_catan.ending import connected
from engine.games.railroads_of_catan.graph import WAYS, Place, track
from engine.games.railroads_of_catan.layout import TrackKind, kind_of
from engine.games.railroads_of_catan.paths import Path
from engine.games.railroads_of_catan.pieces import EventCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.seats import Seat
    from engine.games.railroads_of_catan.phases.building import Building
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

    _Weight = Callable[[Place, Place], tuple[int, int]]

__all__ = ["full_ways", "ways"]


def ways(state: RailroadsOfCatan, building: Building) -> Iterator[tuple[Place, Path]]:
    """City and way, cut to what the seat can lay now: at least one track; a way that is another's is left out."""
    seen: set[tuple[Place, Path]] = set()
    for city, points in full_ways(state, building):
        path = _cut(state, building, points)
        if path and (city, path) not in seen:
            seen.add((city, path))
            yield city, path


def full_ways(state: RailroadsOfCatan, building: Building) -> Iterator[tuple[Place, tuple[Place, ...]]]:
    """Every city that is not joined to all of the seat's network, and the whole ways to it."""
    seat = building.seat

    def dollars(a: Place, b: Place) -> tuple[int, int]:
        new = track(a, b)
        return price(state, seat, new) + sum(fee_for(state, seat, new).values()), 1

    def tracks(a: Place, b: Place) -> tuple[int, int]:
        cost, one = dollars(a, b)
        return one, cost

    trees: dict[frozenset[Place], list[Mapping[Place, Place]]] = {}
    for city in state.cities:
        if sources := _sources(state, seat, city):
            if sources not in trees:
                trees[sources] = [_tree(state, sources, weight) for weight in (dollars, tracks)]
            yield from ((city, points) for tree in trees[sources] if (points := _back(tree, city)))


def _sources(state: RailroadsOfCatan, seat: Seat, city: Place) -> frozenset[Place]:
    """Where new track to a city may begin: everywhere on the network but where it is joined to the city already."""
    own = network(state, seat)
    return own - connected(state, seat, city) if city in own else own


def _tree(state: RailroadsOfCatan, sources: frozenset[Place], weight: _Weight) -> Mapping[Place, Place]:
    """From every point that can be reached the one before it, on a way of least weight over free tracks."""
    before: dict[Place, Place] = {}
    best: dict[Place, tuple[int, int]] = dict.fromkeys(sources, (0, 0))
    waiting = [((0, 0), place) for place in sorted(sources)]
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > best[here]:
            continue
        for there in WAYS[here]:
            if there in sources or not _open(state, here, there):
                continue
            step = weight(here, there)
            total = (so_far[0] + step[0], so_far[1] + step[1])
            if there not in best or total < best[there]:
                best[there], before[there] = total, here
                heappush(waiting, (total, there))
    return before


def _open(state: RailroadsOfCatan, a: Place, b: Place) -> bool:
    new = track(a, b)
    shut = state.event is EventCard.MONSOON and kind_of(state.layout, new) is TrackKind.COAST
    return new not in state.tracks and not shut


def _back(tree: Mapping[Place, Place], city: Place) -> tuple[Place, ...]:
    """The way to a city, from its beginning; empty where there is none."""
    points = [city]
    while points[-1] in tree:
        points.append(tree[points[-1]])
    return tuple(reversed(points)) if len(points) > 1 else ()


def _cut(state: RailroadsOfCatan, building: Building, points: tuple[Place, ...]) -> Path | None:
    """As much of a way as the seat can lay now."""
    for last in range(len(points), 1, -1):
        path = Path((points[:last],))
        if isinstance(survey(state, building, path.tracks), Works):
            return path
    return None
