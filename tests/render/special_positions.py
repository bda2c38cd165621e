"""Positions for contact sheets that games seldom reach: every city tile on a board, every card in a hand."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from engine.core import Options, Seat
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.game_data.printing import city_tiles
from engine.games.railroad_rivals.state.board import PlacedTile
from engine.games.railroader.game_data.cards import CARDS
from tests.games.railroad_rivals.table import GAME as RAILROAD_RIVALS
from tests.games.railroader.table import railroad
from tests.games.railroader.table import table as railroader_table
from tests.render.phase_ends import PhaseEnd

_ACROSS = 6
"""Number of city tiles in a row."""


def _every_tile(options: Options) -> Iterator[PhaseEnd]:
    """All city tiles of a printing with all their goods, in rows as no rule allows them."""
    start, _ = RAILROAD_RIVALS.new_game(options, 4, 1)
    board = msgspec.structs.replace(start.board, laid=(), links=())
    tiles = {city: tile for city, tile in city_tiles(board.printing, board.pittsburgh).items() if tile.edges}
    for i, city in enumerate(tiles):
        at = Cell(i % _ACROSS, -(i // _ACROSS))
        board = board.place_tile(PlacedTile(city, at, Side.NORTH, Seat(i % 4 + 1) if i else None))
    goods = {city: tuple(Goods)[: tile.goods] for city, tile in tiles.items()}
    yield PhaseEnd(msgspec.structs.replace(start, board=board, goods=goods), (), "")


def _every_card(_options: Options) -> Iterator[PhaseEnd]:
    """Every card in the hand of the player to move, and a train in each trouble."""
    rolling = railroad(57, 18, hand=" ".join(CARDS), cavalry=53, workers=2, deputies=1, crates="1/4 3/3")
    yield PhaseEnd(railroader_table(rolling, railroad(39, 15, dynamite=51), at=1, round=14), (), "")


SPECIAL_POSITIONS: Mapping[str, Callable[[Options], Iterator[PhaseEnd]]] = {
    "railroad-rivals": _every_tile,
    "railroader": _every_card,
}
"""Key of a game -> positions for its contact sheets beside those of a seeded game."""
