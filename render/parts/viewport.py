"""The part of a map in a window of a picture: scale and origin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from render.geometry import Point, Points
from render.scene import Box, Color


class Bounds(NamedTuple):
    """A box of the map, in sizes of a hex."""

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
        """The bounds as a filled box of the picture."""
        return Box(self.left, self.top, self.width, self.height, fill, radius=radius)

    def inflate(self, by: float) -> Bounds:
        """The box with a margin on every side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def union(self, other: Bounds) -> Bounds:
        """The box around both."""
        return Bounds(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def is_overlapping(self, other: Bounds) -> bool:
        """Whether they have anything in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Viewport(NamedTuple):
    """``scale`` px per hex size, the window's box in px, and the map's point at the window's top left corner."""

    scale: float
    x: int
    y: int
    w: int
    h: int
    left: float
    top: float

    def to_px(self, point: Point) -> Point:
        """A point of the map in px."""
        x, y = point
        right, down = (x - self.left) * self.scale, (y - self.top) * self.scale
        return self.x + right, self.y + down

    def line_to_px(self, points: Iterable[Point]) -> Points:
        """The points of a line of the map in px."""
        scale, x, y, _, _, left, top = self
        return tuple([(x + (px - left) * scale, y + (py - top) * scale) for px, py in points])

    def has_point(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether a point in px is in the window, at least ``margin`` from its edge."""
        across = self.x + margin <= x <= self.x + self.w - margin
        return across and self.y + margin <= y <= self.y + self.h - margin


def visible_parts(viewport: Viewport, points: Sequence[Point]) -> Iterator[Points]:
    """The visible parts of a line of the map, in px, each up to one size of a hex beyond the window's edge."""
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
