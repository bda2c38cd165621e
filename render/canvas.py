"""The canvas: an image of palette indices, one byte per pixel.

Shapes with soft edges are painted in full color on a copy of the area below, and converted to the palette. The result
is cached and reused on the same background.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache

from PIL import Image

from engine.kit.sized_cache import CacheBudget, SizedCache
from render.palette import CELL, rgb
from render.png import compress_quickly, decompress
from render.scene import Color

Pixels = tuple[int, int, int, int]
"""A box in a picture: left, top, right, and bottom in px."""

_COLORS = 256
_ALL_INDICES = Image.frombytes("L", (_COLORS, 1), bytes(range(_COLORS)))
"""An image of one row with all palette indices."""
_PAGE_BYTES = 4_096
"""The size in bytes of the pages in which Pillow allocates pixels."""
_OVERHEAD_BYTES = 2_000
"""Approximate size in bytes of a cached image without its pixels, and of its key together."""


class _ColorTable:
    """Conversion between colors and the indices of a palette."""

    def __init__(self, colors: tuple[Color, ...]) -> None:
        self._bytes, self._palette_image = palette_bytes(colors), palette_image(colors)
        self._indices: dict[Color, int] = {}

    def color_index(self, color: Color) -> int:
        """Return the index of a color, or of the nearest color in the palette."""
        if color not in self._indices:
            self._indices[color] = self.quantize(Image.new("RGB", (1, 1), color)).tobytes()[0]
        return self._indices[color]

    def quantize(self, image: Image.Image) -> Image.Image:
        """Convert an RGB image to palette indices."""
        quantized = image.quantize(palette=self._palette_image, dither=Image.Dither.NONE)
        return Image.frombytes("L", quantized.size, quantized.tobytes())

    def to_rgb(self, indices: Image.Image) -> Image.Image:
        """Convert palette indices to an RGB image."""
        image = indices.copy()
        image.putpalette(self._bytes)
        return image.convert("RGB")


@lru_cache(16)
def palette_image(colors: tuple[Color, ...]) -> Image.Image:
    """Return an image with this palette, for ``Image.quantize``.

    Pillow treats all colors of a cell as the lowest corner of the cell, and uses the palette color nearest to it. So
    each color is moved to the corner of its own cell, and every palette color keeps its index.
    """
    empty = Image.new("P", (1, 1))
    empty.putpalette(bytes(value // CELL * CELL for value in palette_bytes(colors)))
    return empty


def palette_bytes(colors: tuple[Color, ...]) -> bytes:
    """Return the red, green, and blue values of all colors, filled up to 256 colors with the first one."""
    padded = (*colors, *[colors[0]] * (_COLORS - len(colors)))
    return bytes(value for color in padded for value in rgb(color))


@lru_cache(16)
def _color_table_for(colors: tuple[Color, ...]) -> _ColorTable:
    return _ColorTable(colors)


PICTURE_BUDGET = CacheBudget(18_000_000)
"""The budget for bitmaps, painted areas, and finished pictures of all games.

The sprites of one table take about 4 MB, and a picture 0.1 MB. Tables of one game share most of their sprites.
"""
GROUND_BUDGET = CacheBudget(10_000_000)
"""The budget for the grounds of maps, which all tables of a game share.

Grounds are slow to draw and take up to 4 MB.
"""
_MIN_COMPRESSED, _MAX_COMPRESSED = 20_000, 1_000_000
"""Cached images are compressed if their number of pixels is in this range.

Compression reduces them to about a thirtieth. Larger images would take too much time.
"""


def image_size_bytes(image: Image.Image) -> int:
    """Return the size of a cached picture in bytes."""
    pixels = image.width * image.height * (1 if image.mode == "L" else 4)
    return -(-pixels // _PAGE_BYTES) * _PAGE_BYTES + _OVERHEAD_BYTES


class _StoredPixels:
    """Palette indices in a cache, compressed if the size of the image makes that worthwhile."""

    def __init__(self, indices: Image.Image) -> None:
        self._size = indices.size
        is_compressed = _MIN_COMPRESSED <= indices.width * indices.height < _MAX_COMPRESSED
        self._pixels = compress_quickly(indices.tobytes()) if is_compressed else indices
        self.size_bytes = (
            len(self._pixels) + _OVERHEAD_BYTES if isinstance(self._pixels, bytes) else image_size_bytes(indices)
        )

    def indices(self) -> Image.Image:
        """Return the palette indices. Callers must not change the image."""
        if isinstance(self._pixels, bytes):
            return Image.frombytes("L", self._size, decompress(self._pixels))
        return self._pixels


_painted_cache, _ground_cache = (
    SizedCache[Hashable, _StoredPixels](budget, lambda stored: stored.size_bytes)
    for budget in (PICTURE_BUDGET, GROUND_BUDGET)
)
"""Caches of painted areas, by color table, content, and background.

The second cache is for large areas, such as the grounds of maps.
"""


class Canvas:
    """A mutable image of palette indices, on which shapes are painted."""

    def __init__(self, size: tuple[int, int], ground: Color, palette: tuple[Color, ...]) -> None:
        self._color_table = _color_table_for(palette)
        self.indices = Image.new("L", size, self._color_table.color_index(ground))

    def fill(self, color: Color, box: Pixels) -> None:
        """Fill a box with one color. Its edges are sharp."""
        self.indices.paste(self._color_table.color_index(color), box)

    def paste(self, key: Hashable, box: Pixels, make_image: Callable[[], Image.Image]) -> None:
        """Replace an area.

        ``key`` identifies the new content, which ``make_image`` draws in full color.
        """
        left, top, right, bottom = box
        cache = _ground_cache if (right - left) * (bottom - top) >= _MIN_COMPRESSED else _painted_cache
        stored = cache.get((self._color_table, key), lambda: _StoredPixels(self._color_table.quantize(make_image())))
        self.indices.paste(stored.indices(), (left, top))

    def paint(self, key: Hashable, box: Pixels, paint_image: Callable[[Image.Image], Image.Image]) -> None:
        """Paint on an area.

        ``key`` identifies the change; ``paint_image`` paints it on a copy in full color.
        """
        below, table = self.indices.crop(box), self._color_table
        cache_key = table, key, hash(below.tobytes())
        stored = _painted_cache.get(cache_key, lambda: _StoredPixels(table.quantize(paint_image(table.to_rgb(below)))))
        self.indices.paste(stored.indices(), box[:2])

    def recolor(self, box: Pixels, key: Hashable, change_image: Callable[[Image.Image], Image.Image]) -> None:
        """Change all colors in a box.

        ``change_image`` changes an image that contains every color of the palette. ``key`` identifies the change.
        """
        table = self._color_table
        changed_colors = _painted_cache.get(
            (table, key), lambda: _StoredPixels(table.quantize(change_image(table.to_rgb(_ALL_INDICES))))
        )
        self.indices.paste(self.indices.crop(box).point(list(changed_colors.indices().tobytes())), box)

    def to_rgb(self) -> Image.Image:
        """Return the picture in full color."""
        return self._color_table.to_rgb(self.indices)
