"""A host's list of tiles: the reconstruction with turned tiles, two renamed cities, and Denver with 4 goods."""

from engine.core import write_options
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import (
    BASE_CITIES,
    CITY_TILES,
    SOLITAIRE_HUB,
    SOLITAIRE_SPOKES,
    City,
)
from engine.games.railroad_rivals.game_data.printing import Printing

RENAMED = {City("Boston"): "Coeur d’Alene", City("Spokane"): "Winston-Salem"}
AS_PRINTED = {SOLITAIRE_HUB, *(city for city, _ in SOLITAIRE_SPOKES)}
"""The cities of a solitaire game's start, which are not turned."""


def row(city: City) -> tuple[str, int, tuple[str | None, ...], bool]:
    """The name, goods number, edges, and start mark of a tile in the list."""
    tile = CITY_TILES[city]
    edges = tile.edges if city in AS_PRINTED else (*tile.edges[1:], tile.edges[0])
    return RENAMED.get(city, city), 4 if city == "Denver" else tile.goods, edges, tile.start


ROWS = tuple(map(row, BASE_CITIES))
LINES = tuple(
    f"{name} {goods} {' '.join(edge or '-' for edge in edges)}{' start' * start}" for name, goods, edges, start in ROWS
)
TEXT = "# our copy\n\n" + "\n".join(LINES) + "\n"
OWN = Printing.from_file("our copy", TEXT)
OPTIONS = RivalsOptions(tiles=OWN)
WORD = write_options(OPTIONS)["tiles"]
