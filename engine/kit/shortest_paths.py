"""Shortest weighted paths over a graph, by Dijkstra's algorithm."""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=str)
W = TypeVar("W", int, float)


class ShortestPaths(NamedTuple, Generic[P, W]):
    """The shortest paths from one place: the weight of each, and the predecessor of its end."""

    distances: Mapping[P, W]
    previous: Mapping[P, P]

    def path_to(self, goal: P) -> tuple[P, ...]:
        """The places of the path to ``goal`` after the first; ``goal`` must be in ``distances``."""
        places: list[P] = []
        while goal in self.previous:
            places.append(goal)
            goal = self.previous[goal]
        return tuple(reversed(places))


def find_shortest_paths(start: P, neighbors: Callable[[P], Iterable[tuple[P, W]]], zero: W) -> ShortestPaths[P, W]:
    """The shortest paths from ``start`` to every reachable place.

    ``neighbors`` returns a place's neighbors, each with the nonnegative weight of the step; ``zero`` is the weight of
    no step. Of equal paths the first one found is kept: places of equal weight are visited in the order of their names.
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
