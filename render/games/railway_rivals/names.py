"""Where the names of towns stand on a map: beside their disc, off all track, clear of one another.

Found by a cost of every place around a disc, always in the same order: equal maps have equal names. Costs are per px of
a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import hypot, inf
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Town
from engine.kit.kept import kept
from render.fonts import width
from render.games.railway_rivals.ground import border_points, fill_of, river_points
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane, in_view
from render.games.railway_rivals.towns import boat, town_half, town_radius
from render.geometry import Points
from render.palette import INK
from render.scene import Line, Shape, Text

SIZE = 44
_SHORT = {
    "Wolverhampton": "W’hampton",
    "Peterborough": "P’borough",
    "Northampton": "N’hampton",
    "Birkenhead": "B’head",
    "Birmingham": "B’ham",
}
_CELL = 6
_ON_TRACK, _ON_RIVER, _FORBIDDEN = 0.7, 0.018, 7.0
_OWNERSHIP = 1.5
_STEP_X, _STEP_Y = 9, 7
_LOOKED_AT, _KEPT, _ROUNDS = 60, 36, 8
_UP, _DOWN, _PAD = 0.72, 0.16, 4
_TOO_MUCH = 60
"""From this cost on the short form of a name is tried."""
_LEADER = 34


class Name(NamedTuple):
    """A name's baseline from its left end (after the boat of a port), and the gap to its disc."""

    town: Town
    words: str
    x: float
    y: float
    gap: float
    cost: float


class Obstacles(NamedTuple):
    """What names keep off: lines with their whole width, and discs and boxes (x, y, half width, half height)."""

    lines: Sequence[tuple[Points, float]] = ()
    boxes: Sequence[tuple[float, float, float, float]] = ()


class _Place(NamedTuple):
    """A candidate: its box, what it costs by itself, and its gap."""

    left: float
    top: float
    right: float
    bottom: float
    cost: float
    gap: float


def placed_names(
    chart: Chart, plane: Plane, obstacles: Obstacles, *, size: float = SIZE, field: Field | None = None
) -> tuple[Name, ...]:
    """The names of all towns whose whole disc is in the window; ``field``: that of the obstacles, if it is there."""
    r = town_radius(plane.s)
    towns = [town for town in chart.towns if plane.holds(*plane.hex(town.hex), town_half(town, r) * 0.7)]
    field = field or Field(chart, plane, obstacles)
    found: list[tuple[Town, str, list[_Place]]] = []
    for town in towns:
        words, places = town.name, _places(chart, town, town.name, plane, field, r, size)
        if town.name in _SHORT and (not places or places[0].cost > _TOO_MUCH):
            short = _places(chart, town, _SHORT[town.name], plane, field, r, size)
            if short and (not places or short[0].cost < places[0].cost - 25):
                words, places = _SHORT[town.name], short
        if places:
            found.append((town, words, places))
    chosen = _settled([places for _, _, places in found])
    return tuple(
        Name(town, words, *_baseline(town, place, size), place.gap, place.cost)
        for (town, words, _), place in zip(found, chosen, strict=True)
    )


def _baseline(town: Town, place: _Place, size: float) -> tuple[int, int]:
    """Where a name begins in its box: whole px, so that it is the same stamp wherever it stands."""
    return round(place.left + _PAD + _lead(town, size)), round(place.bottom - _PAD - _DOWN * size)


def name_shapes(chart: Chart, plane: Plane, names: Iterable[Name], *, size: float = SIZE) -> Iterator[Shape]:
    """Names with a rim in the color of the ground, a boat before ports, and a thin line to discs far off."""
    for name in names:
        x, y = plane.hex(name.town.hex)
        middle = name.y - 0.35 * size
        if name.gap > _LEADER:
            left, right = name.x, name.x + width(name.words, "h", size)
            tx = max(left + 12, min(right - 12, x))
            ty = name.y - _UP * size - 2 if name.y - 0.3 * size > y else name.y + 6
            far = hypot(tx - x, ty - y)
            r = town_radius(plane.s) * (1.31 if name.town.start else 1.06) / far
            yield Line(((x + (tx - x) * r, y + (ty - y) * r), (tx, ty)), INK, 2)
        halo = _ground(chart, plane, name.x + width(name.words, "h", size) / 2, middle)
        if name.town.port:
            yield from boat(name.x - 0.5 * size, middle, 0.75 * size)
        yield Text(name.x, name.y, name.words, "h", size, INK, role="town name", halo=halo, rim=3.5)


def _ground(chart: Chart, plane: Plane, x: float, y: float) -> str:
    """The color of the hex there."""
    hex = plane.hex_at(x, y)
    return fill_of(chart, hex) if hex in chart.terrain else LAND


def _lead(town: Town, size: float) -> float:
    """Room for the boat of a port."""
    return 0.96 * size if town.port else 0


class Field:
    """What a box on the picture would cover, by cells: sums from the top left corner."""

    def __init__(self, chart: Chart, plane: Plane, obstacles: Obstacles) -> None:
        self._x, self._y = plane.x, plane.y
        self._columns, self._rows = plane.w // _CELL + 1, plane.h // _CELL + 1
        cells = [0.0] * (self._columns * self._rows)
        for points, w, weight in (*_waters(chart.key, plane), *((p, w, _ON_TRACK) for p, w in obstacles.lines)):
            for x, y in _dense(points, max(_CELL, w / 3)):
                self._block(cells, x, y, w / 2, w / 2, weight)
        for box in (*obstacles.boxes, *_discs(chart, plane)):
            self._block(cells, *box, _FORBIDDEN)
        rows = [list(accumulate(cells[i : i + self._columns])) for i in range(0, len(cells), self._columns)]
        total = rows[0]
        self._sums = [total]
        for row in rows[1:]:
            total = [a + b for a, b in zip(total, row, strict=True)]
            self._sums.append(total)

    def _block(self, cells: list[float], x: float, y: float, half: float, tall: float, weight: float) -> None:
        """Fills a box of cells; what is filled later weighs more."""
        x, y = x - self._x, y - self._y
        a, b = max(0, int((x - half) // _CELL)), min(self._columns - 1, int((x + half) // _CELL))
        if a <= b:
            filled = [weight * _CELL * _CELL] * (b - a + 1)
            for row in range(max(0, int((y - tall) // _CELL)), min(self._rows - 1, int((y + tall) // _CELL)) + 1):
                start = row * self._columns
                cells[start + a : start + b + 1] = filled

    def under(self, left: float, top: float, right: float, bottom: float) -> float:
        """The cost of all that a box covers."""
        a, b = int((left - self._x) // _CELL) - 1, int((right - self._x) // _CELL)
        c, d = int((top - self._y) // _CELL) - 1, int((bottom - self._y) // _CELL)
        b, d = min(b, self._columns - 1), min(d, self._rows - 1)
        upper = self._sums[c] if c >= 0 else None
        lower = self._sums[d]
        total = lower[b] - (lower[a] if a >= 0 else 0)
        if upper is not None:
            total -= upper[b] - (upper[a] if a >= 0 else 0)
        return total


@kept(lambda waters: sum(120 * len(points) for points, _, _ in waters))
def _waters(key: str, plane: Plane) -> tuple[tuple[Points, float, float], ...]:
    """What names may lie on, but better do not."""
    courses = (*river_points(CHARTS[key]), *border_points(CHARTS[key]))
    w = max(4.6, 0.15 * plane.s)
    return tuple((part, w, _ON_RIVER) for course in courses for part in in_view(plane, tuple(map(plane.at, course))))


def _discs(chart: Chart, plane: Plane) -> Iterator[tuple[float, float, float, float]]:
    r = town_radius(plane.s)
    for town in chart.towns:
        if plane.shows(town.hex, 2):
            more = 0.31 * r if town.start else 0.06 * r
            yield (*plane.hex(town.hex), town_half(town, r) + more, r + more)


def _dense(points: Points, step: float) -> Iterator[tuple[float, float]]:
    """The points of a line, no two farther apart than a step."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = int(max(abs(bx - ax), abs(by - ay)) // step) + 1
        for i in range(count):
            yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count
    if points:
        yield points[-1]


def _places(chart: Chart, town: Town, words: str, plane: Plane, field: Field, r: float, size: float) -> list[_Place]:
    """The cheapest places for a name, best first."""
    found: list[_Place] = []
    worst = inf
    for place in _candidates(chart.key, town.hex, words, plane, r, size):
        if place.cost > worst:
            break
        cost = place.cost + field.under(place.left, place.top, place.right, place.bottom)
        if cost < worst:
            found.append(place._replace(cost=cost))
            if len(found) % _LOOKED_AT == 0:
                worst = sorted(other.cost for other in found)[_LOOKED_AT - 1]
    found.sort(key=lambda place: (place.cost, place.top, place.left))
    return _spread(found)


@kept(lambda places: 240 * len(places))
def _candidates(key: str, hex: Hex, words: str, plane: Plane, r: float, size: float) -> tuple[_Place, ...]:
    """All places around a disc by what they cost before anything is built, cheapest first."""
    chart = CHARTS[key]
    town = chart.town_at[hex]
    cx, cy = plane.hex(hex)
    wide = width(words, "h", size) + _lead(town, size) + 2 * _PAD
    tall = (_UP + _DOWN) * size + 2 * _PAD
    ring = r * (1.31 if town.start else 1.06)
    half = town_half(town, ring)
    most = 66 if plane.s > 50 else 46
    others = tuple(
        (x, y, town_half(other, r))
        for other in chart.towns
        for x, y in [plane.hex(other.hex)]
        if other != town and abs(x - cx) < wide + 200 and abs(y - cy) < 260
    )
    found: list[_Place] = []
    for dx in _lattice(-wide / 2, half + most + wide, _STEP_X):
        left = cx + dx
        right = left + wide
        gap_x = max(0.0, left - (cx + half), (cx - half) - right)
        if left < plane.x + 3 or right > plane.x + plane.w - 3 or gap_x > most:
            continue
        for dy in _lattice((0.35 - _UP) * size - _PAD, ring + most + tall, _STEP_Y):
            top = cy + dy
            bottom = top + tall
            gap = hypot(gap_x, max(0.0, top - (cy + ring), (cy - ring) - bottom))
            if 1 <= gap <= most and top >= plane.y + 3 and bottom <= plane.y + plane.h - 3:
                cost = _distance_cost(left, top, right, bottom, cx, cy, gap, gap_x)
                cost += _elsewhere(left, top, right, bottom, gap, others, r)
                found.append(_Place(left, top, right, bottom, cost, gap))
    return tuple(sorted(found, key=lambda place: (place.cost, place.top, place.left)))


def _elsewhere(
    left: float,
    top: float,
    right: float,
    bottom: float,
    gap: float,
    others: Sequence[tuple[float, float, float]],
    r: float,
) -> float:
    """What it costs to be as near to another town: readers would take the name for that town's."""
    cost = 0.0
    for x, y, half in others:
        away = hypot(max(0.0, left - (x + half), (x - half) - right), max(0.0, top - (y + r), y - r - bottom))
        cost += _OWNERSHIP * max(0.0, gap + 17 - away)
    return cost


def _lattice(middle: float, reach: float, step: int) -> Iterator[float]:
    """Steps to both sides of a middle place."""
    count = int(reach // step) + 1
    return (middle + i * step for i in range(-count, count + 1))


def _distance_cost(
    left: float, top: float, right: float, bottom: float, cx: float, cy: float, gap: float, gap_x: float
) -> float:
    """Near is better than far, beside better than above and below, right better than left."""
    if gap_x > 0:
        return 0.83 * gap + 0.55 * abs((top + bottom) / 2 - cy) + (3 if right < cx else 0)
    off = abs((left + right) / 2 - cx) / max(1.0, (right - left) / 2)
    return 0.83 * gap + 8 + 18 * min(1.0, off) + (3 if bottom < cy else 0)


def _spread(places: list[_Place]) -> list[_Place]:
    """The best places, some of them well apart: where the best are taken, others stay to choose from."""
    kept = places[: _KEPT // 2]
    for place in places[_KEPT // 2 : 5 * _KEPT]:
        if len(kept) >= _KEPT:
            break
        if all(abs(place.left - k.left) + 2 * abs(place.top - k.top) > 26 for k in kept):
            kept.append(place)
    return kept


def _settled(all_places: Sequence[Sequence[_Place]]) -> list[_Place]:
    """A place for each, such that few overlap: every name in turn moves to its cheapest, until none moves."""
    chosen = [places[0] for places in all_places]
    reach = [_around(places) for places in all_places]
    rivals = [
        [j for j, other in enumerate(reach) if j != i and _overlap(own, other) > 0] for i, own in enumerate(reach)
    ]
    for _ in range(_ROUNDS):
        moved = False
        for i, places in enumerate(all_places):
            best = min(places, key=lambda place: place.cost + sum(2 * _overlap(place, chosen[j]) for j in rivals[i]))
            if best is not chosen[i]:
                chosen[i], moved = best, True
        if not moved:
            break
    return chosen


def _around(places: Sequence[_Place]) -> _Place:
    return _Place(
        min(p.left for p in places),
        min(p.top for p in places),
        max(p.right for p in places),
        max(p.bottom for p in places),
        0,
        0,
    )


def _overlap(a: _Place, b: _Place) -> float:
    """What two boxes have in common, in px²."""
    w = min(a.right, b.right) - max(a.left, b.left)
    h = min(a.bottom, b.bottom) - max(a.top, b.top)
    return w * h if w > 0 and h > 0 else 0.0
