"""One island: terrain and number chits on the 37 hexes, and what follows from them for tracks. It has no rules."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

import msgspec

from engine.games.railroads_of_catan.box.graph import AROUND, HEXES, TOUCHING, Place, Track, is_hex


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
    """The kind of a track by what it runs over; it decides the price. (RC Phase 5; ruling 66)"""

    PLAIN = "plain"
    COAST = "coast"
    MOUNTAIN = "mountain"
    WATER = "water"


TERRAIN: Mapping[Terrain, int] = {
    Terrain.FIELDS: 4,
    Terrain.FOREST: 4,
    Terrain.PASTURE: 4,
    Terrain.HILLS: 3,
    Terrain.MOUNTAINS: 3,
    Terrain.DESERT: 1,
    Terrain.SEA: 18,
}
"""How many hexes of each there are. (components of The Settlers of Catan)"""

PRODUCES: Mapping[Terrain, Good] = {
    Terrain.FIELDS: Good.WHEAT,
    Terrain.FOREST: Good.WOOD,
    Terrain.PASTURE: Good.SHEEP,
    Terrain.HILLS: Good.BRICK,
    Terrain.MOUNTAINS: Good.ORE,
}

GOODS: Mapping[Good, int] = dict.fromkeys(Good, 19)
"""Cards of each good. (components of The Settlers of Catan)"""

CHITS = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)
"""Laid on the 18 productive hexes; (components of The Settlers of Catan)"""

REMOVED = (2, 12)
"""These chits are taken away again. (RC Game Setup; ruling 4)"""

DOTS_OF: Mapping[int, int] = {3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2}
"""The dots of each chit."""


class Layout(msgspec.Struct, frozen=True, cache_hash=True):
    """``terrain`` and ``chits`` in the order of the hexes; 0 is no chit."""

    terrain: tuple[Terrain, ...]
    chits: tuple[int, ...]

    def at(self, hex: Place) -> Terrain:
        """The terrain of a hex."""
        return self.terrain[_INDEX[hex]]

    def chit(self, hex: Place) -> int:
        """The number on a hex, 0 for none."""
        return self.chits[_INDEX[hex]]

    def dots(self, hex: Place) -> int:
        """The dots of its number, 0 for none."""
        return DOTS_OF.get(self.chit(hex), 0)

    def good(self, hex: Place) -> Good | None:
        """The good that a city there makes; None where no city can be. (ruling 5)"""
        return _products(self).get(hex)

    def sites(self, dots: int) -> tuple[Place, ...]:
        """The hexes with so many dots. (RC Game Setup)"""
        return tuple(hex for hex in HEXES if self.dots(hex) == dots)


_INDEX = {hex: place for place, hex in enumerate(HEXES)}


@lru_cache(32)
def _products(layout: Layout) -> Mapping[Place, Good]:
    """The good that a city would make, for each hex where there can be one. (ruling 5)"""
    numbered = [hex for hex in HEXES if layout.chit(hex)]
    return {hex: PRODUCES[layout.at(hex)] for hex in numbered if layout.at(hex) in PRODUCES}


@lru_cache(32)
def kinds(layout: Layout) -> Mapping[Track, TrackKind]:
    """The kind of every track, by what it runs over."""
    return {track: _kind({layout.at(hex) for hex in hexes}) for track, hexes in TOUCHING.items()}


def _kind(terrain: set[Terrain]) -> TrackKind:
    if terrain == {Terrain.SEA}:
        return TrackKind.WATER
    if terrain == {Terrain.MOUNTAINS}:
        return TrackKind.MOUNTAIN
    return TrackKind.COAST if Terrain.SEA in terrain else TrackKind.PLAIN


def kind_of(layout: Layout, track: Track) -> TrackKind:
    """The kind of a track, by what it runs over."""
    return kinds(layout)[track]


def coastal(layout: Layout, place: Place) -> bool:
    """Whether a point lies on water or at the coast. (ruling 36)"""
    around = (place,) if is_hex(place) else AROUND[place]
    return any(layout.at(hex) is Terrain.SEA for hex in around)


LIST_PRICE: Mapping[TrackKind, int] = {
    TrackKind.PLAIN: 1_000,
    TrackKind.COAST: 1_000,
    TrackKind.MOUNTAIN: 2_000,
    TrackKind.WATER: 2_000,
}
"""Of a track. (RC Phase 5; ruling 66)"""

BUY: Mapping[Good, int] = {good: 200 if good is Good.ORE else 100 for good in Good}
"""For each dot of the city, to its owner. (RC Phase 6)"""

SELL: Mapping[Good, int] = {good: 300 if good is Good.ORE else 200 for good in Good}
"""For each dot of the city, from the bank. (RC Phase 6)"""
