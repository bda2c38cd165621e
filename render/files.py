"""Indexed pixels to a file: PNG, which is made in no time, or WebP, which is half as large. Both lose nothing."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render.palette import rgb
from render.png import png
from render.scene import Color
from render.style import Form

_METHOD, _QUALITY = 4, 80
"""How long libwebp looks for fewer bytes: a lossless file has the same pixels at any quality. (README, “Bytes”)"""


def written(indexed: Image.Image, palette: Sequence[Color], form: Form) -> bytes:
    """The bytes of a file in that form, whose colors are those of the palette."""
    return _webp(indexed, palette) if form == "webp" else _png(indexed, palette)


def _png(indexed: Image.Image, palette: Sequence[Color]) -> bytes:
    rows = indexed.crop((-1, 0, *indexed.size))  # a leading 0 in each row: “no filter”
    return png(rows.tobytes(), *indexed.size, tuple(palette))


def _webp(indexed: Image.Image, palette: Sequence[Color]) -> bytes:
    colored = indexed.copy()
    colored.putpalette([value for color in palette for value in rgb(color)])
    file = BytesIO()
    colored.convert("RGB").save(file, "WEBP", lossless=True, method=_METHOD, quality=_QUALITY)
    return file.getvalue()
