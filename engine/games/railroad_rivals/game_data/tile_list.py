"""Parsing of lists of city tiles that hosts write as text or JSON, and sentences about their problems."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engine.core import count_noun, join_words, shorten
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import (
    City,
    CityTile,
    city_name,
    city_problems,
    is_row,
    read_city,
)

_MAX_CACHED_LINES = 64
_MIN_CITIES, _MAX_CITIES = 36, 60
"""Minimum and maximum number of city tiles of the base game in a list.

A solitaire game draws 36 city tiles. (R Solitaire Rules)
"""
_MAX_STARTS = 6
"""Maximum number of candidates for the starting tile in a list."""
_MAX_NAME = 14
"""Maximum number of letters in a city's name; longer names do not fit into pictures."""

_NAME = re.compile(r"[^\W\d_]([^\W\d_]|[ .’'-])*")
"""A valid name of a city: no digit, because digits end the name in a row; no underscore, which notation uses."""

_NO_LETTER = re.compile(r"[\d_]|[^\w .’'-]")

_LAST_LETTER = "\u017f"
"""The last letter of Latin Extended-A. The fonts of the pictures may lack the letters after it."""

_DASHES = str.maketrans("–—−", "---")
"""Translation of dashes, which word processors write, into hyphens."""

_FORM = '{"name": "Denver", "goods": 2, "edges": ["UP", "CBQ", null, "UP"], "start": false}'

Row = tuple[str, list[str]]
"""The location of a row, such as “Line 3”, and the words of the row."""


class TileList(msgspec.Struct, frozen=True):
    """The tiles of a list, and a sentence for each of its problems."""

    tiles: tuple[CityTile, ...] = ()
    problems: tuple[str, ...] = ()


def read_list(text: str) -> TileList:
    """Read the text of a host's file, which is JSON or has a row for each tile."""
    text = unicodedata.normalize("NFC", text).translate(_DASHES)
    is_json = text.lstrip().startswith(("{", "[")) or '"cities"' in text
    return _read_json(text) if is_json else _read_rows(_text_rows(text))


@lru_cache(_MAX_CACHED_LINES)
def read_line(line: str) -> TileList:
    """Read a list that ``write_line`` wrote. Stored tables contain lists, so checks must not become stricter."""
    return _read_rows((f"Tile {number}", row.split()) for number, row in enumerate(line.split(";"), 1))


def write_line(tiles: Iterable[CityTile]) -> str:
    """Write a list of tiles in one line of text."""
    return "; ".join(" ".join(_row_words(tile)) for tile in tiles)


def _row_words(tile: CityTile) -> Iterator[str]:
    yield from (tile.city, str(tile.goods), *(railroad or "-" for railroad in tile.edges))
    if tile.start:
        yield "start"


def _text_rows(text: str) -> Iterator[Row]:
    """Yield the rows of a text, without empty lines and comments."""
    for number, line in enumerate(text.splitlines(), 1):
        row, _, _ = line.partition("#")
        if words := row.split():
            yield f"Line {number}", words


class _JsonTile(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    goods: int
    edges: tuple[str | None, str | None, str | None, str | None]
    start: bool = False

    def words(self) -> list[str]:
        """Return the words of a row with this tile."""
        edges = (edge or "-" for edge in self.edges)
        return [*self.name.split(), str(self.goods), *edges, *(["start"] if self.start else [])]


def _read_json(text: str) -> TileList:
    try:
        document: Any = json.loads(text)
    except json.JSONDecodeError as error:
        return TileList(problems=(f"Line {error.lineno}, column {error.colno}: the JSON is broken ({error.msg}).",))
    except (RecursionError, ValueError):
        document = None
    cities = document.get("cities") if isinstance(document, dict) and len(document) == 1 else None
    if not isinstance(cities, list):
        return TileList(problems=(f'The JSON isn’t a list of tiles. Write {{"cities": [{_FORM}, …]}}.',))
    rows, problems = list[Row](), list[str]()
    for number, city in enumerate(cities, 1):
        try:
            rows.append((f"Tile {number}", msgspec.convert(city, _JsonTile).words()))
        except msgspec.ValidationError as error:
            problems.append(f"Tile {number}: {error}. Write a tile as {_FORM}.")
    return _read_rows(rows, problems)


def _read_rows(rows: Iterable[Row], problems: Iterable[str] = ()) -> TileList:
    """Read the rows of a list. The list as a whole is checked only if all rows are valid."""
    tiles, places, all_problems = list[CityTile](), dict[str, str](), list(problems)
    for place, words in rows:
        name, row_problems = city_name(words), list(city_problems(place, words))
        if not is_row(words):
            all_problems += row_problems
            continue
        row_problems += _name_problems(place, name)
        if (first := places.setdefault(name.casefold(), place)) != place:
            row_problems.append(f"{place}: {name} is already in {first.lower()}. Each city has one tile.")
        if not row_problems:
            tiles.append(read_city(place, words))
            row_problems = list(_edge_problems(place, tiles[-1]))
        all_problems += row_problems
    return TileList(tuple(tiles), tuple(all_problems or _whole_list_problems(tiles)))


_NAME_FORM = "A name consists of Latin letters, spaces, periods, hyphens, and apostrophes."

_RESERVED = frozenset(
    name.casefold() for name in (*printed_data.ADVANCED_TILES, *printed_data.RAILROAD_NAMES, *printed_data.Special)
)


def _name_problems(place: str, name: City) -> Iterator[str]:
    if len(name) > _MAX_NAME:
        yield f"{place}: “{shorten(name)}” has {len(name)} letters. Shorten the name to {_MAX_NAME}."
    elif strange := next((char for char in name if _is_strange(char)), ""):
        shown = strange if strange.isprintable() else f"U+{ord(strange):04X}"
        yield f"{place}: “{shorten(name)}” contains “{shown}”. {_NAME_FORM}"
    elif _NAME.fullmatch(name) is None:
        yield f"{place}: “{shorten(name)}” doesn’t begin with a letter. {_NAME_FORM}"
    elif name.casefold() in _RESERVED:
        yield f"{place}: {name} is another tile’s name. Choose another name."


def _is_strange(char: str) -> bool:
    """Whether a city's name can't contain a character, or the fonts may lack it."""
    return _NO_LETTER.match(char) is not None or (char > _LAST_LETTER and char != "’")


def _edge_problems(place: str, tile: CityTile) -> Iterator[str]:
    if not any(tile.edges):
        yield f"{place}: {tile.city} has no railroad. Give it one at least."
    if printed_data.NEW_HAVEN in tile.edges and tile.city not in printed_data.NEW_ENGLAND:
        yield f"{place}: only {join_words(printed_data.NEW_ENGLAND)} can have the {printed_data.NEW_HAVEN}."


def _whole_list_problems(tiles: Sequence[CityTile]) -> Iterator[str]:
    """Yield a sentence for each problem of a whole list that would make a game unplayable."""
    base = [tile for tile in tiles if tile.city not in printed_data.NEW_ENGLAND]
    if not _MIN_CITIES <= len(base) <= _MAX_CITIES:
        yield (
            f"The list has {count_noun(len(base), 'city tile')} of the base game. It needs {_MIN_CITIES} to "
            f"{_MAX_CITIES}."
        )
    if not tiles:
        return
    starts = sum(tile.start for tile in base)
    if not 1 <= starts <= _MAX_STARTS:
        yield f"The list marks {count_noun(starts, 'city', 'cities')} “start”. Mark 1 to {_MAX_STARTS} starting tiles."
    yield from _solitaire_problems({tile.city: tile for tile in tiles})


def _solitaire_problems(tiles: Mapping[City, CityTile]) -> Iterator[str]:
    """Yield a sentence for each city or edge that a solitaire game needs and a list lacks. (R Starting City Tiles)"""
    for city in (printed_data.SOLITAIRE_HUB, *(city for city, _ in printed_data.SOLITAIRE_SPOKES)):
        if city not in tiles:
            yield f"The list has no {city}. Add it under this name, because solitaire games start with it."
    links = [(printed_data.SOLITAIRE_HUB, railroad) for _, railroad in printed_data.SOLITAIRE_SPOKES] + list(
        printed_data.SOLITAIRE_SPOKES
    )
    for city, railroad in links:
        if city in tiles and railroad not in tiles[city].edges:
            yield f"{city} needs an edge of the {railroad}, because solitaire games start with it."
