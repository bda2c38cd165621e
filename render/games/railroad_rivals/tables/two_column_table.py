"""The layout of tables of railroads: two blocks side by side, each with half of the rows.

Positions in a block are relative to its left edge.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.railroad_rivals.game_data.printed_data import Railroad
from render.palette import PAPER_2
from render.scene import Box, Shape

ROWS_TOP, ROW_HEIGHT = 262, 88
"""The y of the top of the first rows, and the height of a row, in pixels."""
BLOCK_WIDTH = 764
"""The width of a block, in pixels."""
BLOCK_LEFTS = (23, 813)
HEAD_LINE = 245
"""The y of the baseline of column headings."""


class RowPosition(NamedTuple):
    """The position of a row: the x of its block's left edge, and the y of its middle."""

    left: int
    y: float


def row_positions(railroads: Sequence[Railroad]) -> dict[Railroad, RowPosition]:
    """The positions of rows by railroad: first down the left block, then down the right one."""
    long = _rows_per_block(len(railroads))
    places = [divmod(i, long) for i in range(len(railroads))]
    positions = [RowPosition(BLOCK_LEFTS[block], ROWS_TOP + ROW_HEIGHT * row + ROW_HEIGHT / 2) for block, row in places]
    return dict(zip(railroads, positions, strict=True))


def rows_bottom(rows: int) -> int:
    """The y of the bottom of the block with more rows."""
    return ROWS_TOP + ROW_HEIGHT * _rows_per_block(rows)


def block_extents(rows: int) -> tuple[tuple[int, int], ...]:
    """(left edge, height) of both blocks, in pixels."""
    long = _rows_per_block(rows)
    return (BLOCK_LEFTS[0], ROW_HEIGHT * long), (BLOCK_LEFTS[1], ROW_HEIGHT * (rows - long))


def draw_stripes(rows: int) -> Iterator[Shape]:
    """Draw a darker stripe behind every other row of each block, beginning with the first row."""
    for left, tall in block_extents(rows):
        for down in range(0, tall, 2 * ROW_HEIGHT):
            yield Box(left, ROWS_TOP + down, BLOCK_WIDTH, ROW_HEIGHT, PAPER_2)


def _rows_per_block(rows: int) -> int:
    return -(-rows // 2)
