"""Closeups of the board: rectangular blocks of whole cells around the relevant cities."""

from collections.abc import Collection, Iterator, Sequence

from engine.games.railroad_rivals.game_data.grid import Cell
from render.games.railroad_rivals.board.grid import CellBlock, Grid, block_around, fit_pitch
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH

_SIDE, _END = 0.23, 0.16
"""Margins left and right of a block, and above and below it, in cells: links and edges extend beyond tiles."""


def closeup_block(wanted_cells: Collection[Cell], all_cells: Collection[Cell], columns: int, rows: int) -> CellBlock:
    """The block with the wanted cells, extended by other cells of the board to ``columns`` × ``rows``.

    The block is larger if the wanted cells need more room, and smaller if the board has fewer cells.
    """
    need, table = block_around(wanted_cells), block_around((*wanted_cells, *all_cells))
    best = max(_blocks_around(need, table, columns, rows), key=lambda block: _block_score(block, need, all_cells))
    return block_around((*wanted_cells, *filter(best.has_whole_cell, all_cells)))


def recent_cells(groups: Sequence[Collection[Cell]], columns: int, rows: int) -> tuple[Cell, ...]:
    """The cells of the latest groups, as many groups as fit together into a block of ``columns`` × ``rows``."""
    cells: tuple[Cell, ...] = ()
    for group in reversed(groups):
        block = block_around((*cells, *group))
        if cells and (block.columns > columns or block.rows > rows):
            break
        cells = (*cells, *group)
    return cells


def closeup_grid(block: CellBlock, *, legend: float, tallest: float, top: float = FIELD_TOP) -> Grid:
    """Fit a block into the page's width, with the largest cells for which the field fits into ``tallest`` pixels."""
    field = CellBlock(block.left - _SIDE, block.top - _END, block.columns + 2 * _SIDE, block.rows + 2 * _END)
    pitch = fit_pitch(field, PAGE_WIDTH - 2 * BLEED, tallest)
    beyond = round(_END * pitch)
    return Grid(block, pitch, (PAGE_WIDTH - pitch * block.columns) / 2, top + beyond, legend, beyond)


def _blocks_around(need: CellBlock, table: CellBlock, columns: int, rows: int) -> Iterator[CellBlock]:
    """Yield all blocks of ``columns`` × ``rows``, limited to the board, that contain all needed cells."""
    wide, high = min(max(columns, need.columns), table.columns), min(max(rows, need.rows), table.rows)
    for left in _starts(need.left, need.columns, table.left, table.columns, wide):
        for top in _starts(need.top, need.rows, table.top, table.rows, high):
            yield CellBlock(left, top, wide, high)


def _starts(need_start: float, need_length: float, start: float, length: float, size: float) -> range:
    first, last = max(start, need_start + need_length - size), min(need_start, start + length - size)
    return range(round(first), round(last) + 1)


def _block_score(block: CellBlock, need: CellBlock, all_cells: Collection[Cell]) -> tuple[int, float]:
    """A sort key that prefers blocks with more tiles, then blocks with the needed cells nearer to the middle."""
    aside = abs(2 * block.left + block.columns - 2 * need.left - need.columns)
    below = abs(2 * block.top + block.rows - 2 * need.top - need.rows)
    return sum(map(block.has_whole_cell, all_cells)), -(aside + below)
