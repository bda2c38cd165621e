"""What the cards show, around a point: pick, field glasses, pan, dynamite, driving wheel and so on, our own drawings.

(style guide, section 9, Card)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin

from engine.games.railroader.box.cards import Kind
from render.games.railroader.livery import CRATE, GOLD, STEEL, WATER, WAVE, WOOD
from render.geometry import Points, arc, mark
from render.palette import ACCENT, CARD, INK
from render.scene import Box, Disc, Line, Placed, Polygon, Shape, Sprite, placed

_UNIT = 100
"""Side of the square in which icons are laid out, its center at 0, 0."""


def icon(kind: Kind, x: float, y: float, size: float) -> Placed:
    """A card's icon in a square of ``size`` px around a point."""
    return placed(x - size / 2 - 2, y - size / 2 - 2, _icon(kind, size))


@lru_cache(256)
def _icon(kind: Kind, size: float) -> Sprite:
    k, c = size / _UNIT, size / 2 + 2
    return Sprite(f"icon {kind}", 2 * c, 2 * c, tuple(_moved(shape, c, k) for shape in _DRAWN[kind]()))


def _moved(shape: Shape, c: float, k: float) -> Shape:
    """A shape of the unit square, as large as the icon."""
    match shape:
        case Box(x=x, y=y, w=w, h=h, fill=fill, ink=ink, line=line, radius=radius):
            return Box(c + x * k, c + y * k, w * k, h * k, fill, ink, line * k, radius * k)
        case Disc(x=x, y=y, r=r, fill=fill, ink=ink, line=line):
            return Disc(c + x * k, c + y * k, r * k, fill, ink, line * k)
        case Polygon(points=points, fill=fill, ink=ink, line=line):
            return Polygon(tuple((c + x * k, c + y * k) for x, y in points), fill, ink, line * k)
        case Line(points=points, ink=ink, line=line, round=round):
            return Line(tuple((c + x * k, c + y * k) for x, y in points), ink, line * k, round)
        case _:
            raise TypeError(f"{shape!r} is no part of an icon")


def _oval(x: float, y: float, rx: float, ry: float) -> Points:
    return tuple((x + rx * px, y + ry * py) for px, py in arc(0, 0, 1, 0, 2, 40)[:-1])


def _bow(start: tuple[float, float], top: tuple[float, float], end: tuple[float, float]) -> Points:
    """A curve from one point to another, drawn toward a third."""

    def at(t: float, i: int) -> float:
        return (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * top[i] + t**2 * end[i]

    return tuple((at(t / 20, 0), at(t / 20, 1)) for t in range(21))


def _pick() -> tuple[Shape, ...]:
    left, right = (-36.0, -38.0), (38.0, 36.0)
    head = (*_bow(left, (52, -52), right), *_bow(right, (37, -37), left))
    return Line(((-37, 41), (25, -21)), WOOD, 11), Polygon(head, INK)


def _glasses() -> tuple[Shape, ...]:
    barrel = ((-33.0, -42.0), (-12.0, -42.0), (-7.0, 20.0), (-48.0, 20.0))
    mirrored = tuple((-x, y) for x, y in barrel)
    return (
        Box(-14, -24, 28, 24, INK),
        Polygon(barrel, INK),
        Polygon(mirrored, INK),
        *(Disc(x, 21, 23, INK) for x in (-26, 26)),
        *(Disc(x, 21, 14.5, WATER) for x in (-26, 26)),
    )


def _pan() -> tuple[Shape, ...]:
    return (
        Polygon(_oval(0, 4, 48, 27), INK),
        Polygon(_oval(0, -2, 40, 17.5), STEEL),
        *(Disc(x, y, r, GOLD, INK, 2.5) for x, y, r in ((-17, -1, 7), (4, 5, 8.5), (20, -4, 6), (-2, -11, 5))),
    )


def _dynamite() -> tuple[Shape, ...]:
    x, y = 25.0, -34.0
    rays = tuple(Line(((x, y), (x + 15 * cos(pi * i / 4), y + 15 * sin(pi * i / 4))), GOLD, 3.6) for i in range(8))
    return (
        Line(((0, -12), (9, -29), (x, y)), INK, 4),
        *rays,
        *(Box(left, -14, 22, 60, ACCENT, radius=2) for left in (-37, -11, 15)),
        Box(-41, 2, 82, 14, INK),
    )


def _wheel() -> tuple[Shape, ...]:
    spokes = tuple(
        Line(((10 * cos(pi * i / 6), 10 * sin(pi * i / 6)), (40 * cos(pi * i / 6), 40 * sin(pi * i / 6))), INK, 3.6)
        for i in range(12)
    )
    return (
        Disc(0, 0, 46, None, INK, 8.5),
        *spokes,
        Disc(0, 0, 11, INK),
        Box(-50, 19, 76, 9.5, ACCENT),
        Disc(25, 23.5, 7.5, ACCENT),
    )


def _star() -> tuple[Shape, ...]:
    tips = tuple((42 * sin(2 * pi * i / 5), 4 - 42 * cos(2 * pi * i / 5)) for i in range(5))
    return (
        Polygon(mark("star", 0, 4, 37), GOLD, INK, 3.6),
        *(Disc(x, y, 7.2, GOLD, INK, 3) for x, y in tips),
        Disc(0, 4, 9, INK),
    )


def _ingots() -> tuple[Shape, ...]:
    def ingot(x: float, y: float) -> Shape:
        return Polygon(((x - 15, y), (x + 15, y), (x + 24, y + 29), (x - 24, y + 29)), GOLD, INK, 3.6)

    return ingot(0, -31), ingot(-25, 2), ingot(25, 2)


def _crate() -> tuple[Shape, ...]:
    return (
        Box(-43, -37, 86, 74, CRATE, INK, 4, 2),
        *(Box(-42, y, 84, 3.6, INK) for y in (-14, 10.5)),
        *(Box(x, -36, 8, 72, INK) for x in (-33, 25)),
    )


def _drop() -> tuple[Shape, ...]:
    return (Polygon(((0, -47), *arc(0, 14, 32, -0.14, 1.14, 36)), WATER, WAVE, 5),)


def _outlaw() -> tuple[Shape, ...]:
    mask = ((-44.0, 6.0), (44.0, 6.0), (38.0, 30.0), (16.0, 33.0), (0.0, 20.0), (-16.0, 33.0), (-38.0, 30.0))
    return (
        Polygon(((-22, -40), (-16, -43), (16, -43), (22, -40), (25, -12), (-25, -12)), INK),
        Polygon(_oval(0, -10, 49, 9), INK),
        Polygon(mask, INK),
        *(Polygon(_oval(x, 17.5, 10, 6.5), CARD) for x in (-20, 20)),
    )


_DRAWN: Mapping[Kind, Callable[[], tuple[Shape, ...]]] = {
    Kind.WORKER: _pick,
    Kind.DEPUTY: _star,
    Kind.ENGINEER: _wheel,
    Kind.SCOUT: _glasses,
    Kind.PROSPECTOR: _pan,
    Kind.SABOTEUR: _dynamite,
    Kind.GOLD: _ingots,
    Kind.SUPPLIES: _crate,
    Kind.WATER: _drop,
    Kind.OUTLAW: _outlaw,
}
