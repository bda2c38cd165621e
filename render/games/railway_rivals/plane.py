"""Where a map's hexes lie on a picture: a scale, an origin, and the window that is shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor, hypot, sqrt
from typing import NamedTuple

from engine.games.railway_rivals.chart import Chart, Hex, Side, place_of
from engine.kit.hexes import Point, center, corners, letters

__all__ = ["APOTHEM", "Bounds", "Plane", "bounds", "hex_center", "hex_corners", "in_view", "side_middle", "whole"]

APOTHEM = sqrt(3) / 2
"""From a hex's center to the middle of a side, in sizes of a hex."""


class Bounds(NamedTuple):
    """A box of the map, in sizes of a hex."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def w(self) -> float:
        return self.right - self.left

    @property
    def h(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Bounds:
        """The box with so much more on every side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def joined(self, other: Bounds) -> Bounds:
        """The box around both."""
        return Bounds(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def meets(self, other: Bounds) -> bool:
        """Whether they have anything in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Plane(NamedTuple):
    """The part of a map that a window of a picture shows: ``s`` px a hex size, the window's box in px, and the map's
    point at the window's top left corner."""

    s: float
    x: int
    y: int
    w: int
    h: int
    left: float
    top: float

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the map in px."""
        return self.x + (point[0] - self.left) * self.s, self.y + (point[1] - self.top) * self.s

    def hex(self, hex: Hex) -> tuple[float, float]:
        """The middle of a hex in px."""
        return self.at(hex_center(hex))

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex at a point in px, be it on the map or not."""
        mx, my = self.left + (x - self.x) / self.s, self.top + (y - self.y) / self.s
        near = []
        for q in range(max(0, floor(mx / 1.5)), max(0, floor(mx / 1.5)) + 2):
            row = round(my / sqrt(3) - (q & 1) / 2)
            near.append((hypot(q * 1.5 - mx, (row + (q & 1) / 2) * sqrt(3) - my), Hex(f"{letters(q)}{row + 1}")))
        return min(near)[1]

    def outline(self, hex: Hex, scale: float = 1) -> tuple[tuple[float, float], ...]:
        """A hex's corners in px."""
        cx, cy = hex_center(hex)
        return tuple(self.at((cx + (x - cx) * scale, cy + (y - cy) * scale)) for x, y in hex_corners(hex))

    def holds(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether a point in px lies in the window, at least ``margin`` from its edge."""
        return self.x + margin <= x <= self.x + self.w - margin and self.y + margin <= y <= self.y + self.h - margin

    def shows(self, hex: Hex, margin: float = 1) -> bool:
        """Whether any of a hex, or of ``margin`` sizes around its center, lies in the window."""
        x, y = self.hex(hex)
        return self.holds(x, y, -margin * self.s)


def in_view(plane: Plane, points: Sequence[tuple[float, float]]) -> Iterator[tuple[tuple[float, float], ...]]:
    """The parts of a line in px that can be seen in the window, and a little beyond its edge."""
    seen = [plane.holds(x, y, -plane.s) for x, y in points]
    start: int | None = None
    for i, shown in enumerate(seen):
        if shown and start is None:
            start = max(0, i - 1)
        elif not shown and start is not None:
            yield tuple(points[start : i + 1])
            start = None
    if start is not None and len(points) - start > 1:
        yield tuple(points[start:])


@lru_cache(8_192)
def hex_center(hex: Hex) -> Point:
    """The middle of a hex, in sizes of a hex."""
    return center(place_of(hex))


@lru_cache(8_192)
def hex_corners(hex: Hex) -> tuple[Point, ...]:
    """Its corners clockwise, in sizes of a hex; the side to neighbor i lies between corners i and i + 1."""
    return corners(place_of(hex))


def side_middle(side: Side) -> Point:
    """The middle of a side."""
    (ax, ay), (bx, by) = hex_center(side[0]), hex_center(side[1])
    return Point((ax + bx) / 2, (ay + by) / 2)


def bounds(hexes: Iterable[Hex]) -> Bounds:
    """The box around these hexes, their corners included."""
    points = [hex_center(hex) for hex in hexes]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs) - 1, min(ys) - APOTHEM, max(xs) + 1, max(ys) + APOTHEM)


def whole(chart: Chart) -> Bounds:
    """The box around a whole map."""
    return bounds(chart.terrain)
