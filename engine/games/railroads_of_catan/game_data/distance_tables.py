"""Distances between points on an empty board, in tracks and in dollars of new track."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.games.railroads_of_catan.game_data.island import (
    LIST_PRICES,
    NEIGHBORS,
    Island,
    NodeId,
    kind_of,
    track_between,
)
from engine.kit.shortest_paths import find_shortest_paths


@lru_cache(256)
def track_distances(start: NodeId) -> Mapping[NodeId, int]:
    """Return the number of tracks from a point to every point."""
    distances, queue = {start: 0}, [start]
    for here in queue:
        for there in NEIGHBORS[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


@lru_cache(256)
def list_price_distances(layout: Island, start: NodeId) -> Mapping[NodeId, int]:
    """Return the list price in dollars of the cheapest new track from a point to every point."""

    def neighbors(here: NodeId) -> Iterator[tuple[NodeId, int]]:
        return ((there, LIST_PRICES[kind_of(layout, track_between(here, there))]) for there in NEIGHBORS[here])

    return find_shortest_paths(start, neighbors, 0).distances
