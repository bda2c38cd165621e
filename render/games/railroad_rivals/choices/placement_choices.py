"""Pictures for the choice of a place or an orientation for a city, and previews of placements."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from engine.core import count_noun, join_words
from engine.games.railroad_rivals.game_data.grid import SIDES, Cell, Side, neighbors, opposite_side
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import (
    Board,
    Link,
    PlacedTile,
    edges_as_placed,
    new_links,
    tiles_by_cell,
    touching_edges,
)
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import edges_text, links_text, place_text
from render.games.railroad_rivals.board.board_layers import board_layers, border_layer, draw_link, placement_frame
from render.games.railroad_rivals.board.closeup import closeup_block, closeup_grid
from render.games.railroad_rivals.board.grid import CellBlock, Grid, block_around, crop_blocks, fit_grid
from render.games.railroad_rivals.board.tiles import draw_blank_bar, draw_edge_badges
from render.games.railroad_rivals.captions import join_sentences
from render.games.railroad_rivals.colors import palette_of
from render.geometry import arc
from render.painter import Choice
from render.palette import ACCENT, CARD, PAPER_2, SHADE_SHARE
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH, choice_key, header_layer, paper_scene
from render.parts.sprites import box_sprite, center_sprite
from render.parts.typography import TextStyle
from render.scene import Box, Layer, Line, Placed, Polygon, Scene, Shape, Sprite, Veil, place_sprite
from render.text_fitting import Names

_DISC = 0.415
_DASH, _DASH_GAP, _DASH_LINE = 20, 12, 6
_BELOW = 30
_BESIDE = 0.7
"""The margin around a place in a cut-out picture, in cells, so that most of its neighbors are visible."""
_PANEL_ROWS = 2.3
_MOST_PANELS, _PITCH, _WIDE, _GAP, _ACROSS, _DOWN = 4, 246, 760, 24, 8, 10
_ON_EDGE, _LEAST_KEY, _KEY, _ARROW_X, _ARROW_UP = 3, 32, 32, 72, 0.02
_COLUMNS, _ROWS = 3, 2
"""The usual numbers of columns and rows of cells in a preview."""
_TALLEST = 1300
"""Maximum height of the board's field in a preview, in pixels."""
_ARROW_BOX = (-28, -30, 56, 56)
_ARROW = (
    Line(arc(0, 0, 21, 1.72, 3.38, 24), ACCENT, 4.5),
    Polygon(((-2, -30), (18, -21), (-1, -10)), ACCENT),
)
_HALF_DIGIT = 0.35 * 34
_TURN_COUNT = TextStyle("hb", 34)


def place_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a pale tile in the place of each choice; several pictures if the board is large.

    If the player can place any of several cities, the places are empty, because the cities share them.
    """
    placements = {choice.key: _best_facing(state.board, choice) for choice in choices}
    cells = [placement.at for placement in placements.values()]
    shown_cells = [*cells, *(tile.at for tile in state.board.laid)]
    whole = block_around(shown_cells)
    grid = fit_grid(whole, legend=_BELOW)
    parts = crop_blocks(cells, shown_cells) if grid.is_overview else (whole,)
    grids = [fit_grid(part, legend=_BELOW) for part in parts]
    alt = _alt_text(state, choices, placements)
    return tuple(
        _place_choice_scene(
            state, names, choices, placements, grid, alt, f"part {i} of {len(grids)}" if len(grids) > 1 else ""
        )
        for i, grid in enumerate(grids, 1)
    )


def _place_choice_scene(
    state: RailroadRivals,
    names: Names,
    choices: Sequence[Choice],
    placements: dict[str, Place],
    grid: Grid,
    alt: str,
    part: str,
) -> Scene:
    height = round(grid.bottom + _BELOW)
    seat, cities = next(placement.seat for placement in placements.values()), _city_names(choices)
    shapes: list[Shape] = []
    for choice in choices:
        if grid.has_whole_cell(placements[choice.key].at):
            ghost_shapes = _draw_ghost(state.board, grid, placements[choice.key], choice.key, len(choice.actions))
            shapes += (
                ghost_shapes if len(cities) == 1 else _draw_empty_place(grid, placements[choice.key].at, choice.key)
            )
    right = part or f"{names[seat - 1]} · {count_noun(len(placements), 'place')}"
    covered_edges = _edges_under_plates(state.board, placements.values()) if len(cities) == 1 else frozenset()
    layers = (
        *board_layers(state.board, state.goods, grid, covered_edges=covered_edges, baron=state.baron),
        _veil_layer(grid),
        border_layer(grid, height),
        Layer("ghosts", tuple(shapes)),
        header_layer(
            f"Place {cities[0] if len(cities) == 1 else 'a city'}",
            right,
            _hint_line(state.board, placements),
            seat=seat,
        ),
    )
    shown_places = [
        (press, placement.at) for press, placement in placements.items() if grid.has_whole_cell(placement.at)
    ]
    focus = tuple(grid.focus_box(press, at, around=_BESIDE) for press, at in shown_places)
    scene = paper_scene("places" + part[4:6].strip(), height, palette_of(state), layers, alt)
    return msgspec.structs.replace(scene, focus=focus)


def _city_names(choices: Sequence[Choice]) -> tuple[str, ...]:
    names_placed = (action.city for choice in choices for action in choice.actions if isinstance(action, Place))
    return tuple(dict.fromkeys(names_placed))


def _draw_empty_place(grid: Grid, at: Cell, press: str) -> Iterator[Shape]:
    (x, y), side = grid.tile_corner(at), grid.tile_size
    yield Box(x, y, side, side, CARD)
    yield place_sprite(x - _ON_EDGE, y - _ON_EDGE, _ghost_outline_sprite(side))
    tall = max(_LEAST_KEY, round(_KEY * grid.unit))
    yield choice_key(press, x + side / 2, y + side / 2, tall)


def _veil_layer(grid: Grid) -> Layer:
    """The translucent layer that makes the board paler than the possible placements."""
    veil = Veil(BLEED, FIELD_TOP, PAGE_WIDTH - 2 * BLEED, grid.bottom - FIELD_TOP, PAPER_2, SHADE_SHARE)
    return Layer("veil", (veil,))


def _hint_line(board: Board, placements: dict[str, Place]) -> str:
    if any(_links_made_by(board, placement) for placement in placements.values()):
        return "Choose a letter. Track in your color: a new link"
    return "No city in your hand matches: blank to blank"


def _best_facing(board: Board, choice: Choice) -> Place:
    """The orientation that is drawn in a place: the one with the most links, then with the most open edges."""
    placements = [action for action in choice.actions if isinstance(action, Place)]

    def rank(placement: Place) -> tuple[int, int]:
        touching = sum(1 for _ in touching_edges(board, _as_laid_tile(placement)))
        return len(_links_made_by(board, placement)), -touching

    return max(placements, key=rank)


def _as_laid_tile(placement: Place) -> PlacedTile:
    return PlacedTile(placement.city, placement.at, placement.facing, placement.seat)


def _links_made_by(board: Board, placement: Place) -> tuple[Link, ...]:
    return new_links(board, _as_laid_tile(placement))


def _draw_ghost(board: Board, grid: Grid, placement: Place, press: str, orientations: int) -> Iterator[Shape]:
    """Draw a possible placement as a dashed tile with the key ``press``."""
    (x, y), side, u = grid.tile_corner(placement.at), grid.tile_size, grid.unit
    yield Box(x, y, side, side, CARD)
    yield place_sprite(x - _ON_EDGE, y - _ON_EDGE, _ghost_outline_sprite(side))
    links, dead_sides = _links_by_side(board, placement), _sides_touching_tiles(board, placement)
    edges = edges_as_placed(board.tile_as_printed(placement.city), placement.facing)
    blank_match = not links
    for shape, where, railroad in zip(
        draw_edge_badges(edges, x, y, side, grid.badge_height, dead_sides - links.keys()), SIDES, edges, strict=True
    ):
        if where in links:
            continue
        yield (
            draw_blank_bar(where, x, y, side, ACCENT)
            if railroad is None and blank_match and where in dead_sides
            else shape
        )
    for where, railroad in links.items():
        yield from draw_link(grid, placement.at, where, railroad, placement.seat)
    yield choice_key(press, x + side / 2, y + _DISC * side, max(_LEAST_KEY, round(_KEY * u)))
    if orientations > 1:
        yield _draw_round_arrow(orientations, x + side / 2 + _ARROW_X * u, y + (_DISC - _ARROW_UP) * side)


def _sides_touching_tiles(board: Board, placement: Place) -> frozenset[Side]:
    laid = tiles_by_cell(board)
    return frozenset(side for side, cell in neighbors(placement.at).items() if cell in laid)


def _links_by_side(board: Board, placement: Place) -> dict[Side, Railroad]:
    """The railroads of the links that a placement would make, by side of the tile."""
    laid, roads = tiles_by_cell(board), {link.b: link.railroad for link in _links_made_by(board, placement)}
    return {
        side: roads[laid[cell].city]
        for side, cell in neighbors(placement.at).items()
        if cell in laid and laid[cell].city in roads
    }


def _edges_under_plates(board: Board, placements: Iterable[Place]) -> frozenset[tuple[Cell, Side]]:
    sides = ((placement.at, side) for placement in placements for side in _links_by_side(board, placement))
    return frozenset((cell.neighbor(side), opposite_side(side)) for cell, side in sides)


def _ghost_outline_sprite(side: int) -> Sprite:
    long, strokes = side + _DASH_LINE, list[Shape]()
    count = round((long - _DASH) / (_DASH + _DASH_GAP))
    step = (long - _DASH) / count
    for i in range(count + 1):
        at, far = i * step, long - _DASH_LINE
        strokes += [Box(at, 0, _DASH, _DASH_LINE, ACCENT), Box(at, far, _DASH, _DASH_LINE, ACCENT)]
        strokes += [Box(0, at, _DASH_LINE, _DASH, ACCENT), Box(far, at, _DASH_LINE, _DASH, ACCENT)]
    return Sprite("ghost", long, long, tuple(strokes))


def facing_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The place with the tile in each possible orientation, side by side."""
    offered = ((choice.key, action) for choice in choices for action in choice.actions)
    facings = [(press, placement) for press, placement in offered if isinstance(placement, Place)][:_MOST_PANELS]
    first = facings[0][1]
    tall = round(_PANEL_ROWS * _PITCH)
    shapes: list[Shape] = []
    for i, (press, placement) in enumerate(facings):
        x = BLEED + _ACROSS + i % 2 * (_WIDE + _GAP - _ACROSS)
        y = FIELD_TOP + _DOWN + i // 2 * (tall + _GAP)
        shapes.append(place_sprite(x, y, _facing_sprite(state, placement, press, tall)))
    height = FIELD_TOP + _DOWN + -(-len(facings) // 2) * (tall + _GAP) + _ACROSS
    facing_texts = [
        f"{press} {links_text(state, placement)}, {_edges_text(state, placement)}" for press, placement in facings
    ]
    line = f"Choose a number: {count_noun(len(facings), 'way')} to turn it {place_text(state, first.at)}"
    layers = (
        Layer("panels", tuple(shapes)),
        header_layer(f"Turn {first.city}", names[first.seat - 1], line, seat=first.seat),
    )
    alt = join_sentences(
        (f"Turn {first.city} {place_text(state, first.at)}.", *(f"{words}." for words in facing_texts))
    )
    return (paper_scene("facings", height, palette_of(state), layers, alt),)


def _facing_sprite(state: RailroadRivals, placement: Place, press: str, tall: int) -> Sprite:
    columns = _WIDE / _PITCH
    left = placement.at.x - (columns - 1) / 2
    top = placement.at.y - (_PANEL_ROWS - 1) / 2
    grid = Grid(CellBlock(left, top, columns, _PANEL_ROWS), _PITCH, 0, 0)
    covered = _edges_under_plates(state.board, [placement])
    layers = board_layers(state.board, state.goods, grid, covered_edges=covered, baron=state.baron)
    table = (shape for layer in layers if layer.name != "field" for shape in layer.shapes)
    shapes = (*table, *_draw_ghost(state.board, grid, placement, press, 1))
    return Sprite(f"orientation {press}", _WIDE, tall, shapes, PAPER_2)


def place_preview_scenes(state: RailroadRivals, names: Names, placement: Place) -> tuple[Scene, ...]:
    """A closeup of the board with the tile placed."""
    after = msgspec.structs.replace(state, board=state.board.place_tile(_as_laid_tile(placement)))
    laid = tiles_by_cell(after.board)
    touched_cells = (cell for cell in neighbors(placement.at).values() if cell in laid)
    block = closeup_block((placement.at, *touched_cells), laid.keys(), _COLUMNS, _ROWS)
    grid = closeup_grid(block, legend=0, tallest=_TALLEST)
    height = round(grid.bottom + BLEED)
    frame = placement_frame(grid, placement.at, last=True)
    cubes = state.count_cubes_to_draw(placement.city)
    draw_text = f"then draw {count_noun(cubes, 'cube')}" if cubes else "the bag is empty"
    gain_text = (
        f"Gain {links_text(state, placement)}" if _links_made_by(state.board, placement) else "No link (blank to blank)"
    )
    line = f"{gain_text}, {draw_text}"
    layers = (
        *board_layers(after.board, after.goods, grid, (frame,), baron=state.baron),
        border_layer(grid, height),
        header_layer(f"Place {placement.city}?", "not yet placed", line, seat=placement.seat),
    )
    alt = f"Preview: {placement.city} {place_text(state, placement.at)}, {_edges_text(state, placement)}. {line}."
    return (paper_scene("preview", height, palette_of(state), layers, alt),)


def _edges_text(state: RailroadRivals, placement: Place) -> str:
    """The edges of a turned tile: “edges N B&O, E blank, S IC, W PRR”."""
    return f"edges {edges_text(state, placement.city, placement.facing)}"


def _alt_text(state: RailroadRivals, choices: Sequence[Choice], placements: dict[str, Place]) -> str:
    cities = _city_names(choices)
    if len(cities) > 1:
        spots = (f"{press} {place_text(state, placement.at)}." for press, placement in placements.items())
        return join_sentences((f"{count_noun(len(placements), 'place')} for {join_words(cities)}.", *spots))
    place_sentences = []
    for choice in choices:
        placement, count = placements[choice.key], len(choice.actions)
        more = f", {count} ways to turn it" if count > 1 else ""
        place_sentences.append(f"{choice.key} {place_text(state, placement.at)}: {links_text(state, placement)}{more}.")
    return join_sentences((f"{cities[0]} fits {count_noun(len(placements), 'place')}.", *place_sentences))


def _draw_round_arrow(number: int, x: float, y: float) -> Placed:
    """Draw a circular arrow with the number of possible orientations inside."""
    return center_sprite(_round_arrow_sprite(number), x, y)


@lru_cache(None)
def _round_arrow_sprite(number: int) -> Sprite:
    words = _TURN_COUNT.middle(0, _HALF_DIGIT, str(number), "turn count", ACCENT)
    return box_sprite(f"turn count {number}", _ARROW_BOX, 1, (*_ARROW, words))
