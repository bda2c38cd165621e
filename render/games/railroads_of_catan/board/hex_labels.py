"""Names of hexes on the whole board, each at a free place in its hex.

The preferred place of a name is low in the hex. If that place is taken, the nearest free place of a grid is used.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import hypot
from operator import or_
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.railroads_of_catan.game_data.island import HEXES, NodeId
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_viewport import BoardViewport
from render.games.railroads_of_catan.board.ground import draw_chits, sign_box
from render.games.railroads_of_catan.board.order_tickets import clearance_by_city, draw_tickets
from render.games.railroads_of_catan.board.pieces import city_boxes
from render.games.railroads_of_catan.board.track_layers import (
    CITY_HALF_WIDTH,
    TRACK_REACH,
    TrainRoom,
    TrainSpot,
    best_sectors,
    draw_trains_at,
    train_spots,
)
from render.geometry import Point, Points
from render.palette import INK, PAPER
from render.parts.typography import TextStyle
from render.parts.viewport import Bounds
from render.scene import Placed, Shape

_NAME = TextStyle("h", 44)
_HALF, _UP = 33, 17
"""Half the width and half the height of a name with its margin, in px."""
_AT: Point = (0.0, 0.66)
"""Preferred place of a name: distances from the hex's center across and down, in hex sizes."""
_STEP, _LOW, _WIDE = 0.05, 0.8, 0.65
"""Grid of places for a name, in hex sizes: step, and maximum distances from the hex's center down and across."""
_RIM = 0.02
"""Minimum distance of a name from the sides of its hex, in hex sizes."""
_SLOPE = 0.577
"""The slope of the upper and lower sides of a hex."""
_HALF_HEX = 0.866
_NEAR = 1.4
"""Obstacles within this distance from a hex's center can affect the hex's name, in hex sizes."""
_HALO = 4
"""Width in px of the paper edge around a name that is drawn over everything."""
_STILL = 1e-6
"""If a line extends less than this number of px along an axis, the extent counts as 0."""


class HexLabel(NamedTuple):
    """The place of a hex's name: its middle in px.

    ``is_on_chit``: the name replaces the hex's chit. ``is_over``: there is no free place, so the name is drawn over
    everything.
    """

    hex: NodeId
    x: float
    y: float
    is_on_chit: bool = False
    is_over: bool = False


class _BoardObstacles(NamedTuple):
    """Obstacles that names should not cover: boxes, and lines of track."""

    boxes: tuple[Bounds, ...]
    lines: tuple[Points, ...]
    reach: float
    """Half the width of a track in px."""

    def part_near(self, x: float, y: float, far: float) -> _BoardObstacles:
        """The obstacles within ``far`` px of a point."""
        left, top, right, bottom = x - far, y - far, x + far, y + far
        boxes = tuple(
            [box for box in self.boxes if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom]
        )
        lines = tuple(
            [
                ((ax, ay), (bx, by))
                for (ax, ay), (bx, by) in self.lines
                if (left < ax < right and top < ay < bottom) or (left < bx < right and top < by < bottom)
            ]
        )
        return _BoardObstacles(boxes, lines, self.reach)

    def is_free_of_track(self, box: Bounds) -> bool:
        """Whether no track crosses a box."""
        around = box.inflate(self.reach)
        return not any(_length_inside(around, line) for line in self.lines)

    def area_covered(self, box: Bounds) -> float:
        """Return the area of a box that obstacles cover, in px²."""
        around = box.inflate(self.reach)
        track = sum(_length_inside(around, line) for line in self.lines)
        return track * self.reach + sum(_overlap_area(box, other) for other in self.boxes)


def draw_hex_labels(places: Iterable[HexLabel], *, over: bool) -> Iterator[Shape]:
    """Draw the names that lie on the ground; with ``over``, draw the names that lie over everything instead."""
    for name in places:
        if name.is_over is over:
            text = _NAME.middle(name.x, name.y + _NAME.baseline_shift, name.hex, "hex", INK)
            yield replace(text, halo=PAPER, rim=_HALO) if over else text


class LabelLayout(NamedTuple):
    """The places of all names, and instructions to trains in cities that leave these places free."""

    names: Sequence[HexLabel]
    room: TrainRoom

    @property
    def chits(self) -> frozenset[NodeId]:
        """The hexes that show their chits: all hexes except those where the name replaces the chit."""
        return frozenset(name.hex for name in self.names if not name.is_on_chit)


def place_labels(state: RailroadsOfCatan, viewport: BoardViewport, keys: Sequence[Bounds]) -> LabelLayout:
    """Find a place for the name of every hex; ``keys`` are boxes that are taken."""
    room = TrainRoom(clearance_by_city(state, viewport.scale))
    trains_on_way = [(train, 0.0, 0.0) for train in state.trains if train.at not in state.cities]
    ground = _board_obstacles(state, viewport, room, trains_on_way, keys)
    sectors = {}
    for hex in sorted({train.at for train in state.trains if train.at in state.cities}):
        free = _FreePlaces(*_surroundings_of(state, hex, viewport, ground))
        orders = tuple(_sector_orders(state, hex, room))
        possible_orders = (order for order in orders if free.find_best(_train_boxes(state, hex, viewport, room, order)))
        sectors[hex] = next(possible_orders, orders[0])
    room = TrainRoom(room.over, sectors)
    ground = _board_obstacles(state, viewport, room, train_spots(state.trains, state.cities, state.tracks, room), keys)
    return LabelLayout([_place_label(hex, _surroundings_of(state, hex, viewport, ground)) for hex in HEXES], room)


class _LabelSurroundings(NamedTuple):
    """Everything that decides the place of a hex's name; lengths are in px."""

    middle: Point
    s: float
    near: _BoardObstacles
    chit: tuple[Bounds, ...]


def _surroundings_of(
    state: RailroadsOfCatan, hex: NodeId, viewport: BoardViewport, ground: _BoardObstacles
) -> _LabelSurroundings:
    middle = viewport.node_point(hex)
    chit = tuple(map(_sprite_box, draw_chits(state.layout, viewport, (hex,))))
    return _LabelSurroundings(middle, viewport.scale, ground.part_near(*middle, _NEAR * viewport.scale), chit)


@lru_cache(1_024)
def _place_label(hex: NodeId, surroundings: _LabelSurroundings) -> HexLabel:
    """Find a place for the name of a hex: a free place, the place of the chit, or the place that covers least."""
    if at := _FreePlaces(*surroundings).find_best():
        return HexLabel(hex, *at)
    bare = _FreePlaces(*surroundings._replace(chit=()))
    if at := bare.find_best():
        return HexLabel(hex, *at, is_on_chit=True)
    return HexLabel(hex, *bare.find_least_covered(), is_on_chit=True, is_over=True)


def _train_boxes(
    state: RailroadsOfCatan, hex: NodeId, viewport: BoardViewport, room: TrainRoom, order: Sequence[int]
) -> list[Bounds]:
    """Return the boxes of the trains in a city, if the trains use these sectors in this order."""
    here = [train for train in state.trains if train.at == hex and order]
    standing = train_spots(here, state.cities, state.tracks, TrainRoom(room.over, {hex: order}))
    return [_sprite_box(thing) for thing in draw_trains_at(standing, viewport)]


def _sector_orders(state: RailroadsOfCatan, hex: NodeId, room: TrainRoom) -> Iterator[Sequence[int]]:
    """Yield the orders in which trains in a city may use its sectors, the best first."""
    count = sum(train.at == hex for train in state.trains)
    order = best_sectors(hex, state.tracks, room)
    for chosen in combinations(order, count):
        yield (*chosen, *(i for i in order if i not in chosen))


def _board_obstacles(
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    room: TrainRoom,
    standing: Iterable[TrainSpot],
    keys: Sequence[Bounds],
) -> _BoardObstacles:
    """Return all obstacles on the board except chits; ``standing`` are the trains with their places."""
    things = (*draw_trains_at(standing, viewport), *draw_tickets(state, viewport, room))
    boxes = [*map(_sprite_box, things), *keys]
    boxes += (sign_box(state.layout, viewport, hex) for hex in HEXES)
    for hex, city in state.cities.items():
        boxes += city_boxes(city.seat, *viewport.node_point(hex), CITY_HALF_WIDTH * viewport.scale)
    return _BoardObstacles(
        tuple(boxes), tuple(viewport.track_points(track) for track in state.tracks), TRACK_REACH * viewport.scale
    )


class _Lattice(NamedTuple):
    """Candidate places for a name in a hex, the best first.

    A set of places is an integer with one bit for each place; the lowest bit is the best place. For each of the sorted
    coordinates ``xs``, ``left`` has the set of places to the left of it; the last entry is the set of all places.
    ``above`` has the same for ``ys``.
    """

    tried: Sequence[tuple[int, int]]
    xs: Sequence[int]
    ys: Sequence[int]
    left: Sequence[int]
    above: Sequence[int]

    def places_under(self, box: Bounds) -> int:
        """Return the set of places, as bits, at which a name would touch a box."""
        first, last = bisect_right(self.xs, box.left - _HALF), bisect_left(self.xs, box.right + _HALF)
        upper, lower = bisect_right(self.ys, box.top - _UP), bisect_left(self.ys, box.bottom + _UP)
        if first >= last or upper >= lower:
            return 0
        return (self.left[last] ^ self.left[first]) & (self.above[lower] ^ self.above[upper])


@lru_cache(256)
def _label_lattice(middle: Point, s: float) -> _Lattice:
    x, y = middle
    tried = tuple((round(x + dx), round(y + dy)) for dx, dy in _lattice_places(s))
    xs, left = _prefix_bits([at for at, _ in tried])
    ys, above = _prefix_bits([at for _, at in tried])
    return _Lattice(tried, xs, ys, left, above)


def _prefix_bits(at: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the sorted coordinates of places, and for each coordinate the set of places with a lower one, as bits.

    The second list has one more entry: the set of all places.
    """
    bits: dict[int, int] = {}
    for i, value in enumerate(at):
        bits[value] = bits.get(value, 0) | 1 << i
    values = sorted(bits)
    return values, [0, *accumulate((bits[value] for value in values), or_)]


class _FreePlaces:
    """The free places for a name in a hex. If ``chit`` is empty, the name may lie on the chit."""

    def __init__(self, middle: Point, s: float, near: _BoardObstacles, chit: tuple[Bounds, ...]) -> None:
        self._near = near._replace(boxes=(*near.boxes, *chit))
        self._lattice = _label_lattice(middle, s)
        taken_bits = 0
        for box in self._near.boxes:
            taken_bits |= self._lattice.places_under(box)
        self._left = (1 << len(self._lattice.tried)) - 1 & ~taken_bits

    def find_best(self, trains: Sequence[Bounds] = ()) -> Point | None:
        """Return the best free place that none of these trains covers; None if there is none."""
        left, tried = self._left, self._lattice.tried
        for train in trains:
            left &= ~self._lattice.places_under(train)
        while left:
            bit = left & -left
            at = tried[bit.bit_length() - 1]
            if self._near.is_free_of_track(_label_box(*at)):
                return at
            left ^= bit
            self._left &= ~bit  # track covers it for any order of trains
        return None

    def find_least_covered(self) -> Point:
        """Return the place at which a name covers the smallest area of obstacles."""
        return min(self._lattice.tried, key=lambda at: self._near.area_covered(_label_box(*at)))


@lru_cache(4)
def _lattice_places(s: float) -> Points:
    """Return the places for a name, as distances in px from the hex's center, the best first."""
    down = [i * _STEP for i in range(-round(_LOW / _STEP), round(_LOW / _STEP) + 1)]
    across = [i * _STEP for i in range(-round(_WIDE / _STEP), round(_WIDE / _STEP) + 1)]
    places = [(dx, dy) for dy in down for dx in across]
    places_inside = [(dx, dy) for dx, dy in places if _is_inside_hex(abs(dx), abs(dy), s)]
    places_inside.sort(key=_preference_order)
    return tuple((dx * s, dy * s) for dx, dy in places_inside)


def _preference_order(at: Point) -> tuple[float, float, float]:
    """Return a sort key for places: the distance from the preferred place, then top to bottom, then left to right."""
    x, y = at
    return round(hypot(x - _AT[0], y - _AT[1]), 3), y, x


def _is_inside_hex(dx: float, dy: float, s: float) -> bool:
    """Whether a name is inside its hex; ``dx`` and ``dy`` are its distances from the center in hex sizes."""
    right, low = dx + _HALF / s + _RIM, dy + _UP / s + _RIM
    return right <= _HALF_HEX and low <= 1 - _SLOPE * right


def _label_box(x: float, y: float) -> Bounds:
    return Bounds(x - _HALF, y - _UP, x + _HALF, y + _UP)


def _sprite_box(thing: Placed) -> Bounds:
    right, bottom = thing.x + thing.sprite.w, thing.y + thing.sprite.h
    return Bounds(thing.x, thing.y, right, bottom)


def _overlap_area(box: Bounds, other: Bounds) -> float:
    w = min(box.right, other.right) - max(box.left, other.left)
    h = min(box.bottom, other.bottom) - max(box.top, other.top)
    return w * h if w > 0 and h > 0 else 0.0


def _length_inside(box: Bounds, line: Points) -> float:
    """Return the length in px of the part of a line that is inside a box."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    first, last = 0.0, 1.0
    across, down = (ax, dx, box.left, box.right), (ay, dy, box.top, box.bottom)
    for start, extent, low, high in (across, down):
        if abs(extent) < _STILL:
            if not low < start < high:
                return 0.0
            continue
        enters, leaves = sorted(((low - start) / extent, (high - start) / extent))
        first, last = max(first, enters), min(last, leaves)
    return max(0.0, last - first) * hypot(dx, dy)
