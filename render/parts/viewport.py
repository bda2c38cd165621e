"""Viewports: windows of a picture, each of which shows a part of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from render.geometry import Point, Points
from render.scene import Box, Color


class Bounds(NamedTuple):
    """A box on the map, in units of a hex's size."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def as_box(self, fill: Color, radius: float = 0) -> Box:
        """Return a filled box with these bounds."""
        return Box(self.left, self.top, self.width, self.height, fill, radius=radius)

    def inflate(self, by: float) -> Bounds:
        """Return the bounds with a margin on every side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def union(self, other: Bounds) -> Bounds:
        """Return the smallest bounds that contain both."""
        return Bounds(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def is_overlapping(self, other: Bounds) -> bool:
        """Whether the two bounds overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Viewport(NamedTuple):
    """A window of a picture that shows a part of the map.

    ``scale`` is the size of a hex in px. ``x``, ``y``, ``w``, and ``h`` are the window's box in px. ``left`` and
    ``top`` are the point of the map at the window's top left corner.
    """

    scale: float
    x: int
    y: int
    w: int
    h: int
    left: float
    top: float

    def to_px(self, point: Point) -> Point:
        """Convert a point of the map to a point of the picture in px."""
        x, y = point
        right, down = (x - self.left) * self.scale, (y - self.top) * self.scale
        return self.x + right, self.y + down

    def line_to_px(self, points: Iterable[Point]) -> Points:
        """Convert points of the map to points of the picture in px."""
        scale, x, y, _, _, left, top = self
        return tuple([(x + (px - left) * scale, y + (py - top) * scale) for px, py in points])

    def has_point(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether a point in px is in the window, at least ``margin`` px from its edge."""
        across = self.x + margin <= x <= self.x + self.w - margin
        return across and self.y + margin <= y <= self.y + self.h - margin


def visible_parts(viewport: Viewport, points: Sequence[Point]) -> Iterator[Points]:
    """Yield the visible parts of a line of the map, in px.

    Parts up to one hex outside the window count as visible.
    """
    left, top = viewport.left - 1, viewport.top - 1
    right, bottom = left + viewport.w / viewport.scale + 2, top + viewport.h / viewport.scale + 2
    visibility = [left <= x <= right and top <= y <= bottom for x, y in points]
    start: int | None = None
    for i, is_visible in enumerate(visibility):
        if is_visible and start is None:
            start = max(0, i - 1)
        elif not is_visible and start is not None:
            yield viewport.line_to_px(points[start : i + 1])
            start = None
    if start is not None and len(points) - start > 1:
        yield viewport.line_to_px(points[start:])
