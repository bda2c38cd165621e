"""Shortest paths in a weighted graph, by Dijkstra's algorithm."""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=str)
W = TypeVar("W", int, float)


class ShortestPaths(NamedTuple, Generic[P, W]):
    """The shortest paths from one place.

    ``distances`` contains the weight of the path to each place, and ``previous`` the place before it on the path.
    """

    distances: Mapping[P, W]
    previous: Mapping[P, P]

    def path_to(self, goal: P) -> tuple[P, ...]:
        """Return the places of the path to ``goal``, without the start.

        ``goal`` must be in ``distances``.
        """
        places: list[P] = []
        while goal in self.previous:
            places.append(goal)
            goal = self.previous[goal]
        return tuple(reversed(places))


def find_shortest_paths(start: P, neighbors: Callable[[P], Iterable[tuple[P, W]]], zero: W) -> ShortestPaths[P, W]:
    """Return the shortest paths from ``start`` to every reachable place.

    ``neighbors`` returns (neighbor, weight) pairs with nonnegative weights; ``zero`` is the weight of an empty path. Of
    equal paths, the first one found is kept; places at equal distance are visited in the order of their names.
    """
    distances, previous = {start: zero}, dict[P, P]()
    queue = [(zero, start)]
    while queue:
        distance, place = heappop(queue)
        if distance > distances[place]:
            continue
        for neighbor, weight in neighbors(place):
            total = distance + weight
            if neighbor not in distances or total < distances[neighbor]:
                distances[neighbor], previous[neighbor] = total, place
                heappush(queue, (total, neighbor))
    return ShortestPaths(distances, previous)
