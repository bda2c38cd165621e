"""Texts of places, edges, and links, and functions for texts of several rules.

Texts name a place by the cities beside it, without coordinates.
"""

from engine.core import Narration, count_noun, join_words
from engine.core.short_label import fit_label
from engine.games.railroad_rivals.game_data.grid import SIDES, Cell, Facing, Side, opposite_side
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import (
    PlacedTile,
    blank_spots,
    edge_on_side,
    matching_spots,
    new_links,
    tiles_by_cell,
    touching_edges,
)
from engine.games.railroad_rivals.state.state import RailroadRivals

_SIDE_NAMES = {Side.NORTH: "north", Side.EAST: "east", Side.SOUTH: "south", Side.WEST: "west"}
ALL_EQUAL = "All bring the same; take any."
"""The sentence added to a question whose answers are equally good."""


def narration_of_clause(who: str, clause: str) -> Narration:
    """Return a narration whose sentence is ``who`` and the clause: “Ada drafted Chicago.”"""
    return Narration(f"{who} {clause}.", clause)


def capitalize(words: str) -> str:
    """Return the words with the first letter in upper case; the others are unchanged."""
    return words[:1].upper() + words[1:]


def place_text(state: RailroadRivals, at: Cell) -> str:
    """The position of a cell relative to the neighboring cities: “south of Chicago, east of Memphis”."""
    laid = tiles_by_cell(state.board)
    neighbors = [(side, laid.get(at.neighbor(side))) for side in SIDES]
    return ", ".join(f"{_SIDE_NAMES[opposite_side(side)]} of {tile.city}" for side, tile in neighbors if tile)


def side_text(state: RailroadRivals, at: Cell, city: City) -> str:
    """The position of a cell relative to one neighboring city: “south of Chicago”."""
    laid = tiles_by_cell(state.board)
    sides = (side for side in SIDES if (tile := laid.get(at.neighbor(side))) is not None and tile.city == city)
    return f"{_SIDE_NAMES[opposite_side(next(sides))]} of {city}"


def fit_text(state: RailroadRivals, city: City) -> str:
    """The number of places where a city matches: “fits 3 places”, “fits blanks only”. (ruling P7)"""
    matching = {spot.at for spot in matching_spots(state.board, city)}
    if matching:
        return f"fits {count_noun(len(matching), 'place')}"
    return "fits blanks only" if blank_spots(state.board, city) else "fits nowhere yet"


def links_text(state: RailroadRivals, action: Place) -> str:
    """The new links of a placement: “B&O link to St. Louis and PRR link to Cleveland”."""
    tile = PlacedTile(action.city, action.at, action.facing, action.seat)
    links = new_links(state.board, tile)
    if not links:
        blank = any(edge is other is None for edge, other, _ in touching_edges(state.board, tile))
        return "no link (blank to blank)" if blank else "no link"
    return join_words(tuple(f"{link.railroad} link to {link.b}" for link in links))


def edges_text(state: RailroadRivals, city: City, facing: Facing) -> str:
    """The edges of a turned tile: “N PRR, E B&O, S IC, W blank”."""
    tile = state.board.tile_as_printed(city)
    edges = ((edge_on_side(tile, facing, side), side) for side in SIDES)
    return ", ".join(f"{side.upper()} {railroad or 'blank'}" for railroad, side in edges)


def free_edges(state: RailroadRivals, action: Place) -> tuple[tuple[Side, Railroad], ...]:
    """(side, railroad) pairs of a placed tile's edges that touch no other tile; blank edges are omitted."""
    tile, laid = state.board.tile_as_printed(action.city), tiles_by_cell(state.board)
    edges = ((side, edge_on_side(tile, action.facing, side)) for side in SIDES)
    return tuple((side, railroad) for side, railroad in edges if railroad and action.at.neighbor(side) not in laid)


def cubes_text(cubes: int) -> str:
    """The number of cubes in words: “2 cubes”, “no cubes”."""
    return count_noun(cubes, "cube") if cubes else "no cubes"


def city_text(state: RailroadRivals, city: City, cubes: int) -> str:
    """A city with its cubes and fitting places, cut to fit a label: “Kansas City · 2 cubes, fits 2 places”."""
    head, fits = f"{city} · {cubes_text(cubes)}", fit_text(state, city)
    return fit_label(f"{head}, {fits}", f"{head}, {fits.removesuffix(' places').removesuffix(' place')}", head)
