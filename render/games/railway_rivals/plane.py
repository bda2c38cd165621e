"""The places of a map's hexes on a picture: a scale, an origin, and the window that is shown of it."""

from collections.abc import Iterable
from functools import lru_cache
from math import floor, hypot, sqrt

from engine.games.railway_rivals.box.chart import Chart, Hex, Side, place_of
from engine.kit.hexes import Point, center, corners, letters
from render.geometry import Points, toward
from render.parts.plane import Bounds, Window, in_view

__all__ = ["APOTHEM", "Bounds", "Plane", "bounds", "hex_center", "hex_corners", "in_view", "side_middle", "whole"]

APOTHEM = sqrt(3) / 2
"""From a hex's center to the middle of a side, in sizes of a hex."""
COLUMN, _ROW = 1.5, sqrt(3)
"""From a column of hexes to the next, and from a row."""


class Plane(Window):
    """A window of a map of flat-top hexes."""

    __slots__ = ()

    def hex(self, hex: Hex) -> tuple[float, float]:
        """The middle of a hex in px."""
        return self.at(hex_center(hex))

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex at a point in px, be it on the map or not."""
        mx = self.left + (x - self.x) / self.s
        my = self.top + (y - self.y) / self.s
        first = max(0, floor(mx / COLUMN))
        near = []
        for q in (first, first + 1):
            down = (q & 1) / 2
            row = round(my / _ROW - down)
            far = hypot(q * COLUMN - mx, (row + down) * _ROW - my)
            near.append((far, Hex(f"{letters(q)}{row + 1}")))
        return min(near)[1]

    def outline(self, hex: Hex, scale: float = 1) -> Points:
        """A hex's corners in px."""
        middle = hex_center(hex)
        return tuple(self.at(toward(middle, corner, scale)) for corner in hex_corners(hex))

    def has(self, hex: Hex) -> bool:
        """Whether a hex's middle lies in the window."""
        return self.holds(*self.hex(hex))

    def includes(self, box: Bounds, margin: float = 0) -> bool:
        """Whether a box in px lies in the window, at least ``margin`` from its edge."""
        return self.holds(box.left, box.top, margin) and self.holds(box.right, box.bottom, margin)

    def shows(self, hex: Hex, margin: float = 1) -> bool:
        """Whether any of a hex, or of ``margin`` sizes around its center, lies in the window."""
        x, y = self.hex(hex)
        return self.holds(x, y, -margin * self.s)


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
    left, right = min(xs) - 1, max(xs) + 1
    return Bounds(left, min(ys) - APOTHEM, right, max(ys) + APOTHEM)


def whole(chart: Chart) -> Bounds:
    """The box around a whole map."""
    return bounds(chart.terrain)
