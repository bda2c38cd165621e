"""Positions and sizes of the board's cells in a picture, and the part of the board that fits.

The pitch is the distance between two neighboring cells in pixels. Pitches come from a short list, so that pictures
share sprites.
"""

from collections.abc import Collection, Iterable
from math import ceil
from typing import NamedTuple

from engine.games.railroad_rivals.game_data.grid import Cell, Side
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH
from render.scene import Focus
from render.scene_cropping import focus_around

_CLOSEUP_PITCH = 476
"""The largest pitch in pixels, used for closeups."""
LEAST_PITCH = 190
"""Minimum pitch in pixels for legible names. A picture with a smaller pitch is an overview."""
_EASY = 217
"""Minimum pitch in pixels for badges of normal height."""

_PITCHES = (_CLOSEUP_PITCH, 430, 380, 344, 304, 284, 254, 250, 246, 231, _EASY, 200, LEAST_PITCH)
_SMALL = (168, 152, 138, 126, 114, 100, 86, 72, 60, 48)
_HIGHEST = 1975
"""Maximum height of a picture in pixels; a phone shows a taller picture at less than full width."""
_SIDE = 240
"""The side, in pixels, of the tile for which measures are given."""
_BADGE, _LEAST_BADGE = 44, 38
"""Badge heights in pixels: on a tile of 240 pixels, and the minimum outside overviews."""
_PAD, _BESIDE = 12, 12
"""Margins in pixels above and below a block, and left and right of it, for frames and marks."""
_CROP_COLUMNS, _CROP_ROWS = 7, 7
_ROW, _OVERVIEW_ROW = 0.62, 0.76
"""The y of badges on west and east edges, as a fraction of the tile's side, on usual tiles and in overviews."""
_SLACK = 0.01
_PEEK = 0.13
"""The width of the strip of neighboring cells that a crop also shows, in cells."""


class CellBlock(NamedTuple):
    """A rectangle of cells: its first column and row, and its numbers of columns and rows. All may be fractions."""

    left: float
    top: float
    columns: float
    rows: float

    def has_part_of(self, cell: Cell) -> bool:
        """Whether any part of a cell is inside the block."""
        inside_x = self.left - 1 < cell.x < self.left + self.columns
        return inside_x and self.top - 1 < cell.y < self.top + self.rows

    def has_whole_cell(self, cell: Cell) -> bool:
        """Whether the whole cell is inside the block."""
        inside_x = self.left - _SLACK <= cell.x <= self.left + self.columns - 1 + _SLACK
        return inside_x and self.top - _SLACK <= cell.y <= self.top + self.rows - 1 + _SLACK


class Grid(NamedTuple):
    """The placement of a block in a picture: the block's top left corner and the pitch, in pixels.

    ``legend`` is the height of the legend below the field; ``padding`` is the distance between block and field.
    """

    block: CellBlock
    pitch: int
    x: float
    y: float
    legend: float = 0
    padding: float = _PAD

    @property
    def tile_size(self) -> int:
        """The side of a tile in pixels; the rest of the pitch is the gap between tiles."""
        return round(self.pitch * 0.96)

    @property
    def unit(self) -> float:
        """The factor for measures that are given for a tile of 240 pixels."""
        return self.tile_size / _SIDE

    @property
    def is_overview(self) -> bool:
        """Whether tiles are too small for open edges and goods."""
        return self.pitch < LEAST_PITCH

    @property
    def badge_height(self) -> float:
        """The height of badges, in pixels; smaller on small tiles and in overviews."""
        tall = _BADGE * self.unit
        if self.is_overview:
            return tall
        return max(_BADGE if self.pitch >= _EASY else _LEAST_BADGE, round(tall))

    def tile_corner(self, cell: Cell) -> tuple[float, float]:
        """The top left corner of the tile in a cell, as (x, y) in pixels."""
        gap = (self.pitch - self.tile_size) / 2
        return (
            round(self.x + (cell.x - self.block.left) * self.pitch + gap),
            round(self.y + (cell.y - self.block.top) * self.pitch + gap),
        )

    def edge_point(self, cell: Cell, side: Side) -> tuple[float, float]:
        """The point in the gap beside a tile at which the badge of a link is centered, as (x, y) in pixels."""
        x, y = self.tile_corner(cell)
        gap, t = (self.pitch - self.tile_size) / 2, self.tile_size
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

    def focus_box(self, key: str, *cells: Cell, around: float = 0) -> Focus:
        """The box around some cells, enlarged by a margin of ``around`` cells."""
        corners = [self.tile_corner(cell) for cell in cells]
        reach = around * self.pitch
        return focus_around(
            key, *corners, *((x + self.tile_size, y + self.tile_size) for x, y in corners), around=reach
        )

    def has_whole_cell(self, cell: Cell) -> bool:
        """Whether the whole cell is inside the block."""
        return self.block.has_whole_cell(cell)

    @property
    def bottom(self) -> float:
        """The y of the field's bottom edge, in pixels."""
        return self.y + self.block.rows * self.pitch + self.padding


def block_around(cells: Iterable[Cell]) -> CellBlock:
    """The smallest block that contains all these cells."""
    xs, ys = zip(*cells, strict=True)
    left, top = min(xs), min(ys)
    return CellBlock(left, top, max(xs) - left + 1, max(ys) - top + 1)


def fit_grid(block: CellBlock, *, legend: float) -> Grid:
    """Center a block in a picture with a legend of this height, at the largest pitch that fits.

    A block with parts of cells extends to the left and right edges of the field.
    """
    room = _HIGHEST - FIELD_TOP - 2 * _PAD - legend
    wide = PAGE_WIDTH - 2 * BLEED - (2 * _BESIDE if block.columns == round(block.columns) else 0)
    pitch = fit_pitch(block, wide, room)
    return Grid(block, pitch, (PAGE_WIDTH - pitch * block.columns) / 2, FIELD_TOP + _PAD, legend)


def fit_pitch(block: CellBlock, width: float, height: float) -> int:
    """The largest pitch with which a block fits the width and height in pixels; if none fits, the smallest pitch."""
    pitches = (*_PITCHES, *_SMALL)
    return next((p for p in pitches if p * block.columns <= width and p * block.rows <= height), pitches[-1])


def crop_blocks(wanted_cells: Collection[Cell], all_cells: Collection[Cell]) -> tuple[CellBlock, ...]:
    """Blocks of at most 7 × 7 cells that together contain all wanted cells.

    Neighboring blocks overlap by at least one cell. ``all_cells`` are all cells of the board. Blocks are cut to the
    cells that they contain.
    """
    block = block_around(all_cells)
    blocks = [
        CellBlock(left, top, min(_CROP_COLUMNS, block.columns), min(_CROP_ROWS, block.rows))
        for top in _crop_starts(block.top, block.rows, _CROP_ROWS)
        for left in _crop_starts(block.left, block.columns, _CROP_COLUMNS)
    ]
    cells_held = [{cell for cell in all_cells if crop.has_part_of(cell)} for crop in blocks]
    return tuple(_add_peek(block_around(cells), block) for cells in _drop_redundant(cells_held, set(wanted_cells)))


def _drop_redundant(cell_sets: Iterable[set[Cell]], wanted_cells: set[Cell]) -> list[set[Cell]]:
    """Drop sets that contain no wanted cell, and sets whose wanted cells are all in other sets."""
    needed_sets = [cells for cells in cell_sets if cells & wanted_cells]
    for cells in tuple(needed_sets):
        others = set[Cell]().union(*(other for other in needed_sets if other is not cells))
        if cells & wanted_cells <= others:
            needed_sets = [other for other in needed_sets if other is not cells]
    return needed_sets


def _add_peek(crop: CellBlock, block: CellBlock) -> CellBlock:
    left = _PEEK if crop.left > block.left else 0
    top = _PEEK if crop.top > block.top else 0
    right = _PEEK if crop.left + crop.columns < block.left + block.columns else 0
    bottom = _PEEK if crop.top + crop.rows < block.top + block.rows else 0
    columns, rows = crop.columns + left + right, crop.rows + top + bottom
    return CellBlock(crop.left - left, crop.top - top, columns, rows)


def _crop_starts(first: float, count: float, most: int) -> list[float]:
    """The first cells of crops along one axis, evenly spread; neighboring crops share at least one cell."""
    if count <= most:
        return [first]
    parts = ceil((count - 1) / (most - 1))
    return [first + round(i * (count - most) / (parts - 1)) for i in range(parts)]
