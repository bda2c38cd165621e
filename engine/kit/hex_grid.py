"""A hexagonal grid: neighbors, distances, labels, and corners of its hexes.

The module uses axial coordinates. In a flat-top grid, ``q`` grows to the south-east and ``r`` to the south; in a
pointy-top grid, ``q`` grows to the east and ``r`` to the south-east.
"""

from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple


class Axial(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int


class Point(NamedTuple):
    """A point in the plane.

    The origin is the center of hex 0,0; the unit is the distance from center to corner.
    """

    x: float
    y: float


FLAT_TOP = 0.0
"""The orientation of hexes with a side at the top."""

POINTY_TOP = pi / 6
"""The orientation of hexes with a corner at the top."""

_NEIGHBOR_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@lru_cache(8_192)
def neighbors(hex: Axial) -> tuple[Axial, ...]:
    """Return the six neighbors in clockwise order.

    The first neighbor is in the north (flat-top) or in the north-west (pointy-top).
    """
    return tuple(Axial(hex.q + dq, hex.r + dr) for dq, dr in _NEIGHBOR_STEPS)


def hex_distance(a: Axial, b: Axial) -> int:
    """Return the number of steps from one hex to another."""
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


Corner = frozenset[Axial]
"""A corner of hexes, represented by the three hexes that meet at it."""


def side_ends(a: Axial, b: Axial) -> tuple[Corner, Corner]:
    """Return the two ends of the side between neighbors.

    Raises ``ValueError`` for hexes that share no side.
    """
    around = neighbors(a)
    index = around.index(b)
    before, after = around[index - 1], around[(index + 1) % len(around)]
    return Corner((a, b, before)), Corner((a, b, after))


def center_point(hex: Axial, orientation: float = FLAT_TOP) -> Point:
    """Return the center of a hex in the plane."""
    if orientation == FLAT_TOP:
        return Point(1.5 * hex.q, sqrt(3) * (hex.r + hex.q / 2))
    return Point(sqrt(3) * (hex.q + hex.r / 2), 1.5 * hex.r)


def corner_points(hex: Axial, orientation: float = FLAT_TOP) -> tuple[Point, ...]:
    """Return the six corners, clockwise; the side to neighbor i is between corners i and i + 1."""
    x, y = center_point(hex, orientation)
    first = -2 * pi / 3 if orientation == FLAT_TOP else -5 * pi / 6
    angles = [first + i * pi / 3 for i in range(6)]
    return tuple(Point(x + cos(angle), y + sin(angle)) for angle in angles)


def axial_from_offset(column: int, row: int) -> Axial:
    """Return the hex at a column and row of a flat-top grid, both counted from 0.

    Columns with odd numbers are half a hex lower than the others.
    """
    return Axial(column, row - (column - (column & 1)) // 2)


def column_letters(column: int) -> str:
    """Return the name of a column, counted from 0: A to Z, AA to AZ, and so on."""
    tens, ones = divmod(column, len(_ALPHABET))
    return (column_letters(tens - 1) if tens else "") + _ALPHABET[ones]


def column_number(name: str) -> int:
    """Return the number of a column by its name, counted from 0. Raises ``ValueError``."""
    number = 0
    for letter in name:
        number = number * len(_ALPHABET) + _ALPHABET.index(letter) + 1
    if not number:
        raise ValueError(name)
    return number - 1


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
