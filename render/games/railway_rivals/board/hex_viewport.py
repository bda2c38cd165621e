"""Positions of hexes, in hex sizes and in px of a picture."""

from collections.abc import Iterable
from functools import lru_cache
from math import floor, hypot, sqrt

from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap, Side, axial_of
from engine.kit.hex_grid import Point, center_point, column_letters, corner_points
from render.geometry import Points, point_between
from render.parts.viewport import Bounds, Viewport, visible_parts

__all__ = [
    "APOTHEM",
    "Bounds",
    "HexViewport",
    "bounds_of_hexes",
    "hex_center",
    "hex_corners",
    "map_bounds",
    "side_middle",
    "visible_parts",
]

APOTHEM = sqrt(3) / 2
"""Distance from the middle of a hex to the middle of a side, in hex sizes."""
COLUMN_STEP, _ROW = 1.5, sqrt(3)
"""Distance between columns of hexes, and between rows, in hex sizes."""


class HexViewport(Viewport):
    """A viewport on a map of hexes with flat tops."""

    __slots__ = ()

    def hex_point(self, hex: Hex) -> tuple[float, float]:
        """The middle of a hex in px."""
        return self.to_px(hex_center(hex))

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex at a point in px, which may be off the map."""
        mx = self.left + (x - self.x) / self.scale
        my = self.top + (y - self.y) / self.scale
        first = max(0, floor(mx / COLUMN_STEP))
        near = []
        for q in (first, first + 1):
            down = (q & 1) / 2
            row = round(my / _ROW - down)
            far = hypot(q * COLUMN_STEP - mx, (row + down) * _ROW - my)
            near.append((far, Hex(f"{column_letters(q)}{row + 1}")))
        return min(near)[1]

    def hex_outline(self, hex: Hex, scale: float = 1) -> Points:
        """The corners of a hex in px, if the hex is drawn ``scale`` times as large."""
        return self.line_to_px(_scaled_corners(hex, scale))

    def has_hex(self, hex: Hex) -> bool:
        """Whether the middle of a hex is in the viewport."""
        return self.has_point(*self.hex_point(hex))

    def has_box(self, box: Bounds, margin: float = 0) -> bool:
        """Whether a box in px is in the viewport, at least ``margin`` px from its edges."""
        return self.has_point(box.left, box.top, margin) and self.has_point(box.right, box.bottom, margin)

    def is_hex_visible(self, hex: Hex, margin: float = 1) -> bool:
        """Whether any point within ``margin`` hex sizes of a hex's middle is in the viewport."""
        x, y = self.hex_point(hex)
        return self.has_point(x, y, -margin * self.scale)


@lru_cache(8_192)
def hex_center(hex: Hex) -> Point:
    """The middle of a hex, in hex sizes."""
    return center_point(axial_of(hex))


@lru_cache(8_192)
def hex_corners(hex: Hex) -> tuple[Point, ...]:
    """The corners of a hex, clockwise; the side to neighbor i is between corners i and i + 1."""
    return corner_points(axial_of(hex))


@lru_cache(8_192)
def _scaled_corners(hex: Hex, scale: float) -> Points:
    middle = hex_center(hex)
    return tuple(point_between(middle, corner, scale) for corner in hex_corners(hex))


def side_middle(side: Side) -> Point:
    """The middle of a side, in hex sizes."""
    (ax, ay), (bx, by) = hex_center(side[0]), hex_center(side[1])
    return Point((ax + bx) / 2, (ay + by) / 2)


def bounds_of_hexes(hexes: Iterable[Hex]) -> Bounds:
    """The box around hexes, including their corners, in hex sizes."""
    points = [hex_center(hex) for hex in hexes]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right = min(xs) - 1, max(xs) + 1
    return Bounds(left, min(ys) - APOTHEM, right, max(ys) + APOTHEM)


def map_bounds(chart: HexMap) -> Bounds:
    """The box around a whole map, in hex sizes."""
    return bounds_of_hexes(chart.terrain)
