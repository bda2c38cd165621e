"""Names of hexes on the whole board, each at a free place in its hex.

The preferred place of a name is low in the hex. If that place is taken, the nearest free place of a grid is used.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import hypot, inf
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import HEXES, Island, NodeId, Track
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
    is_above_city,
    train_spots,
)
from render.geometry import Point
from render.palette import INK, PAPER
from render.parts.label_placement import Candidate, CellFrame, ObstacleField, place_labels
from render.parts.typography import TextStyle
from render.parts.viewport import Bounds
from render.scene import Placed, Shape

_NAME = TextStyle("h", 44)
_HALF, _UP = 31, 16
"""Half the width and half the height of a name, in px."""
_AT: Point = (0.0, 0.66)
"""Preferred place of a name: distances from the hex's center across and down, in hex sizes."""
_STEP, _LOW, _WIDE = 0.05, 0.8, 0.65
"""Grid of places for a name, in hex sizes: step, and maximum distances from the hex's center down and across."""
_RIM = 0.02
"""Minimum distance of a name from the sides of its hex, in hex sizes."""
_SLOPE = 0.577
"""The slope of the upper and lower sides of a hex."""
_HALF_HEX = 0.866
_HALO = 4
"""Width in px of the paper edge around a name that is drawn over everything."""
_CELL = 4
"""Side of a cell of the obstacles in px."""
_CHIT, _OBSTACLE = 1, 2
_COSTS, _COSTS_WITHOUT_CHITS = (0, 300, 1_000), (0, 0, 1_000)
"""The costs of covering a px² that is free, has a chit, or has something else, in thousandths."""
_COVERING = 4
"""Minimum cost of a place that covers something; free places cost less."""


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


class _HexName(NamedTuple):
    """The name of a hex that needs a place in a window."""

    hex: NodeId
    viewport: BoardViewport

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the box in px."""
        return 2 * _HALF, 2 * _UP

    def candidates(self) -> Iterable[Candidate]:
        """The places in the hex; each costs its distance from the preferred place."""
        x, y = self.viewport.node_point(self.hex)
        places = _places_in_hex(self.viewport.scale)
        left_by_offset = {dx: round(x + dx) - _HALF for _, _, dx in places}
        top_by_offset = {dy: round(y + dy) - _UP for _, dy, _ in places}
        return [(cost, top_by_offset[dy], left_by_offset[dx]) for cost, dy, dx in places]


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


def place_hex_labels(state: RailroadsOfCatan, viewport: BoardViewport, keys: Sequence[Bounds]) -> LabelLayout:
    """Find a place for the name of every hex; ``keys`` are boxes that are occupied."""
    ground = _ground_field(state, viewport, keys)
    room = _default_room(state, viewport)
    trains_on_way = [(train, 0.0, 0.0) for train in state.trains if train.at not in state.cities]
    field = _add_things(ground, state, viewport, room, trains_on_way)
    for hex in sorted(room.sectors):
        rooms = _possible_rooms(state, hex, room)
        if keys:
            rooms = _rooms_off_keys(state, hex, viewport, rooms, keys)
        room = _best_room(state, hex, viewport, rooms, field)
    spots = train_spots(state.trains, state.cities, state.tracks, room)
    return LabelLayout(_place_names(viewport, _add_things(ground, state, viewport, room, spots)), room)


def _place_names(viewport: BoardViewport, field: ObstacleField) -> list[HexLabel]:
    """The place of each name: a free one, that of its chit, or one that covers little."""
    labels = []
    for name, spot in place_labels([(_HexName(hex, viewport),) for hex in HEXES], field):
        best, is_on_chit = spot, spot.cost >= _COVERING
        if is_on_chit:
            best = field.copy(_COSTS_WITHOUT_CHITS).best_spot(name) or spot
        at = best.left + _HALF, best.top + _UP
        labels.append(HexLabel(name.hex, *at, is_on_chit=is_on_chit, is_over=best.cost >= _COVERING))
    return labels


def _best_room(
    state: RailroadsOfCatan, hex: NodeId, viewport: BoardViewport, rooms: Sequence[TrainRoom], field: ObstacleField
) -> TrainRoom:
    """The first room that leaves a free place for a city's name beside the city's trains and tickets, or the best."""
    least, best = inf, rooms[0]
    for room in rooms:
        field_of_room = field.copy()
        for box in _train_boxes(state, hex, viewport, room):
            field_of_room.add_box(box, _OBSTACLE)
        if hex in room.over and _count_trains_above(room.sectors[hex][: _count_trains(state, hex)]):
            _add_sprites(field_of_room, draw_tickets(state, viewport, room))
        spot = field_of_room.best_spot(_HexName(hex, viewport))
        cost = 0 if spot is None or spot.cost < _COVERING else spot.cost
        if cost < least:
            least, best = cost, room
        if not cost:
            break
    return best


def _rooms_off_keys(
    state: RailroadsOfCatan, hex: NodeId, viewport: BoardViewport, rooms: Sequence[TrainRoom], keys: Sequence[Bounds]
) -> list[TrainRoom]:
    """Sort the rooms for the trains in a city: first those in which keys and trains of other cities hide the least."""
    others = {train.at for train in state.trains} - {hex}
    taken_boxes = [*keys, *(box for other in others for box in _train_boxes(state, other, viewport, rooms[0]))]
    return sorted(rooms, key=lambda room: _count_overlaps(_train_boxes(state, hex, viewport, room), taken_boxes))


def _train_boxes(state: RailroadsOfCatan, at: NodeId, viewport: BoardViewport, room: TrainRoom) -> list[Bounds]:
    """The boxes of the trains at a point and of their goods."""
    here = [train for train in state.trains if train.at == at]
    return list(map(_sprite_box, draw_trains_at(train_spots(here, state.cities, state.tracks, room), viewport)))


def _count_overlaps(boxes: Sequence[Bounds], others: Sequence[Bounds]) -> int:
    return sum(box.is_overlapping(other) for other in others for box in boxes)


def _default_room(state: RailroadsOfCatan, viewport: BoardViewport) -> TrainRoom:
    """The room with the best sectors for the trains in each city."""
    room = TrainRoom(clearance_by_city(state, viewport.scale))
    hexes = {train.at for train in state.trains if train.at in state.cities}
    return TrainRoom(room.over, {hex: best_sectors(hex, state.tracks, room) for hex in hexes})


def _possible_rooms(state: RailroadsOfCatan, hex: NodeId, room: TrainRoom) -> list[TrainRoom]:
    """The rooms with all orders of the sectors of a city, the best first; beside tickets, few trains are above."""
    count, sectors = _count_trains(state, hex), room.sectors[hex]
    most_above = max(1, count - 2) if hex in room.over else count
    return [
        TrainRoom(room.over, {**room.sectors, hex: (*chosen, *(i for i in sectors if i not in chosen))})
        for chosen in combinations(sectors, count)
        if _count_trains_above(chosen) <= most_above
    ]


def _count_trains(state: RailroadsOfCatan, hex: NodeId) -> int:
    return sum(train.at == hex for train in state.trains)


def _count_trains_above(sectors: Iterable[int]) -> int:
    return sum(map(is_above_city, sectors))


def _ground_field(state: RailroadsOfCatan, viewport: BoardViewport, keys: Sequence[Bounds]) -> ObstacleField:
    """The obstacles on the board that no train moves."""
    seats_by_hex = tuple((hex, city.seat) for hex, city in state.cities.items())
    field = _track_field(state.layout, tuple(state.tracks), seats_by_hex, viewport).copy()
    for box in keys:
        field.add_box(box, _OBSTACLE)
    return field


@lru_cache(16)
def _track_field(
    layout: Island, tracks: Sequence[Track], seats_by_hex: Sequence[tuple[NodeId, Seat]], viewport: BoardViewport
) -> ObstacleField:
    """The chits, signs of terrain, track, and cities on a board; to be copied."""
    field = ObstacleField(CellFrame.of_window(viewport, _CELL), _COSTS)
    for chit in draw_chits(layout, viewport, HEXES):
        field.add_box(_sprite_box(chit), _CHIT)
    for hex in HEXES:
        field.add_box(sign_box(layout, viewport, hex), _OBSTACLE)
    for track in tracks:
        field.add_line(viewport.track_points(track), 2 * TRACK_REACH * viewport.scale, _OBSTACLE)
    for hex, seat in seats_by_hex:
        for box in city_boxes(seat, *viewport.node_point(hex), CITY_HALF_WIDTH * viewport.scale):
            field.add_box(box, _OBSTACLE)
    return field


def _add_things(
    ground: ObstacleField,
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    room: TrainRoom,
    standing: Iterable[TrainSpot],
) -> ObstacleField:
    """The obstacles with the trains at these spots, and with tickets."""
    field = ground.copy()
    _add_sprites(field, draw_trains_at(standing, viewport))
    _add_sprites(field, draw_tickets(state, viewport, room))
    return field


def _add_sprites(field: ObstacleField, sprites: Iterable[Placed]) -> None:
    for sprite in sprites:
        field.add_box(_sprite_box(sprite), _OBSTACLE)


@lru_cache(4)
def _places_in_hex(s: float) -> Sequence[tuple[float, float, float]]:
    """The places for a name in a hex, the best first: cost, and px from the hex's center down and across."""
    down = [i * _STEP for i in range(-round(_LOW / _STEP), round(_LOW / _STEP) + 1)]
    across = [i * _STEP for i in range(-round(_WIDE / _STEP), round(_WIDE / _STEP) + 1)]
    return sorted(
        (round(hypot(dx - _AT[0], dy - _AT[1]), 3), dy * s, dx * s)
        for dy in down
        for dx in across
        if _is_inside_hex(abs(dx), abs(dy), s)
    )


def _is_inside_hex(dx: float, dy: float, s: float) -> bool:
    """Whether a name is inside its hex; ``dx`` and ``dy`` are its distances from the center in hex sizes."""
    right, low = dx + _HALF / s + _RIM, dy + _UP / s + _RIM
    return right <= _HALF_HEX and low <= 1 - _SLOPE * right


def _sprite_box(thing: Placed) -> Bounds:
    right, bottom = thing.x + thing.sprite.w, thing.y + thing.sprite.h
    return Bounds(thing.x, thing.y, right, bottom)
