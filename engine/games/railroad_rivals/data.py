"""Component data of the base game: what is printed on tiles and in the rulebook's tables. It has no rules.

City tiles come from ``cities.txt`` (reconstructed, see there); the rest is printed in the rulebook where noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from typing import NewType

import msgspec

from engine.errors import Unreadable

__all__ = [
    "BAG",
    "CITIES",
    "DELIVERY_POINTS",
    "HAND",
    "ONE_COLOR",
    "OWNER_POINTS",
    "PICKS",
    "RAILROADS",
    "RAILROAD_NAMES",
    "REMOVED_CITIES",
    "STARTING_SCORES",
    "START_CITIES",
    "STOCK_TILES",
    "City",
    "CityTile",
    "Goods",
    "Railroad",
    "planned_turns",
    "read_cities",
]

City = NewType("City", str)
"""A city tile by its printed name."""

Railroad = NewType("Railroad", str)
"""A railroad by its printed initials."""


class Goods(StrEnum):
    """A goods cube by what it stands for. (R Game Components: brown, yellow, black, gray)"""

    WOOD = "wood"
    GRAIN = "grain"
    COAL = "coal"
    IRON = "iron"


class CityTile(msgspec.Struct, frozen=True):
    """One city tile as printed: ``edges`` are north, east, south, west; ``None`` is a blank edge."""

    city: City
    goods: int
    edges: tuple[Railroad | None, Railroad | None, Railroad | None, Railroad | None]
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
}
"""The twelve railroads, alphabetically. (R Credits, Disclaimer)"""

RAILROADS = tuple(RAILROAD_NAMES)

STOCK_TILES = {2: 3, 3: 4, 4: 4, 5: 4}
"""Stock tiles of each railroad, by players. (R Game Components; R Special Rules for Two Players: one less of each)"""

REMOVED_CITIES = {2: 6, 3: 0, 4: 0, 5: 0}
"""City tiles removed unseen before play, by players. (R Special Rules for Two Players)"""

HAND = 2
"""City tiles each player starts with. (R City and Stock Tiles)"""

STARTING_SCORES = (6, 8, 10, 12, 14)
"""By place in the first turn order. (R Starting Scores)"""

BAG: Mapping[int, Mapping[Goods, int]] = {
    2: {Goods.WOOD: 16, Goods.GRAIN: 10},
    3: {Goods.WOOD: 16, Goods.GRAIN: 10},
    4: {Goods.WOOD: 16, Goods.GRAIN: 10, Goods.COAL: 10},
    5: {Goods.WOOD: 12, Goods.GRAIN: 6, Goods.COAL: 10, Goods.IRON: 6},
}
"""Goods cubes in the bag, by players. (R Goods Cubes)"""

ONE_COLOR = frozenset({2})
"""Numbers of players at which all cubes count as one color. (R Special Rules for Two Players)"""

DELIVERY_POINTS = (3, 2, 1)
"""For a color not yet delivered this turn, delivered once, delivered twice or more. (R Goods Cube Delivery Scoring)"""

OWNER_POINTS = 2
"""For the owner of a link that another player delivers over. (R Goods Cube Delivery Scoring)"""

PICKS = 2
"""Tiles each player drafts a turn. (R Draft Tiles)"""


def read_cities(sheet: str) -> dict[City, CityTile]:
    """The city tiles of a sheet, by name. Raises ``Unreadable`` with line and column."""
    tiles: dict[City, CityTile] = {}
    for number, line in enumerate(sheet.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        tile = _read_city(number, line)
        if tile.city in tiles:
            raise Unreadable(f"Line {number}: {tile.city} stands in the sheet twice.")
        tiles[tile.city] = tile
    return tiles


def _read_city(number: int, line: str) -> CityTile:
    name, words = City(line[:_NAME_WIDTH].strip()), line[_NAME_WIDTH:].split()
    if len(words) not in (5, 6) or words[5:] not in ([], ["start"]):
        raise Unreadable(f"Line {number}: after the name come goods, four edges and perhaps “start”, not {words}.")
    if not words[0].isdecimal() or int(words[0]) < 1:
        raise Unreadable(f"Line {number}, goods: “{words[0]}” is not a whole number from 1 up.")
    for word, side in zip(words[1:5], ("N", "E", "S", "W"), strict=True):
        if word != "-" and word not in RAILROAD_NAMES:
            raise Unreadable(f"Line {number}, column {side}: “{word}” is not one of {', '.join(RAILROADS)} or -.")
    north, east, south, west = (None if word == "-" else Railroad(word) for word in words[1:5])
    return CityTile(name, int(words[0]), (north, east, south, west), start=len(words) == 6)


def planned_turns(seats: int) -> int:
    """Turns of a game in which nobody ever passes: those the city pile serves, and one for each tile left in a hand.

    (R When the City Tile Draw Pile Runs Out; R Game End & Scoring)
    """
    pile = len(CITIES) - REMOVED_CITIES[seats] - 1 - HAND * seats
    return pile // seats + HAND


_NAME_WIDTH = 18

CITIES: Mapping[City, CityTile] = read_cities(files(__package__).joinpath("cities.txt").read_text(encoding="utf-8"))

START_CITIES = tuple(tile.city for tile in CITIES.values() if tile.start)
"""The starting tile is drawn from these. (R Starting City Tile)"""
