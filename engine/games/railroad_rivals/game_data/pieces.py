"""Tiles in the places where they may be: on offer, in a hand, in a pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Special

T = TypeVar("T")


class OfferTile(msgspec.Struct, frozen=True):
    """A tile on offer (a city's name, a railroad's initials, a special tile's name), and the seat that took it."""

    tile: str
    taken: Seat | None = None


class KnownCities(msgspec.Struct, frozen=True, eq=False):
    """City tiles that everyone saw going into hands, by seat, without those played since.

    No rule depends on it: two positions that differ only in it are equal. So older games replay as before, and their
    computer players know what was drafted since.
    """

    cities: Mapping[Seat, tuple[City, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownCities)

    __hash__ = None  # type: ignore[assignment]  # it holds a mapping

    def in_hand(self, seat: Seat) -> tuple[City, ...]:
        """The known tiles in one hand."""
        return self.cities.get(seat, ())

    def add_city(self, seat: Seat, city: City) -> KnownCities:
        """Add a tile that openly went into a hand."""
        return KnownCities({**self.cities, seat: (*self.in_hand(seat), city)})

    def remove_city(self, seat: Seat, city: City) -> KnownCities:
        """Remove a tile that left a hand, whether or not it was known."""
        if city not in self.in_hand(seat):
            return self
        return KnownCities({**self.cities, seat: tuple(other for other in self.in_hand(seat) if other != city)})


_STOCK_NAMES = frozenset({*RAILROAD_NAMES, *Special})
"""The tiles with the back of a stock tile, whose names no city has. (``game_data/tile_list.py``)"""


def is_city(tile: str) -> bool:
    """Whether a tile has the back of a city tile."""
    return tile not in _STOCK_NAMES


def free_tiles(offer: tuple[OfferTile, ...]) -> tuple[str, ...]:
    """The tiles that no one took yet."""
    return tuple(lot.tile for lot in offer if lot.taken is None)


def take_tile(offer: tuple[OfferTile, ...], tile: str, seat: Seat) -> tuple[OfferTile, ...]:
    """The offer after ``seat`` took the first free tile of that kind."""
    index = next(i for i, lot in enumerate(offer) if lot.tile == tile and lot.taken is None)
    return (*offer[:index], OfferTile(tile, seat), *offer[index + 1 :])


def expand_counts(tiles: Mapping[T, int]) -> tuple[T, ...]:
    """A list of all single tiles from a number for each kind."""
    return tuple(tile for tile, count in tiles.items() for _ in range(count))


def stock_name(tile: str) -> str:
    """A tile of the stock pile in a sentence: “UP stock”, “Merger”. City tiles go by their names too."""
    return f"{tile} stock" if tile in RAILROAD_NAMES else tile


def hide_tiles(tiles: tuple[T, ...]) -> Secret[tuple[T, ...]]:
    """Tiles that no one may see."""
    return Secret(tiles, len(tiles))


def hand_secret(seat: Seat, tiles: tuple[City, ...]) -> Secret[tuple[City, ...]]:
    """Tiles that only their holder may see."""
    return secret_for(seat, tiles, len(tiles))
