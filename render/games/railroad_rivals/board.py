"""The board, the crops of a large one, and the close look at the last change."""

from collections.abc import Collection, Sequence
from itertools import combinations

from engine.games.railroad_rivals.box.geometry import Cell
from engine.games.railroad_rivals.state.board import Board, tiles
from engine.games.railroad_rivals.state.events import CityPlaced
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import board_alt, part_alt
from render.games.railroad_rivals.grid import CLOSE, Extent, Grid, crops, extent, fitting
from render.games.railroad_rivals.legend import legend, legend_height
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.table import border, delivered_mark, placed_mark, placer, table_layers
from render.games.railroad_rivals.variants import has_buildings, played_on
from render.games.railroad_rivals.words import corner, deliveries, in_full, last_move, placements
from render.labels import Names
from render.parts.frame import FIELD, LEGEND, WIDTH, header, picture
from render.scene import Scene, Shape

_POSTED = 2
"""Crops that a post has room for beside the overview."""
_AROUND = 1.15
"""Cells shown on each side of the last change."""
_CLOSE_COLUMNS, _CLOSE_ROWS = 3.26, 2.4


def board_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """The whole table; where tiles come out too small, crops follow it."""
    block = extent(tile.at for tile in state.board.laid)
    grid = _whole(state, names, block)
    alt = board_alt(state, news, names)
    main = _table_scene(state, news, names, grid, "board", corner(state), alt)
    return (main, *_closer(state, news, names)) if grid.is_overview else (main,)


def posted_crops(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """The two crops under an overview that show what was just placed, and most of the table beside it.

    Nothing where there is no overview.
    """
    if not is_overview(state, names):
        return ()
    cells = tiles(state.board).keys()
    parts = crops(cells, cells)
    if len(parts) <= _POSTED:
        return _closer(state, news, names)
    placed = [event.at for event in placements(news)]
    best = max(combinations(parts, _POSTED), key=lambda pair: _worth(pair, cells, placed))
    titled = [(part, i, f"close look {i} of {_POSTED}") for i, part in enumerate(best, 1)]
    return tuple(_crop(state, news, names, *one) for one in titled)


def _worth(pair: Sequence[Extent], cells: Collection[Cell], placed: Sequence[Cell]) -> tuple[bool, int, int]:
    """Crops are the better, the more they show whole: the last city placed before all, the others placed, the table."""
    shown = {cell for cell in cells if any(part.holds_whole(cell) for part in pair)}
    return bool(shown & set(placed[-1:])), len(shown & set(placed)), len(shown)


def _closer(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """Crops of the whole table."""
    cells = tiles(state.board).keys()
    parts = crops(cells, cells)
    count = len(parts)
    return tuple(_crop(state, news, names, part, i, f"part {i} of {count}") for i, part in enumerate(parts, 1))


def is_overview(state: RailroadRivals, names: Names) -> bool:
    """Whether crops follow the whole table, because its tiles come out too small."""
    return _whole(state, names, extent(tile.at for tile in state.board.laid)).is_overview


def film_scene(state: RailroadRivals, news: News, names: Names, end: RailroadRivals) -> Scene:
    """The whole table in the place that it will take in the end."""
    grid = _whole(end, names, extent(tile.at for tile in end.board.laid))
    return _table_scene(state, news, names, grid, "board", corner(state), board_alt(state, news, names))


def _whole(state: RailroadRivals, names: Names, block: Extent) -> Grid:
    """The whole table; an overview has no cubes, and no legend of them."""
    grid = fitting(block, legend=legend_height(names, buildings=has_buildings(state)))
    larger = fitting(block, legend=legend_height(names, buildings=has_buildings(state), goods=False))
    return larger if grid.is_overview and larger.is_overview else grid


def _crop(state: RailroadRivals, news: News, names: Names, part: Extent, number: int, title: str) -> Scene:
    grid = fitting(part, legend=legend_height(names, buildings=has_buildings(state)))
    cities = [tile.city for tile in state.board.laid if grid.shows_whole(tile.at)]
    alt = part_alt(f"Board, {title}.", state, names, cities)
    return _table_scene(state, news, names, grid, f"board-{number}", title, alt)


def change_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """A close look at the last change; nothing where none is known or the board itself is as close."""
    where = _last_change(state, news)
    block = extent(tile.at for tile in state.board.laid)
    if (
        where is None
        or fitting(block, legend=legend_height(names, buildings=has_buildings(state))).pitch >= CLOSE * 0.8
    ):
        return ()
    columns, rows = min(_CLOSE_COLUMNS, block.columns + 0.2), min(_CLOSE_ROWS, block.rows + 0.2)
    left = _start(where[0], columns, block.left, block.columns)
    top = _start(where[1], rows, block.top, block.rows)
    below = legend_height(names, buildings=has_buildings(state))
    margin = (WIDTH - CLOSE * columns) / 2
    grid = Grid(Extent(left, top, columns, rows), CLOSE, margin, FIELD, below)
    return (_table_scene(state, news, names, grid, "changes", "last move", _close_alt(state, news, names, grid)),)


def _close_alt(state: RailroadRivals, news: News, names: Names, grid: Grid) -> str:
    """The last move, and all that is on the cities that are seen."""
    seen = [tile.city for tile in state.board.laid if grid.extent.holds(tile.at)]
    return part_alt(f"Last move: {in_full(last_move(state, news, names)[1])}.", state, names, seen)


def _table_scene(
    state: RailroadRivals,
    news: News,
    names: Names,
    grid: Grid,
    name: str,
    right: str,
    alt: str,
) -> Scene:
    """One picture of the table on a grid, with a legend of what it shows."""
    seat, line = last_move(state, news, names)
    height = round(grid.bottom + grid.legend)
    layers = [
        *table_layers(
            state.board,
            state.goods,
            grid,
            marks(state.board, news, grid),
            baron=state.baron,
            rings=(*_delivered(state.board, news, grid), *_placers(state.board, news, grid)),
        ),
        border(grid, height),
        header("Railroad Rivals", right, line, seat=seat),
    ]
    rows, cubes = 2 if grid.legend > LEGEND else 1, not grid.is_overview
    layers.append(legend(names, grid.bottom, rows=rows, buildings=has_buildings(state), goods=cubes))
    return picture(name, height, palette(state), tuple(layers), alt)


def marks(board: Board, news: News, grid: Grid) -> tuple[Shape, ...]:
    """Frames around the tiles placed in the news, and around those on which something was built."""
    made = placements(news)
    shown = (event for event in made if _shown(grid, board, event))
    frames = tuple(placed_mark(grid, event.at, last=event is made[-1]) for event in shown)
    sites = [tile.at for event in played_on(news) for tile in board.laid if tile.city == event.city]
    seen = (at for at in sites if grid.extent.holds(at))
    return frames + tuple(placed_mark(grid, at, last=at == sites[-1]) for at in seen)


def _placers(board: Board, news: News, grid: Grid) -> tuple[Shape, ...]:
    """Chips of who placed what, where several tiles were placed."""
    made = placements(news)
    shown = [event for event in made if _shown(grid, board, event)]
    return tuple(placer(grid, event.at, event.seat) for event in shown) if len(made) > 1 else ()


def _shown(grid: Grid, board: Board, event: CityPlaced) -> bool:
    return grid.extent.holds(event.at) and event.at in tiles(board)


def _delivered(board: Board, news: News, grid: Grid) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    made = deliveries(news)
    for event in made:
        ends = {event.city, event.destination}
        links = (link for link in board.links if {link.a, link.b} == ends)
        shapes += [s for link in links for s in delivered_mark(board, grid, link, last=event is made[-1])]
    return tuple(shapes)


def _last_change(state: RailroadRivals, news: News) -> tuple[float, float] | None:
    """The middle of the last change, in cells."""
    placed, delivered, played = placements(news), deliveries(news), played_on(news)
    at = {tile.city: tile.at for tile in state.board.laid}
    if placed:
        return placed[-1].at
    if played and (not delivered or news.index(played[-1]) > news.index(delivered[-1])):
        return at[played[-1].city]
    if not delivered:
        return None
    a, b = at[delivered[-1].city], at[delivered[-1].destination]
    return (a.x + b.x) / 2, (a.y + b.y) / 2


def _start(middle: float, shown: float, start: float, long: float) -> float:
    """The first cell of a close look that has a cell in its middle, or ends a little beyond the table's edge."""
    low, high = start - 0.1, start + long + 0.1 - shown
    return max(low, min(middle + 0.5 - shown / 2, high))
