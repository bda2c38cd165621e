"""Pictures of the whole board, of parts of a large board, and of the last changes."""

from collections.abc import Collection, Sequence
from itertools import combinations

from engine.games.railroad_rivals.game_data.grid import Cell
from engine.games.railroad_rivals.state.board import Board, tiles_by_cell
from engine.games.railroad_rivals.state.events import CityPlaced
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.board_layers import (
    board_layers,
    border_layer,
    draw_delivery_ring,
    placement_frame,
    placer_chip,
)
from render.games.railroad_rivals.board.closeup import closeup_block, closeup_grid, recent_cells
from render.games.railroad_rivals.board.grid import CellBlock, Grid, block_around, crop_blocks, fit_grid
from render.games.railroad_rivals.board.legend import legend_height, legend_layer
from render.games.railroad_rivals.captions import (
    board_alt_text,
    corner_text,
    delivery_events,
    expand_delivery,
    last_move_line,
    part_alt_text,
    placement_events,
)
from render.games.railroad_rivals.colors import palette_of
from render.games.railroad_rivals.module_additions import city_events
from render.parts.page_layout import LEGEND_HEIGHT, header_layer, paper_scene
from render.scene import Scene, Shape
from render.text_fitting import Events, Names

_POSTED = 2
"""The number of crops in a post, which also has the overview."""
_CLOSE_PITCH = 304
"""Minimum pitch (pixels between cells) at which goods are legible in Discord's small preview."""
_CLOSE, _CLOSE_MOST = 4, 5
"""Usual and maximum number of columns in a closeup, and likewise of rows."""
_CLOSE_TALLEST = 1560
"""Maximum height of a closeup in pixels."""


def board_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """The picture of the whole board; if its tiles are too small, crops follow."""
    block = block_around(tile.at for tile in state.board.laid)
    grid = _board_grid(state, names, block)
    alt = board_alt_text(state, events, names)
    main = _board_scene(state, events, names, grid, "board", corner_text(state), alt)
    return (main, *_crop_scenes(state, events, names)) if grid.is_overview else (main,)


def post_crop_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """At most two crops, which together show the last placement and as much of the board as possible.

    Empty if the tiles are large enough in the picture of the whole board.
    """
    if not _is_board_overview(state, names):
        return ()
    cells = tiles_by_cell(state.board).keys()
    parts = crop_blocks(cells, cells)
    if len(parts) <= _POSTED:
        return _crop_scenes(state, events, names)
    placed_cells = [event.at for event in placement_events(events)]
    best = max(combinations(parts, _POSTED), key=lambda pair: _crop_pair_score(pair, cells, placed_cells))
    titled_crops = [(part, i, f"close look {i} of {_POSTED}") for i, part in enumerate(best, 1)]
    return tuple(_crop_scene(state, events, names, *crop) for crop in titled_crops)


def _crop_pair_score(
    pair: Sequence[CellBlock], cells: Collection[Cell], placed_cells: Sequence[Cell]
) -> tuple[bool, int, int]:
    """A sort key that prefers pairs of crops with the last placed city, then other placed cities, then more cells."""
    shown_cells = {cell for cell in cells if any(part.has_whole_cell(cell) for part in pair)}
    return bool(shown_cells & set(placed_cells[-1:])), len(shown_cells & set(placed_cells)), len(shown_cells)


def _crop_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    cells = tiles_by_cell(state.board).keys()
    parts = crop_blocks(cells, cells)
    count = len(parts)
    return tuple(_crop_scene(state, events, names, part, i, f"part {i} of {count}") for i, part in enumerate(parts, 1))


def _is_board_overview(state: RailroadRivals, names: Names) -> bool:
    """Whether tiles are so small in the picture of the whole board that crops are needed."""
    return _board_grid(state, names, block_around(tile.at for tile in state.board.laid)).is_overview


def film_scene(state: RailroadRivals, events: Events, names: Names, end: RailroadRivals) -> Scene:
    """A frame of the film: the whole board, with each cell in the same place as at the end of the film."""
    grid = _board_grid(end, names, block_around(tile.at for tile in end.board.laid))
    return _board_scene(state, events, names, grid, "board", corner_text(state), board_alt_text(state, events, names))


def _board_grid(state: RailroadRivals, names: Names, block: CellBlock) -> Grid:
    """The grid of the whole board in a picture; the legend of an overview has no goods."""
    grid = fit_grid(block, legend=legend_height(state, names))
    larger = fit_grid(block, legend=legend_height(state, names, has_goods=False))
    return larger if grid.is_overview and larger.is_overview else grid


def _crop_scene(state: RailroadRivals, events: Events, names: Names, part: CellBlock, number: int, title: str) -> Scene:
    grid = fit_grid(part, legend=legend_height(state, names))
    cities = [tile.city for tile in state.board.laid if grid.has_whole_cell(tile.at)]
    alt = part_alt_text(f"Board, {title}.", state, names, cities)
    return _board_scene(state, events, names, grid, f"board-{number}", title, alt)


def has_closeup(state: RailroadRivals, events: Events, names: Names) -> bool:
    """Whether the last changes need a closeup, because goods are too small in the picture of the whole board."""
    block = block_around(tile.at for tile in state.board.laid)
    return bool(_changed_cells(state, events)) and _board_grid(state, names, block).pitch < _CLOSE_PITCH


def change_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """A closeup of the last changes; empty without changes, or if the picture of the whole board is large enough."""
    if not has_closeup(state, events, names):
        return ()
    wanted_cells = recent_cells(_changed_cells(state, events), _CLOSE_MOST, _CLOSE_MOST)
    block = closeup_block(wanted_cells, tiles_by_cell(state.board).keys(), _CLOSE, _CLOSE)
    below = legend_height(state, names)
    grid = closeup_grid(block, legend=below, tallest=_CLOSE_TALLEST)
    return (
        _board_scene(state, events, names, grid, "changes", "last move", _change_alt_text(state, events, names, grid)),
    )


def _change_alt_text(state: RailroadRivals, events: Events, names: Names, grid: Grid) -> str:
    """The alt text of a closeup: the last move, and the contents of the shown cities."""
    visible_cities = [tile.city for tile in state.board.laid if grid.block.has_part_of(tile.at)]
    return part_alt_text(
        f"Last move: {expand_delivery(last_move_line(state, events, names)[1])}.", state, names, visible_cities
    )


def _board_scene(
    state: RailroadRivals,
    events: Events,
    names: Names,
    grid: Grid,
    name: str,
    right: str,
    alt: str,
) -> Scene:
    seat, line = last_move_line(state, events, names)
    height = round(grid.bottom + grid.legend)
    layers = [
        *board_layers(
            state.board,
            state.goods,
            grid,
            _draw_change_frames(state.board, events, grid),
            baron=state.baron,
            rings=(*_draw_delivery_rings(state.board, events, grid), *_draw_placer_chips(state.board, events, grid)),
        ),
        border_layer(grid, height),
        header_layer("Railroad Rivals", right, line, seat=seat),
    ]
    rows = 2 if grid.legend > LEGEND_HEIGHT else 1
    layers.append(legend_layer(state, names, grid.bottom, rows=rows, has_goods=not grid.is_overview))
    return paper_scene(name, height, palette_of(state), tuple(layers), alt)


def _draw_change_frames(board: Board, events: Events, grid: Grid) -> tuple[Shape, ...]:
    """Draw frames around the tiles that were placed in the events, or on which something was built."""
    placed_events = placement_events(events)
    shown_events = (event for event in placed_events if _is_on_grid(grid, board, event))
    frames = tuple(placement_frame(grid, event.at, last=event is placed_events[-1]) for event in shown_events)
    sites = [tile.at for event in city_events(events) for tile in board.laid if tile.city == event.city]
    visible_cells = (at for at in sites if grid.block.has_part_of(at))
    return frames + tuple(placement_frame(grid, at, last=at == sites[-1]) for at in visible_cells)


def _draw_placer_chips(board: Board, events: Events, grid: Grid) -> tuple[Shape, ...]:
    """Draw the marks of the players who placed tiles; none if only one tile was placed."""
    placed_events = placement_events(events)
    shown_events = [event for event in placed_events if _is_on_grid(grid, board, event)]
    return tuple(placer_chip(grid, event.at, event.seat) for event in shown_events) if len(placed_events) > 1 else ()


def _is_on_grid(grid: Grid, board: Board, event: CityPlaced) -> bool:
    return grid.block.has_part_of(event.at) and event.at in tiles_by_cell(board)


def _draw_delivery_rings(board: Board, events: Events, grid: Grid) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    events_shown = delivery_events(events)
    for event in events_shown:
        ends = {event.city, event.destination}
        links = (link for link in board.links if {link.a, link.b} == ends)
        shapes += [s for link in links for s in draw_delivery_ring(board, grid, link, last=event is events_shown[-1])]
    return tuple(shapes)


def _changed_cells(state: RailroadRivals, events: Events) -> list[tuple[Cell, ...]]:
    """The cells of each change in the events, oldest first."""
    at, laid = {tile.city: tile.at for tile in state.board.laid}, tiles_by_cell(state.board)
    changes: list[tuple[int, tuple[Cell, ...]]] = []
    for event in placement_events(events):
        changes += [(events.index(event), (event.at,))] if event.at in laid else []
    changes += ((events.index(event), (at[event.city], at[event.destination])) for event in delivery_events(events))
    changes += ((events.index(event), (at[event.city],)) for event in city_events(events))
    return [cells for _, cells in sorted(changes)]
