"""Where a word may stand beside a town, and what it would cover there: track, rivers, other towns and signs.

Costs are per px of a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import hypot, inf
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Town
from engine.kit.kept import kept
from render.fonts import width
from render.games.railway_rivals.ground import border_points, river_points
from render.games.railway_rivals.plane import Bounds, Plane, in_view
from render.games.railway_rivals.towns import town_half, town_radius
from render.geometry import Point, Points

_CELL = 6
_ON_TRACK, _ON_RIVER, _FORBIDDEN = 0.7, 0.018, 7.0
_RIVER, _RIVER_LEAST = 0.15, 4.6
"""Width of a river in sizes of a hex, and in px at least."""
_START_RIM, _RIM = 0.31, 0.06
"""What a town's rings add to its disc, as part of its radius."""

_STEP_X, _STEP_Y = 9, 7
_FAR, _FAR_SMALL, _SMALL = 66, 46, 50
"""px from a disc at most; the same where a hex size has no more than so many px."""
_EDGE = 3
"""px between a name's box and the edge of the window."""
_NEAR_X, _NEAR_Y = 200, 260
"""px within which other towns can be taken for a name's owner."""
_OWNERSHIP, _OWNED = 1.5, 17
_DISTANCE, _LIFT, _LEFT = 0.83, 0.55, 3
"""What a px of distance costs, one above or below the disc's middle, and to stand on its left or above it."""
_UPRIGHT, _OFF = 8, 18
"""What it costs to stand above or below a disc, and how much more to stand all to one side there."""

_LOOKED_AT, _KEPT = 60, 36
_ALIKE = 26

UP, DOWN, PAD = 0.72, 0.16, 4
"""How far letters reach from their line as parts of their size, and px around them in a name's box."""
HALF_UP = 0.35
"""Half a capital's height as a part of its size."""
_START_RING, _RING = 1.31, 1.06
"""What a name keeps off, as a part of a town's radius."""
_BOAT_ROOM = 0.96
"""What a port's boat takes before its name, as a part of the name's size."""

Zone = tuple[float, float, float, float]
"""A box by its middle, half its width and half its height."""


class Obstacles(NamedTuple):
    """What names keep off: lines with their whole width, and discs and boxes."""

    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[Zone] = ()


class _Weighed(NamedTuple):
    """A line on the picture, and what a px² of it costs."""

    points: Points
    width: float
    cost: float


class Field:
    """What a box on the picture would cover, by cells: sums from the top left corner."""

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
        before, first = int((left - self._x) // _CELL) - 1, int((top - self._y) // _CELL) - 1
        last = min(int((right - self._x) // _CELL), self._columns - 1)
        lowest = min(int((bottom - self._y) // _CELL), self._rows - 1)
        return self._down_to(lowest, before, last) - self._down_to(first, before, last)

    def _down_to(self, row: int, before: int, last: int) -> float:
        if row < 0:
            return 0.0
        sums = self._sums[row]
        return sums[last] - sums[before] if before >= 0 else sums[last]


def _touched(middle: float, half: float, count: int) -> range:
    """Which of so many cells in a row a stretch touches."""
    first, last = int((middle - half) // _CELL), int((middle + half) // _CELL)
    return range(max(0, first), min(count - 1, last) + 1)


def _summed(cells: Sequence[float], columns: int) -> list[list[float]]:
    """Of every cell the sum of all from the top left corner to it, row by row."""
    starts = range(0, len(cells), columns)
    rows = [list(accumulate(cells[start : start + columns])) for start in starts]
    return list(accumulate(rows, _added))


def _added(above: list[float], row: list[float]) -> list[float]:
    return [a + b for a, b in zip(above, row, strict=True)]


@kept(lambda waters: sum(120 * len(line.points) for line in waters))
def _waters(key: str, plane: Plane) -> tuple[_Weighed, ...]:
    """What names may lie on, but better do not."""
    courses = (*river_points(CHARTS[key]), *border_points(CHARTS[key]))
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


# -- places around a disc


class Place(NamedTuple):
    """A box for a name beside its town's disc, what it costs, and the gap between them."""

    left: float
    top: float
    right: float
    bottom: float
    cost: float
    gap: float

    @property
    def box(self) -> Bounds:
        return Bounds(*self[:4])

    @property
    def order(self) -> tuple[float, float, float]:
        """The cheapest come first."""
        return self.cost, self.top, self.left


def town_ring(town: Town, plane: Plane) -> float:
    """How far a town's disc reaches, with its rings."""
    return town_radius(plane.s) * (_START_RING if town.start else _RING)


def name_wide(words: str, size: float) -> float:
    return width(words, "h", size)


def boat_room(town: Town, size: float) -> float:
    """Room for the boat of a port."""
    return _BOAT_ROOM * size if town.port else 0


class _Disc(NamedTuple):
    """A town's disc or pill: its middle, half its width and half its height."""

    x: float
    y: float
    half: float
    r: float

    def beside(self, left: float, right: float) -> float:
        """px between it and what lies from left to right; 0 above and below it."""
        return max(0.0, left - (self.x + self.half), (self.x - self.half) - right)

    def above(self, top: float, bottom: float) -> float:
        """The same of what lies from top to bottom."""
        return max(0.0, top - (self.y + self.r), (self.y - self.r) - bottom)


def places_for(chart: Chart, town: Town, words: str, plane: Plane, field: Field, size: float) -> list[Place]:
    """The cheapest places for a name, best first."""
    found: list[Place] = []
    worst = inf
    for place in _candidates(chart.key, town.hex, words, plane, size):
        if place.cost > worst:
            break
        cost = place.cost + field.under(*place[:4])
        if cost < worst:
            found.append(place._replace(cost=cost))
            if len(found) % _LOOKED_AT == 0:
                worst = sorted(other.cost for other in found)[_LOOKED_AT - 1]
    found.sort(key=lambda place: place.order)
    return _spread(found)


@kept(lambda places: 240 * len(places))
def _candidates(key: str, hex: Hex, words: str, plane: Plane, size: float) -> tuple[Place, ...]:
    """All places around a disc by what they cost before anything is built, cheapest first."""
    chart = CHARTS[key]
    town = chart.town_at[hex]
    ring = town_ring(town, plane)
    disc = _Disc(*plane.hex(hex), town_half(town, ring), ring)
    wide = name_wide(words, size) + boat_room(town, size) + 2 * PAD
    others = tuple(_others(chart, plane, town, disc, wide))
    found = []
    for box, beside, gap in _boxes(disc, plane, wide, size):
        cost = _distance_cost(box, disc, gap, beside > 0) + _elsewhere(box, gap, others)
        found.append(Place(*box, cost, gap))
    return tuple(sorted(found, key=lambda place: place.order))


def _others(chart: Chart, plane: Plane, town: Town, disc: _Disc, wide: float) -> Iterator[_Disc]:
    """The discs of towns near enough to be taken for the owner of a name of that width."""
    r = town_radius(plane.s)
    for other in chart.towns:
        x, y = plane.hex(other.hex)
        near = abs(x - disc.x) < wide + _NEAR_X and abs(y - disc.y) < _NEAR_Y
        if near and other != town:
            yield _Disc(x, y, town_half(other, r), r)


def _boxes(disc: _Disc, plane: Plane, wide: float, size: float) -> Iterator[tuple[Bounds, float, float]]:
    """A name's box in the window at all places around a disc, its gap to the disc's side, and its gap in all."""
    most = _FAR if plane.s > _SMALL else _FAR_SMALL
    tall = (UP + DOWN) * size + 2 * PAD
    upper = (HALF_UP - UP) * size - PAD
    for dx in _lattice(-wide / 2, disc.half + most + wide, _STEP_X):
        left = disc.x + dx
        beside = disc.beside(left, left + wide)
        if beside > most:
            continue
        for dy in _lattice(upper, disc.r + most + tall, _STEP_Y):
            box = Bounds(left, disc.y + dy, left + wide, disc.y + dy + tall)
            gap = hypot(beside, disc.above(box.top, box.bottom))
            if 1 <= gap <= most and _inside(plane, box):
                yield box, beside, gap


def _inside(plane: Plane, box: Bounds) -> bool:
    return plane.holds(box.left, box.top, _EDGE) and plane.holds(box.right, box.bottom, _EDGE)


def _elsewhere(box: Bounds, gap: float, others: Sequence[_Disc]) -> float:
    """What it costs to be as near to another town: readers would take the name for that town's."""
    cost = 0.0
    for disc in others:
        away = hypot(disc.beside(box.left, box.right), disc.above(box.top, box.bottom))
        cost += _OWNERSHIP * max(0.0, gap + _OWNED - away)
    return cost


def _lattice(middle: float, reach: float, step: int) -> Iterator[float]:
    """Steps to both sides of a middle place."""
    count = int(reach // step) + 1
    return (middle + i * step for i in range(-count, count + 1))


def _distance_cost(box: Bounds, disc: _Disc, gap: float, beside: bool) -> float:
    """Near is better than far, beside better than above and below, right better than left."""
    if beside:
        lift = abs((box.top + box.bottom) / 2 - disc.y)
        return _DISTANCE * gap + _LIFT * lift + (_LEFT if box.right < disc.x else 0)
    off = abs((box.left + box.right) / 2 - disc.x) / max(1.0, box.w / 2)
    return _DISTANCE * gap + _UPRIGHT + _OFF * min(1.0, off) + (_LEFT if box.bottom < disc.y else 0)


def _spread(places: list[Place]) -> list[Place]:
    """The best places, some of them well apart: where the best are taken, others stay to choose from."""
    kept = places[: _KEPT // 2]
    for place in places[_KEPT // 2 : 5 * _KEPT]:
        if len(kept) >= _KEPT:
            break
        if all(_differ(place, other) for other in kept):
            kept.append(place)
    return kept


def _differ(a: Place, b: Place) -> bool:
    return abs(a.left - b.left) + 2 * abs(a.top - b.top) > _ALIKE
