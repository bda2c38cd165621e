"""Other palettes and large print keep everything distinguishable and leave nothing out."""

from colorsys import rgb_to_hsv
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image

from engine import GAMES, decisions, play, redact
from engine.agents.policies import QUICK_POLICIES
from engine.core import rng_from_seed
from render import PAINTERS, DisplayOptions, DrawingContext, render_all, render_parts, render_scene
from render.display_options import large_print_parts, recolor, split_into_grid, split_into_rows
from render.palette import CARD, DEAD_TEXT, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, rgb
from render.rasterizer import _uncuttable_boxes
from tests.render.positions import GAME, NAMES, ends

SIZES = ((1600, 700), (1600, 926), (1600, 1246), (1600, 1600), (1600, 1978), (1600, 2500), (1600, 3100))


def luminance(color: str) -> float:
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in rgb(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str, palette: str) -> float:
    light, dark = sorted((luminance(recolor(one, palette)), luminance(recolor(other, palette))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", ["paper", "dark", "contrast"])
def test_words_and_marks_stand_out_from_what_they_stand_on(palette):
    for ground in (PAPER, PAPER_2, CARD):
        assert contrast(INK, ground, palette) > (15 if palette == "contrast" else 9)
        assert contrast(INK_SOFT, ground, palette) > (8 if palette == "contrast" else 4.5)
        for player in PLAYERS:
            assert contrast(player.color, ground, palette) > (2.4 if palette == "contrast" else 1.75)
    assert contrast(DEAD_TEXT, CARD, palette) > 4


@pytest.mark.parametrize("palette", ["dark", "contrast"])
@pytest.mark.parametrize("title", PAINTERS)
def test_no_two_colors_of_a_title_become_one(title, palette):
    painter = PAINTERS[title]
    dealt, _ = GAMES[title].new_game(GAMES[title].options(), GAMES[title].seats[-1], 0)
    colors = painter.public_scenes(painter.public_pictures[0], redact(dealt, None), DrawingContext(()))[0].palette
    apart = {color: rgb(recolor(color, palette)) for color in colors}
    flat = [player.color for player in PLAYERS]
    for one, other in combinations(flat, 2):
        assert max(abs(a - b) for a, b in zip(apart[one], apart[other], strict=True)) > 24
    assert len(set(apart.values())) > 0.9 * len(set(colors))


def test_the_dark_palette_swaps_paper_and_ink():
    assert luminance(recolor(PAPER, "dark")) < 0.05 < 0.7 < luminance(recolor(INK, "dark"))
    assert all(recolor(color, "paper") == color for color in (PAPER, INK))


@pytest.mark.parametrize("palette", ["dark", "contrast"])
def test_a_color_keeps_its_hue(palette):
    for color in ("#c03030", "#30a040", "#3050c0", "#c0a020"):
        hues = [rgb_to_hsv(*(v / 255 for v in rgb(one)))[0] for one in (color, recolor(color, palette))]
        away = abs(hues[0] - hues[1])
        assert min(away, 1 - away) < 0.08


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_parts_of_large_print_overlap_and_make_words_larger_by_more_than_half(width, height):
    parts = split_into_grid(width, height)
    assert all(width / part.w > 1.6 for part in parts)
    assert all(part.h <= 1.25 * part.w for part in parts)
    assert {(part.x, part.x + part.w) for part in parts} == {(0, parts[0].w), (width - parts[0].w, width)}
    tops = sorted({part.y for part in parts})
    assert tops[0] == 0
    assert tops[-1] + parts[0].h == height
    for above, below in pairwise(tops):
        assert above + parts[0].h - below >= 60
    assert len({part.words for part in parts}) == len(parts) <= 8


def test_parts_are_cut_from_the_same_picture():
    end = ends(4)[9]
    scene = PAINTERS[GAME.key].public_scenes("board", redact(end.state, None), DrawingContext(NAMES, end.news))[0]
    whole = Image.open(BytesIO(render_scene(scene, DisplayOptions("dark")).file)).convert("RGB")
    made = render_parts(scene, DisplayOptions("dark", large=True))
    for part, picture in zip(
        split_into_grid(scene.width, scene.height, tuple(_uncuttable_boxes(scene))), made, strict=True
    ):
        cut = whole.crop((part.x, part.y, part.x + part.w, part.y + part.h))
        assert Image.open(BytesIO(picture.file)).convert("RGB").tobytes() == cut.tobytes()
    assert made[0].alt == scene.alt
    assert len({picture.name for picture in made}) == len(made)
    assert render_parts(scene, DisplayOptions()) == (render_scene(scene),)


@pytest.mark.parametrize("width", [1600, 1300])
def test_no_tile_is_cut_by_every_part(width):
    for first in range(0, 240, 7):
        tiles = [(x, y, x + 240, y + 240) for x in range(first, width - 240, 250) for y in range(first, 1300, 250)]
        parts = split_into_grid(width, 1544, tiles)
        assert all(any(holds(part, tile) for part in parts) for tile in tiles)
        assert all(part.w <= 0.62 * width and part.h <= 960 for part in parts)


@pytest.mark.parametrize(
    ("title", "picture"), [(key, name) for key in PAINTERS for name in PAINTERS[key].public_pictures]
)
def test_what_belongs_together_is_whole_in_a_part_of_large_print(title, picture):
    state = late(title)
    for scene in PAINTERS[title].public_scenes(picture, redact(state, None), DrawingContext(NAMES)):
        things = [box for box in _uncuttable_boxes(scene) if max(box[2] - box[0], box[3] - box[1]) < 360]
        inside = [box for box in things if box[0] >= 0 <= box[1] and box[2] <= scene.width and box[3] <= scene.height]
        parts = split_into_grid(scene.width, scene.height, things)
        assert [box for box in inside if not any(holds(part, box) for part in parts)] == []


def holds(part, box):
    x, y, w, h, _ = part
    return x <= box[0] + 1 and y <= box[1] + 1 and x + w >= box[2] - 1 and y + h >= box[3] - 1


@cache
def late(title):
    """Return the position after 200 moves of greedy players, or the last one."""
    game = GAMES[title]
    state, _ = game.new_game(game.options(), min(4, game.seats[-1]), 4)
    rng = rng_from_seed(4)
    for _ in range(200):
        if not (questions := decisions(state)):
            break
        action, rng = QUICK_POLICIES["greedy"](game, redact(state, questions[0].seat), questions[0], rng)
        state, _ = play(state, action)
    return state


def test_large_print_leaves_nothing_out_where_the_board_has_parts_of_its_own():
    end = ends(4)[-2]
    scenes = PAINTERS[GAME.key].public_scenes("board", redact(end.state, None), DrawingContext(NAMES, end.news))
    assert len(scenes) > 2, "an overview and its parts"
    made = [picture.name for picture in render_all(scenes, DisplayOptions(large=True), 10)]
    assert len(made) <= 10
    assert {name.rsplit("-", 1)[0] for name in made} == {scene.name for scene in scenes[1:]}


def test_what_is_drawn_small_is_not_cut_and_loses_its_margins():
    assert [part[:4] for part in large_print_parts(1600, 700, (700, 100, 900, 650), halves=False)] == [
        (676, 76, 248, 598)
    ]
    left, right = large_print_parts(1600, 700, (40, 100, 1240, 650), halves=False)
    assert left.x == 16 and right.x + right.w == 1264
    assert large_print_parts(1600, 700, (0, 100, 1600, 650), halves=False) == split_into_grid(1600, 700)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rows_for_a_desktop_are_flat_and_leave_nothing_out(width, height):
    rows = split_into_rows(width, height)
    assert rows[0].y == 0 and rows[-1].y + rows[-1].h == height
    assert all((row.x, row.w) == (0, width) and row.h <= width * 0.82 for row in rows)
    assert all(one.y < other.y < one.y + one.h for one, other in pairwise(rows))


def test_a_desktop_gets_a_flat_picture_whole_and_a_high_one_in_rows():
    state = ends(4)[-1].state
    scenes = PAINTERS[GAME.key].public_scenes("board", redact(state, None), DrawingContext(NAMES))[:1]
    stocks = PAINTERS[GAME.key].public_scenes("stocks", redact(state, None), DrawingContext(NAMES))
    assert render_all(stocks, DisplayOptions(wide=True), 10) == render_all(stocks, DisplayOptions(), 10)
    rows = render_all(scenes, DisplayOptions(wide=True), 10)
    assert len(rows) == len(split_into_rows(scenes[0].width, scenes[0].height)) > 1
    assert rows[0].words == scenes[0].alt
    with Image.open(BytesIO(rows[1].file)) as image:
        assert image.width == scenes[0].width
