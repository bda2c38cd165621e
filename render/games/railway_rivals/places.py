"""The places for a name around its town's disc, the cheapest first.

Costs are per px of a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from collections.abc import Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Hex, Town
from engine.kit.kept import kept
from render.fonts import width
from render.games.railway_rivals.field import Cells, Field, Frame, cost_of, frame_of
from render.games.railway_rivals.plane import Bounds, Plane
from render.games.railway_rivals.towns import town_half, town_radius
from render.geometry import Point

_STEP_X, _STEP_Y = 9, 7
_FAR, _FAR_SMALL, _SMALL = 66, 46, 50
"""px from a disc at most; the same where a hex size has no more than so many px."""
_EDGE = 3
"""px between a name's box and the edge of the window."""
_NEAR_X, _NEAR_Y = 200, 260
"""px within which other towns can be taken for a name's owner."""
_OWNERSHIP, _OWNED = 1.5, 32
_DISTANCE, _LIFT, _LEFT = 0.83, 0.55, 3
"""What a px of distance costs, one above or below the disc's middle, and to stand on its left or above it."""
_UPRIGHT, _OFF = 8, 18
"""What it costs to stand above or below a disc, and how much more to stand all to one side there."""

_LOOKED_AT, _KEPT = 60, 36
_CELLS = 3_000
"""Bytes of the cells around a disc, about."""
_ALIKE = 26

UP, DOWN, PAD = 0.72, 0.16, 4
"""How far letters reach from their line as parts of their size, and px around them in a name's box."""
HALF_UP = 0.35
"""Half a capital's height as a part of its size."""
_START_RING, _RING = 1.31, 1.06
"""What a name keeps off, as a part of a town's radius."""
_BOAT_ROOM = 0.96
"""What a port's boat takes before its name, as a part of the name's size."""


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


class Label(NamedTuple):
    """A town's name, in full or short, that is wanted in a window."""

    key: str
    """The chart's."""
    hex: Hex
    words: str
    plane: Plane
    size: float

    @property
    def town(self) -> Town:
        return CHARTS[self.key].town_at[self.hex]

    @property
    def boat(self) -> float:
        """px before the words for the boat of a port."""
        return _BOAT_ROOM * self.size if self.town.port else 0

    @property
    def wide(self) -> float:
        """px of the words and the boat."""
        return width(self.words, "h", self.size) + self.boat


def town_ring(town: Town, plane: Plane) -> float:
    """The reach of a town's disc in px, with its rings."""
    return town_radius(plane.s) * (_START_RING if town.start else _RING)


def places_for(label: Label, field: Field) -> list[Place]:
    """The cheapest places for a name, best first."""
    around = _candidates(label).around
    return list(_places(label, field.part(*around))) if around else []


@kept(lambda places: 240 * len(places) + _CELLS)
def _places(label: Label, cells: Cells) -> tuple[Place, ...]:
    """The same, while nothing changes in the cells around the disc."""
    sums, found = cells.sums(), list[Place]()
    worst = inf
    for place, (first, behind, above, below) in _candidates(label).places:
        if place.cost > worst:
            break
        cost = place.cost + cost_of(sums, first, behind, above, below)
        if cost < worst:
            found.append(place._replace(cost=cost))
            if len(found) % _LOOKED_AT == 0:
                worst = sorted(other.cost for other in found)[_LOOKED_AT - 1]
    found.sort(key=lambda place: place.order)
    return tuple(_spread(found))


_Box = tuple[int, int, int, int]
"""Cells: the first column and the one behind, the first row and the one below."""


class _Candidates(NamedTuple):
    """All places around a disc by what they cost before anything is built, cheapest first.

    Each has the cells that it touches, counted from the first of those that all of them touch together.
    """

    around: _Box | None
    places: tuple[tuple[Place, _Box], ...]


@kept(lambda candidates: 420 * len(candidates.places))
def _candidates(label: Label) -> _Candidates:
    at, plane = label.plane.hex(label.hex), label.plane
    ring = town_ring(label.town, plane)
    disc = _disc(at, town_half(label.town, ring), ring)
    others = tuple(_others(label, at))
    found = []
    for box, gap in _boxes(label, at, disc):
        if plane.includes(box, _EDGE):
            cost = _distance_cost(box, at, disc, gap) + _elsewhere(box, gap, others)
            found.append(Place(*box, cost, gap))
    found.sort(key=lambda place: place.order)
    return _with_cells(found, frame_of(plane))


def _with_cells(places: list[Place], frame: Frame) -> _Candidates:
    if not places:
        return _Candidates(None, ())
    touched = [frame.touched(*place[:4]) for place in places]
    firsts, behinds, aboves, belows = zip(*touched, strict=True)
    x, y = min(firsts), min(aboves)
    moved = ((first - x, behind - x, above - y, below - y) for first, behind, above, below in touched)
    box = (x, max(behinds), y, max(belows))
    return _Candidates(box, tuple(zip(places, moved, strict=True)))


def _disc(at: Point, half: float, r: float) -> Bounds:
    """The box around a town's disc or pill."""
    x, y = at
    return Bounds(x - half, y - r, x + half, y + r)


def _others(label: Label, at: Point) -> Iterator[Bounds]:
    """The discs of towns near enough to be taken for the owner of a name."""
    r = town_radius(label.plane.s)
    near_x = label.wide + 2 * PAD + _NEAR_X
    for town in CHARTS[label.key].towns:
        x, y = label.plane.hex(town.hex)
        near = abs(x - at[0]) < near_x and abs(y - at[1]) < _NEAR_Y
        if near and town != label.town:
            yield _disc((x, y), town_half(town, r), r)


def _boxes(label: Label, at: Point, disc: Bounds) -> Iterator[tuple[Bounds, float]]:
    """A name's box at all places around a disc, and the gap between them."""
    most = _FAR if label.plane.s > _SMALL else _FAR_SMALL
    wide = label.wide + 2 * PAD
    tall = (UP + DOWN) * label.size + 2 * PAD
    upper = (HALF_UP - UP) * label.size - PAD
    for dx in _lattice(-wide / 2, disc.w / 2 + most + wide, _STEP_X):
        left = at[0] + dx
        beside = max(0.0, left - disc.right, disc.left - (left + wide))
        if beside > most:
            continue
        for dy in _lattice(upper, disc.h / 2 + most + tall, _STEP_Y):
            top = at[1] + dy
            gap = hypot(beside, max(0.0, top - disc.bottom, disc.top - (top + tall)))
            if 1 <= gap <= most:
                yield Bounds(left, top, left + wide, top + tall), gap


def _elsewhere(box: Bounds, gap: float, others: Sequence[Bounds]) -> float:
    """The cost of being as near to another town: readers would take the name for that town's."""
    x, y, end, low = box
    near, cost = gap + _OWNED, 0.0
    for left, top, right, bottom in others:
        across, down = max(x - right, left - end), max(y - bottom, top - low)
        if across < near and down < near:
            cost += _OWNERSHIP * max(0.0, near - hypot(max(0.0, across), max(0.0, down)))
    return cost


def _lattice(middle: float, reach: float, step: int) -> Iterator[float]:
    """Steps to both sides of a middle place."""
    count = int(reach // step) + 1
    return (middle + i * step for i in range(-count, count + 1))


def _distance_cost(box: Bounds, at: Point, disc: Bounds, gap: float) -> float:
    """Near is better than far, beside better than above and below, right better than left."""
    x, y = at
    if box.left > disc.right or box.right < disc.left:
        lift = abs((box.top + box.bottom) / 2 - y)
        return _DISTANCE * gap + _LIFT * lift + (_LEFT if box.right < x else 0)
    off = abs((box.left + box.right) / 2 - x)
    aside = min(1.0, off / max(1.0, box.w / 2))
    return _DISTANCE * gap + _UPRIGHT + _OFF * aside + (_LEFT if box.bottom < y else 0)


def _spread(places: list[Place]) -> list[Place]:
    """The best places, some of them well apart: where the best are taken, others stay to choose from."""
    kept = places[: _KEPT // 2]
    for place in places[_KEPT // 2 : 5 * _KEPT]:
        if len(kept) >= _KEPT:
            break
        left, top = place.left, place.top
        if all(abs(left - other.left) + 2 * abs(top - other.top) > _ALIKE for other in kept):
            kept.append(place)
    return kept
