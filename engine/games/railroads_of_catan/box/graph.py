"""The places for track: 37 hexes, their 96 corners, and 354 ways between them. It knows no terrain and no rules.

A hex's center is a point like a corner. Points are named in reading order: ``H01`` to ``H37``, ``V01`` to ``V96``.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NewType

from engine.kit.hexes import POINTY, Axial, Point, center, corners, distance

Place = NewType("Place", str)
"""A point of the graph: a hex's center (``H19``) or a corner (``V37``)."""

Track = NewType("Track", str)
"""What one rail covers, from a center to a corner or along a side, by its ends in alphabetical order: ``H01-V05``."""

_SIDE = 4
"""Hexes along a side of the board."""


def track(a: Place, b: Place) -> Track:
    """The track between two points."""
    return Track(f"{a}-{b}" if a < b else f"{b}-{a}")


@lru_cache(1024)
def ends(track: Track) -> tuple[Place, Place]:
    """The two points of a track."""
    a, _, b = track.partition("-")
    return Place(a), Place(b)


def is_hex(place: Place) -> bool:
    """Whether it is the center of a hex of the board; ``H3``, which somebody may type, is not."""
    return place in HEXES


def _hexes() -> Mapping[Place, Axial]:
    span = range(1 - _SIDE, _SIDE)
    square = [Axial(q, r) for r in span for q in span]
    every = [hex for hex in square if distance(Axial(0, 0), hex) < _SIDE]
    return {Place(f"H{number:02}"): hex for number, hex in enumerate(every, 1)}


_DIGITS = 3
"""After the point, by which two spots are the same."""


def _rounded(point: Point) -> tuple[float, float]:
    """One key for a corner that several hexes share: top to bottom, then left to right."""
    return round(point.y, _DIGITS), round(point.x, _DIGITS)


def _corners() -> Mapping[tuple[float, float], Place]:
    spots = {_rounded(corner) for hex in HEXES.values() for corner in corners(hex, POINTY)}
    return {spot: Place(f"V{number:02}") for number, spot in enumerate(sorted(spots), 1)}


HEXES: Mapping[Place, Axial] = _hexes()
"""Where each hex lies."""

_CORNERS = _corners()

SPOKES: Mapping[Place, tuple[Place, ...]] = {
    name: tuple(_CORNERS[_rounded(corner)] for corner in corners(hex, POINTY)) for name, hex in HEXES.items()
}
"""The six corners of each hex, clockwise from the upper left."""

PLACES: Mapping[Place, Point] = {name: center(hex, POINTY) for name, hex in HEXES.items()} | {
    name: Point(x, y) for (y, x), name in _CORNERS.items()
}
"""Where each point lies in a plane, in units of a hex's size."""


def _touching() -> Mapping[Track, tuple[Place, ...]]:
    found: dict[Track, tuple[Place, ...]] = {}
    for hex, around in SPOKES.items():
        for i, corner in enumerate(around):
            found[track(hex, corner)] = (hex,)
            side = track(around[i - 1], corner)
            found[side] = (*found.get(side, ()), hex)
    return dict(sorted(found.items()))


TOUCHING: Mapping[Track, tuple[Place, ...]] = _touching()
"""The hexes that each track touches: one for a spoke, one or two for a side."""

TRACKS: tuple[Track, ...] = tuple(TOUCHING)


def _ways() -> Mapping[Place, tuple[Place, ...]]:
    ways: dict[Place, list[Place]] = {name: [] for name in PLACES}
    for a, b in map(ends, TRACKS):
        ways[a].append(b)
        ways[b].append(a)
    return {place: tuple(sorted(to)) for place, to in ways.items()}


WAYS: Mapping[Place, tuple[Place, ...]] = _ways()
"""The points one track away from each point."""

AROUND: Mapping[Place, tuple[Place, ...]] = {
    corner: tuple(hex for hex, around in SPOKES.items() if corner in around) for corner in _CORNERS.values()
}
"""The hexes that meet at each corner."""
