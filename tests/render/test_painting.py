"""Painting of a scene into a file: exact colors, a small file, and the same bytes each time and in every thread."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from engine import decisions, play, redact
from engine.core import write_action
from engine.core.transcript import write_transcript as written
from render import PAINTERS, DrawingContext, Scene, render_scene
from render.__main__ import main
from render.display_options import DisplayOptions, Palette
from render.games.railroad_rivals.board.cubes import CUBES
from render.games.railroad_rivals.colors import EXPANDED_PALETTE, LIVERIES, PALETTE
from render.palette import PAPER, exact_colors, rgb
from render.png import encode_png
from render.rasterizer import _bitmap_of, _draw_bitmap, _draw_doubled, rasterize
from render.scene import Box, Disc, Layer, Line, Sheet, Sprite, Text, Veil
from render.stroke_raster import draw_shape
from tests.render.positions import GAME, NAMES, ends

PAINTER = PAINTERS[GAME.key]


def scenes() -> list[Scene]:
    position = ends(4)[14]
    look = DrawingContext(NAMES[:4], position.news)
    return [
        s for name in PAINTER.public_pictures for s in PAINTER.public_scenes(name, redact(position.state, None), look)
    ]


def test_a_file_is_an_indexed_png_of_the_scenes_size_under_300_kb() -> None:
    for scene in scenes():
        picture = render_scene(scene)
        image = Image.open(BytesIO(picture.file))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (scene.width, scene.height))
        assert len(picture.file) <= 300_000
        assert (picture.name, picture.words) == (scene.name, scene.alt)


@pytest.mark.parametrize("palette", ["paper", "dark"])
def test_small_packing_has_the_same_pixels_in_fewer_bytes(palette: Palette) -> None:
    for scene in scenes()[:3]:
        quick, small = (
            render_scene(scene, DisplayOptions(palette)),
            render_scene(scene, DisplayOptions(palette, packing="small")),
        )
        one, other = (Image.open(BytesIO(picture.file)) for picture in (quick, small))
        assert one.convert("RGB").tobytes() == other.convert("RGB").tobytes()
        assert len(small.file) < 0.85 * len(quick.file)
        assert small.words == quick.words


def test_our_png_holds_the_pixels_that_were_put_in() -> None:
    colors = ("#000000", "#FF0000", "#00FF00")
    rows = bytes([0, 0, 1, 2, 0, 2, 1, 0])
    image = Image.open(BytesIO(encode_png(rows, 3, 2, colors))).convert("RGB")
    assert [image.getpixel((x, y)) for y in range(2) for x in range(3)] == [rgb(colors[i]) for i in (0, 1, 2, 2, 1, 0)]


def test_the_same_scene_is_the_same_file_in_every_thread() -> None:
    wanted = [render_scene(scene).file for scene in scenes()]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            assert [picture.file for picture in pool.map(render_scene, scenes())] == wanted


def test_the_palette_fits_a_file_and_has_no_color_twice() -> None:
    assert len(PALETTE) <= 256
    assert len(set(PALETTE)) == len(PALETTE)


def test_every_flat_color_survives_the_palette() -> None:
    own = tuple(color for livery in LIVERIES.values() for color in (livery.field, livery.charge))
    flat = exact_colors(own + tuple(color for cube in CUBES.values() for color in cube[:2]))
    boxes = tuple(Box(i * 10, 0, 10, 10, color) for i, color in enumerate(flat))
    scene = Scene("flat", 10 * len(flat), 10, PAPER, EXPANDED_PALETTE, (Layer("colors", boxes),), "Every flat color.")
    image = Image.open(BytesIO(render_scene(scene).file)).convert("RGB")
    assert [image.getpixel((i * 10 + 5, 5)) for i in range(len(flat))] == [rgb(color) for color in flat]


def test_the_picture_is_opaque_paper_to_its_corners() -> None:
    for scene in scenes():
        image = rasterize(scene).to_rgb()
        for x in (0, scene.width - 1):
            for y in (0, scene.height - 1):
                assert image.getpixel((x, y)) == rgb(PAPER), scene.name


def test_a_transcript_becomes_pictures_and_alt_texts(tmp_path: Path) -> None:
    file = tmp_path / "two.game"
    file.write_text(short_game(), encoding="utf-8")
    assert main([str(file), "--out", str(tmp_path / "out"), "--names", "Ada,Ben"]) == 0
    pictures = sorted(path.name for path in (tmp_path / "out").glob("*.png"))
    alts = (tmp_path / "out" / "alt.txt").read_text(encoding="utf-8")
    assert "000-start-board.png" in pictures
    assert all(name.removesuffix(".png") in alts for name in pictures)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "header"),
        ("title: monopoly\nversion: 1\nseats: 2\nseed: 1\n", "isn’t a game here"),
        ("title: railroad-rivals\nversion: 1\nseats: 9\nseed: 1\n", "players"),
        ("title: railroad-rivals\nversion: 1\nseats: 2\nseed: 1\n\np1 bid 3\n", "Line 6"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.game"
    file.write_text(text, encoding="utf-8")
    assert main([str(file), "--out", str(tmp_path / "out")]) == 1
    assert reason in capsys.readouterr().err


def short_game() -> str:
    """Return the transcript of the first moves of a game for two, up to the end of a phase."""
    state, _ = GAME.new_game(GAME.options(), 2, 5)
    moves = []
    for _ in range(6):
        action = next(iter(decisions(state)[0].offers))
        moves.append(write_action(action))
        state, _ = play(state, action)
    return written(GAME, GAME.options(), 2, 5, tuple(moves))


def test_a_sheet_changes_only_what_is_drawn_and_only_in_its_window() -> None:
    below = Layer("below", (Box(0, 0, 400, 400, "#336699"), Box(100, 100, 90, 90, "#FFFFFF", "#000000", 3, 12)))
    line = Line(((-50, 200), (450, 200)), "#FF0000", 10)
    colors = (PAPER, "#336699", "#FFFFFF", "#000000", "#FF0000")
    plain = rasterize(Scene("plain", 400, 400, PAPER, colors, (below,), "")).to_rgb()
    sheet = Layer("sheet", (Sheet("sheet", 50, 20, 300, 360, (line,)),))
    drawn = rasterize(Scene("drawn", 400, 400, PAPER, colors, (below, sheet), "")).to_rgb()
    for x in range(0, 400, 7):
        for y in range(0, 400, 3):
            inside = 50 <= x < 350 and 195 <= y < 205
            assert (drawn.getpixel((x, y)) == rgb("#FF0000")) == inside, (x, y)
            if not inside:
                assert drawn.getpixel((x, y)) == plain.getpixel((x, y))


def test_a_line_may_have_round_ends_and_words_a_rim() -> None:
    shapes = (
        Line(((20, 20), (60, 20)), "#000000", 12, round=True),
        Line(((20, 60), (60, 60)), "#000000", 12),
        Text(100, 60, "I", "hb", 60, "#000000", halo="#00FF00", rim=4),
    )
    colors = "#FFFFFF", "#000000", "#00FF00"
    image = rasterize(Scene("ends", 160, 100, "#FFFFFF", colors, (Layer("lines", shapes),), "")).to_rgb()
    assert image.getpixel((16, 20)) == rgb("#000000")
    assert image.getpixel((16, 60)) == rgb("#FFFFFF")
    found = {image.getpixel((x, 40)) for x in range(90, 130)}
    assert {rgb("#00FF00"), rgb("#000000"), rgb("#FFFFFF")} <= found


def test_a_veil_changes_every_color_below_it_by_the_same_share() -> None:
    below = Layer("below", (Box(0, 0, 20, 40, "#000000"), Box(20, 0, 20, 40, "#20C0FF")))
    veil = Layer("veil", (Veil(0, 0, 40, 20, "#FF8000", 0.6),))
    veiled = "#994D00", "#A69A66"
    image = rasterize(Scene("veil", 40, 40, PAPER, (PAPER, "#000000", "#20C0FF", *veiled), (below, veil), "")).to_rgb()
    assert [image.getpixel((x, 10)) for x in (10, 30)] == [(153, 77, 0), (166, 154, 102)]
    assert [image.getpixel((x, 30)) for x in (10, 30)] == [(0, 0, 0), rgb("#20C0FF")]


def test_cached_words_are_cropped_to_their_inked_pixels() -> None:
    for text in (
        Text(10, 60, "Chicago", "h", 50, "#FFFFFF"),
        Text(10, 60, "I", "hb", 60, "#000000", halo="#00FF00", rim=4),
    ):
        kept = _draw_bitmap(text).image
        assert kept.getbbox() == (0, 0, *kept.size)


def test_a_curve_in_small_steps_has_no_gaps_outside_its_bends() -> None:
    """Along a wide arc, every point up to nearly half the line's width outside its middle has the line's color."""
    steps = [pi * i / 40 for i in range(41)]
    arc = Line(tuple((200 + 150 * cos(a), 200 + 150 * sin(a)) for a in steps), "#FF0000", 40)
    drawn = Layer("arc", (Sheet("arc", 0, 0, 400, 400, (arc,)),))
    image = rasterize(Scene("arc", 400, 400, PAPER, (PAPER, "#FF0000"), (drawn,), "")).to_rgb()
    for i in range(5, 600):
        a, r = 0.02 + (pi - 0.04) * i / 605, 167
        assert image.getpixel((int(200 + r * cos(a)), int(200 + r * sin(a)))) == (255, 0, 0), a


def flat(colors: int) -> Sprite:
    """Return a sprite with dots in ``colors`` different colors."""
    dots = tuple(Disc(4.0 + 8 * (n % 40), 4.0 + 8 * (n // 40), 3, f"#{n:06X}") for n in range(colors))
    return Sprite("ground", 400, 400, dots, "#FFFFFF")


def in_full_color(sprite: Sprite) -> bytes:
    full = Image.new("RGB", (800, 800), "#FFFFFF")
    draw_shape(ImageDraw.Draw(full), sprite, 0, 0)
    return full.reduce(2).tobytes()


def test_a_maps_ground_is_drawn_with_one_byte_per_pixel() -> None:
    assert _draw_doubled(flat(20), (800, 800), 0, 0, "#FFFFFF").mode == "P"


@pytest.mark.parametrize("colors", [20, 600])
def test_a_ground_looks_as_in_full_color_however_many_colors_it_has(colors: int) -> None:
    assert _bitmap_of(flat(colors)).image.tobytes() == in_full_color(flat(colors))
