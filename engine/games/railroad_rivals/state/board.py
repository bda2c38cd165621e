"""The board: placed city tiles, their links, and the spots where another tile fits.

A ``Board`` is an immutable value. Functions of this module cache their results by board.
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
from engine.games.railroad_rivals.game_data.printing import Printing, city_tiles, start_cities

OpenEdges = Mapping[Railroad | None, tuple[tuple[Cell, Side], ...]]
"""Open edges by railroad, as (empty cell, side of that cell that touches the edge) pairs."""

_MAX_CACHED_FACINGS = 16_384
"""Maximum number of cached orientations of tiles, enough for about ten lists of hosts."""
_MAX_CACHED_BOARDS = 32
"""Maximum number of cached boards. Larger caches made random play slower, and old boards are rarely needed."""


class PlacedTile(msgspec.Struct, frozen=True, cache_hash=True):
    """A city tile on the board; ``by`` is the seat that placed it, or None for the starting tile."""

    city: City
    at: Cell
    facing: Facing
    by: Seat | None


class Link(msgspec.Struct, frozen=True, cache_hash=True):
    """A link with its owner: two neighboring cities, and the railroad of their touching edges."""

    a: City
    b: City
    railroad: Railroad
    owner: Seat

    def other_end(self, city: City) -> City:
        """Return the other city of the link."""
        return self.b if city == self.a else self.a


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """All tiles and links, in the order of placement.

    ``printing`` has the city tiles of the table, and ``pittsburgh`` selects a version of the Pittsburgh tile. Older
    stored boards lack both fields.
    """

    laid: tuple[PlacedTile, ...] = ()
    links: tuple[Link, ...] = ()
    pittsburgh: Pittsburgh = "opposite"
    printing: Printing = Printing()

    def place_tile(self, tile: PlacedTile) -> Board:
        """Return the board after a tile and its links are added. (R Place a City Tile)"""
        return msgspec.structs.replace(self, laid=(*self.laid, tile), links=self.links + new_links(self, tile))

    @property
    def start_cities(self) -> tuple[City, ...]:
        """The candidates for the starting tile. (R Starting City Tile)"""
        return start_cities(self.printing)

    def tile_as_printed(self, city: City) -> CityTile:
        """Return the tile of a city, as in the table's printing."""
        return city_tiles(self.printing, self.pittsburgh)[city]


class Spot(msgspec.Struct, frozen=True):
    """A cell and an orientation for a tile that is not placed yet."""

    at: Cell
    facing: Facing


def edge_on_side(tile: CityTile, facing: Facing, side: Side) -> Railroad | None:
    """The railroad on a side of a turned tile; None for a blank edge."""
    return tile.edges[edge_number_at(facing, side)]


@lru_cache(_MAX_CACHED_BOARDS)
def tiles_by_cell(board: Board) -> Mapping[Cell, PlacedTile]:
    """The placed tiles, by cell."""
    return {tile.at: tile for tile in board.laid}


@lru_cache(_MAX_CACHED_BOARDS)
def open_edges(board: Board) -> OpenEdges:
    """The edges that face an empty cell, by railroad; None for blank edges. (ruling P11)"""
    return _open_edges(msgspec.structs.replace(board, links=()))


@lru_cache(_MAX_CACHED_BOARDS)
def _open_edges(board: Board) -> OpenEdges:
    """Return ``open_edges``, computed from the board without its last tile. The board must have no links."""
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
    """The spots where a tile matches at least one railroad, row by row. (R Place a City Tile; rulings P1, P3)"""
    tile = board.tile_as_printed(city)
    return _find_spots(board, tile, {railroad for railroad in tile.edges if railroad is not None})


@lru_cache(_MAX_CACHED_BOARDS * 8)
def blank_spots(board: Board, city: City) -> tuple[Spot, ...]:
    """The spots where a blank edge of a tile touches another blank edge. (R Place a City Tile; rulings P7, P8)"""
    tile = board.tile_as_printed(city)
    return _find_spots(board, tile, {None} if None in tile.edges else set())


@lru_cache(_MAX_CACHED_BOARDS)
def links_by_city(board: Board) -> Mapping[City, tuple[Link, ...]]:
    """The links of each city; cities without links are omitted."""
    links_by_end: dict[City, list[Link]] = {}
    for link in board.links:
        links_by_end.setdefault(link.a, []).append(link)
        links_by_end.setdefault(link.b, []).append(link)
    return {city: tuple(links) for city, links in links_by_end.items()}


def link_ends_of(board: Board, city: City) -> tuple[City, ...]:
    """The cities at the other ends of a city's links, one for each link."""
    return link_ends_by_city(board).get(city, ())


@lru_cache(_MAX_CACHED_BOARDS)
def link_ends_by_city(board: Board) -> Mapping[City, tuple[City, ...]]:
    """The cities at the other ends of each city's links; cities without links are omitted."""
    return {city: tuple([link.other_end(city) for link in links]) for city, links in links_by_city(board).items()}


def new_links(board: Board, tile: PlacedTile) -> tuple[Link, ...]:
    """The links that a tile creates: one for each pair of touching edges that match. (ruling P4)"""
    if tile.by is None:
        return ()
    links = []
    for railroad, other, laid in touching_edges(board, tile):
        shared = _matching_railroad(railroad, other)
        if shared is not None:
            links.append(Link(tile.city, laid.city, shared, tile.by))
    return tuple(links)


def _matching_railroad(edge: Railroad | None, other: Railroad | None) -> Railroad | None:
    """The railroad of a link between two touching edges; None if they do not match.

    A wild edge matches any railroad, but no blank edge. (RB Transcontinental; rulings A2, A3, A5)
    """
    return other if edge in (other, WILD_EDGE) else edge if other == WILD_EDGE else None


def touching_edges(board: Board, tile: PlacedTile) -> Iterator[tuple[Railroad | None, Railroad | None, PlacedTile]]:
    """Yield (edge of the tile, edge of the neighbor, neighbor) for each pair of touching edges."""
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
    """Return the spots where an edge of the tile with one of ``railroads`` touches a matching edge.

    If several orientations look the same, such as those of Charleston, only the first is listed.
    """
    places = open_edges(board)
    spots = {
        Spot(at, facing)
        for railroad in railroads
        for match in _matching_open_edges(railroad, places)
        for at, side in places.get(match, ())
        for facing in _facings_with_edge_at(tile, railroad, side)
    }
    return tuple(sorted(spots, key=_row_order))


def _matching_open_edges(railroad: Railroad | None, places: OpenEdges) -> tuple[Railroad | None, ...]:
    """The keys of ``places`` whose open edges match an edge of this railroad."""
    if railroad == WILD_EDGE:
        return tuple(other for other in places if other is not None)
    return (railroad,) if railroad is None else (railroad, WILD_EDGE)


def _row_order(spot: Spot) -> tuple[int, int, int]:
    x, y = spot.at
    return y, x, SIDES.index(spot.facing)


@lru_cache(_MAX_CACHED_FACINGS)
def _facings_with_edge_at(tile: CityTile, railroad: Railroad | None, side: Side) -> tuple[Facing, ...]:
    """The orientations with ``railroad`` on ``side``; if several look the same, only the first is included."""
    facings = [facing_with_edge_at(number, side) for number, edge in enumerate(tile.edges) if edge == railroad]
    first_alike = (next(f for f in SIDES if is_same_look(tile, f, facing)) for facing in facings)
    return tuple(dict.fromkeys(first_alike))


@lru_cache(_MAX_CACHED_FACINGS)
def edges_as_placed(tile: CityTile, facing: Facing) -> tuple[Railroad | None, ...]:
    """The edges that are on the north, east, south, and west side of a turned tile."""
    return tuple(edge_on_side(tile, facing, side) for side in SIDES)


def is_same_look(tile: CityTile, facing: Facing, other: Facing) -> bool:
    """Whether two orientations of a tile look the same, such as Charleston upright and upside down."""
    return edges_as_placed(tile, facing) == edges_as_placed(tile, other)
