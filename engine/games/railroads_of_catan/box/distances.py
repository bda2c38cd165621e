"""Distances between points on an empty board: in tracks, and in dollars of new track. Rivals are ignored."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.games.railroads_of_catan.box.graph import WAYS, Place, track
from engine.games.railroads_of_catan.box.layout import LIST_PRICE, Layout, kind_of
from engine.kit.paths import lightest


@lru_cache(256)
def hops(start: Place) -> Mapping[Place, int]:
    """Tracks from a point to every other."""
    found, waiting = {start: 0}, [start]
    for here in waiting:
        for there in WAYS[here]:
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


@lru_cache(256)
def spend(layout: Layout, start: Place) -> Mapping[Place, int]:
    """Dollars at list prices from a point to every other."""

    def beside(here: Place) -> Iterator[tuple[Place, int]]:
        return ((there, LIST_PRICE[kind_of(layout, track(here, there))]) for there in WAYS[here])

    return lightest(start, beside, 0).weights
