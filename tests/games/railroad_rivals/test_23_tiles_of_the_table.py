"""Rules and pictures ask the board for a tile, so that players of a list never see a reconstructed one."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import CityTile
from tests.sources import ROOT

FOLDERS = ("engine/games/railroad_rivals", "render/games/railroad_rivals")
FILES = [
    file
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.py"))
    if "game_data" not in file.relative_to(ROOT / folder).parts
]
UNCHANGED = {"ADVANCED_TILES"}
"""Tiles that no list replaces."""
TABLES = {
    *(
        name
        for name, value in vars(printed_data).items()
        if isinstance(value, Mapping) and any(isinstance(tile, CityTile) for tile in value.values())
    ),
    "BASE_CITIES",
    "START_CITIES",
} - UNCHANGED


def tables_read(code: str) -> Iterator[str]:
    """The tables of tiles that code imports, or reads as attributes of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            yield from (name.name for name in node.names if name.name in TABLES)
        elif isinstance(node, ast.Attribute) and node.attr in TABLES:
            yield node.attr


def test_the_tables_of_tiles_are_known():
    assert {"CITY_TILES", "EARLIER_TILES", "BASE_CITIES", "START_CITIES"} <= TABLES


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_rules_and_pictures_read_no_table_of_tiles(file: Path):
    found = list(tables_read(file.read_text("utf-8")))
    assert not found, f"{file} reads {found}: ask the board for a tile, or the printing for the cities"


@pytest.mark.parametrize(
    "code",
    [
        "from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES, City",
        "from engine.games.railroad_rivals.game_data import printed_data\ngoods = printed_data.CITY_TILES[city].goods",
        "from engine.games.railroad_rivals.game_data.printed_data import EARLIER_TILES as tiles",
    ],
)
def test_each_way_to_read_a_table_is_seen(code):
    assert list(tables_read(code))
