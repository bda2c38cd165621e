"""Shortest weighted paths over a graph, by Dijkstra's algorithm."""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=str)
W = TypeVar("W", int, float)


class ShortestPaths(NamedTuple, Generic[P, W]):
    """The shortest paths from one place: the weight of each, and the place before its last one."""

    distances: Mapping[P, W]
    previous: Mapping[P, P]

    def path_to(self, goal: P) -> tuple[P, ...]:
        """The places after the first of the path to ``goal``, which must be among ``distances``."""
        places: list[P] = []
        while goal in self.previous:
            places.append(goal)
            goal = self.previous[goal]
        return tuple(reversed(places))


def find_shortest_paths(start: P, neighbors: Callable[[P], Iterable[tuple[P, W]]], zero: W) -> ShortestPaths[P, W]:
    """The paths from ``start`` to every place that can be reached from it.

    ``neighbors`` gives a place's neighbors, each with the weight of the step to it, which is not negative; ``zero`` is
    the weight of no step. Of equal paths the one found first is kept: places of equal weight are left in the order of
    their names.
    """
    distances, previous = {start: zero}, dict[P, P]()
    queue = [(zero, start)]
    while queue:
        distance, here = heappop(queue)
        if distance > distances[here]:
            continue
        for there, weight in neighbors(here):
            total = distance + weight
            if there not in distances or total < distances[there]:
                distances[there], previous[there] = total, here
                heappush(queue, (total, there))
    return ShortestPaths(distances, previous)
