"""Small drawings made once at their own size and stamped at any: signs, cubes, trains. It knows no title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from render.geometry import Points
from render.scene import Box, Color, Disc, Line, Placed, Polygon, Shape, Sprite, Text, placed

PLAYER, GROUND, SIGN = "player", "ground", "sign"
"""Names of colors in a drawing that are chosen where it is stamped."""


def scaled(shapes: Iterable[Shape], k: float, x: float = 0, y: float = 0, *, thinnest: float = 0) -> Iterator[Shape]:
    """The shapes ``k`` times as large, their origin moved to a point; no stroke is less than ``thinnest`` px."""
    for shape in shapes:
        match shape:
            case Box():
                size = replace(shape, w=shape.w * k, h=shape.h * k)
                yield replace(size, x=x + shape.x * k, y=y + shape.y * k, line=shape.line * k, radius=shape.radius * k)
            case Disc():
                yield replace(shape, x=x + shape.x * k, y=y + shape.y * k, r=shape.r * k, line=shape.line * k)
            case Line():
                yield replace(shape, points=_moved(shape.points, k, x, y), line=max(thinnest, shape.line * k))
            case Polygon():
                yield replace(shape, points=_moved(shape.points, k, x, y), line=shape.line * k)
            case Text():
                yield replace(shape, x=x + shape.x * k, y=y + shape.y * k, size=shape.size * k)
            case _:
                raise TypeError(f"{type(shape).__name__} is not stamped")


def tinted(shapes: Iterable[Shape], colors: Mapping[str, Color]) -> Iterator[Shape]:
    """The shapes in real colors where they have names of colors."""
    for shape in shapes:
        match shape:
            case Box() | Disc() | Polygon():
                fill = shape.fill and colors.get(shape.fill, shape.fill)
                yield replace(shape, fill=fill, ink=shape.ink and colors.get(shape.ink, shape.ink))
            case Line():
                yield replace(shape, ink=colors.get(shape.ink, shape.ink))
            case _:
                yield shape


def stamp(name: str, size: float, k: float, shapes: Iterable[Shape]) -> Sprite:
    """A square drawing around the origin, ``size`` wide at k = 1."""
    return boxed(name, (-size / 2, -size / 2, size, size), k, shapes)


def boxed(name: str, box: tuple[float, float, float, float], k: float, shapes: Iterable[Shape]) -> Sprite:
    """A drawing in a box at k = 1: its left and top edge, width and height."""
    left, top, w, h = box
    return Sprite(name, w * k, h * k, tuple(scaled(shapes, k, -left * k, -top * k)))


def at_point(sprite: Sprite, x: float, y: float) -> Placed:
    """The drawing around a point."""
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


def _moved(points: Points, k: float, x: float, y: float) -> Points:
    return tuple((x + px * k, y + py * k) for px, py in points)
