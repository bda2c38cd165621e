"""The board: 37 hexes, their 96 corners, the 354 possible tracks between them, and islands.

An island is the terrain and the number chit of each hex. The centers and the corners of hexes are called points. Their
names follow reading order: ``H01`` to ``H37`` for centers, ``V01`` to ``V96`` for corners.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NewType

import msgspec

from engine.kit.hex_grid import POINTY_TOP, Axial, Point, center_point, corner_points, hex_distance

NodeId = NewType("NodeId", str)
"""The name of a point of the board: a hex's center (``H19``) or a corner (``V37``)."""

Track = NewType("Track", str)
"""The name of a possible track, from its ends in alphabetical order: ``H01-V05``.

A track connects a hex's center with a corner, or two corners along a side.
"""

_HEXES_PER_SIDE = 4


def track_between(a: NodeId, b: NodeId) -> Track:
    """The track between two points."""
    return Track(f"{a}-{b}" if a < b else f"{b}-{a}")


@lru_cache(1024)
def track_ends(track: Track) -> tuple[NodeId, NodeId]:
    """The two points of a track."""
    a, _, b = track.partition("-")
    return NodeId(a), NodeId(b)


def is_hex(place: NodeId) -> bool:
    """Whether the name belongs to the center of a hex on the board."""
    return place in HEXES


def _hex_positions() -> Mapping[NodeId, Axial]:
    span = range(1 - _HEXES_PER_SIDE, _HEXES_PER_SIDE)
    square = [Axial(q, r) for r in span for q in span]
    hexes = [hex for hex in square if hex_distance(Axial(0, 0), hex) < _HEXES_PER_SIDE]
    return {NodeId(f"H{number:02}"): hex for number, hex in enumerate(hexes, 1)}


_POSITION_DIGITS = 3
"""Positions are rounded to this number of decimals, so that adjacent hexes have equal corners."""


def _position_key(point: Point) -> tuple[float, float]:
    """Return a sort key for positions, top to bottom and then left to right, rounded to ``_POSITION_DIGITS``."""
    return round(point.y, _POSITION_DIGITS), round(point.x, _POSITION_DIGITS)


HEXES: Mapping[NodeId, Axial] = _hex_positions()
"""The axial coordinates of each hex."""

_CORNER_POSITIONS = {_position_key(corner) for hex in HEXES.values() for corner in corner_points(hex, POINTY_TOP)}
_CORNER_BY_POSITION = {spot: NodeId(f"V{number:02}") for number, spot in enumerate(sorted(_CORNER_POSITIONS), 1)}

CORNERS_BY_HEX: Mapping[NodeId, tuple[NodeId, ...]] = {
    name: tuple(_CORNER_BY_POSITION[_position_key(corner)] for corner in corner_points(hex, POINTY_TOP))
    for name, hex in HEXES.items()
}
"""The six corners of each hex, clockwise from the upper left."""

NODE_POSITIONS: Mapping[NodeId, Point] = {name: center_point(hex, POINTY_TOP) for name, hex in HEXES.items()} | {
    name: Point(x, y) for (y, x), name in _CORNER_BY_POSITION.items()
}
"""The position of each point; the unit is the distance from a hex's center to a corner."""


def _find_touched_hexes() -> Mapping[Track, tuple[NodeId, ...]]:
    hexes_by_track: dict[Track, tuple[NodeId, ...]] = {}
    for hex, around in CORNERS_BY_HEX.items():
        for i, corner in enumerate(around):
            hexes_by_track[track_between(hex, corner)] = (hex,)
            side = track_between(around[i - 1], corner)
            hexes_by_track[side] = (*hexes_by_track.get(side, ()), hex)
    return dict(sorted(hexes_by_track.items()))


HEXES_BY_TRACK: Mapping[Track, tuple[NodeId, ...]] = _find_touched_hexes()
"""The one or two hexes that each track crosses or borders on."""

TRACKS: tuple[Track, ...] = tuple(HEXES_BY_TRACK)


def _find_neighbors() -> Mapping[NodeId, tuple[NodeId, ...]]:
    neighbors: dict[NodeId, list[NodeId]] = {name: [] for name in NODE_POSITIONS}
    for a, b in map(track_ends, TRACKS):
        neighbors[a].append(b)
        neighbors[b].append(a)
    return {place: tuple(sorted(to)) for place, to in neighbors.items()}


NEIGHBORS: Mapping[NodeId, tuple[NodeId, ...]] = _find_neighbors()
"""The points one track away from each point."""

HEXES_BY_CORNER: Mapping[NodeId, tuple[NodeId, ...]] = {
    corner: tuple(hex for hex, around in CORNERS_BY_HEX.items() if corner in around)
    for corner in _CORNER_BY_POSITION.values()
}
"""The hexes that meet at each corner."""


class Good(StrEnum):
    """A good, which trains carry by the barrel. (RC Phase 6)"""

    BRICK = "brick"
    ORE = "ore"
    SHEEP = "sheep"
    WHEAT = "wheat"
    WOOD = "wood"


class Terrain(StrEnum):
    """The terrain of a hex."""

    FIELDS = "fields"
    FOREST = "forest"
    PASTURE = "pasture"
    HILLS = "hills"
    MOUNTAINS = "mountains"
    DESERT = "desert"
    SEA = "sea"


class TrackKind(StrEnum):
    """The kind of a track, given by the terrain; the kind decides the price. (RC Phase 5; ruling 66)"""

    PLAIN = "plain"
    COAST = "coast"
    MOUNTAIN = "mountain"
    WATER = "water"


TERRAIN_COUNTS: Mapping[Terrain, int] = {
    Terrain.FIELDS: 4,
    Terrain.FOREST: 4,
    Terrain.PASTURE: 4,
    Terrain.HILLS: 3,
    Terrain.MOUNTAINS: 3,
    Terrain.DESERT: 1,
    Terrain.SEA: 18,
}
"""The number of hexes of each terrain. (components of The Settlers of Catan)"""

GOOD_BY_TERRAIN: Mapping[Terrain, Good] = {
    Terrain.FIELDS: Good.WHEAT,
    Terrain.FOREST: Good.WOOD,
    Terrain.PASTURE: Good.SHEEP,
    Terrain.HILLS: Good.BRICK,
    Terrain.MOUNTAINS: Good.ORE,
}

GOOD_CARD_COUNTS: Mapping[Good, int] = dict.fromkeys(Good, 19)
"""Number of cards of each good. (components of The Settlers of Catan)"""

CHITS = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)
"""The number chits that are laid on the 18 productive hexes. (components of The Settlers of Catan)"""

REMOVED_CHITS = (2, 12)
"""Numbers of the chits that are removed again after all chits have been laid. (RC Game Setup; ruling 4)"""

DOTS_BY_CHIT: Mapping[int, int] = {3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2}
"""Number on a chit -> number of dots."""


class Island(msgspec.Struct, frozen=True, cache_hash=True):
    """The terrain and the chit number of each hex, in the order of ``HEXES``; a hex without a chit has 0."""

    terrain: tuple[Terrain, ...]
    chits: tuple[int, ...]

    def terrain_of(self, hex: NodeId) -> Terrain:
        """The terrain of a hex."""
        return self.terrain[_HEX_INDEX[hex]]

    def chit_of(self, hex: NodeId) -> int:
        """The number of the chit on a hex; 0 if there is none."""
        return self.chits[_HEX_INDEX[hex]]

    def dots_of(self, hex: NodeId) -> int:
        """The number of dots of the chit on a hex; 0 if there is none."""
        return DOTS_BY_CHIT.get(self.chit_of(hex), 0)

    def good_of(self, hex: NodeId) -> Good | None:
        """The good that a city on a hex makes; None if no city can be there. (ruling 5)"""
        return _goods_by_hex(self).get(hex)

    def buy_price(self, hex: NodeId) -> int:
        """Return the dollars that a rival pays for a barrel at a hex; 0 if no city can be there. (RC Phase 6)"""
        good = self.good_of(hex)
        return BUY_PRICE_PER_DOT[good] * self.dots_of(hex) if good else 0

    def hexes_with_dots(self, dots: int) -> tuple[NodeId, ...]:
        """The hexes with this number of dots. (RC Game Setup)"""
        return tuple(hex for hex in HEXES if self.dots_of(hex) == dots)


_HEX_INDEX = {hex: place for place, hex in enumerate(HEXES)}


@lru_cache(32)
def _goods_by_hex(layout: Island) -> Mapping[NodeId, Good]:
    """Return the good of each hex on which a city may be founded. (ruling 5)"""
    hexes_with_chit = [hex for hex in HEXES if layout.chit_of(hex)]
    return {
        hex: GOOD_BY_TERRAIN[layout.terrain_of(hex)]
        for hex in hexes_with_chit
        if layout.terrain_of(hex) in GOOD_BY_TERRAIN
    }


@lru_cache(32)
def track_kinds(layout: Island) -> Mapping[Track, TrackKind]:
    """The kind of every possible track."""
    return {track: _kind_over({layout.terrain_of(hex) for hex in hexes}) for track, hexes in HEXES_BY_TRACK.items()}


def _kind_over(terrain: set[Terrain]) -> TrackKind:
    if terrain == {Terrain.SEA}:
        return TrackKind.WATER
    if terrain == {Terrain.MOUNTAINS}:
        return TrackKind.MOUNTAIN
    return TrackKind.COAST if Terrain.SEA in terrain else TrackKind.PLAIN


def kind_of(layout: Island, track: Track) -> TrackKind:
    """The kind of a track on this island."""
    return track_kinds(layout)[track]


def is_coastal(layout: Island, place: NodeId) -> bool:
    """Whether a point is on water or at the coast. (ruling 36)"""
    around = (place,) if is_hex(place) else HEXES_BY_CORNER[place]
    return any(layout.terrain_of(hex) is Terrain.SEA for hex in around)


LIST_PRICES: Mapping[TrackKind, int] = {
    TrackKind.PLAIN: 1_000,
    TrackKind.COAST: 1_000,
    TrackKind.MOUNTAIN: 2_000,
    TrackKind.WATER: 2_000,
}
"""The list price of a track in dollars, by kind. (RC Phase 5; ruling 66)"""

BUY_PRICE_PER_DOT: Mapping[Good, int] = {good: 200 if good is Good.ORE else 100 for good in Good}
"""Dollars that the owner of a city gets for a barrel, per dot of the city. (RC Phase 6)"""

SELL_PRICE_PER_DOT: Mapping[Good, int] = {good: 300 if good is Good.ORE else 200 for good in Good}
"""Dollars that the bank pays for a barrel, per dot of the city in which the barrel is sold. (RC Phase 6)"""
