"""A delivery as it will be: the cube ringed, arrows over its links, the tower that passes it on. (RB Water Tower)"""

from collections.abc import Iterator

from engine.games.railroad_rivals.box.data import City, Goods
from engine.games.railroad_rivals.box.geometry import Cell
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.grid import Grid
from render.games.railroad_rivals.table import edge_between
from render.games.railroad_rivals.tile import buildings, cubes
from render.palette import ACCENT, CARD
from render.scene import Box, Placed, Polygon, Shape

_GAP, _RING = 8, 6
_BESIDE, _ABOVE, _BELOW = 92, 62, 48
"""How far an arrow lies from the middle of a link's plate: on the rails, where nothing else is."""
_ARROW = ((-13, -25), (2, -25), (17, 0), (2, 25), (-13, 25), (1, 0))


def trip_shapes(
    state: RailroadRivals, grid: Grid, cube: tuple[City, Goods] | None, trip: Trip | None
) -> Iterator[Shape]:
    """The ring around the cube, and for a trip arrows before and behind each plate; a tower on its way is ringed."""
    at = {tile.city: tile.at for tile in state.board.laid}
    if cube is not None:
        yield from _cube_ring(state, grid, at[cube[0]], *cube)
    if trip is None:
        return
    city = trip.city
    for link in trip.links:
        yield from _arrows(state, grid, link, at[city], at[link.other(city)])
        city = link.other(city)
        if city != trip.destination:
            placed = buildings(state.baron, city, *grid.corner(at[city]), grid.tile)
            yield from (_around(shape, grid.u) for shape in placed if shape.sprite.name.startswith("tower"))


def _cube_ring(state: RailroadRivals, grid: Grid, cell: Cell, city: City, goods: Goods) -> Iterator[Shape]:
    """Around the first cube of the kind on its city."""
    built = (city in state.baron.hotels) + (city in state.baron.towers)
    x, y = grid.corner(cell)
    lying = cubes(state.goods.get(city, ()), x, y, grid.tile, taken=built)
    found = (shape for shape in lying if isinstance(shape, Placed) and shape.sprite.name == f"cube {goods}")
    yield from (_around(shape, grid.u) for shape in list(found)[:1])


def _around(shape: Placed, u: float) -> Box:
    gap, line = round(_GAP * u), round(_RING * u)
    x, y = round(shape.x) - gap, round(shape.y) - gap
    w, h = round(shape.sprite.w + 2 * gap), round(shape.sprite.h + 2 * gap)
    return Box(x, y, w, h, None, ACCENT, line, 10 * u)


def _arrows(state: RailroadRivals, grid: Grid, link: Link, start: Cell, end: Cell) -> Iterator[Shape]:
    """One on each side of the plate, in the direction of the trip."""
    where = edge_between(state.board, link)
    if where is None:
        return
    (x, y), u = grid.edge(*where), grid.u
    dx, dy = end.x - start.x, end.y - start.y
    steps = (-_BESIDE, _BESIDE) if dx else (-_ABOVE, _BELOW)
    for step in steps:
        mx, my = (x + step * u, y) if dx else (x, y + step * u)
        facing = [(px * dx - py * dy, px * dy + py * dx) for px, py in _ARROW]
        points = tuple((mx + px * u, my + py * u) for px, py in facing)
        yield Polygon(points, ACCENT, CARD, 3 * u)
