"""A list of tiles as a host writes it: every tile of the reconstruction turned, two cities renamed, Denver with 4."""

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
"""Turned as in the reconstruction: the chain of a solitaire game."""


def row(city: City) -> tuple[str, int, tuple[str | None, ...], bool]:
    """Name, goods, edges, and whether it is a starting tile."""
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
