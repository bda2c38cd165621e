"""A reader's display options: another palette, and large print.

The palette is changed only when a file is written, so painters do not depend on the options.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Literal, NamedTuple

import msgspec

from render.palette import rgb
from render.png import Compression
from render.scene import Color

Palette = Literal["paper", "dark", "contrast"]


class DisplayOptions(msgspec.Struct, frozen=True):
    """The display options of one reader.

    ``large``: large print; a picture is cut into overlapping parts, two per row. ``wide``: for desktops; a high picture
    is cut into overlapping rows of full width. ``packing`` is the compression of the files.
    """

    palette: Palette = "paper"
    large: bool = False
    wide: bool = False
    packing: Compression = "quick"


DEFAULT_OPTIONS = DisplayOptions()
"""The options for private pictures.

Compression is fast, because a person waits for the picture.
"""
POST_OPTIONS = DisplayOptions(packing="small")
"""The options for pictures of posts.

Files are small, because many people load them.
"""

Edges = tuple[float, float, float, float]
"""Left, top, right, and bottom of an object in a picture, in px."""

_Span = tuple[int, int]
"""The start and end of a range in px."""


class PicturePart(NamedTuple):
    """A part of a picture: its box in px, and its name in alt texts (``words``)."""

    x: int
    y: int
    w: int
    h: int
    words: str


_PART_SHARE = 0.56
"""The width of a part in large print, as a share of the picture's width.

Text is 1.8 times as large, and neighboring parts overlap by an eighth of the picture.
"""
_SIDE_NAMES = ("left", "right")
_FULL_WIDTH_SHARE = 0.9
"""If the drawing is narrower than this share of the picture's width, its margins are cut."""
_PADDING = 24
"""Margin in px around a drawing whose margins are cut."""
_MAX_WHOLE_SIZE = 370
"""Maximum size in px of objects that are never cut."""
_MAX_SHIFT = 60
"""Maximum distance in px by which a cut is moved so that it goes through no object."""
_MARGIN = 6
"""Margin in px between an object and the line along which a drawing is cut."""
_MAX_RATIO = 1.15
"""Maximum ratio of height to width of a part in large print.

A row for desktops may exceed ``_ROW_RATIO`` by this factor.
"""
_ROW_RATIO = 7 / 11
"""The ratio of height to width of the pictures that a desktop shows largest: 550 × 350 px."""
_ROW_NAMES = {1: ["all of it"], 2: ["the upper half", "the lower half"]}
_OVERLAP = 0.12
"""The overlap of two rows, as a share of a row's height."""
_OVERLAP_FACTOR = 1.06
"""The approximate factor by which the overlap makes rows higher."""


def split_into_grid(
    width: int, height: int, objects: Sequence[Edges] = (), *, halves: bool = False
) -> tuple[PicturePart, ...]:
    """Split a picture into overlapping parts, two per row, with enough rows that no part is too high.

    An object no larger than a card (``_MAX_WHOLE_SIZE``) is whole in at least one part. ``halves``: only one row.
    """
    w = round(width * _PART_SHARE)
    max_height = w * _MAX_RATIO
    rows = 1 if halves or height <= max_height else ceil(height * _OVERLAP_FACTOR / max_height)
    h = height if rows == 1 else round(height / rows * (1 + _OVERLAP * (rows - 1) / rows))
    across = _split_side(width, w, 2, [(left, right) for left, _, right, _ in objects])
    down = _split_side(height, h, rows, [(top, bottom) for _, top, _, bottom in objects])
    return tuple(
        PicturePart(left, top, right - left, bottom - top, f"{_row_name(i, rows)}{side}")
        for i, (top, bottom) in enumerate(down)
        for (left, right), side in zip(across, _SIDE_NAMES, strict=True)
    )


def split_into_rows(width: int, height: int, objects: Sequence[Edges] = (), rows: int = 0) -> tuple[PicturePart, ...]:
    """Split a picture into a number of overlapping rows.

    By default, the rows are about as flat as the pictures that desktops show largest (11:7).
    """
    wanted_height = round(width * _ROW_RATIO)
    rows = rows or max(1, ceil(height / (wanted_height * _MAX_RATIO)))
    row_height = round(height / rows * (1 + _OVERLAP)) if rows > 1 else height
    down = _split_side(height, row_height, rows, [(top, bottom) for _, top, _, bottom in objects])
    names = _ROW_NAMES.get(rows, [f"row {number} of {rows}" for number in range(1, rows + 1)])
    rows_with_names = zip(down, names, strict=True)
    return tuple(PicturePart(0, top, width, bottom - top, name) for (top, bottom), name in rows_with_names)


def _split_side(length: int, part_length: int, count: int, objects: Iterable[tuple[float, float]]) -> list[_Span]:
    """Split a side of a picture into ``count`` overlapping spans, each a (start, end) pair.

    An object that is cut at the end of one span is whole in the next span.
    """
    starts = [round(i * (length - part_length) / max(1, count - 1)) for i in range(count)]
    small_objects = [(floor(a), ceil(b)) for a, b in objects if b - a <= _MAX_WHOLE_SIZE]
    spans, start = list[_Span](), 0
    for planned_start, planned_next in pairwise(starts):
        end, next_start = _best_cut(start, planned_start + part_length, planned_next, part_length, small_objects)
        spans.append((start, end))
        start = next_start
    return [*spans, (start, length)]


def _best_cut(start: int, end: int, planned_next: int, part_length: int, objects: Iterable[_Span]) -> _Span:
    """Return the end of a span that begins at ``start``, and the start of the next span.

    Both are near the planned positions, and chosen so that the longer span is as short as possible.
    """
    near = [(a, b) for a, b in objects if a < end + _MAX_SHIFT and b > end - _MAX_SHIFT]

    def next_start(end: int) -> int:
        return min((a - _MARGIN for a, b in near if a < end < b), default=planned_next)

    def cost(cut: _Span) -> tuple[int, int]:
        cut_end, cut_start = cut
        return max(cut_end - start, planned_next + part_length - cut_start), abs(cut_end - end)

    ends = range(end - _MAX_SHIFT, end + _MAX_SHIFT + 1, 2)
    return min(((each, min(planned_next, next_start(each))) for each in ends), key=cost)


def large_print_parts(
    width: int, height: int, body: tuple[int, int, int, int] | None, objects: Sequence[Edges] = (), *, halves: bool
) -> tuple[PicturePart, ...]:
    """Split a picture into parts for large print.

    ``body`` is the box of the drawing without the header; if it is narrow, it is shown without empty margins.
    """
    if body is None:
        return split_into_grid(width, height, objects, halves=halves)
    left, top, right, bottom = body
    x, y = max(0, left - _PADDING), max(0, top - _PADDING)
    w, h = min(width, right + _PADDING) - x, min(height, bottom + _PADDING) - y
    if w > width * _FULL_WIDTH_SHARE:
        return split_into_grid(width, height, objects, halves=halves)
    if w <= width * _PART_SHARE:
        return (PicturePart(x, y, w, h, "all of it"),)
    shifted_objects = [(a - x, b - y, c - x, d - y) for a, b, c, d in objects]
    parts = split_into_grid(w, h, shifted_objects, halves=halves)
    return tuple(part._replace(x=part.x + x, y=part.y + y) for part in parts)


def _row_name(index: int, rows: int) -> str:
    if rows == 1:
        return ""
    if rows == 2:
        return ("upper ", "lower ")[index]
    return f"row {index + 1} of {rows}, "


@lru_cache(4_096)
def recolor(color: Color, palette: Palette) -> Color:
    """Return a color in another palette.

    The dark palette exchanges light and dark and keeps hues.
    """
    if palette == "paper":
        return color
    light, a, b = _to_oklab(color)
    if palette == "dark":
        return _from_oklab(_interpolate(light, _DARK), a * 0.95, b * 0.95)
    vivid = _interpolate(light, _VIVID)
    return _from_oklab(_interpolate(light, _CONTRAST), a * vivid, b * vivid)


_DARK = ((0.0, 0.99), (0.25, 0.93), (0.55, 0.66), (0.9, 0.3), (0.94, 0.25), (1.0, 0.17))
"""The lightness of colors in the dark palette, as (paper lightness, dark lightness) pairs."""
_CONTRAST = ((0.0, 0.0), (0.25, 0.0), (0.48, 0.33), (0.62, 0.52), (0.8, 0.74), (0.94, 0.985), (1.0, 1.0))
"""The lightness of colors in the contrast palette, as (paper lightness, contrast lightness) pairs."""
_VIVID = ((0.0, 1.2), (0.85, 1.2), (0.94, 0.3), (1.0, 0.3))
"""The factor of saturation in the contrast palette, as (paper lightness, factor) pairs.

Paper becomes white.
"""


def _interpolate(value: float, stops: tuple[tuple[float, float], ...]) -> float:
    """Return the value of the piecewise linear function through the (x, y) pairs."""
    for (x0, y0), (x1, y1) in pairwise(stops):
        if value <= x1:
            return y0 + (y1 - y0) * (value - x0) / (x1 - x0)
    return stops[-1][1]


def _to_oklab(color: Color) -> tuple[float, float, float]:
    """Return the Oklab coordinates of a color: perceived lightness, and two axes of hue.

    Source: B. Ottosson, Oklab, 2020.
    """
    red, green, blue = (_decode_gamma(value / 255) for value in rgb(color))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _from_oklab(light: float, a: float, b: float) -> Color:
    """Return the color with these Oklab coordinates, less saturated if screens cannot show it."""
    for share in range(20, -1, -1):
        channels = _linear_rgb(light, a * share / 20, b * share / 20)
        if all(-0.002 <= value <= 1.002 for value in channels):
            break
    return "#" + "".join(f"{round(255 * _encode_gamma(min(1.0, max(0.0, value)))):02X}" for value in channels)


def _linear_rgb(light: float, a: float, b: float) -> tuple[float, float, float]:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _decode_gamma(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encode_gamma(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
