"""The printed components: city tiles, railroads, and the numbers in the tables of the rulebooks.

The city tiles in ``cities.txt`` and ``new_england.txt`` are a reconstruction; hosts can add lists of printed tiles
(``printing.py``). In references, R is the rulebook of Railroad Rivals, and RB the rulebook of its expansion Robber
Baron.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Literal, NewType

import msgspec

from engine.core import join_words, shorten
from engine.errors import Unreadable
from engine.kit.data_sheets import read_packaged_sheet

City = NewType("City", str)
"""The printed name of a city tile."""

Railroad = NewType("Railroad", str)
"""The printed initials of a railroad."""


class Goods(StrEnum):
    """A kind of goods cube. (R Game Components: brown, yellow, black, gray; RB Components: white)"""

    WOOD = "wood"
    GRAIN = "grain"
    COAL = "coal"
    IRON = "iron"
    MAIL = "mail"


WILD_EDGE = Railroad("any")
"""The railroad of an edge that matches every railroad, but no blank edge. (RB Transcontinental Railroad)"""


class CityTile(msgspec.Struct, frozen=True, cache_hash=True):
    """A tile with the back of a city tile.

    ``edges`` are the railroads on the north, east, south, and west edge; None is a blank edge. A tile without edges is
    not placed, but played from the hand. ``start`` marks candidates for the starting tile. (RB New Industry; RB
    Railroad Headquarters)
    """

    city: City
    goods: int
    edges: tuple[Railroad | None, ...]
    start: bool = False


RAILROAD_NAMES: Mapping[Railroad, str] = {
    Railroad("ACL"): "Atlantic Coast Line",
    Railroad("ATSF"): "Santa Fe",
    Railroad("B&O"): "Baltimore & Ohio",
    Railroad("C&O"): "Chesapeake & Ohio",
    Railroad("CBQ"): "Burlington",
    Railroad("IC"): "Illinois Central",
    Railroad("MP"): "Missouri Pacific",
    Railroad("NP"): "Northern Pacific",
    Railroad("NYC"): "New York Central",
    Railroad("PRR"): "Pennsylvania",
    Railroad("SP"): "Southern Pacific",
    Railroad("UP"): "Union Pacific",
    Railroad("NYNH&H"): "New Haven",
}
"""The names of all railroads in alphabetical order, the expansion's railroad last. (R Credits; RB Components)"""

NEW_HAVEN = Railroad("NYNH&H")

RAILROADS = tuple(railroad for railroad in RAILROAD_NAMES if railroad != NEW_HAVEN)
"""The twelve railroads of the base game."""

STOCK_TILES = {1: 4, 2: 3, 3: 4, 4: 4, 5: 4, 6: 4}
"""The number of stock tiles of each railroad, by number of players.

(R Game Components; R Special Rules for Two Players)
"""

REMOVED_CITIES = {1: 0, 2: 6, 3: 0, 4: 0, 5: 0, 6: 0}
"""The number of city tiles removed unseen before play, by number of players. (R Special Rules for Two Players)"""

STARTING_HAND = 2
"""The number of city tiles with which each player starts. (R City and Stock Tiles)"""

STARTING_SCORES = (6, 8, 10, 12, 14, 16)
"""Points at the beginning, by place in the first turn order. (R Starting Scores)"""

BAG_BY_SEATS: Mapping[int, Mapping[Goods, int]] = {
    1: {Goods.WOOD: 6, Goods.GRAIN: 6, Goods.COAL: 6, Goods.IRON: 6},
    2: {Goods.WOOD: 16, Goods.GRAIN: 10},
    3: {Goods.WOOD: 16, Goods.GRAIN: 10},
    4: {Goods.WOOD: 16, Goods.GRAIN: 10, Goods.COAL: 10},
    5: {Goods.WOOD: 12, Goods.GRAIN: 6, Goods.COAL: 10, Goods.IRON: 6},
    6: {Goods.WOOD: 12, Goods.GRAIN: 6, Goods.COAL: 10, Goods.IRON: 6, Goods.MAIL: 10},
}
"""Goods cubes in the bag, by number of players. (R Goods Cubes; R Solitaire Rules; RB White Goods Cubes; ruling X1)"""

ONE_COLOR_SEATS = frozenset({2})
"""Numbers of players for which all cubes count as one color. (R Special Rules for Two Players)"""

DELIVERY_POINTS = (3, 2, 1)
"""Points for the first, the second, and each later cube of a color in a turn. (R Goods Cube Delivery Scoring)"""

OWNER_POINTS = 2
"""Points that the owner of a link gets when another player delivers over it. (R Goods Cube Delivery Scoring)"""

PICKS_PER_TURN = 2
"""The number of tiles that each player drafts in a turn. (R Draft Tiles)"""


def read_cities(sheet: str) -> dict[City, CityTile]:
    """Read a list of city tiles, by name. Raises ``Unreadable`` with line and column."""
    tiles: dict[City, CityTile] = {}
    for number, line in enumerate(sheet.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        tile = read_city(f"Line {number}", line.split())
        if tile.city in tiles:
            raise Unreadable(f"Line {number}: {tile.city} appears twice.")
        tiles[tile.city] = tile
    return tiles


def read_city(place: str, words: list[str]) -> CityTile:
    """Read the tile in one row of a list.

    Raises ``Unreadable``, whose message contains ``place``, the location of the row.
    """
    for problem in city_problems(place, words):
        raise Unreadable(problem)
    name, goods, edges = _split_row(words)
    north, east, south, west = (None if word == "-" else Railroad(word) for word in edges[:_SIDES])
    return CityTile(name, int(goods), (north, east, south, west), start=len(edges) > _SIDES)


def city_name(words: list[str]) -> City:
    """The city's name at the start of a row."""
    name, _, _ = _split_row(words)
    return name


def is_row(words: list[str]) -> bool:
    """Whether a row has a name, a number, and four edges, followed by nothing except “start”."""
    _, _, edges = _split_row(words)
    return len(edges) >= _SIDES and edges[_SIDES:] in ([], ["start"])


def city_problems(place: str, words: list[str]) -> Iterator[str]:
    """Yield a sentence for each problem with the number or the edges of a row."""
    if not is_row(words):
        yield f"{place}: “{shorten(' '.join(words))}” isn’t a city tile. {_ROW_FORM}"
        return
    _, goods, edges = _split_row(words)
    if goods not in _GOODS:
        yield f"{place}, goods: “{shorten(goods)}” isn’t a whole number from {_GOODS[0]} to {_GOODS[-1]}."
    for word, side in zip(edges, ("N", "E", "S", "W"), strict=False):
        if word != "-" and word not in RAILROAD_NAMES:
            yield f"{place}, column {side}: “{shorten(word)}” isn’t one of {', '.join(RAILROAD_NAMES)} or -."


def _split_row(words: list[str]) -> tuple[City, str, list[str]]:
    """The name, the number, and the other words of a row. The name ends before the first number."""
    numbers = (i for i, word in enumerate(words) if i and word.isdecimal())
    after_name = _AFTER_NAME + (words[-1:] == ["start"])
    end = next(numbers, max(1, len(words) - after_name))
    goods, *edges = words[end:] or ("",)
    return City(" ".join(words[:end])), goods, edges


_SIDES, _AFTER_NAME, _GOODS = 4, 5, tuple("123456789")
_ROW_FORM = (
    "Write a name, a number of goods, and four edges, separated by spaces, such as “Denver 2 UP CBQ - UP”. "
    "Add “start” if it can start a game."
)


def merge_sheets(*sheets: Mapping[City, CityTile]) -> dict[City, CityTile]:
    """Merge lists of tiles. Raises ``Unreadable`` if two lists have a tile of the same name."""
    tiles: dict[City, CityTile] = {}
    for sheet in sheets:
        if twice := sorted(tiles.keys() & sheet.keys()):
            raise Unreadable(f"{join_words(twice)}: in two sheets, and a city tile is known by its name.")
        tiles |= sheet
    return tiles


_BASE_TILES = read_packaged_sheet(__package__, "cities.txt", read_cities)
_NEW_ENGLAND_TILES = read_packaged_sheet(__package__, "new_england.txt", read_cities)

BASE_CITIES = tuple(_BASE_TILES)
"""The 37 city tiles of the base game."""

NEW_ENGLAND = tuple(_NEW_ENGLAND_TILES)
"""The seven NYNH&H tiles. (RB Northeastern U.S. City Tiles)"""

NEW_ENGLAND_SEATS = frozenset({6})
"""Numbers of players that always play with the NYNH&H tiles. (RB 6th Player Content)"""

REPLACED_CITIES = (City("New York"), City("Boston"))
"""Base tiles that the NYNH&H tiles replace. (RB Northeastern U.S. City Tiles)"""

TRANSCONTINENTAL = City("Transcontinental")
NEW_INDUSTRY = City("New Industry")
HEADQUARTERS = City("Headquarters")

ADVANCED_TILES: Mapping[City, CityTile] = {
    TRANSCONTINENTAL: CityTile(TRANSCONTINENTAL, 4, (WILD_EDGE, WILD_EDGE, WILD_EDGE, WILD_EDGE)),
    NEW_INDUSTRY: CityTile(NEW_INDUSTRY, 0, ()),
    HEADQUARTERS: CityTile(HEADQUARTERS, 0, ()),
}
"""The tiles of the module Advanced Tiles. (RB Transcontinental Railroad, New Industry, Railroad Headquarters)"""

CITY_TILES: Mapping[City, CityTile] = merge_sheets(_BASE_TILES, _NEW_ENGLAND_TILES, ADVANCED_TILES)
"""All reconstructed tiles with the back of a city tile. The board has the tiles that a table uses."""

Pittsburgh = Literal["adjacent", "opposite"]
"""The position of Pittsburgh's two B&O edges. (R Place a City Tile, example: “You may place it either way”)"""

_PITTSBURGH, _PRR, _BO = City("Pittsburgh"), Railroad("PRR"), Railroad("B&O")

EARLIER_TILES: Mapping[City, CityTile] = {_PITTSBURGH: CityTile(_PITTSBURGH, 2, (_PRR, _BO, _PRR, _BO))}
"""Earlier versions of reconstructed tiles, which older stored tables still use."""

SOLITAIRE_HUB = City("St. Louis")
"""The city in the middle of a solitaire game. (R Solitaire Rules, Starting City Tiles)"""

SOLITAIRE_SPOKES = ((City("Chicago"), Railroad("IC")), (City("Washington"), Railroad("B&O")))
"""(city linked to ``SOLITAIRE_HUB``, railroad of the link) pairs. (R Starting City Tiles)"""


class Special(StrEnum):
    """A special tile in the stock pile. (RB Advanced Tiles; RB Stock Shenanigans; ruling A8)"""

    UPGRADE = "Locomotive Upgrade"
    BUY = "Buy Stock"
    DUMP = "Dump Stock"
    LOOT = "Loot The Company"
    MERGER = "Merger"
    ISSUE = "Stock Issue"
    INSIDER = "Insider Trading"


START_CITIES = tuple(city for city in BASE_CITIES if CITY_TILES[city].start)
"""Candidates for the starting tile. (R Starting City Tile)"""
