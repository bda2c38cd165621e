"""The places where a city may be laid, lettered; its turns there, numbered; and the tile drawn in before Confirm."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from engine.core import counted, listed
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.box.geometry import SIDES, Cell, Side, neighbors, opposite
from engine.games.railroad_rivals.rules.places import sides_words
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import Board, Laid, Link, contacts, links_made, tiles, turned
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import gain, place_words
from render.games.railroad_rivals.grid import CLOSE, Extent, Grid, crops, extent, fitting
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.table import border, link_shapes, placed_mark, table_layers
from render.games.railroad_rivals.tile import badges, blank_bar
from render.games.railroad_rivals.words import joined
from render.geometry import arc
from render.labels import Names
from render.painter import Choice
from render.palette import ACCENT, CARD, PAPER_2, SHADED
from render.parts.frame import BLEED, FIELD, WIDTH, header, key, picture
from render.parts.stamp import at_point, boxed
from render.parts.text import Style
from render.scene import Box, Layer, Line, Placed, Polygon, Scene, Shape, Sprite, Veil, placed

_DISC = 0.415
_DASH, _DASH_GAP, _DASH_LINE = 20, 12, 6
_BELOW = 30
_BESIDE = 0.7
"""Cells around a place that a window shows: most of its neighbors."""
_PANEL_ROWS = 2.3
_MOST_PANELS, _PITCH, _WIDE, _GAP, _ACROSS, _DOWN = 4, 246, 760, 24, 8, 10
_ON_EDGE, _LEAST_KEY, _KEY, _ARROW_X, _ARROW_UP = 3, 32, 32, 72, 0.02
_COLUMNS, _ROWS, _AROUND = 3.26, 2.6, 0.15
"""Tiles that a close look shows at most, and the part of one around the table."""
_ARROW_BOX = (-28, -30, 56, 56)
_ARROW = (
    Line(arc(0, 0, 21, 1.72, 3.38, 24), ACCENT, 4.5),
    Polygon(((-2, -30), (18, -21), (-1, -10)), ACCENT),
)
_HALF_DIGIT = 0.35 * 34
_TURN_COUNT = Style("hb", 34)


def place_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a ghost cell for every choice; several pictures where the table is too large for one.

    Where several cities are to choose from, the cells are empty: only their letters are the same for all of them.
    """
    ways = {choice.key: _best(state.board, choice) for choice in choices}
    cells = [way.at for way in ways.values()]
    shown = [*cells, *(tile.at for tile in state.board.laid)]
    whole = extent(shown)
    grid = fitting(whole, legend=_BELOW)
    parts = crops(cells, shown) if grid.is_overview else (whole,)
    grids = [fitting(part, legend=_BELOW) for part in parts]
    alt = _alt(state, choices, ways)
    return tuple(
        _place_scene(state, names, choices, ways, grid, alt, f"part {i} of {len(grids)}" if len(grids) > 1 else "")
        for i, grid in enumerate(grids, 1)
    )


def _place_scene(
    state: RailroadRivals,
    names: Names,
    choices: Sequence[Choice],
    ways: dict[str, Place],
    grid: Grid,
    alt: str,
    part: str,
) -> Scene:
    height = round(grid.bottom + _BELOW)
    seat, cities = next(way.seat for way in ways.values()), _cities(choices)
    shapes: list[Shape] = []
    for choice in choices:
        if grid.shows_whole(ways[choice.key].at):
            drawn = _ghost(state.board, grid, ways[choice.key], choice.key, len(choice.actions))
            shapes += drawn if len(cities) == 1 else _spot(grid, ways[choice.key].at, choice.key)
    right = part or f"{names[seat - 1]} · {counted(len(ways), 'place')}"
    covered = _covered(state.board, ways.values()) if len(cities) == 1 else frozenset()
    layers = (
        *table_layers(state.board, state.goods, grid, covered=covered, baron=state.baron),
        _veil(grid),
        border(grid, height),
        Layer("ghosts", tuple(shapes)),
        header(f"Place {cities[0] if len(cities) == 1 else 'a city'}", right, _hint(state.board, ways), seat=seat),
    )
    shown = [(press, way.at) for press, way in ways.items() if grid.shows_whole(way.at)]
    focus = tuple(grid.box(press, at, around=_BESIDE) for press, at in shown)
    scene = picture("places" + part[4:6].strip(), height, palette(state), layers, alt)
    return msgspec.structs.replace(scene, focus=focus)


def _cities(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The cities that the choices are about, each once."""
    named = (action.city for choice in choices for action in choice.actions if isinstance(action, Place))
    return tuple(dict.fromkeys(named))


def _spot(grid: Grid, at: Cell, press: str) -> Iterator[Shape]:
    """An empty place, dashed, with its letter."""
    (x, y), side = grid.corner(at), grid.tile
    yield Box(x, y, side, side, CARD)
    yield placed(x - _ON_EDGE, y - _ON_EDGE, _dashes(side))
    tall = max(_LEAST_KEY, round(_KEY * grid.u))
    yield key(press, x + side / 2, y + side / 2, tall)


def _veil(grid: Grid) -> Layer:
    """A veil that pales the table under the ghosts."""
    veil = Veil(BLEED, FIELD, WIDTH - 2 * BLEED, grid.bottom - FIELD, PAPER_2, SHADED)
    return Layer("veil", (veil,))


def _hint(board: Board, ways: dict[str, Place]) -> str:
    if any(_made(board, way) for way in ways.values()):
        return "Choose a letter. Track in your color: a new link"
    return "No city in your hand matches: blank to blank"


def _best(board: Board, choice: Choice) -> Place:
    """The turning drawn for a place: most links, then most open edges."""
    ways = [action for action in choice.actions if isinstance(action, Place)]

    def rank(way: Place) -> tuple[int, int]:
        touching = sum(1 for _ in contacts(board, _laid(way)))
        return len(_made(board, way)), -touching

    return max(ways, key=rank)


def _laid(way: Place) -> Laid:
    return Laid(way.city, way.at, way.facing, way.seat)


def _made(board: Board, way: Place) -> tuple[Link, ...]:
    return links_made(board, _laid(way))


def _ghost(board: Board, grid: Grid, way: Place, press: str, ways: int) -> Iterator[Shape]:
    """The tile as it would lie there, dashed, with its letter."""
    (x, y), side, u = grid.corner(way.at), grid.tile, grid.u
    yield Box(x, y, side, side, CARD)
    yield placed(x - _ON_EDGE, y - _ON_EDGE, _dashes(side))
    linked, dead = _linked(board, way), _touching(board, way)
    edges = turned(board.tile(way.city), way.facing)
    blank_match = not linked
    for shape, where, railroad in zip(
        badges(edges, x, y, side, grid.badge, dead - linked.keys()), SIDES, edges, strict=True
    ):
        if where in linked:
            continue
        yield blank_bar(where, x, y, side, ACCENT) if railroad is None and blank_match and where in dead else shape
    for where, railroad in linked.items():
        yield from link_shapes(grid, way.at, where, railroad, way.seat)
    yield key(press, x + side / 2, y + _DISC * side, max(_LEAST_KEY, round(_KEY * u)))
    if ways > 1:
        yield round_arrow(ways, x + side / 2 + _ARROW_X * u, y + (_DISC - _ARROW_UP) * side)


def _touching(board: Board, way: Place) -> frozenset[Side]:
    """The sides of a place that would touch another tile."""
    laid = tiles(board)
    return frozenset(side for side, cell in neighbors(way.at).items() if cell in laid)


def _linked(board: Board, way: Place) -> dict[Side, Railroad]:
    """The sides over which a link would be made, and whose it would be."""
    laid, roads = tiles(board), {link.b: link.railroad for link in _made(board, way)}
    return {
        side: roads[laid[cell].city]
        for side, cell in neighbors(way.at).items()
        if cell in laid and laid[cell].city in roads
    }


def _covered(board: Board, ways: Iterable[Place]) -> frozenset[tuple[Cell, Side]]:
    """The neighbors' edges under the plates of the links that would be made."""
    sides = ((way.at, side) for way in ways for side in _linked(board, way))
    return frozenset((cell.beside(side), opposite(side)) for cell, side in sides)


def _dashes(side: int) -> Sprite:
    """A dashed accent outline around a cell."""
    long, strokes = side + _DASH_LINE, list[Shape]()
    count = round((long - _DASH) / (_DASH + _DASH_GAP))
    step = (long - _DASH) / count
    for i in range(count + 1):
        at, far = i * step, long - _DASH_LINE
        strokes += [Box(at, 0, _DASH, _DASH_LINE, ACCENT), Box(at, far, _DASH, _DASH_LINE, ACCENT)]
        strokes += [Box(0, at, _DASH_LINE, _DASH, ACCENT), Box(far, at, _DASH_LINE, _DASH, ACCENT)]
    return Sprite("ghost", long, long, tuple(strokes))


def facing_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The same place with the tile turned in every way, side by side."""
    offered = ((choice.key, action) for choice in choices for action in choice.actions)
    ways = [(press, way) for press, way in offered if isinstance(way, Place)][:_MOST_PANELS]
    first = ways[0][1]
    tall = round(_PANEL_ROWS * _PITCH)
    shapes: list[Shape] = []
    for i, (press, way) in enumerate(ways):
        x = BLEED + _ACROSS + i % 2 * (_WIDE + _GAP - _ACROSS)
        y = FIELD + _DOWN + i // 2 * (tall + _GAP)
        shapes.append(placed(x, y, _panel(state, way, press, tall)))
    height = FIELD + _DOWN + -(-len(ways) // 2) * (tall + _GAP) + _ACROSS
    said = [f"{press} {gain(state, way)}, {_edges_said(state, way)}" for press, way in ways]
    line = f"Choose a number: {counted(len(ways), 'way')} to turn it {place_words(state, first.at)}"
    layers = (
        Layer("panels", tuple(shapes)),
        header(f"Turn {first.city}", names[first.seat - 1], line, seat=first.seat),
    )
    alt = joined((f"Turn {first.city} {place_words(state, first.at)}.", *(f"{words}." for words in said)))
    return (picture("facings", height, palette(state), layers, alt),)


def _panel(state: RailroadRivals, way: Place, press: str, tall: int) -> Sprite:
    """One way to turn the tile, with its neighbors, cut to a box."""
    columns = _WIDE / _PITCH
    left = way.at.x - (columns - 1) / 2
    top = way.at.y - (_PANEL_ROWS - 1) / 2
    grid = Grid(Extent(left, top, columns, _PANEL_ROWS), _PITCH, 0, 0)
    covered = _covered(state.board, [way])
    layers = table_layers(state.board, state.goods, grid, covered=covered, baron=state.baron)
    table = (shape for layer in layers if layer.name != "field" for shape in layer.shapes)
    shapes = (*table, *_ghost(state.board, grid, way, press, 1))
    return Sprite(f"way {press}", _WIDE, tall, shapes, PAPER_2)


def place_preview(state: RailroadRivals, names: Names, way: Place) -> tuple[Scene, ...]:
    """A close look at the table with the tile laid, before it is."""
    after = msgspec.structs.replace(state, board=state.board.lay(_laid(way)))
    block = extent(tile.at for tile in after.board.laid)
    columns, rows = min(_COLUMNS, block.columns + 2 * _AROUND), min(_ROWS, block.rows + 2 * _AROUND)
    left = _held(way.at.x, columns, block.left, block.columns)
    top = _held(way.at.y, rows, block.top, block.rows)
    grid = Grid(Extent(left, top, columns, rows), CLOSE, (WIDTH - CLOSE * columns) / 2, FIELD)
    height = round(grid.bottom + BLEED)
    frame = placed_mark(grid, way.at, last=True)
    cubes = state.cubes_to_draw(way.city)
    drawn = f"then draw {counted(cubes, 'cube')}" if cubes else "the bag is empty"
    made = f"Gain {gain(state, way)}" if _made(state.board, way) else "No link (blank to blank)"
    line = f"{made}, {drawn}"
    layers = (
        *table_layers(after.board, after.goods, grid, (frame,), baron=state.baron),
        border(grid, height),
        header(f"Place {way.city}?", "not yet placed", line, seat=way.seat),
    )
    alt = f"Preview: {way.city} {place_words(state, way.at)}, {_edges_said(state, way)}. {line}."
    return (picture("preview", height, palette(state), layers, alt),)


def _held(cell: int, shown: float, start: float, long: float) -> float:
    """The first cell of a look that has a cell in its middle, or ends at the table's edge."""
    return max(start - _AROUND, min(cell + (1 - shown) / 2, start + long + _AROUND - shown))


def _edges_said(state: RailroadRivals, way: Place) -> str:
    """The edges of the turned tile: “edges N B&O, E blank, S IC, W PRR”."""
    return f"edges {sides_words(state, way.city, way.facing)}"


def _alt(state: RailroadRivals, choices: Sequence[Choice], ways: dict[str, Place]) -> str:
    cities = _cities(choices)
    if len(cities) > 1:
        spots = (f"{press} {place_words(state, way.at)}." for press, way in ways.items())
        return joined((f"{counted(len(ways), 'place')} for {listed(cities)}.", *spots))
    said = []
    for choice in choices:
        way, count = ways[choice.key], len(choice.actions)
        more = f", {count} ways to turn it" if count > 1 else ""
        said.append(f"{choice.key} {place_words(state, way.at)}: {gain(state, way)}{more}.")
    return joined((f"{cities[0]} fits {counted(len(ways), 'place')}.", *said))


def round_arrow(number: int, x: float, y: float) -> Placed:
    """The number of ways a tile can be turned there, inside an arrow that goes round."""
    return at_point(_round_arrow(number), x, y)


@lru_cache(None)
def _round_arrow(number: int) -> Sprite:
    words = _TURN_COUNT.middle(0, _HALF_DIGIT, str(number), "turn count", ACCENT)
    return boxed(f"turn count {number}", _ARROW_BOX, 1, (*_ARROW, words))
