"""Tiles on offer, in hands, and in piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Special

T = TypeVar("T")


class OfferTile(msgspec.Struct, frozen=True):
    """A tile on offer, and the seat that took it.

    ``tile`` is the name of a city or special tile, or a railroad's initials.
    """

    tile: str
    taken: Seat | None = None


class KnownCities(msgspec.Struct, frozen=True, eq=False):
    """City tiles in hands that everyone knows because they were drafted openly.

    They do not count when two states are compared, because no rule depends on them: games stored before this field
    existed still replay to equal states.
    """

    cities: Mapping[Seat, tuple[City, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownCities)

    __hash__ = None  # type: ignore[assignment]  # it holds a mapping

    def in_hand(self, seat: Seat) -> tuple[City, ...]:
        """Return the known tiles in a hand."""
        return self.cities.get(seat, ())

    def add_city(self, seat: Seat, city: City) -> KnownCities:
        """Return the known tiles and a tile that a seat drafted."""
        return KnownCities({**self.cities, seat: (*self.in_hand(seat), city)})

    def remove_city(self, seat: Seat, city: City) -> KnownCities:
        """Return the known tiles after a seat played a tile, even one that was not known."""
        if city not in self.in_hand(seat):
            return self
        return KnownCities({**self.cities, seat: tuple(other for other in self.in_hand(seat) if other != city)})


_STOCK_NAMES = frozenset({*RAILROAD_NAMES, *Special})
"""The names of tiles with the back of a stock tile; no city may have one of these names."""


def is_city(tile: str) -> bool:
    """Whether a tile has the back of a city tile."""
    return tile not in _STOCK_NAMES


def free_tiles(offer: tuple[OfferTile, ...]) -> tuple[str, ...]:
    """The tiles on offer that no one has taken yet."""
    return tuple(offered.tile for offered in offer if offered.taken is None)


def take_tile(offer: tuple[OfferTile, ...], tile: str, seat: Seat) -> tuple[OfferTile, ...]:
    """The offer after ``seat`` took the first free tile with this name."""
    index = offer.index(OfferTile(tile))
    return (*offer[:index], OfferTile(tile, seat), *offer[index + 1 :])


def expand_counts(tiles: Mapping[T, int]) -> tuple[T, ...]:
    """Return the pieces one by one, from the number of pieces of each kind."""
    return tuple(tile for tile, count in tiles.items() for _ in range(count))


def stock_name(tile: str) -> str:
    """The name of a stock, special, or city tile in a sentence: “UP stock”, “Merger”, “Chicago”."""
    return f"{tile} stock" if tile in RAILROAD_NAMES else tile


def hide_tiles(tiles: tuple[T, ...]) -> Secret[tuple[T, ...]]:
    """Return tiles as a secret that no seat may see."""
    return Secret(tiles, len(tiles))


def hand_secret(seat: Seat, tiles: tuple[City, ...]) -> Secret[tuple[City, ...]]:
    """Return the tiles of a hand as a secret that only its seat may see."""
    return secret_for(seat, tiles, len(tiles))
