"""The square grid on which city tiles are placed, and the rotation of tiles. (R Place a City Tile; rulings P1, P2)"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Side(StrEnum):
    """A side of a cell or tile."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"


Facing = Side
"""The side to which the printed north edge of a tile points: ``e`` is a quarter turn right."""

SIDES = tuple(Side)
_INDEX = {side: i for i, side in enumerate(SIDES)}
_ACROSS = {side: SIDES[i - 2] for i, side in enumerate(SIDES)}
_STEP = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}


_WRITTEN = re.compile(r"-?[0-9]{1,3},-?[0-9]{1,3}")


class Cell(NamedTuple):
    """A place on the table: column and row, counted east and south from the starting tile at 0,0."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    @classmethod
    def read(cls, word: str) -> Cell:
        """Read a cell from text such as ``2,-1``. Raises ``ValueError``."""
        if _WRITTEN.fullmatch(word) is None:
            raise ValueError(word)
        x, y = word.split(",")
        return cls(int(x), int(y))

    def neighbor(self, side: Side) -> Cell:
        """Return the neighboring cell on a side."""
        return neighbors(self)[side]


@lru_cache(4_096)
def neighbors(cell: Cell) -> Mapping[Side, Cell]:
    """The four neighboring cells, by side."""
    x, y = cell.x, cell.y
    return {side: Cell(x + dx, y + dy) for side, (dx, dy) in _STEP.items()}


def opposite_side(side: Side) -> Side:
    """The opposite side, such as south for north."""
    return _ACROSS[side]


def edge_number_at(facing: Facing, side: Side) -> int:
    """The number of the printed edge (0 is north, 3 is west) that is on a side of a turned tile."""
    return (_INDEX[side] - _INDEX[facing]) % 4


def facing_with_edge_at(edge: int, side: Side) -> Facing:
    """The facing with which a printed edge (0 is north, 3 is west) is on a side."""
    return SIDES[(_INDEX[side] - edge) % 4]
