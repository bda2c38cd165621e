"""Functions for small drawings such as signs, cubes, and trains: they scale, color, and place their shapes."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from render.scene import Box, Color, Disc, Line, Placed, Polygon, Shape, Sprite, Text, place_sprite

PLAYER, GROUND, SIGN = "player", "ground", "sign"
"""Placeholders for the colors of player, background, and sign, for ``tint_shapes``."""


def scale_shapes(
    shapes: Iterable[Shape], k: float, x: float = 0, y: float = 0, *, thinnest: float = 0
) -> Iterator[Shape]:
    """Yield the shapes ``k`` times as large, with their origin moved to ``x``, ``y``.

    ``thinnest`` is the minimum width of lines in px.
    """
    for shape in shapes:
        match shape:
            case Box(w=w, h=h, radius=radius):
                larger = replace(shape, w=w * k, h=h * k, radius=radius * k)
                yield _move_shape(larger, k, x, y, line=shape.line * k)
            case Disc():
                yield _move_shape(shape, k, x, y, r=shape.r * k, line=shape.line * k)
            case Text():
                yield _move_shape(shape, k, x, y, size=shape.size * k)
            case Line() | Polygon():
                points = tuple((x + px * k, y + py * k) for px, py in shape.points)
                least = thinnest if isinstance(shape, Line) else 0
                yield replace(shape, points=points, line=max(least, shape.line * k))
            case _:
                raise TypeError(f"{type(shape).__name__} cannot be scaled")


def _move_shape(shape: Box | Disc | Text, k: float, x: float, y: float, **sizes: float) -> Shape:
    return replace(shape, x=x + shape.x * k, y=y + shape.y * k, **sizes)


def tint_shapes(shapes: Iterable[Shape], colors: Mapping[str, Color]) -> Iterator[Shape]:
    """Yield the shapes with each placeholder of a color replaced by its color in ``colors``."""
    for shape in shapes:
        match shape:
            case Box() | Disc() | Polygon():
                fill = shape.fill and colors.get(shape.fill, shape.fill)
                yield replace(shape, fill=fill, ink=shape.ink and colors.get(shape.ink, shape.ink))
            case Line():
                yield replace(shape, ink=colors.get(shape.ink, shape.ink))
            case _:
                yield shape


def square_sprite(name: str, size: float, k: float, shapes: Iterable[Shape]) -> Sprite:
    """Return a sprite of a square drawing around the origin.

    ``size`` is the side of the square in px before it is scaled by ``k``.
    """
    return box_sprite(name, (-size / 2, -size / 2, size, size), k, shapes)


def box_sprite(name: str, box: tuple[float, float, float, float], k: float, shapes: Iterable[Shape]) -> Sprite:
    """Return a sprite of a drawing in a box, scaled by ``k``.

    ``box`` is left, top, width, and height in px before scaling.
    """
    left, top, w, h = box
    drawing = tuple(scale_shapes(shapes, k, -left * k, -top * k))
    return Sprite(name, w * k, h * k, drawing)


def center_sprite(sprite: Sprite, x: float, y: float) -> Placed:
    """Return a sprite placed with its center at ``x``, ``y``."""
    return place_sprite(x - sprite.w / 2, y - sprite.h / 2, sprite)
