"""Geometry of outlines: arcs, boxes, badge shapes, and player marks, as points."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Literal

Point = tuple[float, float]
Points = tuple[Point, ...]
Circle = tuple[float, float, float]
"""(x of the center, y of the center, radius) of a circle."""
BadgeShape = Literal["pill", "rectangle", "swallowtail", "hexagon", "octagon", "ticket", "saw"]


def arc(x: float, y: float, r: float, start: float, end: float, steps: int = 12) -> Points:
    """Return points on a circle from one angle to another, in units of pi, clockwise from the east."""
    angles = (pi * (start + (end - start) * i / steps) for i in range(steps + 1))
    return tuple((x + r * cos(a), y + r * sin(a)) for a in angles)


def ellipse(x: float, y: float, rx: float, ry: float, steps: int = 40) -> Points:
    """Return an ellipse around a point."""
    unit_circle = arc(0, 0, 1, 0, 2, steps)[:-1]
    return tuple((x + rx * px, y + ry * py) for px, py in unit_circle)


def rays(count: int, x: float, y: float, inner: float, outer: float) -> tuple[Points, ...]:
    """Return ``count`` strokes around a point from one radius to another, such as spokes.

    The first stroke points east.
    """
    starts = arc(x, y, inner, 0, 2, count)
    ends = arc(x, y, outer, 0, 2, count)
    return tuple(zip(starts, ends, strict=True))[:-1]


def rotate(points: Points, turn: float) -> Points:
    """Return the outline turned clockwise around the origin by ``turn``, in units of pi."""
    c, s = cos(pi * turn), sin(pi * turn)
    return tuple((x * c - y * s, x * s + y * c) for x, y in points)


def row_offsets(count: int, step: float) -> tuple[float, ...]:
    """Return the offsets of ``count`` objects in a row from the row's middle, ``step`` apart."""
    return tuple((i - (count - 1) / 2) * step for i in range(count))


def translate(points: Points, x: float, y: float) -> Points:
    """Return the outline moved by ``x`` and ``y``."""
    return tuple((px + x, py + y) for px, py in points)


@lru_cache(1_024)
def badge_outline(shape: BadgeShape, w: float, h: float, inset: float = 0) -> Points:
    """Return a badge's outline in a box ``w`` × ``h`` at 0, 0, moved inward by ``inset`` px."""
    left, t, r, b, m = inset, inset, w - inset, h - inset, h / 2
    match shape:
        case "pill":
            west = arc(h / 2, m, m - inset, 0.5, 1.5, 24)
            return west + arc(w - h / 2, m, m - inset, 1.5, 2.5, 24)
        case "rectangle":
            return round_box(left, t, r, b, max(0.5, 3 * h / 44 - inset))
        case "swallowtail":
            notch, side = 0.26 * h, inset * 0.55
            upper = (left + side, t), (r - side, t)
            lower = (r - side, b), (left + side, b)
            return (*upper, (r - notch, m), *lower, (left + notch, m))
        case "hexagon":
            point, shift = 0.34 * h, inset * 0.4
            return (
                (left + shift, m),
                (point + shift, t),
                (w - point - shift, t),
                (r - shift, m),
                (w - point - shift, b),
                (point + shift, b),
            )
        case "octagon":
            return octagon(left, t, r, b, 0.27 * h - inset * 0.45)
        case "ticket":
            return _ticket_outline(left, t, r, b, 0.24 * h)
        case "saw":
            return _saw_outline(left, t, r, b, 0.2 * h)


def octagon(left: float, t: float, r: float, b: float, cut: float) -> Points:
    """Return a box with its corners cut off diagonally by ``cut`` px."""
    return (
        (left + cut, t),
        (r - cut, t),
        (r, t + cut),
        (r, b - cut),
        (r - cut, b),
        (left + cut, b),
        (left, b - cut),
        (left, t + cut),
    )


def round_box(left: float, t: float, r: float, b: float, radius: float) -> Points:
    """Return a box with round corners."""
    return (
        *arc(left + radius, t + radius, radius, 1, 1.5, 6),
        *arc(r - radius, t + radius, radius, 1.5, 2, 6),
        *arc(r - radius, b - radius, radius, 0, 0.5, 6),
        *arc(left + radius, b - radius, radius, 0.5, 1, 6),
    )


def _ticket_outline(left: float, t: float, r: float, b: float, radius: float) -> Points:
    """Return a box with quarter discs cut out of its corners."""
    return (
        *arc(left, t, radius, 0.5, 0, 8),
        *arc(r, t, radius, 1, 0.5, 8),
        *arc(r, b, radius, 1.5, 1, 8),
        *arc(left, b, radius, 2, 1.5, 8),
    )


def _saw_outline(left: float, t: float, r: float, b: float, depth: float) -> Points:
    """Return a box with teeth of ``depth`` px at its left and right sides."""
    steps = [(t + (b - t) * i / 4, depth * (i % 2)) for i in range(5)]
    down = ((r - cut, y) for y, cut in steps)
    up = ((left + cut, y) for y, cut in reversed(steps))
    return (*down, *up)


@lru_cache(256)
def mark_outline(kind: str, x: float, y: float, m: float) -> Points:
    """Return the outline of a player's mark of radius ``m`` around a point.

    Marks of the same radius look equally large.
    """
    match kind:
        case "disc":
            return arc(x, y, 0.86 * m, 0, 2, 36)[:-1]
        case "square":
            half = 0.78 * m
            return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        case "triangle":
            foot = y + 0.76 * m
            return ((x, y - m), (x + m, foot), (x - m, foot))
        case "diamond":
            across, down = 0.92 * m, 1.08 * m
            east, west = (x + across, y), (x - across, y)
            return ((x, y - down), east, (x, y + down), west)
        case "star":
            reaches = (1.12 * m, 0.46 * m)
            turns = ((pi * i / 5, reaches[i % 2]) for i in range(10))
            return tuple((x + r * sin(angle), y - r * cos(angle)) for angle, r in turns)
        case _:
            return _cross_outline(x, y, 0.95 * m, 0.36 * m)


def _cross_outline(x: float, y: float, a: float, b: float) -> Points:
    top = (-b, -a), (b, -a), (b, -b)
    right = (a, -b), (a, b), (b, b)
    bottom = (b, a), (-b, a), (-b, b)
    left = (-a, b), (-a, -b), (-b, -b)
    return translate((*top, *right, *bottom, *left), x, y)


def distance(a: Point, b: Point) -> float:
    """Return the distance from one point to another."""
    return hypot(b[0] - a[0], b[1] - a[1])


def is_clear_of(point: Point, circles: Iterable[Circle], by: float) -> bool:
    """Whether a point has at least the distance ``by`` from every circle, outside it."""
    px, py = point
    return all(hypot(px - x, py - y) >= by + r for x, y, r in circles)


def point_between(a: Point, b: Point, part: float) -> Point:
    """Return the point between two points.

    ``part`` is the fraction of the distance from the first one.
    """
    (ax, ay), (bx, by) = a, b
    return ax + (bx - ax) * part, ay + (by - ay) * part


def unit_vector(a: Point, b: Point) -> Point:
    """Return the vector of length 1 from one point toward another.

    If the points are equal, return the zero vector.
    """
    length = distance(a, b) or 1
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def mean_point(points: Sequence[Point]) -> Point:
    """Return the mean of several points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return sum(xs) / len(points), sum(ys) / len(points)
