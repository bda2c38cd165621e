"""The canvas, whose pixels are palette indices: blended edges, cached drawings, and compressed files."""

import zlib
from math import sin

import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.games.railroad_rivals import colors as railroad_rivals
from render.games.railroader import colors as railroader
from render.games.railroads_of_catan import colors as railroads_of_catan
from render.games.railway_rivals import colors as railway_rivals
from render.palette import build_palette
from render.png import Compression, choose_compressors
from render.rasterizer import rasterize
from render.scene import Color, Disc, Layer, Line, Polygon, Scene, Sheet
from render.stroke_raster import LineSection, draw_section, draw_shape, split_long_line

PAPER, INK, RED, PINK = "#FFFFFF", "#000000", "#FF0000", "#FF8080"
COLORS = (PAPER, INK, RED, PINK)
BOX = (0, 0, 2, 1)


def half(below: Image.Image) -> Image.Image:
    """Return the image with red blended over it at 50%."""
    return Image.blend(below, Image.new("RGB", below.size, RED), 0.5)


def numbers(canvas: Canvas) -> bytes:
    return canvas.indices.tobytes()


def test_pixels_of_a_soft_edge_become_palette_colors() -> None:
    canvas = Canvas((3, 1), PAPER, COLORS)
    canvas.paint("soft", BOX, half)
    assert numbers(canvas) == bytes([3, 3, 0])
    assert canvas.to_rgb().getpixel((0, 0)) == (255, 128, 128)


def test_a_color_that_a_palette_lacks_becomes_its_nearest() -> None:
    canvas = Canvas((2, 1), PAPER, COLORS)
    canvas.fill("#F01010", (0, 0, 1, 1))
    assert numbers(canvas) == bytes([2, 0])


def test_the_same_thing_on_the_same_ground_is_painted_once() -> None:
    painted = list[bytes]()

    def counted(below: Image.Image) -> Image.Image:
        painted.append(below.tobytes())
        return half(below)

    for ground in (PAPER, PAPER, INK):
        Canvas((3, 1), ground, COLORS).paint("counted", BOX, counted)
    assert painted == [bytes([255] * 6), bytes(6)]


def test_a_large_ground_is_drawn_once_however_much_else_is_painted() -> None:
    drawn = list[str]()

    def ground() -> Image.Image:
        drawn.append("ground")
        return Image.linear_gradient("L").resize((200, 200)).convert("RGB")

    canvas, once_more = (Canvas((200, 200), PAPER, COLORS) for _ in range(2))
    canvas.paste("ground", (0, 0, 200, 200), ground)
    other = Canvas((2, 1), PAPER, COLORS)
    for number in range(7_000):  # more than all caches together hold
        other.paint(number, BOX, half)
    once_more.paste("ground", (0, 0, 200, 200), ground)
    assert drawn == ["ground"]
    assert numbers(once_more) == numbers(canvas)


def test_the_same_thing_in_another_palette_has_other_numbers() -> None:
    for colors, number in ((COLORS, 3), ((PINK, *COLORS[:3]), 0)):
        canvas = Canvas((2, 1), PAPER, colors)
        canvas.paint("soft", BOX, half)
        assert numbers(canvas) == bytes([number, number])


PALETTES = {
    "chances": build_palette((), ()),
    "railroad rivals": railroad_rivals.PALETTE,
    "robber baron": railroad_rivals.EXPANDED_PALETTE,
    "railroader": railroader.PALETTE,
    "railroads of catan": railroads_of_catan.PALETTE,
    "railway rivals": railway_rivals.PALETTE,
}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_color_keeps_its_number_however_often_its_pixels_are_painted(palette: tuple[Color, ...]) -> None:
    canvas = Canvas((len(palette), 1), palette[0], palette)
    for i, color in enumerate(palette):
        canvas.fill(color, (i, 0, i + 1, 1))
    assert numbers(canvas) == bytes(range(len(palette)))
    canvas.paint("as it is", (0, 0, len(palette), 1), lambda below: below)
    assert numbers(canvas) == bytes(range(len(palette)))


@pytest.mark.parametrize("packing", ["quick", "small", "smallest"])
def test_zlib_takes_the_place_of_a_missing_library(packing: Compression) -> None:
    rows = bytes(range(200)) * 9
    assert zlib.decompress(choose_compressors(None, None)[packing](rows)) == rows


CURVE = tuple((100.3 + 6.35 * i, 100.7 + 40 * sin(i / 4)) for i in range(40))
SHAPES = {
    "short line": Line(CURVE[18:22], INK, 7.3, round=True),
    "curve": Line(CURVE[16:26], INK, 7.3, round=True),
    "long line": Line(CURVE, INK, 7.3, round=True),
    "disc": Disc(240.3, 120.3, 9.7, RED, INK, 2),
    "polygon": Polygon(((230.3, 100.3), (260.7, 110.3), (236.3, 131.9)), RED),
}


def painted_at(shape: Line | Disc | Polygon, x: int) -> Image.Image:
    """Return the painted shape, cut out of a picture whose sheet begins at ``x``."""
    scene = Scene("sheet", 1000, 240, PAPER, COLORS, (Layer("sheet", (Sheet("sheet", x, 0, 500, 240, (shape,)),)),), "")
    return rasterize(scene).indices.crop((60, 0, 400, 240))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shape_is_the_same_wherever_the_pieces_of_its_sheet_begin(shape: Line | Disc | Polygon) -> None:
    whole = painted_at(shape, 60)
    assert whole.getextrema() != (0, 0)
    for x in (0, 20, 45):
        assert painted_at(shape, x).tobytes() == whole.tobytes()


def test_sections_of_a_long_line_paint_the_same_pixels_as_the_line() -> None:
    line = SHAPES["long line"]
    one, other = (Image.new("L", (800, 400)) for _ in range(2))
    draw_shape(ImageDraw.Draw(one), replace(line, ink="#FFFFFF"), 0, 0)
    sections = [section for _, section in split_long_line(replace(line, ink="#FFFFFF"))]
    assert len(sections) == 5
    for section in sections:
        assert isinstance(section, LineSection)
        draw_section(ImageDraw.Draw(other), section, 0, 0)
    assert one.tobytes() == other.tobytes()
