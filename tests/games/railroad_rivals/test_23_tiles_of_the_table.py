"""Rules, texts, and pictures read components from the state, not from tables of the game data."""

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import CityTile
from tests.source_files import ROOT

FOLDERS = ("engine/games/railroad_rivals", "render/games/railroad_rivals")
FILES = [
    file
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.py"))
    if "game_data" not in file.relative_to(ROOT / folder).parts
]
UNCHANGED = {"ADVANCED_TILES"}
"""Tables of tiles that no list replaces."""
TABLES = {
    *(
        name
        for name, value in vars(printed_data).items()
        if isinstance(value, Mapping) and any(isinstance(tile, CityTile) for tile in value.values())
    ),
    "BASE_CITIES",
    "START_CITIES",
} - UNCHANGED


COUNTS = {"BAG_BY_SEATS", "ONE_COLOR_SEATS", "REMOVED_CITIES", "STOCK_TILES"}
"""Tables of numbers that depend on the number of players. Only the state and the set-up read them."""
READERS_OF_COUNTS = {"state", "phases"}


def tables_read(code: str, names: Collection[str] = TABLES) -> Iterator[str]:
    """Yield the names of tables that code imports, or reads as attributes of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            yield from (name.name for name in node.names if name.name in names)
        elif isinstance(node, ast.Attribute) and node.attr in names:
            yield node.attr


def test_all_tables_of_tiles_are_found():
    assert {"CITY_TILES", "EARLIER_TILES", "BASE_CITIES", "START_CITIES"} <= TABLES


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_rules_and_pictures_read_no_table_of_tiles(file: Path):
    found = list(tables_read(file.read_text("utf-8")))
    assert not found, f"{file} reads {found}: ask the board for a tile, or the printing for the cities"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_texts_rules_and_pictures_read_no_table_of_counts(file: Path):
    if READERS_OF_COUNTS.isdisjoint(file.relative_to(ROOT).parts):
        assert not list(tables_read(file.read_text("utf-8"), COUNTS)), f"{file}: ask the state for the number"


@pytest.mark.parametrize(
    "code",
    [
        "from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES, City",
        "from engine.games.railroad_rivals.game_data import printed_data\ngoods = printed_data.CITY_TILES[city].goods",
        "from engine.games.railroad_rivals.game_data.printed_data import EARLIER_TILES as tiles",
    ],
)
def test_each_form_of_reading_a_table_is_found(code):
    assert list(tables_read(code))
