"""The obstacles of names and plates in a viewport of the map: track, rivers, towns, and signs, summed in cells."""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from operator import add
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, HexMap
from engine.kit.sized_cache import cache_by_size
from render.games.railway_rivals.board.hex_viewport import HexViewport, visible_parts
from render.games.railway_rivals.board.towns import town_half_width, town_radius
from render.games.railway_rivals.board.waters import border_courses, estuary_courses, river_courses
from render.geometry import Point, Points

_CELL = 6
_FREE, _RIVER, _TRACK, _FORBIDDEN = range(4)
_COST = (0, 18, 700, 7_000)
"""Cost of covering a px² that is free, river, track, or forbidden, in thousandths.

The costs are whole numbers, so that sums do not depend on rounding.
"""
_ONE = 1_000 / _CELL**2
"""Divisor that converts a sum of cells to the cost of the covered px²."""
_RIVER_WIDTH, _RIVER_LEAST = 0.15, 4.6
"""Width of a river, in hex sizes and as a minimum in px."""
_START_RIM, _RIM = 0.31, 0.06
"""Width of the ring of a start town, and of another town, in radiuses of the disc."""

Zone = tuple[float, float, float, float]
"""A box in px: x and y of its middle, half its width, and half its height."""


class Obstacles(NamedTuple):
    """Things that names avoid: lines as (points, width) pairs, and boxes."""

    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()


class CellBlock(NamedTuple):
    """A block of cells: the number of its columns, and the content of each cell, row by row."""

    columns: int
    content: bytes

    def prefix_sums(self) -> list[list[int]]:
        """For every corner between cells, the sum of the costs of all cells above and to its left, row by row."""
        starts = range(0, len(self.content), self.columns)
        costs = [_COST[cell] for cell in self.content]
        rows = ([0, *accumulate(costs[start : start + self.columns])] for start in starts)
        return list(accumulate(rows, _add_rows, initial=[0] * (self.columns + 1)))


class CellFrame(NamedTuple):
    """The position of the cells of a viewport, and the number of their columns and rows."""

    x: int
    y: int
    columns: int
    rows: int

    def cell_range(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
        """The cells that a box touches: first column, column after the last, first row, and row after the last."""
        return self.column_range(left, right) + self.row_range(top, bottom)

    def column_range(self, left: float, right: float) -> tuple[int, int]:
        """The first column between two x positions, and the column after the last."""
        return max(0, int((left - self.x) // _CELL)), min(self.columns, int((right - self.x) // _CELL) + 1)

    def row_range(self, top: float, bottom: float) -> tuple[int, int]:
        """The first row between two y positions, and the row after the last."""
        return max(0, int((top - self.y) // _CELL)), min(self.rows, int((bottom - self.y) // _CELL) + 1)


def cell_frame(viewport: HexViewport) -> CellFrame:
    """The cells of a viewport."""
    return CellFrame(viewport.x, viewport.y, viewport.w // _CELL + 1, viewport.h // _CELL + 1)


def box_cost(sums: Sequence[Sequence[int]], first: int, behind: int, above: int, below: int) -> float:
    """The cost of covering a block of cells, from the prefix sums at its corners."""
    upper, lower = sums[above], sums[below]
    return (lower[behind] - lower[first] - upper[behind] + upper[first]) / _ONE


class ObstacleField:
    """The cells of a viewport, with the cost of covering them."""

    def __init__(self, chart: HexMap, viewport: HexViewport, obstacles: Obstacles) -> None:
        self.frame = cell_frame(viewport)
        self._cells = bytearray(_water_cells(chart.key, viewport))
        for points, wide in obstacles.lines:
            _fill_line(self._cells, self.frame, points, wide, _TRACK)
        for zone in (*obstacles.boxes, *_town_zones(chart, viewport)):
            _fill_box(self._cells, self.frame, zone, _FORBIDDEN)

    def cells_in(self, first: int, behind: int, above: int, below: int) -> CellBlock:
        """The cells inside a block."""
        columns = self.frame.columns
        rows = (self._cells[row * columns + first : row * columns + behind] for row in range(above, below))
        return CellBlock(behind - first, b"".join(rows))

    def cost_under(self, left: float, top: float, right: float, bottom: float) -> float:
        """The cost of everything that a box covers."""
        return box_cost(self._sums, *self.frame.cell_range(left, top, right, bottom))

    @cached_property
    def _sums(self) -> list[list[int]]:
        return self.cells_in(0, self.frame.columns, 0, self.frame.rows).prefix_sums()


def _fill_line(cells: bytearray, frame: CellFrame, points: Points, wide: float, content: int) -> None:
    fill_bytes = bytes((content,)) * frame.columns
    spans = _line_spans(frame, points, wide)
    for start, end in zip(spans[::2], spans[1::2], strict=True):
        cells[start:end] = fill_bytes[: end - start]


@cache_by_size(lambda spans: 25 * len(spans) + 500)
def _line_spans(frame: CellFrame, points: Points, wide: float) -> "array[int]":
    """The cells that a line covers, as alternating first indexes and indexes after the last, per row.

    Cells are numbered row by row. The result is cached, because most lines stay the same when track is added.
    """
    half, columns = wide / 2, frame.columns
    spans = set[tuple[int, int]]()
    boxes = dict.fromkeys(
        (
            int((x - frame.x - half) // _CELL),
            int((x - frame.x + half) // _CELL),
            int((y - frame.y - half) // _CELL),
            int((y - frame.y + half) // _CELL),
        )
        for x, y in _densify(points, max(_CELL, wide / 3))
    )
    for left, right, top, bottom in boxes:
        first, last = max(0, left), min(columns - 1, right)
        if first <= last:
            for row in range(max(0, top) * columns, min(frame.rows - 1, bottom) * columns + 1, columns):
                spans.add((row + first, row + last + 1))
    return array("I", chain.from_iterable(spans))


def _fill_box(cells: bytearray, frame: CellFrame, zone: Zone, content: int) -> None:
    """Fill the cells of a box; ``content`` replaces the earlier content."""
    x, y, half, tall = zone
    first, last = _index_range(x - frame.x, half, frame.columns)
    above, lowest = _index_range(y - frame.y, tall, frame.rows)
    if first <= last:
        fill_bytes = bytes((content,)) * (last - first + 1)
        for row in range(above, lowest + 1):
            start = row * frame.columns
            cells[start + first : start + last + 1] = fill_bytes


def _index_range(middle: float, half: float, count: int) -> tuple[int, int]:
    """The first and the last index of the cells that a stretch touches; there are ``count`` cells."""
    first, last = int((middle - half) // _CELL), int((middle + half) // _CELL)
    return max(0, first), min(count - 1, last)


def _add_rows(above: list[int], row: list[int]) -> list[int]:
    return list(map(add, above, row))


@cache_by_size(len)
def _water_cells(key: str, viewport: HexViewport) -> bytes:
    """The cells of a viewport, filled at rivers, estuaries, and borders; covering those has a low cost."""
    chart, frame = HEX_MAPS[key], cell_frame(viewport)
    cells = bytearray(frame.columns * frame.rows)
    courses = (*river_courses(chart), *estuary_courses(chart), *border_courses(chart))
    wide = max(_RIVER_LEAST, _RIVER_WIDTH * viewport.scale)
    for course in courses:
        for part in visible_parts(viewport, course):
            _fill_line(cells, frame, part, wide, _RIVER)
    return bytes(cells)


def _town_zones(chart: HexMap, viewport: HexViewport) -> Iterator[Zone]:
    r = town_radius(viewport.scale)
    for town in chart.towns:
        if viewport.is_hex_visible(town.hex, 2):
            more = (_START_RIM if town.is_start else _RIM) * r
            yield (*viewport.hex_point(town.hex), town_half_width(town, r) + more, r + more)


def _densify(points: Points, step: float) -> Iterator[Point]:
    """Points on a line that are at most ``step`` px apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        count = int(max(abs(dx), abs(dy)) // step) + 1
        for i in range(count):
            yield ax + dx * i / count, ay + dy * i / count
    if points:
        yield points[-1]
