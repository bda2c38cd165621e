"""A picture under construction, one byte per pixel: the number of each color in the palette.

Shapes with soft edges are painted in full color on a copy of the area below, and converted to the palette. The result
is cached and reused on the same ground.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache

from PIL import Image

from engine.kit.sized_cache import CacheBudget, SizedCache
from render.palette import CELL, rgb
from render.png import compress_quickly, decompress
from render.scene import Color

Pixels = tuple[int, int, int, int]
"""Left, top, right, and bottom of a part of a picture."""

_COLORS = 256
_ALL_NUMBERS = Image.frombytes("L", (_COLORS, 1), bytes(range(_COLORS)))
"""All numbers, side by side."""
_PAGE, _BESIDE = 4_096, 2_000
"""Bytes: Pillow allocates pixels in whole pages; approximate overhead of a cached picture and its key."""


class _ColorTable:
    """The colors of a palette by their numbers, and back. One of each palette."""

    def __init__(self, colors: tuple[Color, ...]) -> None:
        self._bytes, self._carrier = palette_bytes(colors), palette_image(colors)
        self._numbers: dict[Color, int] = {}

    def color_number(self, color: Color) -> int:
        """The number of a color, or of the one that is nearest to it."""
        if color not in self._numbers:
            self._numbers[color] = self.quantize(Image.new("RGB", (1, 1), color)).tobytes()[0]
        return self._numbers[color]

    def quantize(self, image: Image.Image) -> Image.Image:
        """A picture in full color as numbers."""
        quantized = image.quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", quantized.size, quantized.tobytes())

    def to_rgb(self, numbers: Image.Image) -> Image.Image:
        """Convert color numbers to RGB."""
        image = numbers.copy()
        image.putpalette(self._bytes)
        return image.convert("RGB")


@lru_cache(16)
def palette_image(colors: tuple[Color, ...]) -> Image.Image:
    """A palette image, as ``quantize`` needs it.

    Pillow uses the color nearest to the lowest corner of a cell for all colors of the cell. So each color is moved to
    the corner of its own cell, and every palette color keeps its number.
    """
    empty = Image.new("P", (1, 1))
    empty.putpalette(bytes(value // CELL * CELL for value in palette_bytes(colors)))
    return empty


def palette_bytes(colors: tuple[Color, ...]) -> bytes:
    """Red, green, and blue of all colors; the first color fills missing ones."""
    padded = (*colors, *[colors[0]] * (_COLORS - len(colors)))
    return bytes(value for color in padded for value in rgb(color))


@lru_cache(16)
def _color_table_of(colors: tuple[Color, ...]) -> _ColorTable:
    """The color table of a palette."""
    return _ColorTable(colors)


PICTURE_BUDGET = CacheBudget(18_000_000)
"""For stamps, pieces, and finished pictures of all games. A table's own sprites take about 4 MB, a picture 0.1 MB;
tables of a game share most of them.
"""
GROUND_BUDGET = CacheBudget(10_000_000)
"""For grounds, which all tables of a game share and which are slow to draw. A whole map's takes 4 MB."""
_LARGE, _LARGEST = 20_000, 1_000_000
"""px from which numbers are stored compressed (to a thirtieth), and px from which that is too slow."""


def image_weight(image: Image.Image) -> int:
    """The size of a cached picture in bytes."""
    pixels = image.width * image.height * (1 if image.mode == "L" else 4)
    return -(-pixels // _PAGE) * _PAGE + _BESIDE


class _StoredNumbers:
    """Numbers that are kept, compressed where that saves much and takes little time."""

    def __init__(self, numbers: Image.Image) -> None:
        self._size = numbers.size
        is_compressed = _LARGE <= numbers.width * numbers.height < _LARGEST
        self._pixels = compress_quickly(numbers.tobytes()) if is_compressed else numbers
        self.weight = len(self._pixels) + _BESIDE if isinstance(self._pixels, bytes) else image_weight(numbers)

    def numbers(self) -> Image.Image:
        """The numbers, which no one changes."""
        if isinstance(self._pixels, bytes):
            return Image.frombytes("L", self._size, decompress(self._pixels))
        return self._pixels


_painted_cache, _ground_cache = (
    SizedCache[Hashable, _StoredNumbers](budget, lambda stored: stored.weight)
    for budget in (PICTURE_BUDGET, GROUND_BUDGET)
)
"""Painted color numbers, by inks, drawing, and ground."""


class Canvas:
    """Numbers of a palette on a picture's pixels. Mutable: things are laid on it, one over another."""

    def __init__(self, size: tuple[int, int], ground: Color, palette: tuple[Color, ...]) -> None:
        self._inks = _color_table_of(palette)
        self.numbers = Image.new("L", size, self._inks.color_number(ground))

    def fill(self, color: Color, box: Pixels) -> None:
        """Fill a box with one color, with sharp edges."""
        self.numbers.paste(self._inks.color_number(color), box)

    def paste(self, key: Hashable, box: Pixels, make_image: Callable[[], Image.Image]) -> None:
        """Replace the area. ``key`` identifies the new content; ``make_image`` paints it in full color."""
        left, top, right, bottom = box
        cache = _ground_cache if (right - left) * (bottom - top) >= _LARGE else _painted_cache
        stored = cache.get((self._inks, key), lambda: _StoredNumbers(self._inks.quantize(make_image())))
        self.numbers.paste(stored.numbers(), (left, top))

    def paint(self, key: Hashable, box: Pixels, paint_image: Callable[[Image.Image], Image.Image]) -> None:
        """Paint over the area. ``key`` identifies the change; ``paint_image`` paints it on a copy in full color."""
        below = self.numbers.crop(box)
        cache_key = self._inks, key, hash(below.tobytes())
        stored = _painted_cache.get(
            cache_key, lambda: _StoredNumbers(self._inks.quantize(paint_image(self._inks.to_rgb(below))))
        )
        self.numbers.paste(stored.numbers(), box[:2])

    def recolor(self, box: Pixels, key: Hashable, change_image: Callable[[Image.Image], Image.Image]) -> None:
        """Change every color in the box. ``key`` identifies the change; ``change_image`` changes a picture of all
        colors.
        """
        cache_key = self._inks, key
        table = _painted_cache.get(
            cache_key, lambda: _StoredNumbers(self._inks.quantize(change_image(self._inks.to_rgb(_ALL_NUMBERS))))
        )
        self.numbers.paste(self.numbers.crop(box).point(list(table.numbers().tobytes())), box)

    def to_rgb(self) -> Image.Image:
        """The picture in full color."""
        return self._inks.to_rgb(self.numbers)
