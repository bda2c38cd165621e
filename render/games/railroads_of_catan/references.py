"""The names of hexes on the whole board, each in its hex where nothing else lies: no track, train, city or sign.

A name stands low in its hex; where something lies there it moves, by the same steps on every board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from engine.games.railroads_of_catan.box.graph import HEXES, Place
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.ground import sign_box
from render.games.railroads_of_catan.pieces import city_box
from render.games.railroads_of_catan.plane import Plane
from render.games.railroads_of_catan.tracks import CITY, REACH
from render.geometry import Point, Points
from render.palette import INK
from render.parts.plane import Bounds
from render.parts.text import Style
from render.scene import Placed, Shape

_NAME = Style("h", 44)
_HALF, _UP = 33, 17
"""Half the width of a name and half its height, with the air around it, in px."""
_AT: Point = (0.0, 0.66)
"""Where a name stands if it can, from the middle of its hex in its sizes."""
_STEP, _LOW, _WIDE = 0.04, 0.8, 0.66
"""From one place that is tried to the next, and how far from the middle they lie at most, down and across."""
_RIM = 0.02
"""What a name keeps from the sides of its hex, in its sizes."""
_SLOPE = 0.577
"""What a hex's upper and lower sides go down, by what they go across."""
_HALF_HEX = 0.866
_NEAR = 1.4
"""How far from a hex's middle, in its sizes, lies what can be in the way of its name."""
_DOT = 6
"""px between the points of a track that are looked at."""


class Named(NamedTuple):
    """A hex and the middle of its name; ``free``: whether nothing lies there."""

    hex: Place
    x: float
    y: float
    free: bool


class _Ground(NamedTuple):
    """What lies on a board: boxes, and points along its track."""

    boxes: Sequence[Bounds]
    dots: Sequence[Point]
    reach: float
    """How far a track reaches to both sides of its points, in px."""

    def near(self, x: float, y: float, far: float) -> _Ground:
        """What of it can be in the way around a point."""
        box = Bounds(x - far, y - far, x + far, y + far)
        boxes = [other for other in self.boxes if box.meets(other)]
        return _Ground(boxes, [dot for dot in self.dots if _holds(box, dot)], self.reach)

    def covered(self, box: Bounds) -> float:
        """How much of a box something lies on: 0 where it is free."""
        around = box.grown(self.reach)
        dots = sum(_DOT * _DOT for dot in self.dots if _holds(around, dot))
        return dots + sum(_shared(box, other) for other in self.boxes)


def reference_shapes(places: Iterable[Named]) -> Iterator[Shape]:
    """The names as words on the ground."""
    for name in places:
        yield _NAME.middle(name.x, name.y + _NAME.rise, name.hex, "hex", INK)


def references(state: RailroadsOfCatan, plane: Plane, things: Iterable[Placed], keys: Iterable[Bounds]) -> list[Named]:
    """Where every hex has its name; ``things`` stand on the board over track, beside its cities, and so do ``keys``."""
    boxes = [*map(_box, things), *keys]
    boxes += (sign_box(state.layout, plane, hex) for hex in HEXES)
    for hex, city in state.cities.items():
        boxes.append(city_box(city.seat, *plane.place(hex), CITY * plane.s))
    lines = (plane.track(track) for track in state.tracks)
    dots = [dot for line in lines for dot in _along(line)]
    ground = _Ground(boxes, dots, REACH * plane.s)
    return [_named(hex, plane, ground) for hex in HEXES]


def _named(hex: Place, plane: Plane, ground: _Ground) -> Named:
    x, y = plane.place(hex)
    near = ground.near(x, y, _NEAR * plane.s)
    best, least = _AT, float("inf")
    for dx, dy in _places(plane.s):
        covered = near.covered(_around(x + dx, y + dy))
        if covered < least:
            best, least = (dx, dy), covered
        if not covered:
            break
    return Named(hex, round(x + best[0]), round(y + best[1]), not least)


@lru_cache(4)
def _places(s: float) -> Points:
    """Where a name may stand in a hex, in px from its middle, the best first."""
    down = [i * _STEP for i in range(-round(_LOW / _STEP), round(_LOW / _STEP) + 1)]
    across = [i * _STEP for i in range(-round(_WIDE / _STEP), round(_WIDE / _STEP) + 1)]
    found = [(dx, dy) for dy in down for dx in across if _inside(abs(dx), abs(dy), s)]
    found.sort(key=lambda at: (round(hypot(at[0] - _AT[0], at[1] - _AT[1]), 3), at[1], at[0]))
    return tuple((dx * s, dy * s) for dx, dy in found)


def _inside(dx: float, dy: float, s: float) -> bool:
    """Whether a name there lies wholly in its hex."""
    right, low = dx + _HALF / s + _RIM, dy + _UP / s + _RIM
    return right <= _HALF_HEX and low <= 1 - _SLOPE * right


def _around(x: float, y: float) -> Bounds:
    return Bounds(x - _HALF, y - _UP, x + _HALF, y + _UP)


def _box(thing: Placed) -> Bounds:
    return Bounds(thing.x, thing.y, thing.x + thing.sprite.w, thing.y + thing.sprite.h)


def _holds(box: Bounds, point: Point) -> bool:
    return box.left < point[0] < box.right and box.top < point[1] < box.bottom


def _shared(box: Bounds, other: Bounds) -> float:
    """What two boxes have in common, in px²."""
    w = min(box.right, other.right) - max(box.left, other.left)
    h = min(box.bottom, other.bottom) - max(box.top, other.top)
    return w * h if w > 0 and h > 0 else 0.0


def _along(line: Points) -> Iterator[Point]:
    (ax, ay), (bx, by) = line
    count = int(hypot(bx - ax, by - ay) / _DOT) + 1
    for i in range(count + 1):
        yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count
