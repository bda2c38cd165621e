"""The board with keys on cities for questions about deliveries and buildings, and closeups for previews."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat
from engine.games.railroad_rivals.game_data.grid import Cell
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.fonts import text_width
from render.games.railroad_rivals.board.board_layers import (
    board_layers,
    border_layer,
    draw_delivery_ring,
    edge_between,
    placement_frame,
)
from render.games.railroad_rivals.board.closeup import closeup_block, closeup_grid
from render.games.railroad_rivals.board.grid import Grid, block_around, crop_blocks, fit_grid
from render.games.railroad_rivals.board.legend import legend_height, legend_layer
from render.games.railroad_rivals.board.tiles import draw_buildings, draw_cubes
from render.games.railroad_rivals.colors import palette_of
from render.palette import ACCENT, CARD, INK, PAPER
from render.parts.page_layout import FIELD_TOP, LEGEND_HEIGHT, MARGIN, PAGE_WIDTH, choice_key, header_layer, paper_scene
from render.parts.typography import BODY
from render.scene import Box, Focus, Placed, Polygon, Scene, Shape, Text, make_layer
from render.text_fitting import Names

_COLUMNS, _ROWS = 3, 2
"""The usual numbers of columns and rows of cells in a closeup."""
_TALLEST = 1300
"""Maximum height of the board's field in a closeup, in pixels."""
_LINE, _START, _CORNER = 52, 100, 17
_ROOM = PAGE_WIDTH - MARGIN - _START
"""The width for a line of text beside the player's mark in a header, in pixels."""


class CityQuestion(msgspec.Struct, frozen=True):
    """A question about cities or cubes, and the signs that the board shows for it.

    ``cities`` are the choices, by key. ``links`` and the ``cube`` get rings; ``framed`` cities get frames. With a
    ``trip``, links get arrows instead of rings. ``notes`` are a few letters in a corner of a tile. ``ends`` are all
    cities of a choice, by key.
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


def city_choice_scenes(state: RailroadRivals, names: Names, question: CityQuestion) -> tuple[Scene, ...]:
    """The whole board with keys; if its tiles are too small, crops that contain all choices."""
    at = _cells_by_city(state)
    block, below = block_around(at.values()), legend_height(state, names)
    whole = fit_grid(block, legend=below)
    cities_named = [*question.cities.values(), *(city for cities in question.ends.values() for city in cities)]
    wanted_cells = [at[city] for city in dict.fromkeys(cities_named)]
    parts = crop_blocks(wanted_cells, list(at.values())) if whole.is_overview else (block,)
    return tuple(
        _city_scene(
            state, names, msgspec.structs.replace(question, name=f"{question.name}-{i}"), fit_grid(part, legend=below)
        )
        for i, part in enumerate(parts, 1)
    )


def city_closeup_scenes(state: RailroadRivals, names: Names, city: City, question: CityQuestion) -> tuple[Scene, ...]:
    """A closeup that shows ``city`` and all cities of a question."""
    at, lines = _cells_by_city(state), wrap_line(question.line)
    lower = _LINE * (len(lines) - 1)
    wanted_cells = [at[city] for city in (city, *_cities_of(question))]
    block = closeup_block(wanted_cells, list(at.values()), _COLUMNS, _ROWS)
    below = legend_height(state, names)
    grid = closeup_grid(block, legend=below, tallest=_TALLEST - lower, top=FIELD_TOP + lower)
    question = msgspec.structs.replace(question, line=lines[0])
    return (_city_scene(state, names, question, grid, lines[1:]),)


def _cities_of(question: CityQuestion) -> Iterator[City]:
    """All cities that a question marks: choices, framed cities, and ends of links."""
    yield from (*question.cities.values(), *question.framed)
    for link in question.links:
        yield from (link.a, link.b)


def wrap_line(words: str) -> tuple[str, ...]:
    """Wrap a text into lines that fit beside the player's mark in a header."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and BODY.width(longer) > _ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def _city_scene(
    state: RailroadRivals, names: Names, question: CityQuestion, grid: Grid, more: Sequence[str] = ()
) -> Scene:
    """The picture of a question; ``more`` are additional lines below the second line of the header."""
    at, below = _cells_by_city(state), legend_height(state, names)
    height = round(grid.bottom + below)
    ringed_links = [] if question.trip else sorted(question.links, key=lambda link: (link.a, link.b))
    frames = tuple(placement_frame(grid, at[city], last=True) for city in question.framed)
    layers = (
        *board_layers(
            state.board,
            state.goods,
            grid,
            frames,
            baron=state.baron,
            rings=(shape for link in ringed_links for shape in draw_delivery_ring(state.board, grid, link, last=False)),
            cities_with_keys=set(question.cities.values()),
            cities_with_notes=question.notes,
        ),
        make_layer("trip", _draw_trip(state, grid, question.cube, question.trip)),
        make_layer("keys", _draw_keys(state, grid, question)),
        border_layer(grid, height),
        header_layer(question.title, names[question.seat - 1], question.line, seat=question.seat),
        *([make_layer("more lines", _draw_more_lines(more))] if more else []),
        legend_layer(state, names, grid.bottom, rows=2 if below > LEGEND_HEIGHT else 1),
    )
    scene = paper_scene(question.name, height, palette_of(state), layers, question.alt)
    return msgspec.structs.replace(scene, focus=tuple(_focus_boxes(state, grid, question)))


def _focus_boxes(state: RailroadRivals, grid: Grid, question: CityQuestion) -> Iterator[Focus]:
    at = _cells_by_city(state)
    ends: Mapping[str, Collection[City]] = question.ends or {press: (city,) for press, city in question.cities.items()}
    for press, cities in ends.items():
        cells = [at[city] for city in cities]
        if all(map(grid.has_whole_cell, cells)):
            yield grid.focus_box(press, *cells)


def _draw_keys(state: RailroadRivals, grid: Grid, question: CityQuestion) -> Iterator[Shape]:
    """Draw the keys of cities over their goods numbers."""
    at, u = _cells_by_city(state), grid.unit
    for press, city in question.cities.items():
        if not grid.has_whole_cell(at[city]):
            continue
        (x, y), r = grid.tile_corner(at[city]), max(30, round(28 * u))
        yield choice_key(press, x + _CORNER * u, y + _CORNER * u, r)
        if note := question.notes.get(city, ""):
            building_count = (city in state.baron.hotels) + (city in state.baron.towers)
            yield from _draw_note(note, x, y, grid.tile_size, building_count)


def _draw_note(words: str, x: float, y: float, side: float, building_count: int) -> Iterator[Shape]:
    """Draw a note in the next corner without a building: bottom left, bottom right, or top right."""
    u = side / 240
    size = max(44, round(44 * u))
    wide, high = round(text_width(words, "h", size)) + 8, round(size * 0.95)
    left, right = x + 4 * u, x + side - wide - 4 * u
    top, low = y + 4 * u, y + side - high - 4 * u
    at = ((left, low), (right, low), (right, top))[building_count]
    x, y = round(at[0]), round(at[1])
    yield Box(x, y, wide, high, CARD, INK, 3, 6)
    base = y + high / 2 + 0.35 * size
    yield Text(x + 4, base, words, "h", size, INK, role="note")


def _draw_more_lines(lines: Sequence[str]) -> Iterator[Shape]:
    yield Box(0, FIELD_TOP, PAGE_WIDTH, _LINE * len(lines), PAPER)
    for i, words in enumerate(lines, 1):
        yield BODY.left(_START, 161 + _LINE * i, words, "second line")


def _cells_by_city(state: RailroadRivals) -> dict[City, Cell]:
    return {tile.city: tile.at for tile in state.board.laid}


_GAP, _RING = 8, 6
_BESIDE, _ABOVE, _BELOW = 92, 62, 48
"""Distances of an arrow from the middle of a link's plate (beside, above, below), on a tile of 240 pixels."""
_ARROW = ((-13, -25), (2, -25), (17, 0), (2, 25), (-13, 25), (1, 0))


def _draw_trip(
    state: RailroadRivals, grid: Grid, cube: tuple[City, Goods] | None, trip: Trip | None
) -> Iterator[Shape]:
    """Draw a ring around the cube. For a trip, also draw arrows beside each plate, and a ring around the tower."""
    at = {tile.city: tile.at for tile in state.board.laid}
    if cube is not None:
        yield from _draw_ring_around_cube(state, grid, at[cube[0]], *cube)
    if trip is None:
        return
    city = trip.city
    for link in trip.links:
        yield from _draw_arrows(state, grid, link, at[city], at[link.other_end(city)])
        city = link.other_end(city)
        if city != trip.destination:
            building_sprites = draw_buildings(state.baron, city, *grid.tile_corner(at[city]), grid.tile_size)
            yield from (
                _ring_around(shape, grid.unit) for shape in building_sprites if shape.sprite.name.startswith("tower")
            )


def _draw_ring_around_cube(state: RailroadRivals, grid: Grid, cell: Cell, city: City, goods: Goods) -> Iterator[Shape]:
    building_count = (city in state.baron.hotels) + (city in state.baron.towers)
    x, y = grid.tile_corner(cell)
    lying = draw_cubes(state.goods.get(city, ()), x, y, grid.tile_size, corners_taken=building_count)
    matching_cubes = (shape for shape in lying if isinstance(shape, Placed) and shape.sprite.name == f"cube {goods}")
    yield from (_ring_around(shape, grid.unit) for shape in list(matching_cubes)[:1])


def _ring_around(shape: Placed, u: float) -> Box:
    gap, line = round(_GAP * u), round(_RING * u)
    x, y = round(shape.x) - gap, round(shape.y) - gap
    w, h = round(shape.sprite.w + 2 * gap), round(shape.sprite.h + 2 * gap)
    return Box(x, y, w, h, None, ACCENT, line, 10 * u)


def _draw_arrows(state: RailroadRivals, grid: Grid, link: Link, start: Cell, end: Cell) -> Iterator[Shape]:
    """Draw an arrow on both sides of a link's plate, in the direction of the trip."""
    edge_place = edge_between(state.board, link)
    if edge_place is None:
        return
    (x, y), u = grid.edge_point(*edge_place), grid.unit
    dx, dy = end.x - start.x, end.y - start.y
    steps = (-_BESIDE, _BESIDE) if dx else (-_ABOVE, _BELOW)
    for step in steps:
        mx, my = (x + step * u, y) if dx else (x, y + step * u)
        facing = [(px * dx - py * dy, px * dy + py * dx) for px, py in _ARROW]
        points = tuple((mx + px * u, my + py * u) for px, py in facing)
        yield Polygon(points, ACCENT, CARD, 3 * u)
