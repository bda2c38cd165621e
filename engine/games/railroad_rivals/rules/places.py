"""Places on the table in words, and what a tile does there. No one thinks in coordinates."""

from engine.core import counted, listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.box.geometry import SIDES, Cell, Facing, Side, opposite
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import Laid, blank_spots, contacts, edge, links_made, match_spots, tiles
from engine.games.railroad_rivals.state.state import RailroadRivals

_WORDS = {Side.NORTH: "north", Side.EAST: "east", Side.SOUTH: "south", Side.WEST: "west"}


def place_words(state: RailroadRivals, at: Cell) -> str:
    """A cell by its neighbors on the table: “south of Chicago, east of Memphis”."""
    laid = tiles(state.board)
    near = [(side, laid.get(at.beside(side))) for side in SIDES]
    return ", ".join(f"{_WORDS[opposite(side)]} of {tile.city}" for side, tile in near if tile is not None)


def side_words(state: RailroadRivals, at: Cell, city: City) -> str:
    """The side of a neighboring city on which a cell lies: “south of Chicago”."""
    laid = tiles(state.board)
    sides = (side for side in SIDES if (tile := laid.get(at.beside(side))) is not None and tile.city == city)
    return f"{_WORDS[opposite(next(sides))]} of {city}"


def fits(state: RailroadRivals, city: City) -> str:
    """In how many places a city matches a railroad now; blank edges count only where none does. (ruling P7)"""
    matching = {spot.at for spot in match_spots(state.board, city)}
    if matching:
        return f"fits {counted(len(matching), 'place')}"
    return "fits blanks only" if blank_spots(state.board, city) else "fits nowhere yet"


def gain(state: RailroadRivals, action: Place) -> str:
    """The links that a placement makes: “B&O link to St. Louis and PRR link to Cleveland”."""
    tile = Laid(action.city, action.at, action.facing, action.seat)
    made = links_made(state.board, tile)
    if not made:
        blank = any(edge is other is None for edge, other, _ in contacts(state.board, tile))
        return "no link (blank to blank)" if blank else "no link"
    return listed(tuple(f"{link.railroad} link to {link.b}" for link in made))


def sides_words(state: RailroadRivals, city: City, facing: Facing) -> str:
    """A turned tile by its edges: “N PRR, E B&O, S IC, W blank”."""
    tile = state.board.tile(city)
    edges = ((edge(tile, facing, side), side) for side in SIDES)
    return ", ".join(f"{side.upper()} {railroad or 'blank'}" for railroad, side in edges)
