"""The city tiles that a table plays with: the reconstruction, or the list of a host who owns a printed copy.

A list replaces the base game's tiles, and those NYNH&H tiles that it has. Its rows are in the option's word, so a game
keeps the tiles that it began with.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Self

import msgspec

from engine.core import Edition, counted, shortened
from engine.errors import Unreadable
from engine.games.railroad_rivals.box import data
from engine.games.railroad_rivals.box.data import City, CityTile, Pittsburgh
from engine.games.railroad_rivals.box.tile_list import read_line, read_list, write_line

RECONSTRUCTION = "reconstruction"

_LISTS_KEPT = 64

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")
"""The name of a list: it ends before the colon of an option's word."""


class Printing(Edition, frozen=True, cache_hash=True):
    """The city tiles of one copy of the game."""

    name: str = RECONSTRUCTION
    rows: str = ""
    """The tiles of a list in one line; empty for the reconstruction."""

    def __str__(self) -> str:
        return f"{self.name}: {self.rows}" if self.rows else self.name

    @classmethod
    def from_word(cls, word: str) -> Self:
        """Read a printing from the word of an option. Raises ``Unreadable``."""
        if word == RECONSTRUCTION:
            return cls()
        name, _, rows = word.partition(": ")
        if not rows or not _is_name(name):
            raise Unreadable(f"“{shortened(word)}” isn’t a valid value of tiles. Choose {RECONSTRUCTION}, or a list.")
        found = read_line(rows)
        for problem in found.problems:
            raise Unreadable(problem)
        return cls(name, write_line(found.tiles))

    @classmethod
    def from_file(cls, name: str, text: str) -> Self:
        """Read a printing from a host's file. Raises ``Unreadable`` with the line, or the number of the tile."""
        for problem in cls.problems(name, text):
            raise Unreadable(problem)
        return cls(name, write_line(read_list(text).tiles))

    @classmethod
    def problems(cls, name: str, text: str) -> tuple[str, ...]:
        """Everything that is wrong with a host's file, a sentence each."""
        return (*_name_problems(name), *read_list(text).problems)

    @property
    def summary(self) -> str:
        """The numbers of tiles and goods: “37 city tiles, 3 of them to start with, and 60 goods”."""
        tiles = [city_tiles(self, "adjacent")[city] for city in base_cities(self)]
        starts, goods = sum(tile.start for tile in tiles), sum(tile.goods for tile in tiles)
        return f"{counted(len(tiles), 'city tile')}, {starts} of them to start with, and {goods} goods"


def _is_name(name: str) -> bool:
    """Whether a table can have a list of this name."""
    return _NAME.fullmatch(name) is not None and name != RECONSTRUCTION


def _name_problems(name: str) -> tuple[str, ...]:
    """A reason why a file can't have this name. Tables may have lists that a later release would refuse here."""
    if name.casefold() == RECONSTRUCTION:
        return (f"“{name}” is the name of the bot’s own tiles. Choose another name for the file.",)
    if not _is_name(name):
        return (f"“{shortened(name)}” can’t name a list. Use 1 to 30 letters A to Z, digits, spaces, and hyphens.",)
    return ()


def city_tiles(printing: Printing, pittsburgh: Pittsburgh) -> Mapping[City, CityTile]:
    """Every tile with the back of a city tile at such a table, whatever is in play."""
    return _own(printing) if printing.rows else _RECONSTRUCTED[pittsburgh]


def base_cities(printing: Printing) -> tuple[City, ...]:
    """The city tiles of the base game."""
    if not printing.rows:
        return data.BASE_CITIES
    others = {*data.NEW_ENGLAND, *data.ADVANCED}
    return tuple(city for city in _own(printing) if city not in others)


def start_cities(printing: Printing) -> tuple[City, ...]:
    """The starting tile is drawn from these. (R Starting City Tile)"""
    tiles = city_tiles(printing, "adjacent")
    return tuple(city for city in base_cities(printing) if tiles[city].start)


def _earlier(city: City) -> CityTile:
    """The tile as it was at first, under the name that players read."""
    return msgspec.structs.replace(data.PRINTED[data.EARLIER.get(city, city)], city=city)


_RECONSTRUCTED: Mapping[Pittsburgh, Mapping[City, CityTile]] = {
    "adjacent": data.CITIES,
    "opposite": {city: _earlier(city) for city in data.CITIES},
}


@lru_cache(_LISTS_KEPT)
def _own(printing: Printing) -> Mapping[City, CityTile]:
    """The tiles of a list, those of the NYNH&H that it lacks, and the advanced ones."""
    named = {tile.city: tile for tile in read_line(printing.rows).tiles}
    others = {city: data.CITIES[city] for city in (*data.NEW_ENGLAND, *data.ADVANCED)}
    return {**others, **named}
