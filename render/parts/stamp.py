"""Small drawings made once at their own size and stamped at any: signs, cubes, trains. It knows no title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from render.geometry import Points
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite, placed


def scaled(shapes: Iterable[Shape], k: float, x: float = 0, y: float = 0) -> Iterator[Shape]:
    """The shapes ``k`` times as large, their origin moved to a point."""
    for shape in shapes:
        match shape:
            case Box():
                size = replace(shape, w=shape.w * k, h=shape.h * k)
                yield replace(size, x=x + shape.x * k, y=y + shape.y * k, line=shape.line * k, radius=shape.radius * k)
            case Disc():
                yield replace(shape, x=x + shape.x * k, y=y + shape.y * k, r=shape.r * k, line=shape.line * k)
            case Line() | Polygon():
                yield replace(shape, points=_moved(shape.points, k, x, y), line=shape.line * k)
            case _:
                raise TypeError(f"{type(shape).__name__} is not stamped")


def stamp(name: str, size: float, k: float, shapes: Iterable[Shape]) -> Sprite:
    """A square drawing around the origin, ``size`` wide at k = 1."""
    middle = size / 2 * k
    return Sprite(name, size * k, size * k, tuple(scaled(shapes, k, middle, middle)))


def at_point(sprite: Sprite, x: float, y: float) -> Placed:
    """The drawing around a point."""
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


def _moved(points: Points, k: float, x: float, y: float) -> Points:
    return tuple((x + px * k, y + py * k) for px, py in points)
