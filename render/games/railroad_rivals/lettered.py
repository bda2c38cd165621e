"""The table with keys on cities: which to deliver from or to, where to build; and one drawn in before Confirm."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat
from engine.games.railroad_rivals.box.data import City, Goods
from engine.games.railroad_rivals.box.geometry import Cell
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.fonts import width
from render.games.railroad_rivals.grid import Extent, Grid, crops, extent, fitting
from render.games.railroad_rivals.legend import legend, legend_height
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.table import border, delivered_mark, edge_between, placed_mark, table_layers
from render.games.railroad_rivals.tile import buildings, cubes
from render.games.railroad_rivals.variants import has_buildings
from render.labels import Names
from render.palette import ACCENT, CARD, INK, PAPER
from render.parts.frame import FIELD, LEGEND, MARGIN, WIDTH, header, key, picture
from render.parts.text import BODY
from render.scene import Box, Focus, Placed, Polygon, Scene, Shape, Text, layer

_AROUND, _PITCH = 3.2, 390
_LINE, _START, _CORNER = 52, 100, 17
_ROOM = WIDTH - MARGIN - _START
"""px that a header's second line has beside the actor's chip, and how far lines below it are apart."""


class Question(msgspec.Struct, frozen=True):
    """A question about cities or cubes, and what is drawn over the table for it.

    ``cities`` are those to choose from, by key; ``links`` are ringed, and the ``cube``; ``framed`` cities are framed.
    ``trip`` is told by arrows in the place of rings. ``notes`` are a few letters in a corner of a tile with a key.
    ``ends`` are all cities that a choice is about, by its key.
    """

    name: str
    title: str
    line: str
    seat: Seat
    alt: str
    cities: Mapping[str, City] = {}
    links: Collection[Link] = frozenset()
    cube: tuple[City, Goods] | None = None
    trip: Trip | None = None
    framed: Collection[City] = ()
    notes: Mapping[City, str] = {}
    ends: Mapping[str, Collection[City]] = {}


def lettered(state: RailroadRivals, names: Names, asked: Question) -> tuple[Scene, ...]:
    """The whole table with its keys; a large one as crops that show every city to choose from."""
    at = _places(state)
    block, below = extent(at.values()), _legend_height(state, names)
    whole = fitting(block, legend=below)
    named = [*asked.cities.values(), *(city for cities in asked.ends.values() for city in cities)]
    wanted = [at[city] for city in dict.fromkeys(named)]
    parts = crops(wanted, list(at.values())) if whole.is_overview else (block,)
    return tuple(
        _scene(state, names, msgspec.structs.replace(asked, name=f"{asked.name}-{i}"), fitting(part, legend=below))
        for i, part in enumerate(parts, 1)
    )


def near(state: RailroadRivals, names: Names, city: City, asked: Question) -> tuple[Scene, ...]:
    """A close look at a city and its neighbors."""
    cell, lines = _places(state)[city], in_lines(asked.line)
    lower = _LINE * (len(lines) - 1)
    rows = _AROUND - lower / _PITCH
    block = Extent(cell.x + 0.5 - _AROUND / 2, cell.y + 0.5 - rows / 2, _AROUND, rows)
    grid = Grid(block, _PITCH, (WIDTH - _PITCH * _AROUND) / 2, FIELD + lower)
    asked = msgspec.structs.replace(asked, line=lines[0])
    return (_scene(state, names, asked, grid, lines[1:]),)


def in_lines(words: str) -> tuple[str, ...]:
    """The words broken into second lines of a header, beside the actor's chip."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and BODY.wide(longer) > _ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def _scene(state: RailroadRivals, names: Names, asked: Question, grid: Grid, more: Sequence[str] = ()) -> Scene:
    """``more`` are lines below the header's second."""
    at, below = _places(state), _legend_height(state, names)
    height = round(grid.bottom + below)
    ringed = [] if asked.trip else sorted(asked.links, key=lambda link: (link.a, link.b))
    frames = tuple(placed_mark(grid, at[city], last=True) for city in asked.framed)
    layers = (
        *table_layers(
            state.board,
            state.goods,
            grid,
            frames,
            baron=state.baron,
            rings=(shape for link in ringed for shape in delivered_mark(state.board, grid, link, last=False)),
            keyed=set(asked.cities.values()),
            noted=asked.notes,
        ),
        layer("trip", _trip_shapes(state, grid, asked.cube, asked.trip)),
        layer("keys", _keys(state, grid, asked)),
        border(grid, height),
        header(asked.title, names[asked.seat - 1], asked.line, seat=asked.seat),
        *([layer("more lines", _more_lines(more))] if more else []),
        legend(names, grid.bottom, rows=2 if below > LEGEND else 1, buildings=has_buildings(state)),
    )
    scene = picture(asked.name, height, palette(state), layers, asked.alt)
    return msgspec.structs.replace(scene, focus=tuple(_focus(state, grid, asked)))


def _focus(state: RailroadRivals, grid: Grid, asked: Question) -> Iterator[Focus]:
    """The boxes of the choices that the picture shows whole."""
    at = _places(state)
    ends: Mapping[str, Collection[City]] = asked.ends or {press: (city,) for press, city in asked.cities.items()}
    for press, cities in ends.items():
        cells = [at[city] for city in cities]
        if all(map(grid.shows_whole, cells)):
            yield grid.box(press, *cells)


def _keys(state: RailroadRivals, grid: Grid, asked: Question) -> Iterator[Shape]:
    """The keys in tiles' corners, over the goods number, which no longer matters; where it does, it is noted anew."""
    at, u = _places(state), grid.u
    for press, city in asked.cities.items():
        if not grid.shows_whole(at[city]):
            continue
        (x, y), r = grid.corner(at[city]), max(30, round(28 * u))
        yield key(press, x + _CORNER * u, y + _CORNER * u, r)
        if note := asked.notes.get(city, ""):
            built = (city in state.baron.hotels) + (city in state.baron.towers)
            yield from _note(note, x, y, grid.tile, built)


def _note(words: str, x: float, y: float, side: float, built: int) -> Iterator[Shape]:
    """A note in the next corner after key and buildings: bottom left, bottom right, top right."""
    u = side / 240
    size = max(44, round(44 * u))
    wide, high = round(width(words, "h", size)) + 8, round(size * 0.95)
    left, right = x + 4 * u, x + side - wide - 4 * u
    top, low = y + 4 * u, y + side - high - 4 * u
    at = ((left, low), (right, low), (right, top))[built]
    x, y = round(at[0]), round(at[1])
    yield Box(x, y, wide, high, CARD, INK, 3, 6)
    base = y + high / 2 + 0.35 * size
    yield Text(x + 4, base, words, "h", size, INK, role="note")


def _more_lines(lines: Sequence[str]) -> Iterator[Shape]:
    yield Box(0, FIELD, WIDTH, _LINE * len(lines), PAPER)
    for i, words in enumerate(lines, 1):
        yield BODY.left(_START, 161 + _LINE * i, words, "second line")


def _places(state: RailroadRivals) -> dict[City, Cell]:
    return {tile.city: tile.at for tile in state.board.laid}


def _legend_height(state: RailroadRivals, names: Names) -> int:
    return legend_height(names, buildings=has_buildings(state))


_GAP, _RING = 8, 6
_BESIDE, _ABOVE, _BELOW = 92, 62, 48
"""How far an arrow lies from the middle of a link's plate: on the rails, where nothing else is."""
_ARROW = ((-13, -25), (2, -25), (17, 0), (2, 25), (-13, 25), (1, 0))


def _trip_shapes(
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
