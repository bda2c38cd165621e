"""The city tiles that a table plays with: the reconstruction, or the list of a host who owns a printed copy.

A list is a text as ``cities.txt`` is, its columns as wide as one likes, or JSON. It replaces the base game's tiles, and
those of the NYNH&H that it names. The tiles stand in the option's word, so a game keeps those it began with.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Self

import msgspec

from engine.core import Edition, listed
from engine.errors import Unreadable
from engine.games.railroad_rivals.box import data
from engine.games.railroad_rivals.box.data import City, CityTile, Pittsburgh, read_city
from engine.games.railroad_rivals.box.pieces import is_city

RECONSTRUCTION = "reconstruction"

_KEPT = 64
_FEWEST, _MOST, _MOST_STARTS, _LONGEST = 36, 60, 6, 14
"""City tiles of the base game, of which a solitaire game draws 36 (R Solitaire Rules); those that may be drawn as the
starting tile; letters of a name that pictures have room for."""

_NAME = re.compile(r"[^\W\d_]([^\W\d_]|[ .’'-])*")
"""A city's name: notation needs the underscore, and a number would be read as its goods."""

_FURTHEST = "\u017f"
"""The last letter that the pictures' fonts have for sure: Latin Extended-A."""


class Printing(Edition, frozen=True, cache_hash=True):
    """The city tiles of one copy of the game; ``rows`` are those of a list with semicolons between them."""

    name: str = RECONSTRUCTION
    rows: str = ""
    """Empty: the reconstruction."""

    def __str__(self) -> str:
        return f"{self.name}: {self.rows}" if self.rows else self.name

    @classmethod
    def from_word(cls, word: str) -> Self:
        """The printing that a word of an option stands for. Raises ``Unreadable``."""
        if word == RECONSTRUCTION:
            return cls()
        name, _, rows = word.partition(": ")
        if not rows or _NAME_OF_LIST.fullmatch(name) is None or name == RECONSTRUCTION:
            raise Unreadable(f"“{word[:40]}” isn’t a valid value of tiles. Choose {RECONSTRUCTION}, or a list.")
        places = ((f"Tile {number}", row.split()) for number, row in enumerate(rows.split(";"), 1))
        return cls(name, _rows(_checked(places)))

    @classmethod
    def from_file(cls, name: str, text: str) -> Self:
        """The printing that a host's file has. Raises ``Unreadable`` with the line, or the number of the tile."""
        if _NAME_OF_LIST.fullmatch(name) is None or name == RECONSTRUCTION:
            raise Unreadable(f"“{name[:40]}” can’t name a list. Use 1 to 30 letters, digits, and hyphens.")
        return cls(name, _rows(_checked(_json(text) if text.lstrip().startswith(("{", "[")) else _sheet(text))))


_NAME_OF_LIST = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")

_Place = tuple[str, list[str]]
"""Where a row stands, for sentences, and its words."""


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


@lru_cache(_KEPT)
def _own(printing: Printing) -> Mapping[City, CityTile]:
    """The tiles of a list, those of the NYNH&H that it lacks, and the advanced ones."""
    rows = (read_city("", row.split()) for row in printing.rows.split(";"))
    named = {tile.city: tile for tile in rows}
    others = {city: data.CITIES[city] for city in (*data.NEW_ENGLAND, *data.ADVANCED)}
    return {**others, **named}


def _rows(tiles: Iterable[CityTile]) -> str:
    return "; ".join(" ".join(_row(tile)) for tile in tiles)


def _row(tile: CityTile) -> Iterator[str]:
    yield from (tile.city, str(tile.goods), *(railroad or "-" for railroad in tile.edges))
    if tile.start:
        yield "start"


def _sheet(text: str) -> Iterator[_Place]:
    """The rows of a text: one a line; empty lines and those that begin with # are passed over."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"Line {number}", line.split()


class _Tile(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    goods: int
    edges: tuple[str | None, str | None, str | None, str | None]
    start: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    cities: list[_Tile]


def _json(text: str) -> Iterator[_Place]:
    """The rows of ``{"cities": [{"name": …, "goods": …, "edges": [north, east, south, west], "start": …}]}``."""
    try:
        found = msgspec.json.decode(text, type=_File).cities
    except msgspec.MsgspecError as error:
        raise Unreadable(f"The JSON isn’t a list of tiles: {error}.") from error
    for number, tile in enumerate(found, 1):
        edges, start = (edge or "-" for edge in tile.edges), ["start"] if tile.start else []
        yield f"Tile {number}", [*tile.name.split(), str(tile.goods), *edges, *start]


def _checked(rows: Iterable[_Place]) -> tuple[CityTile, ...]:
    """The tiles of a list with which every game can be played. Raises ``Unreadable``."""
    tiles: dict[City, CityTile] = {}
    for place, words in rows:
        tile = read_city(place, words)
        if tile.city in tiles:
            raise Unreadable(f"{place}: {tile.city} appears twice.")
        _check(place, tile)
        tiles[tile.city] = tile
    base = [tile for city, tile in tiles.items() if city not in data.NEW_ENGLAND]
    if not _FEWEST <= len(base) <= _MOST:
        raise Unreadable(f"The list has {len(base)} cities of the base game. It needs {_FEWEST} to {_MOST}.")
    starts = sum(tile.start for tile in base)
    if not 1 <= starts <= _MOST_STARTS:
        raise Unreadable(f"{starts or 'No'} cities are marked “start”. Mark 1 to {_MOST_STARTS} starting tiles.")
    _check_solitaire(tiles)
    return tuple(tiles.values())


def _check(place: str, tile: CityTile) -> None:
    """Raises ``Unreadable`` for a tile that nobody could name, draw or place."""
    name = tile.city
    if len(name) > _LONGEST or _NAME.fullmatch(name) is None or max(name.replace("’", "")) > _FURTHEST:
        raise Unreadable(f"{place}: “{name[:40]}” can’t name a city. Use up to {_LONGEST} letters.")
    if name in data.ADVANCED or not is_city(name):
        raise Unreadable(f"{place}: {name} is another tile’s name.")
    if not any(tile.edges):
        raise Unreadable(f"{place}: {name} has no railroad.")
    if data.NEW_HAVEN in tile.edges and name not in data.NEW_ENGLAND:
        raise Unreadable(f"{place}: only {listed(data.NEW_ENGLAND)} can have the {data.NEW_HAVEN}.")


def _check_solitaire(tiles: Mapping[City, CityTile]) -> None:
    """Raises ``Unreadable`` where the chain of a solitaire game cannot be laid. (R Solitaire Rules)"""
    links = [(data.HUB, railroad) for _, railroad in data.SPOKES] + list(data.SPOKES)
    for city, railroad in links:
        if city not in tiles or railroad not in tiles[city].edges:
            raise Unreadable(f"{city} needs an edge of the {railroad}, because solitaire games start with it.")
