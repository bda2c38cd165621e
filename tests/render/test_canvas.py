"""A picture as numbers of its palette: soft edges on what lies below, kept, and compressed."""

import zlib

import pytest
from PIL import Image

from render.canvas import Canvas
from render.games.railroad_rivals import livery as railroad_rivals
from render.games.railroader import livery as railroader
from render.games.railroads_of_catan import livery as railroads_of_catan
from render.games.railway_rivals import livery as railway_rivals
from render.palette import swatches
from render.png import Packing, compressors
from render.scene import Color

PAPER, INK, RED, PINK = "#FFFFFF", "#000000", "#FF0000", "#FF8080"
COLORS = (PAPER, INK, RED, PINK)
BOX = (0, 0, 2, 1)


def half(below: Image.Image) -> Image.Image:
    """Half of red over whatever lies there."""
    return Image.blend(below, Image.new("RGB", below.size, RED), 0.5)


def numbers(canvas: Canvas) -> bytes:
    return canvas.numbers.tobytes()


def test_a_soft_edge_is_brought_onto_the_palette() -> None:
    canvas = Canvas((3, 1), PAPER, COLORS)
    canvas.paint("soft", BOX, half)
    assert numbers(canvas) == bytes([3, 3, 0])
    assert canvas.colored().getpixel((0, 0)) == (255, 128, 128)


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


def test_the_same_thing_in_another_palette_has_other_numbers() -> None:
    for colors, number in ((COLORS, 3), ((PINK, *COLORS[:3]), 0)):
        canvas = Canvas((2, 1), PAPER, colors)
        canvas.paint("soft", BOX, half)
        assert numbers(canvas) == bytes([number, number])


PALETTES = {
    "chances": swatches((), ()),
    "railroad rivals": railroad_rivals.PALETTE,
    "robber baron": railroad_rivals.EXPANDED,
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
def test_zlib_takes_the_place_of_a_missing_library(packing: Packing) -> None:
    rows = bytes(range(200)) * 9
    assert zlib.decompress(compressors(None, None)[packing](rows)) == rows
