"""The board as layers of shapes: tile cards, links, buffer stops, open edges, and cubes. (style guide, section 8)"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.core import Seat
from engine.games.railroad_rivals.game_data.grid import SIDES, Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import City, Goods, Railroad
from engine.games.railroad_rivals.state.board import Board, Link, PlacedTile, edge_on_side, tiles_by_cell
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from render.games.railroad_rivals.board.grid import Grid
from render.games.railroad_rivals.board.links import draw_buffer_stop, draw_plate, draw_rails, plate_width
from render.games.railroad_rivals.board.tiles import (
    draw_blank_bar,
    draw_buildings,
    draw_cubes,
    draw_edge_badge,
    draw_tile_card,
)
from render.games.railroad_rivals.colors import LIVERIES
from render.palette import ACCENT, PAPER
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH, field_box, player_chip
from render.scene import Box, Layer, Placed, Shape, Sprite, make_layer, place_sprite

_FRAME, _CARD_RADIUS, _EARLIER = 9, 10, 5
_NOTHING_BUILT = ExpansionState()


def board_layers(
    board: Board,
    goods: Mapping[City, tuple[Goods, ...]],
    grid: Grid,
    marks: Iterable[Shape] = (),
    covered_edges: Collection[tuple[Cell, Side]] = (),
    baron: ExpansionState = _NOTHING_BUILT,
    rings: Iterable[Shape] = (),
    cities_with_keys: Collection[City] = (),
    cities_with_notes: Collection[City] = (),
) -> tuple[Layer, ...]:
    """The layers of the board, with the shapes ``marks`` above the tile cards and below the links.

    Edges in ``covered_edges`` are not drawn. ``baron`` has the buildings. The shapes ``rings`` are below goods and
    buildings. Tiles of ``cities_with_keys`` and of ``cities_with_notes`` each keep a corner free.
    """
    shown_tiles = [tile for tile in board.laid if grid.block.has_part_of(tile.at)]
    covering = {*baron.hotels, *baron.towers, *cities_with_keys}
    ground = field_box(FIELD_TOP, grid.bottom - FIELD_TOP)
    layers = [
        Layer("field", (ground,)),
        make_layer("cards", (_draw_card(board, tile, grid, crate=tile.city not in covering) for tile in shown_tiles)),
        make_layer("marks", marks),
    ]
    layers.append(make_layer("tracks", _draw_tracks(board, shown_tiles, grid)))
    layers.append(make_layer("stops", _draw_stops(board, shown_tiles, grid)))
    if not grid.is_overview:
        layers.append(make_layer("edges", _draw_edges(board, shown_tiles, grid, covered_edges)))
    layers.append(make_layer("plates", _draw_plates(board, shown_tiles, grid)))
    layers.append(make_layer("rings", rings))
    if not grid.is_overview:
        signs = (baron.hotels, baron.towers, cities_with_keys, cities_with_notes)
        layers.append(make_layer("goods", _draw_goods(goods, shown_tiles, grid, signs)))
    if baron.hotels or baron.towers:
        layers.append(make_layer("buildings", _draw_buildings(baron, shown_tiles, grid, cities_with_keys)))
    return tuple(layers)


def _draw_card(board: Board, tile: PlacedTile, grid: Grid, *, crate: bool) -> Shape:
    x, y = grid.tile_corner(tile.at)
    return draw_tile_card(
        board.tile_as_printed(tile.city), x, y, grid.tile_size, overview=grid.is_overview, crate=crate
    )


def _draw_goods(
    goods: Mapping[City, tuple[Goods, ...]],
    tiles_shown: list[PlacedTile],
    grid: Grid,
    signs: Iterable[Collection[City]],
) -> Iterator[Shape]:
    """Draw the cubes of all shown tiles. Each element of ``signs`` has cities in which a sign takes a corner."""
    for tile in tiles_shown:
        corners_taken = sum(tile.city in cities for cities in signs)
        x, y = grid.tile_corner(tile.at)
        yield from draw_cubes(goods.get(tile.city, ()), x, y, grid.tile_size, corners_taken=corners_taken)


def _draw_buildings(
    baron: ExpansionState, tiles_shown: list[PlacedTile], grid: Grid, cities_with_keys: Collection[City]
) -> Iterator[Shape]:
    for tile in tiles_shown:
        at, on = grid.tile_corner(tile.at), tile.city in cities_with_keys
        yield from draw_buildings(baron, tile.city, *at, grid.tile_size, overview=grid.is_overview, has_key=on)


def border_layer(grid: Grid, height: float) -> Layer:
    """The layer of paper around the field, which covers parts of cells that extend beyond the field."""
    top, bottom = FIELD_TOP, grid.bottom
    left = Box(0, top, BLEED, bottom - top, PAPER)
    right = Box(PAGE_WIDTH - BLEED, top, BLEED, bottom - top, PAPER)
    return Layer("border", (left, right, Box(0, bottom, PAGE_WIDTH, height - bottom, PAPER)))


def placement_frame(grid: Grid, cell: Cell, *, last: bool) -> Shape:
    """The accent frame around a newly placed tile; thicker for the ``last`` tile placed."""
    full = (_FRAME if last else _EARLIER) * max(1.0, grid.unit)
    line = round(max(6, 9 * grid.unit) if grid.is_overview else full)
    x, y = grid.tile_corner(cell)
    side, radius = grid.tile_size + 2 * line, line + _CARD_RADIUS * max(1, grid.unit)
    return Box(x - line, y - line, side, side, None, ACCENT, line, radius)


def placer_chip(grid: Grid, cell: Cell, seat: Seat) -> Shape:
    """The mark of the player who placed a tile, just outside the tile's bottom right corner."""
    (x, y), reach = grid.tile_corner(cell), grid.tile_size + 5 * grid.unit
    return player_chip(seat, x + reach, y + reach, round(max(18, 17 * grid.unit)))


def draw_delivery_ring(board: Board, grid: Grid, link: Link, *, last: bool) -> tuple[Shape, ...]:
    """Draw an accent ring around the plate of a link used by a recent delivery; thicker for the ``last`` delivery."""
    edge_place = edge_between(board, link)
    if edge_place is None:
        return ()
    cell, side = edge_place
    if not (grid.block.has_part_of(cell) or grid.block.has_part_of(cell.neighbor(side))):
        return ()
    (x, y), u = grid.edge_point(cell, side), grid.unit
    plate_wide = plate_width(LIVERIES[link.railroad], u, grid.badge_height, upright=side is Side.SOUTH)
    w, h, line = plate_wide + 30 * u, 92 * u, round(8 * u if last else 5 * u)
    ring = Box(0, 0, w, h, None, ACCENT, line, 16 * u)
    sprite = Sprite("delivered", w, h, (ring,))
    return (place_sprite(x - w / 2 - 2 * u, y - 50 * u, sprite),)


def edge_between(board: Board, link: Link) -> tuple[Cell, Side] | None:
    """The shared edge of a link, as a cell and its east or south side; None if there is none."""
    at = {tile.city: tile.at for tile in board.laid}
    a, b = sorted((at[link.a], at[link.b]))
    for side in (Side.EAST, Side.SOUTH):
        if a.neighbor(side) == b:
            return a, side
    return None


def draw_link(grid: Grid, cell: Cell, side: Side, railroad: Railroad, owner: Seat) -> tuple[Shape, ...]:
    """Draw the track and the plate of a link over a side of a cell."""
    x, y = grid.edge_point(cell, side)
    upright = side in (Side.NORTH, Side.SOUTH)
    rails = draw_rails(owner, x, y, grid.unit, upright=upright)
    return rails, *_draw_plate(grid, cell, side, railroad, owner)


def _draw_plate(grid: Grid, cell: Cell, side: Side, railroad: Railroad, owner: Seat) -> tuple[Placed, ...]:
    role = "overview badge" if grid.is_overview else "badge"
    upright = side in (Side.NORTH, Side.SOUTH)
    livery, (x, y) = LIVERIES[railroad], grid.edge_point(cell, side)
    return draw_plate(owner, livery, x, y, grid.unit, grid.badge_height, upright=upright, role=role)


def _edges_between_tiles(
    board: Board, tiles_shown: list[PlacedTile]
) -> Iterator[tuple[PlacedTile, Side, PlacedTile, Link | None]]:
    """Yield (west or north tile, side, other tile, link or None) for each shared edge of the shown tiles."""
    laid, inside = tiles_by_cell(board), {tile.at for tile in tiles_shown}
    links = {frozenset((link.a, link.b)): link for link in board.links}
    for tile in board.laid:
        for side in (Side.EAST, Side.SOUTH):
            other = laid.get(tile.at.neighbor(side))
            if other is not None and (tile.at in inside or other.at in inside):
                yield tile, side, other, links.get(frozenset((tile.city, other.city)))


def _draw_tracks(board: Board, tiles_shown: list[PlacedTile], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _edges_between_tiles(board, tiles_shown):
        if link is not None:
            x, y = grid.edge_point(tile.at, side)
            yield draw_rails(link.owner, x, y, grid.unit, upright=side is Side.SOUTH)


def _draw_plates(board: Board, tiles_shown: list[PlacedTile], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _edges_between_tiles(board, tiles_shown):
        if link is not None:
            yield from _draw_plate(grid, tile.at, side, link.railroad, link.owner)


def _draw_stops(board: Board, tiles_shown: list[PlacedTile], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _edges_between_tiles(board, tiles_shown):
        if link is None:
            yield draw_buffer_stop(*grid.edge_point(tile.at, side), grid.unit, upright=side is Side.EAST)


def _draw_edges(
    board: Board, tiles_shown: list[PlacedTile], grid: Grid, covered_edges: Collection[tuple[Cell, Side]]
) -> Iterator[Shape]:
    """Draw open edges in color, edges without a match in gray, and blank edges as bars. Links hide their edges."""
    laid, linked = tiles_by_cell(board), {frozenset((link.a, link.b)) for link in board.links}
    for tile in tiles_shown:
        x, y = grid.tile_corner(tile.at)
        for side in SIDES:
            if (tile.at, side) in covered_edges:
                continue
            railroad = edge_on_side(board.tile_as_printed(tile.city), tile.facing, side)
            if railroad is None:
                yield draw_blank_bar(side, x, y, grid.tile_size)
                continue
            beside = laid.get(tile.at.neighbor(side))
            if beside is None or frozenset((tile.city, beside.city)) not in linked:
                dead = beside is not None
                yield draw_edge_badge(railroad, side, x, y, grid.tile_size, grid.badge_height, dead=dead)
