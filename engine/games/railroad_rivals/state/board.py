"""The table: placed city tiles, their links, and where another tile fits.

A ``Board`` is a value; everything derived from one is cached by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

import msgspec

from engine.core import Seat
from engine.games.railroad_rivals.game_data.grid import (
    SIDES,
    Cell,
    Facing,
    Side,
    edge_number_at,
    facing_with_edge_at,
    neighbors,
    opposite_side,
)
from engine.games.railroad_rivals.game_data.printed_data import WILD_EDGE, City, CityTile, Pittsburgh, Railroad
from engine.games.railroad_rivals.game_data.printing import Printing, city_tiles

OpenEdges = Mapping[Railroad | None, tuple[tuple[Cell, Side], ...]]
"""By railroad: the empty cells that such an edge faces, each with the side that would touch it."""

_MAX_CACHED_FACINGS = 16_384
"""The number of cached tiles: about ten lists of hosts, each tile with all its railroads on every side."""
_MAX_CACHED_BOARDS = 32
"""A board is asked about while it lies on the table; keeping many more made random play slower, not faster."""


class PlacedTile(msgspec.Struct, frozen=True, cache_hash=True):
    """A city tile on the table; ``by`` is the seat that placed it, ``None`` for the starting tile."""

    city: City
    at: Cell
    facing: Facing
    by: Seat | None


class Link(msgspec.Struct, frozen=True, cache_hash=True):
    """Two neighboring cities whose touching edges have the same railroad; ``owner``'s locomotive is on it."""

    a: City
    b: City
    railroad: Railroad
    owner: Seat

    def other_end(self, city: City) -> City:
        """The other city of the link."""
        return self.b if city == self.a else self.a


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """All tiles and links, in the order in which they were placed.

    ``printing`` is the table's set of city tiles, and ``pittsburgh`` the version of that tile; older stored boards lack
    them.
    """

    laid: tuple[PlacedTile, ...] = ()
    links: tuple[Link, ...] = ()
    pittsburgh: Pittsburgh = "opposite"
    printing: Printing = Printing()

    def place_tile(self, tile: PlacedTile) -> Board:
        """The board with one more tile and its links. (R Place a City Tile)"""
        made = () if tile.by is None else new_links(self, tile)
        return msgspec.structs.replace(self, laid=(*self.laid, tile), links=self.links + made)

    @property
    def city_tiles_by_name(self) -> Mapping[City, CityTile]:
        """All tiles with the back of a city tile, as printed at this table."""
        return city_tiles(self.printing, self.pittsburgh)

    def tile_as_printed(self, city: City) -> CityTile:
        """The city tile as printed at this table."""
        return self.city_tiles_by_name[city]


class Spot(msgspec.Struct, frozen=True):
    """A place for a tile that is not placed yet."""

    at: Cell
    facing: Facing


def edge_on_side(tile: CityTile, facing: Facing, side: Side) -> Railroad | None:
    """The railroad on that side of a turned tile; ``None`` is a blank edge."""
    return tile.edges[edge_number_at(facing, side)]


@lru_cache(_MAX_CACHED_BOARDS)
def tiles_by_cell(board: Board) -> Mapping[Cell, PlacedTile]:
    """The tiles by cell."""
    return {tile.at: tile for tile in board.laid}


@lru_cache(_MAX_CACHED_BOARDS)
def open_edges(board: Board) -> OpenEdges:
    """The edges that face an empty cell, by railroad (``None``: blank). (ruling P11)"""
    return _open_edges(msgspec.structs.replace(board, links=()))


@lru_cache(_MAX_CACHED_BOARDS)
def _open_edges(board: Board) -> OpenEdges:
    """Add the last tile's edges to the open ones before it, and drop what it covers. Asked of boards without links."""
    if not board.laid:
        return {}
    new, before = board.laid[-1], _open_edges(msgspec.structs.replace(board, laid=board.laid[:-1]))
    edges_by_railroad, covered = dict(before), set[Side]()
    for railroad, places in before.items():
        if touching := [side for at, side in places if at == new.at]:
            covered.update(touching)
            edges_by_railroad[railroad] = tuple([place for place in places if place[0] != new.at])
    edges = edges_as_placed(board.tile_as_printed(new.city), new.facing)
    for (side, beside), railroad in zip(neighbors(new.at).items(), edges, strict=True):
        if side not in covered:
            edges_by_railroad[railroad] = (*edges_by_railroad.get(railroad, ()), (beside, opposite_side(side)))
    return {railroad: places for railroad, places in edges_by_railroad.items() if places}


@lru_cache(_MAX_CACHED_BOARDS * 8)
def matching_spots(board: Board, city: City) -> tuple[Spot, ...]:
    """The spots where the tile matches at least one railroad, row by row. (R Place a City Tile; rulings P1, P3)"""
    tile = board.tile_as_printed(city)
    return _find_spots(board, tile, {railroad for railroad in tile.edges if railroad is not None})


@lru_cache(_MAX_CACHED_BOARDS * 8)
def blank_spots(board: Board, city: City) -> tuple[Spot, ...]:
    """The spots where a blank edge of the tile meets a blank edge. (R Place a City Tile; rulings P7, P8)"""
    tile = board.tile_as_printed(city)
    return _find_spots(board, tile, {None} if None in tile.edges else set())


@lru_cache(_MAX_CACHED_BOARDS)
def links_by_city(board: Board) -> Mapping[City, tuple[Link, ...]]:
    """The links of every city that has one."""
    links_by_end: dict[City, list[Link]] = {}
    for link in board.links:
        links_by_end.setdefault(link.a, []).append(link)
        links_by_end.setdefault(link.b, []).append(link)
    return {city: tuple(links) for city, links in links_by_end.items()}


def link_ends_of(board: Board, city: City) -> tuple[City, ...]:
    """The cities at the other ends of a city's links, one a link."""
    return link_ends_by_city(board).get(city, ())


@lru_cache(_MAX_CACHED_BOARDS)
def link_ends_by_city(board: Board) -> Mapping[City, tuple[City, ...]]:
    """The cities at the other ends of the links of every city that has one, one a link."""
    return {city: tuple([link.other_end(city) for link in links]) for city, links in links_by_city(board).items()}


def new_links(board: Board, tile: PlacedTile) -> tuple[Link, ...]:
    """The links that laying ``tile`` makes: one for every touching pair of equal railroads. (ruling P4)"""
    if tile.by is None:
        return ()
    links = []
    for railroad, other, laid in touching_edges(board, tile):
        shared = _matching_railroad(railroad, other)
        if shared is not None:
            links.append(Link(tile.city, laid.city, shared, tile.by))
    return tuple(links)


def _matching_railroad(edge: Railroad | None, other: Railroad | None) -> Railroad | None:
    """The railroad of a match: a wild edge becomes what it touches, but no blank. (RB Transcontinental; A2, A3, A5)"""
    return other if edge in (other, WILD_EDGE) else edge if other == WILD_EDGE else None


def touching_edges(board: Board, tile: PlacedTile) -> Iterator[tuple[Railroad | None, Railroad | None, PlacedTile]]:
    """All touching pairs of edges: the tile's own, the neighbor's, and the neighbor."""
    laid = tiles_by_cell(board)
    edges = edges_as_placed(board.tile_as_printed(tile.city), tile.facing)
    for (side, beside), own in zip(neighbors(tile.at).items(), edges, strict=True):
        if (neighbor := laid.get(beside)) is not None:
            yield (
                own,
                edge_on_side(board.tile_as_printed(neighbor.city), neighbor.facing, opposite_side(side)),
                neighbor,
            )


def _find_spots(board: Board, tile: CityTile, railroads: Collection[Railroad | None]) -> tuple[Spot, ...]:
    """The distinct ways to lay a tile so that an edge with one of ``railroads`` meets a match.

    Two turnings of a tile that look alike (Charleston upside down) are one way.
    """
    places = open_edges(board)
    ways = {
        Spot(at, facing)
        for railroad in railroads
        for match in _matching_open_edges(railroad, places)
        for at, side in places.get(match, ())
        for facing in _facings_with_edge_at(tile, railroad, side)
    }
    return tuple(sorted(ways, key=_row_order))


def _matching_open_edges(railroad: Railroad | None, places: OpenEdges) -> tuple[Railroad | None, ...]:
    """The open edges that an edge matches: its like and wild ones; a wild edge matches all but blanks."""
    if railroad == WILD_EDGE:
        return tuple(other for other in places if other is not None)
    return (railroad,) if railroad is None else (railroad, WILD_EDGE)


def _row_order(spot: Spot) -> tuple[int, int, int]:
    x, y = spot.at
    return y, x, SIDES.index(spot.facing)


@lru_cache(_MAX_CACHED_FACINGS)
def _facings_with_edge_at(tile: CityTile, railroad: Railroad | None, side: Side) -> tuple[Facing, ...]:
    """The turnings that put ``railroad`` at ``side``; of those that look alike the first in compass order."""
    numbers = [number for number, carried in enumerate(tile.edges) if carried == railroad]
    return tuple({_first_facing_alike(tile, facing_with_edge_at(number, side)): None for number in numbers})


@lru_cache(_MAX_CACHED_FACINGS)
def edges_as_placed(tile: CityTile, facing: Facing) -> tuple[Railroad | None, ...]:
    """The edges of a turned tile: north, east, south, west."""
    return tuple(edge_on_side(tile, facing, side) for side in SIDES)


def is_same_look(tile: CityTile, facing: Facing, other: Facing) -> bool:
    """Whether two orientations of the tile look the same: Charleston upside down is Charleston."""
    return edges_as_placed(tile, facing) == edges_as_placed(tile, other)


@lru_cache(_MAX_CACHED_FACINGS)
def _first_facing_alike(tile: CityTile, facing: Facing) -> Facing:
    return next(f for f in SIDES if is_same_look(tile, f, facing))
