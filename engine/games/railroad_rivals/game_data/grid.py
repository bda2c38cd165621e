"""Cells of an unbounded square grid for city tiles, and quarter turns. (R Place a City Tile: tiles lie edge against
edge; rulings P1, P2)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Side(StrEnum):
    """One edge of a cell."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"


Facing = Side
"""The side that the printed north edge of a tile points to. ``n``: as printed, ``e``: a quarter turn right."""

SIDES = tuple(Side)
_INDEX = {side: i for i, side in enumerate(SIDES)}
_ACROSS = {side: SIDES[i - 2] for i, side in enumerate(SIDES)}
_STEP = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}


_WRITTEN = re.compile(r"-?[0-9]{1,3},-?[0-9]{1,3}")


class Cell(NamedTuple):
    """A place on the table: columns grow to the east, rows to the south; the starting tile is at 0,0."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    @classmethod
    def read(cls, word: str) -> Cell:
        """The cell written as ``2,-1``. Raises ``ValueError``."""
        if _WRITTEN.fullmatch(word) is None:
            raise ValueError(word)
        x, y = word.split(",")
        return cls(int(x), int(y))

    def neighbor(self, side: Side) -> Cell:
        """The neighboring cell on that side."""
        return neighbors(self)[side]


@lru_cache(4_096)
def neighbors(cell: Cell) -> Mapping[Side, Cell]:
    """The cells on all four sides."""
    x, y = cell.x, cell.y
    return {side: Cell(x + dx, y + dy) for side, (dx, dy) in _STEP.items()}


def opposite_side(side: Side) -> Side:
    """The side across: north for south."""
    return _ACROSS[side]


def edge_number_at(facing: Facing, side: Side) -> int:
    """The printed edge (0 north, 1 east, 2 south, 3 west) at ``side`` of a tile turned to ``facing``."""
    return (_INDEX[side] - _INDEX[facing]) % 4


def facing_with_edge_at(edge: int, side: Side) -> Facing:
    """The facing of a tile whose printed ``edge`` (0 north … 3 west) is at ``side``."""
    return SIDES[(_INDEX[side] - edge) % 4]
