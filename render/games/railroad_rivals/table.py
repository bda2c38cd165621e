"""The table as layers of shapes on a grid: cards, links, stops, open edges, cubes. (style guide, section 8)"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.core import Seat
from engine.games.railroad_rivals.box.data import City, Goods, Railroad
from engine.games.railroad_rivals.box.geometry import SIDES, Cell, Side
from engine.games.railroad_rivals.state.baron import Baron
from engine.games.railroad_rivals.state.board import Board, Laid, Link, edge, tiles
from render.games.railroad_rivals.grid import Grid
from render.games.railroad_rivals.livery import LIVERIES
from render.games.railroad_rivals.rails import buffer_stop, plate, plate_width, track
from render.games.railroad_rivals.tile import blank_bar, buildings, card, cubes, edge_badge
from render.palette import ACCENT, PAPER
from render.parts.frame import BLEED, FIELD, WIDTH, chip, field
from render.scene import Box, Layer, Placed, Shape, Sprite, layer, placed

_FRAME, _CARD_RADIUS, _EARLIER = 9, 10, 5
_NOTHING_BUILT = Baron()


def table_layers(
    board: Board,
    goods: Mapping[City, tuple[Goods, ...]],
    grid: Grid,
    marks: Iterable[Shape] = (),
    covered: Collection[tuple[Cell, Side]] = (),
    baron: Baron = _NOTHING_BUILT,
    rings: Iterable[Shape] = (),
    keyed: Collection[City] = (),
    noted: Collection[City] = (),
) -> tuple[Layer, ...]:
    """Everything on the table that the grid shows, ``marks`` above the cards and below the links.

    ``covered`` edges are left out: something else will be drawn there. The buildings are those of ``baron``. ``rings``
    lie under goods and buildings, so that they cover neither; ``keyed`` and ``noted`` tiles keep corners free.
    """
    shown = [tile for tile in board.laid if grid.extent.holds(tile.at)]
    covering = {*baron.hotels, *baron.towers, *keyed}
    ground = field(FIELD, grid.bottom - FIELD)
    layers = [
        Layer("field", (ground,)),
        layer("cards", (_card(board, tile, grid, crate=tile.city not in covering) for tile in shown)),
        layer("marks", marks),
    ]
    layers.append(layer("tracks", _tracks(board, shown, grid)))
    layers.append(layer("stops", _stops(board, shown, grid)))
    if not grid.is_overview:
        layers.append(layer("edges", _edges(board, shown, grid, covered)))
    layers.append(layer("plates", _plates(board, shown, grid)))
    layers.append(layer("rings", rings))
    if not grid.is_overview:
        signs = (baron.hotels, baron.towers, keyed, noted)
        layers.append(layer("goods", _goods(goods, shown, grid, signs)))
    if baron.hotels or baron.towers:
        layers.append(layer("buildings", _buildings(baron, shown, grid, keyed)))
    return tuple(layers)


def _card(board: Board, tile: Laid, grid: Grid, *, crate: bool) -> Shape:
    x, y = grid.corner(tile.at)
    return card(board.tile(tile.city), x, y, grid.tile, overview=grid.is_overview, crate=crate)


def _goods(
    goods: Mapping[City, tuple[Goods, ...]],
    shown: list[Laid],
    grid: Grid,
    signs: Iterable[Collection[City]],
) -> Iterator[Shape]:
    """The cubes of every tile; each of the ``signs`` takes a corner of the cities in it."""
    for tile in shown:
        taken = sum(tile.city in cities for cities in signs)
        x, y = grid.corner(tile.at)
        yield from cubes(goods.get(tile.city, ()), x, y, grid.tile, taken=taken)


def _buildings(baron: Baron, shown: list[Laid], grid: Grid, keyed: Collection[City]) -> Iterator[Shape]:
    for tile in shown:
        at, on = grid.corner(tile.at), tile.city in keyed
        yield from buildings(baron, tile.city, *at, grid.tile, overview=grid.is_overview, keyed=on)


def border(grid: Grid, height: float) -> Layer:
    """Paper around the field: cuts off what a close look shows in part."""
    top, bottom = FIELD, grid.bottom
    left = Box(0, top, BLEED, bottom - top, PAPER)
    right = Box(WIDTH - BLEED, top, BLEED, bottom - top, PAPER)
    return Layer("border", (left, right, Box(0, bottom, WIDTH, height - bottom, PAPER)))


def placed_mark(grid: Grid, cell: Cell, *, last: bool) -> Shape:
    """The accent frame around a tile just placed; of several, each but the last has a thinner one."""
    full = (_FRAME if last else _EARLIER) * max(1.0, grid.u)
    line = round(max(6, 9 * grid.u) if grid.is_overview else full)
    x, y = grid.corner(cell)
    side, radius = grid.tile + 2 * line, line + _CARD_RADIUS * max(1, grid.u)
    return Box(x - line, y - line, side, side, None, ACCENT, line, radius)


def placer(grid: Grid, cell: Cell, seat: Seat) -> Shape:
    """The chip of who placed the tile, where the gutters cross at its bottom right: away from every cube."""
    (x, y), reach = grid.corner(cell), grid.tile + 5 * grid.u
    return chip(seat, x + reach, y + reach, round(max(18, 17 * grid.u)))


def delivered_mark(board: Board, grid: Grid, link: Link, *, last: bool) -> tuple[Shape, ...]:
    """An accent ring around the plate of a link just delivered over."""
    where = edge_between(board, link)
    if where is None:
        return ()
    cell, side = where
    if not (grid.extent.holds(cell) or grid.extent.holds(cell.beside(side))):
        return ()
    (x, y), u = grid.edge(cell, side), grid.u
    plate_wide = plate_width(LIVERIES[link.railroad], u, grid.badge, upright=side is Side.SOUTH)
    w, h, line = plate_wide + 30 * u, 92 * u, round(8 * u if last else 5 * u)
    ring = Box(0, 0, w, h, None, ACCENT, line, 16 * u)
    sprite = Sprite("delivered", w, h, (ring,))
    return (placed(x - w / 2 - 2 * u, y - 50 * u, sprite),)


def edge_between(board: Board, link: Link) -> tuple[Cell, Side] | None:
    """The cell and side of a link's shared edge, east or south of the cell."""
    at = {tile.city: tile.at for tile in board.laid}
    a, b = sorted((at[link.a], at[link.b]))
    for side in (Side.EAST, Side.SOUTH):
        if a.beside(side) == b:
            return a, side
    return None


def link_shapes(grid: Grid, cell: Cell, side: Side, railroad: Railroad, owner: Seat) -> tuple[Shape, ...]:
    """Track and plate of a link over one side of a cell."""
    x, y = grid.edge(cell, side)
    upright = side in (Side.NORTH, Side.SOUTH)
    rails = track(owner, x, y, grid.u, upright=upright)
    return rails, *_plate(grid, cell, side, railroad, owner)


def _plate(grid: Grid, cell: Cell, side: Side, railroad: Railroad, owner: Seat) -> tuple[Placed, ...]:
    role = "overview badge" if grid.is_overview else "badge"
    upright = side in (Side.NORTH, Side.SOUTH)
    livery, (x, y) = LIVERIES[railroad], grid.edge(cell, side)
    return plate(owner, livery, x, y, grid.u, grid.badge, upright=upright, role=role)


def _shared(board: Board, shown: list[Laid]) -> Iterator[tuple[Laid, Side, Laid, Link | None]]:
    """Every edge between two tiles of which one is shown, once: its west or north tile, side, the other, the link."""
    laid, inside = tiles(board), {tile.at for tile in shown}
    links = {frozenset((link.a, link.b)): link for link in board.links}
    for tile in board.laid:
        for side in (Side.EAST, Side.SOUTH):
            other = laid.get(tile.at.beside(side))
            if other is not None and (tile.at in inside or other.at in inside):
                yield tile, side, other, links.get(frozenset((tile.city, other.city)))


def _tracks(board: Board, shown: list[Laid], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _shared(board, shown):
        if link is not None:
            x, y = grid.edge(tile.at, side)
            yield track(link.owner, x, y, grid.u, upright=side is Side.SOUTH)


def _plates(board: Board, shown: list[Laid], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _shared(board, shown):
        if link is not None:
            yield from _plate(grid, tile.at, side, link.railroad, link.owner)


def _stops(board: Board, shown: list[Laid], grid: Grid) -> Iterator[Shape]:
    for tile, side, _, link in _shared(board, shown):
        if link is None:
            yield buffer_stop(*grid.edge(tile.at, side), grid.u, upright=side is Side.EAST)


def _edges(board: Board, shown: list[Laid], grid: Grid, covered: Collection[tuple[Cell, Side]]) -> Iterator[Shape]:
    """Open edges in color, dead ones in gray, blank ones as bars; linked ones are covered by their plate."""
    laid, linked = tiles(board), {frozenset((link.a, link.b)) for link in board.links}
    for tile in shown:
        x, y = grid.corner(tile.at)
        for side in SIDES:
            if (tile.at, side) in covered:
                continue
            railroad = edge(board.tile(tile.city), tile.facing, side)
            if railroad is None:
                yield blank_bar(side, x, y, grid.tile)
                continue
            beside = laid.get(tile.at.beside(side))
            if beside is None or frozenset((tile.city, beside.city)) not in linked:
                dead = beside is not None
                yield edge_badge(railroad, side, x, y, grid.tile, grid.badge, dead=dead)
