"""The obstacles of words and plates in a map's window: track, rivers, towns, and signs, added up by cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart
from engine.kit.kept import kept
from render.games.railway_rivals.plane import Plane, in_view
from render.games.railway_rivals.towns import town_half, town_radius
from render.games.railway_rivals.waters import border_points, estuary_points, river_points
from render.geometry import Point, Points

_CELL = 6
_ON_TRACK, _ON_RIVER, _FORBIDDEN = 0.7, 0.018, 7.0
_RIVER, _RIVER_LEAST = 0.15, 4.6
"""Width of a river in sizes of a hex, and in px at least."""
_START_RIM, _RIM = 0.31, 0.06
"""What a town's rings add to its disc, as part of its radius."""

Zone = tuple[float, float, float, float]
"""A box by its middle, half its width and half its height."""


class Obstacles(NamedTuple):
    """Things that names keep off: lines with their whole width, and discs and boxes."""

    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()


class _Weighed(NamedTuple):
    """A line on the picture, and what a px² of it costs."""

    points: Points
    width: float
    cost: float


class Field:
    """A window of the map in cells, which tells the cost of all that a box on the picture would cover."""

    def __init__(self, chart: Chart, plane: Plane, obstacles: Obstacles) -> None:
        self._x, self._y = plane.x, plane.y
        self._columns, self._rows = plane.w // _CELL + 1, plane.h // _CELL + 1
        cells = [0.0] * (self._columns * self._rows)
        track = (_Weighed(points, w, _ON_TRACK) for points, w in obstacles.lines)
        for line in (*_waters(chart.key, plane), *track):
            half = line.width / 2
            for x, y in _dense(line.points, max(_CELL, line.width / 3)):
                self._fill(cells, (x, y, half, half), line.cost)
        for zone in (*obstacles.boxes, *_discs(chart, plane)):
            self._fill(cells, zone, _FORBIDDEN)
        self._sums = _summed(cells, self._columns)

    def _fill(self, cells: list[float], zone: Zone, cost: float) -> None:
        """Fills a box of cells; what is filled later replaces what was there."""
        x, y, half, tall = zone
        across = _touched(x - self._x, half, self._columns)
        if across:
            filled = [cost * _CELL * _CELL] * len(across)
            for row in _touched(y - self._y, tall, self._rows):
                start = row * self._columns
                cells[start + across.start : start + across.stop] = filled

    def under(self, left: float, top: float, right: float, bottom: float) -> float:
        """The cost of all that a box covers."""
        first = max(0, int((left - self._x) // _CELL))
        behind = min(self._columns, int((right - self._x) // _CELL) + 1)
        above = self._sums[max(0, int((top - self._y) // _CELL))]
        down = self._sums[min(self._rows, int((bottom - self._y) // _CELL) + 1)]
        return down[behind] - down[first] - (above[behind] - above[first])


def _touched(middle: float, half: float, count: int) -> range:
    """The cells that a stretch touches, of so many in a row."""
    first, last = int((middle - half) // _CELL), int((middle + half) // _CELL)
    return range(max(0, first), min(count - 1, last) + 1)


def _summed(cells: Sequence[float], columns: int) -> list[list[float]]:
    """The sums of all cells above and to the left of every corner, row by row."""
    starts = range(0, len(cells), columns)
    rows = ([0.0, *accumulate(cells[start : start + columns])] for start in starts)
    return list(accumulate(rows, _added, initial=[0.0] * (columns + 1)))


def _added(above: list[float], row: list[float]) -> list[float]:
    return [a + b for a, b in zip(above, row, strict=True)]


@kept(lambda waters: sum(120 * len(line.points) for line in waters))
def _waters(key: str, plane: Plane) -> tuple[_Weighed, ...]:
    """Rivers, estuaries, and borders: names may lie on them, but better do not."""
    chart = CHARTS[key]
    courses = (*river_points(chart), *estuary_points(chart), *border_points(chart))
    w = max(_RIVER_LEAST, _RIVER * plane.s)
    parts = (part for course in courses for part in in_view(plane, tuple(map(plane.at, course))))
    return tuple(_Weighed(part, w, _ON_RIVER) for part in parts)


def _discs(chart: Chart, plane: Plane) -> Iterator[Zone]:
    r = town_radius(plane.s)
    for town in chart.towns:
        if plane.shows(town.hex, 2):
            more = (_START_RIM if town.start else _RIM) * r
            yield (*plane.hex(town.hex), town_half(town, r) + more, r + more)


def _dense(points: Points, step: float) -> Iterator[Point]:
    """The points of a line, no two farther apart than a step."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        count = int(max(abs(dx), abs(dy)) // step) + 1
        for i in range(count):
            yield ax + dx * i / count, ay + dy * i / count
    if points:
        yield points[-1]
