"""Places and sizes of the table's cells in a picture, and the cut of the table that fits. It knows no pixels' colors.

A pitch is taken from a short list, so that tables of all shapes share their sprites.
"""

from collections.abc import Collection, Iterable
from math import ceil
from typing import NamedTuple

from engine.games.railroad_rivals.box.geometry import Cell, Side
from render.parts.frame import BLEED, FIELD, WIDTH
from render.scene import Focus
from render.window import focus_on

CLOSE = 476
"""The pitch of a close look, and the largest of all."""
LEAST = 190
"""At a smaller pitch names would be too small: the picture becomes an overview and is followed by crops."""
_EASY = 217
"""At a smaller pitch badges are low, and a close look at the last change helps."""

_PITCHES = (CLOSE, 430, 380, 344, 304, 284, 254, 250, 246, 231, _EASY, 200, LEAST)
_SMALL = (168, 152, 138, 126, 114, 100, 86, 72, 60, 48)
_HIGHEST = 1975
"""px: a phone fits a picture 1600 px wide and so high into its screen, as large as any."""
_BADGE, _LEAST_BADGE, _SIDE = 44, 38, 240
"""px: how high a badge is on a tile of that side, and on the smallest tile that has any."""
_PAD, _BESIDE = 12, 12
"""px above and below a block, and at both sides where the table ends: frames and chips reach beyond tiles."""
_CROP_COLUMNS, _CROP_ROWS = 7, 7
_ROW, _OVERVIEW_ROW = 0.62, 0.76
"""Where badges of the west and east edge lie, as a share of the side: below the name, equal on all tiles."""
_SLACK = 0.01
_PEEK = 0.13
"""Cells of its neighbors that a crop shows where the table goes on."""


class Extent(NamedTuple):
    """A block of cells: the first column and row, and how many of each (parts of a cell in a close look)."""

    left: float
    top: float
    columns: float
    rows: float

    def holds(self, cell: Cell) -> bool:
        """Whether any part of the cell lies inside."""
        inside_x = self.left - 1 < cell.x < self.left + self.columns
        return inside_x and self.top - 1 < cell.y < self.top + self.rows

    def holds_whole(self, cell: Cell) -> bool:
        """Whether the whole cell lies inside, and not only an edge of it."""
        inside_x = self.left - _SLACK <= cell.x <= self.left + self.columns - 1 + _SLACK
        return inside_x and self.top - _SLACK <= cell.y <= self.top + self.rows - 1 + _SLACK


class Grid(NamedTuple):
    """A block of cells on a picture: ``x``, ``y`` are the px of its top left corner, ``pitch`` px a cell.

    ``legend`` px are kept free below it.
    """

    extent: Extent
    pitch: int
    x: float
    y: float
    legend: float = 0

    @property
    def tile(self) -> int:
        """The side of a tile in px; the rest of the pitch is the gutter."""
        return round(self.pitch * 0.96)

    @property
    def u(self) -> float:
        """The unit that measures of a tile are given in: a tile's side over 240."""
        return self.tile / _SIDE

    @property
    def is_overview(self) -> bool:
        """Whether tiles are too small for open edges and goods."""
        return self.pitch < LEAST

    @property
    def badge(self) -> float:
        """The height of badges: it shrinks with small tiles, whose engines they would hide, and more in an overview."""
        tall = _BADGE * self.u
        if self.is_overview:
            return tall
        return max(_BADGE if self.pitch >= _EASY else _LEAST_BADGE, round(tall))

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The top left corner of the tile that lies at a cell."""
        gap = (self.pitch - self.tile) / 2
        return (
            round(self.x + (cell.x - self.extent.left) * self.pitch + gap),
            round(self.y + (cell.y - self.extent.top) * self.pitch + gap),
        )

    def edge(self, cell: Cell, side: Side) -> tuple[float, float]:
        """The middle of the gutter beside a tile, at the height where badges lie."""
        x, y = self.corner(cell)
        gap, t = (self.pitch - self.tile) / 2, self.tile
        row = (_OVERVIEW_ROW if self.is_overview else _ROW) * t
        match side:
            case Side.NORTH:
                return x + t / 2, y - gap
            case Side.SOUTH:
                return x + t / 2, y + t + gap
            case Side.WEST:
                return x - gap, y + row
            case Side.EAST:
                return x + t + gap, y + row

    def box(self, key: str, *cells: Cell, around: float = 0) -> Focus:
        """The box of a choice about these cells, with so many cells around."""
        corners = [self.corner(cell) for cell in cells]
        reach = around * self.pitch
        return focus_on(key, *corners, *((x + self.tile, y + self.tile) for x, y in corners), around=reach)

    def shows_whole(self, cell: Cell) -> bool:
        """Whether the whole cell lies inside the block."""
        return self.extent.holds_whole(cell)

    @property
    def bottom(self) -> float:
        """The px below the block, with the field's padding."""
        return self.y + self.extent.rows * self.pitch + _PAD


def extent(cells: Iterable[Cell]) -> Extent:
    """The block that holds all cells."""
    xs, ys = zip(*cells, strict=True)
    left, top = min(xs), min(ys)
    return Extent(left, top, max(xs) - left + 1, max(ys) - top + 1)


def fitting(block: Extent, *, legend: float) -> Grid:
    """The block at the largest pitch that fits a picture above a ``legend`` of that height, in the middle.

    A block with parts of cells goes on at its sides, and may touch those of the field.
    """
    room = _HIGHEST - FIELD - 2 * _PAD - legend
    pitches = (*_PITCHES, *_SMALL)
    wide = WIDTH - 2 * BLEED - (2 * _BESIDE if block.columns == round(block.columns) else 0)
    fits = (p for p in pitches if p * block.columns <= wide and p * block.rows <= room)
    pitch = next(fits, pitches[-1])
    return Grid(block, pitch, (WIDTH - pitch * block.columns) / 2, FIELD + _PAD, legend)


def crops(wanted: Collection[Cell], shown: Collection[Cell]) -> tuple[Extent, ...]:
    """Blocks of at most 7 × 7 cells that overlap by one cell and hold every wanted cell of a larger table.

    ``shown`` are all its cells; no block is larger than those it holds.
    """
    block = extent(shown)
    found = [
        Extent(left, top, min(_CROP_COLUMNS, block.columns), min(_CROP_ROWS, block.rows))
        for top in _starts(block.top, block.rows, _CROP_ROWS)
        for left in _starts(block.left, block.columns, _CROP_COLUMNS)
    ]
    held = [{cell for cell in shown if crop.holds(cell)} for crop in found]
    return tuple(_with_peek(extent(cells), block) for cells in _needed(held, set(wanted)))


def _needed(held: Iterable[set[Cell]], wanted: set[Cell]) -> list[set[Cell]]:
    """Leave out the sets that hold nothing wanted, and each one whose wanted cells the others hold too."""
    kept = [cells for cells in held if cells & wanted]
    for cells in tuple(kept):
        others = set[Cell]().union(*(other for other in kept if other is not cells))
        if cells & wanted <= others:
            kept = [other for other in kept if other is not cells]
    return kept


def _with_peek(crop: Extent, block: Extent) -> Extent:
    left = _PEEK if crop.left > block.left else 0
    top = _PEEK if crop.top > block.top else 0
    right = _PEEK if crop.left + crop.columns < block.left + block.columns else 0
    bottom = _PEEK if crop.top + crop.rows < block.top + block.rows else 0
    columns, rows = crop.columns + left + right, crop.rows + top + bottom
    return Extent(crop.left - left, crop.top - top, columns, rows)


def _starts(first: float, count: float, most: int) -> list[float]:
    """The first cells of crops along one axis, spread evenly so that neighbors share at least one cell."""
    if count <= most:
        return [first]
    parts = ceil((count - 1) / (most - 1))
    return [first + round(i * (count - most) / (parts - 1)) for i in range(parts)]
