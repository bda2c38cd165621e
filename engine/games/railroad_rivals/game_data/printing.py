"""The city tiles of a table: the reconstruction, or a host's list of the tiles in a printed copy.

A list replaces all tiles of the base game; it may also replace NYNH&H tiles. The stored option contains the whole list,
so a game keeps its tiles when the host changes the file.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Self

from engine.core import Edition, count_noun, shorten
from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import City, CityTile, Pittsburgh
from engine.games.railroad_rivals.game_data.tile_list import read_line, read_list, write_line

RECONSTRUCTION = "reconstruction"

_MAX_CACHED_LISTS = 64

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")
"""A valid name of a list; it has no colon, which follows the name in the stored option."""


class Printing(Edition, frozen=True, cache_hash=True):
    """The city tiles of one printed copy of the game, or the reconstruction."""

    name: str = RECONSTRUCTION
    rows: str = ""
    """The tiles of a list in one line; empty for the reconstruction."""

    def __str__(self) -> str:
        return f"{self.name}: {self.rows}" if self.rows else self.name

    @classmethod
    def from_word(cls, word: str) -> Self:
        """Read a printing from the text of its option value. Raises ``Unreadable``."""
        if word == RECONSTRUCTION:
            return cls()
        name, _, rows = word.partition(": ")
        if not rows or not _is_name(name):
            raise Unreadable(f"“{shorten(word)}” isn’t a valid value of tiles. Choose {RECONSTRUCTION}, or a list.")
        tile_list = read_line(rows)
        for problem in tile_list.problems:
            raise Unreadable(problem)
        return cls(name, write_line(tile_list.tiles))

    @classmethod
    def from_file(cls, name: str, text: str) -> Self:
        """Read a printing from a host's file.

        Raises ``Unreadable``, whose message has the line or the number of the tile.
        """
        for problem in cls.file_problems(name, text):
            raise Unreadable(problem)
        return cls(name, write_line(read_list(text).tiles))

    @classmethod
    def file_problems(cls, name: str, text: str) -> tuple[str, ...]:
        """Return a sentence for each problem in a host's file."""
        return (*_name_problems(name), *read_list(text).problems)

    @property
    def summary(self) -> str:
        """Return the numbers of tiles and goods: “37 city tiles, 3 of them to start with, and 60 goods”."""
        tiles = [city_tiles(self, "adjacent")[city] for city in base_cities(self)]
        starts, goods = sum(tile.start for tile in tiles), sum(tile.goods for tile in tiles)
        return f"{count_noun(len(tiles), 'city tile')}, {starts} of them to start with, and {goods} goods"


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name != RECONSTRUCTION


def _name_problems(name: str) -> tuple[str, ...]:
    """The reason why a host's file can't have this name; empty for a valid name."""
    if name.casefold() == RECONSTRUCTION:
        return (f"“{name}” is the name of the bot’s own tiles. Choose another name for the file.",)
    if not _is_name(name):
        return (f"“{shorten(name)}” can’t name a list. Use 1 to 30 letters A to Z, digits, spaces, and hyphens.",)
    return ()


def city_tiles(printing: Printing, pittsburgh: Pittsburgh) -> Mapping[City, CityTile]:
    """All tiles with a city back that can be used at a table with these options."""
    return _tiles_of_list(printing) if printing.rows else _RECONSTRUCTIONS[pittsburgh]


def base_cities(printing: Printing) -> tuple[City, ...]:
    """The city tiles of the base game in a printing."""
    if not printing.rows:
        return printed_data.BASE_CITIES
    others = {*printed_data.NEW_ENGLAND, *printed_data.ADVANCED_TILES}
    return tuple(city for city in _tiles_of_list(printing) if city not in others)


def start_cities(printing: Printing) -> tuple[City, ...]:
    """The candidates for the starting tile in a printing. (R Starting City Tile)"""
    tiles = city_tiles(printing, "adjacent")
    return tuple(city for city in base_cities(printing) if tiles[city].start)


_RECONSTRUCTIONS: Mapping[Pittsburgh, Mapping[City, CityTile]] = {
    "adjacent": printed_data.CITY_TILES,
    "opposite": {**printed_data.CITY_TILES, **printed_data.EARLIER_TILES},
}


@lru_cache(_MAX_CACHED_LISTS)
def _tiles_of_list(printing: Printing) -> Mapping[City, CityTile]:
    """The tiles of a list, the advanced tiles, and the NYNH&H tiles that the list lacks."""
    named = {tile.city: tile for tile in read_line(printing.rows).tiles}
    others = {city: printed_data.CITY_TILES[city] for city in (*printed_data.NEW_ENGLAND, *printed_data.ADVANCED_TILES)}
    return {**others, **named}
