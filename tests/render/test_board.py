"""The shapes of the board picture: everything is in its place, and nothing hides anything else."""

from itertools import combinations

import pytest

from engine import decisions, redact
from engine.core import Seat
from engine.games.railroad_rivals.game_data.grid import SIDES, Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import BAG_BY_SEATS, CITY_TILES, City, Goods, Railroad
from engine.games.railroad_rivals.state.actions import Deliver, Place
from engine.games.railroad_rivals.state.board import Board, PlacedTile, edges_as_placed, matching_spots
from engine.games.railroad_rivals.state.events import CityPlaced
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from render import PAINTERS, Choice, DrawingContext, Scene
from render.fonts import text_width
from render.games.railroad_rivals.board.board_layers import board_layers
from render.games.railroad_rivals.board.grid import LEAST_PITCH, CellBlock, Grid, block_around, crop_blocks, fit_grid
from render.games.railroad_rivals.board.links import draw_plate
from render.games.railroad_rivals.board.tiles import draw_buildings, draw_cubes, draw_edge_badges, draw_tile_card
from render.games.railroad_rivals.colors import LIVERIES
from render.palette import ACCENT
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH
from render.scene import Box, Group, Placed, Shape, Text
from tests.render.city_framing import cut_cities, filled_height
from tests.render.positions import GAME, NAMES, asked, ends

PAINTER = PAINTERS[GAME.key]
ONE, TWO = Seat(1), Seat(2)
BO = Railroad("B&O")
Rectangle = tuple[float, float, float, float]
PLACED = [tile for tile in CITY_TILES.values() if tile.edges]
"""City tiles with edges, which can be placed on the table."""


def laid(*tiles: tuple[str, Cell, Side, Seat | None]) -> Board:
    board = Board()
    for city, at, facing, by in tiles:
        board = board.place_tile(PlacedTile(City(city), at, facing, by))
    return board


def names(layers: tuple, layer: str) -> list[str]:
    shapes = next(found.shapes for found in layers if found.name == layer)
    return [shape.sprite.name for shape in shapes if isinstance(shape, Placed)]


def drawn(board: Board, pitch: int = 250) -> tuple:
    block = block_around(tile.at for tile in board.laid)
    return board_layers(board, {}, Grid(block, pitch, 0, FIELD_TOP))


def rectangle(shape: Shape, x: float = 0, y: float = 0) -> Rectangle:
    """Return the box of a text or a sprite, without the sprite's rim."""
    if isinstance(shape, Text):
        wide = text_width(shape.words, shape.face, shape.size)
        left = x + shape.x - {"left": 0, "middle": wide / 2, "right": wide}[shape.anchor]
        return left, y + shape.y - 0.7 * shape.size, left + wide, y + shape.y
    assert isinstance(shape, Placed)
    return shape.x + 1, shape.y + 1, shape.x + shape.sprite.w - 1, shape.y + shape.sprite.h - 1


def overlap(a: Rectangle, b: Rectangle, slack: float = 2) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > slack and min(a[3], b[3]) - max(a[1], b[1]) > slack


@pytest.mark.parametrize("side", [208, 222, 236, 240, 280, 350, 457])
def test_badges_names_and_cubes_of_a_tile_never_overlap(side: int) -> None:
    height = max(44, round(44 * side / 240))
    for tile in PLACED:
        plain = draw_tile_card(tile, 0, 0, side)
        name = rectangle(next(s for s in plain.shapes if isinstance(s, Text) and s.role == "city name"))
        for facing in SIDES:
            parts = [
                *draw_edge_badges(edges_as_placed(tile, facing), 0, 0, side, height),
                *draw_cubes((Goods.WOOD,) * tile.goods, 0, 0, side),
            ]
            boxes = [("name", name), *((getattr(part, "sprite", part), rectangle(part)) for part in parts)]
            for (one, a), (other, b) in combinations(boxes, 2):
                assert not overlap(a, b), (tile.city, facing, one, other)


CROWDS = (
    (Goods.WOOD, Goods.MAIL),
    (Goods.WOOD,) * 6,
    (Goods.WOOD, Goods.WOOD, Goods.COAL),
    tuple(Goods),
    (*Goods, *Goods),
)


@pytest.mark.parametrize("crowd", CROWDS, ids=len)
@pytest.mark.parametrize("built", [1, 2])
@pytest.mark.parametrize("side", [208, 240, 457])
def test_buildings_and_any_goods_beside_them_never_overlap(side: int, built: int, crowd: tuple[Goods, ...]) -> None:
    """Buildings and goods overlap no name, badge or plate, nor each other; only small cubes may touch a name's
    descenders.
    """
    height, u = max(44, round(44 * side / 240)), side / 240
    for tile in PLACED:
        baron = ExpansionState(hotels={tile.city: ONE}, towers={tile.city: TWO} if built == 2 else {})
        plain = draw_tile_card(tile, 0, 0, side, crate=False)
        name = rectangle(next(s for s in plain.shapes if isinstance(s, Text) and s.role == "city name"))
        parts = [
            *draw_edge_badges(tile.edges, 0, 0, side, height),
            *draw_cubes(crowd, 0, 0, side, corners_taken=built),
            *draw_buildings(baron, tile.city, 0, 0, side),
            *(part for y in (0, side) for part in draw_plate(1, LIVERIES[BO], side / 2, y, u, height, upright=True)),
        ]
        boxes = [("name", name), *((part.sprite.name, rectangle(part)) for part in parts if isinstance(part, Placed))]
        for (one, a), (other, b) in combinations(boxes, 2):
            if {one.split()[0], other.split()[0]} <= {"badge", "engine", "blank"}:
                continue  # a plate takes the place of its edge
            assert not overlap(a, b, max(3, 0.01 * side)), (tile.city, one, other)


def test_every_kind_and_count_of_goods_is_shown_wherever_buildings_stand() -> None:
    for built in (0, 1, 2):
        for crowd in CROWDS:
            shown = [
                part.sprite.name
                for part in draw_cubes(crowd, 0, 0, 240, corners_taken=built)
                if isinstance(part, Placed)
            ]
            kinds = {name.removeprefix("cube ") for name in shown if name.startswith("cube")}
            counted = [int(name.removeprefix("count ").lstrip("×")) for name in shown if name.startswith("count")]
            cubes_alone = len([name for name in shown if name.startswith("cube")]) - len(counted)
            assert kinds == set(crowd)
            assert cubes_alone + sum(counted) == len(crowd)


def test_a_name_never_leaves_its_tile() -> None:
    for side in (208, 236, 240, 350):
        for tile in PLACED:
            name = next(
                s for s in draw_tile_card(tile, 0, 0, side).shapes if isinstance(s, Text) and s.role == "city name"
            )
            left, _, right, _ = rectangle(name)
            assert left >= 4
            assert right <= side - 4
            assert "…" not in name.words


def test_a_link_is_one_plate_and_one_track_and_no_loose_badge() -> None:
    board = laid(("Chicago", Cell(0, 0), Side.NORTH, None), ("Memphis", Cell(0, 1), Side.NORTH, TWO))
    layers = drawn(board)
    assert names(layers, "plates") == ["engine 2", "badge IC"]
    assert names(layers, "tracks") == ["track 2"]
    assert names(layers, "stops") == []
    assert names(layers, "edges").count("badge IC") == 1  # Memphis' other one


def test_edges_that_touch_without_a_match_are_gray_and_have_a_buffer_stop() -> None:
    board = laid(
        ("Chicago", Cell(0, 0), Side.NORTH, None),
        ("Memphis", Cell(0, 1), Side.NORTH, ONE),
        ("Dallas", Cell(1, 1), Side.NORTH, ONE),
        ("Boston", Cell(1, 0), Side.NORTH, ONE),
    )
    layers = drawn(board)
    assert names(layers, "stops") == ["buffer stop", "buffer stop"]  # Memphis and Dallas are linked by MP
    assert "dead badge NYC" in names(layers, "edges")


def test_the_last_tile_is_framed_and_of_several_each_has_its_players_chip() -> None:
    position = next(p for p in ends(4) if p.ended == "Place a City Tile")
    view = redact(position.state, None)
    [scene] = PAINTER.public_scenes("board", view, DrawingContext(NAMES[:4], position.news))
    placed = [event for event in position.news if isinstance(event, CityPlaced)]
    frames = scene.shapes_of_layer("marks")
    assert [type(frame) for frame in frames] == [Box] * len(placed)
    assert all(frame.ink == ACCENT for frame in frames)
    assert frames[-1].line > frames[0].line
    chips = [shape for shape in scene.shapes_of_layer("rings") if isinstance(shape, Placed)]
    assert [chip.sprite.name for chip in chips] == [f"chip {event.seat}" for event in placed]


def test_the_second_line_says_what_happened_last() -> None:
    position = next(p for p in ends(4) if p.ended == "Place a City Tile")
    last = [event for event in position.news if isinstance(event, CityPlaced)][-1]
    [scene] = PAINTER.public_scenes("board", redact(position.state, None), DrawingContext(NAMES[:4], position.news))
    line = next(s for s in scene.shapes_of_layer("header") if isinstance(s, Text) and s.role == "second line")
    assert line.words.startswith(f"{NAMES[last.seat - 1]} placed {last.city}")


def test_a_large_table_is_an_overview_followed_by_crops_that_show_every_tile() -> None:
    position = next(
        p
        for p in reversed(ends(5))
        if len(PAINTER.public_scenes("board", redact(p.state, None), DrawingContext(()))) > 1
    )
    overview, *parts = PAINTER.public_scenes(
        "board", redact(position.state, None), DrawingContext(NAMES, position.news)
    )
    shown = {name for part in parts for name in cards(part)}
    assert cards(overview) == {f"card {tile.city}" for tile in position.state.board.laid}
    assert shown == cards(overview)


def test_crops_keep_to_seven_by_seven_cells_and_overlap() -> None:
    cells = {Cell(x, y) for x in range(13) for y in range(12)}
    found = crop_blocks(cells, cells)
    assert len(found) == 4
    for crop in found:
        assert crop.columns <= 7.3
        assert crop.rows <= 7.3
        assert fit_grid(crop, legend=84).pitch >= 200
    for cell in cells:
        assert any(Grid(crop, 250, 0, 0).has_whole_cell(cell) for crop in found)


def test_a_crop_that_the_others_make_superfluous_is_left_out() -> None:
    cells = {Cell(x, y) for x in range(1, 8) for y in range(7)} | {Cell(0, 8), Cell(1, 8), Cell(1, 7)}
    found = crop_blocks(cells, cells)
    assert len(found) == 2
    assert all(any(Grid(crop, 250, 0, 0).has_whole_cell(cell) for crop in found) for cell in cells)


@pytest.mark.parametrize("columns", range(1, 17))
def test_the_outermost_tiles_have_room_for_frames_and_chips_inside_the_field(columns: int) -> None:
    grid = fit_grid(CellBlock(0, 0, columns, 1), legend=84)
    left, right = grid.tile_corner(Cell(0, 0))[0], grid.tile_corner(Cell(columns - 1, 0))[0] + grid.tile_size
    assert left - BLEED >= 14 <= PAGE_WIDTH - BLEED - right


@pytest.mark.parametrize(("columns", "rows", "least"), [(1, 1, 476), (3, 2, 476), (6, 5, 250), (7, 6, LEAST_PITCH)])
def test_tiles_of_a_board_have_a_minimum_size_for_its_extent(columns: int, rows: int, least: int) -> None:
    assert fit_grid(CellBlock(0, 0, columns, rows), legend=84).pitch >= least


def test_every_place_has_its_letter_and_every_link_it_makes_a_plate() -> None:
    position = asked(4, "PlacingPhase")[9]
    seat = position.state.order[position.state.flow[-1].done]  # type: ignore[union-attr]
    view = redact(position.state, seat)
    city = next(c for c in view.state.hand[seat].open() if matching_spots(view.state.board, c))
    ways: dict[Cell, list[Place]] = {}
    for spot in matching_spots(view.state.board, city):
        ways.setdefault(spot.at, []).append(Place(seat, city, spot.at, spot.facing))
    choices = tuple(Choice(chr(65 + i), tuple(way)) for i, way in enumerate(ways.values()))
    scenes = PAINTER.choice_scenes(view, DrawingContext(NAMES[:4], position.news), "at", choices)
    ghosts = [
        shape.sprite.name for scene in scenes for shape in scene.shapes_of_layer("ghosts") if isinstance(shape, Placed)
    ]
    assert {f"key {choice.key}" for choice in choices} <= set(ghosts)
    assert ghosts.count(f"engine {seat}") >= len(choices)


def test_nothing_shows_through_the_plate_of_a_possible_link() -> None:
    board = laid(("Chicago", Cell(0, 0), Side.NORTH, None))
    grid = Grid(CellBlock(0, 0, 1, 2), 250, 0, FIELD_TOP)
    bare = board_layers(board, {}, grid)
    covered = board_layers(board, {}, grid, covered_edges={(Cell(0, 0), Side.SOUTH)})
    assert "badge IC" in names(bare, "edges")
    assert "badge IC" not in names(covered, "edges")


def cards(scene: Scene) -> set[str]:
    return {shape.name for shape in scene.shapes_of_layer("cards") if isinstance(shape, Group)}


def test_the_legend_names_the_cubes_wherever_cubes_are_and_only_there() -> None:
    position = next(p for p in ends(6) if p.ended == "Deliver a Good" and len(p.state.board.laid) > 24)
    look = DrawingContext(NAMES, position.news)
    whole, *parts = PAINTER.public_scenes("board", redact(position.state, None), look)
    [close] = PAINTER.public_scenes("changes", redact(position.state, None), look)
    for scene in (whole, *parts, close):
        said = [s.words for s in scene.shapes_of_layer("legend") if isinstance(s, Text) and s.role == "goods name"]
        assert said == ([] if scene is whole else list(BAG_BY_SEATS[6]))
    assert not whole.shapes_of_layer("goods")


def test_the_close_look_names_the_last_move_and_the_visible_cities() -> None:
    position = next(p for p in ends(6) if p.ended == "Deliver a Good" and len(p.state.board.laid) > 24)
    [close] = PAINTER.public_scenes("changes", redact(position.state, None), DrawingContext(NAMES, position.news))
    assert [s.words for s in close.shapes_of_layer("header") if isinstance(s, Text) and s.role == "corner"] == [
        "last move"
    ]
    seen = {shape.name.removeprefix("card ") for shape in close.shapes_of_layer("cards") if isinstance(shape, Group)}
    assert close.alt.startswith("Last move: ")
    assert cities_said(close) == seen


def cities_said(scene: Scene) -> set[str]:
    """Return the cities that an alt text lists for its part of the table."""
    return set(scene.alt.split("Cities: ")[1].split(". Goods: ")[0].split(", "))


def test_the_alt_text_of_a_part_lists_the_tiles_that_it_shows_whole() -> None:
    position = next(p for p in ends(6) if p.ended == "Deliver a Good" and len(p.state.board.laid) > 24)
    _, *parts = PAINTER.public_scenes("board", redact(position.state, None), DrawingContext(NAMES, position.news))
    told = set[str]()
    for part in parts:
        drawn = [
            shape.name.removeprefix("card ") for shape in part.shapes_of_layer("cards") if isinstance(shape, Group)
        ]
        listed = cities_said(part)
        assert listed < set(drawn), "its neighbors peek in at the rim"
        told |= listed
    assert told == {tile.city for tile in position.state.board.laid}


@pytest.mark.parametrize("phase", ["PlacingPhase", "DeliveringPhase"])
def test_a_preview_is_framed_by_whole_cities_and_hardly_any_of_it_is_empty(phase: str) -> None:
    previews = 0
    for position in asked(5, phase):
        [decision] = decisions(position.state)
        view, look = redact(position.state, decision.seat), DrawingContext(NAMES[:5], position.news)
        offers = [offer for offer in decision.offers if isinstance(offer, Place | Deliver)]
        for scene in (scene for offer in offers[:3] for scene in PAINTER.preview_scenes(view, look, offer)):
            previews += 1
            assert cut_cities(scene) == set()
            assert filled_height(scene) > 0.7
    assert previews > 20
