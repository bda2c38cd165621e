"""Tables of railroads in two blocks side by side: half of the rows each, so that they stay as flat as clients like.

What stands in a block is placed from its left edge.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.railroad_rivals.box.data import Railroad
from render.palette import PAPER_2
from render.scene import Box, Shape

TOP, ROW = 262, 88
"""Where the first rows begin, and how high each is."""
BLOCK = 764
"""The width of a block."""
LEFTS = (23, 813)
HEAD = 245
"""The baseline of what stands above the columns."""


class Spot(NamedTuple):
    """The place of a row: the left edge of its block, and the middle of its height."""

    left: int
    y: float


def spots(railroads: Sequence[Railroad]) -> dict[Railroad, Spot]:
    """The rows, down the first block and then down the second one, which is the shorter if one is."""
    long = _long(len(railroads))
    places = [divmod(i, long) for i in range(len(railroads))]
    found = [Spot(LEFTS[block], TOP + ROW * row + ROW / 2) for block, row in places]
    return dict(zip(railroads, found, strict=True))


def foot(rows: int) -> int:
    """The y at which the longer of the two blocks ends."""
    return TOP + ROW * _long(rows)


def blocks(rows: int) -> tuple[tuple[int, int], ...]:
    """The left edge of each block, and how high its rows are together."""
    long = _long(rows)
    return (LEFTS[0], ROW * long), (LEFTS[1], ROW * (rows - long))


def grounds(rows: int) -> Iterator[Shape]:
    """Every other row of a block is darker, the first one among them."""
    for left, tall in blocks(rows):
        for down in range(0, tall, 2 * ROW):
            yield Box(left, TOP + down, BLOCK, ROW, PAPER_2)


def _long(rows: int) -> int:
    return -(-rows // 2)
