"""A reader's display options: other colors, and large print.

Colors are changed by the palette when a file is written, so painters do not depend on them.
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
    """``large`` is large print: overlapping parts in place of a picture, two per row.

    ``wide`` is for desktops: high pictures are cut into overlapping rows of full width. ``packing`` is the compression
    of the files.
    """

    palette: Palette = "paper"
    large: bool = False
    wide: bool = False
    packing: Compression = "quick"


DEFAULT_OPTIONS = DisplayOptions()
"""For private pictures: fast, because a person waits."""
POST_OPTIONS = DisplayOptions(packing="small")
"""For pictures of posts: small, because many people load them."""


Edges = tuple[float, float, float, float]
"""Left, top, right, and bottom of a thing in a picture."""


_Span = tuple[int, int]
"""px from and to."""


class PicturePart(NamedTuple):
    """A part of a picture in px, and its name."""

    x: int
    y: int
    w: int
    h: int
    words: str


_SHARE = 0.56
"""The share of a side that is cut in two: words are 1.8 times as large, and neighbors overlap by an eighth."""
_SIDE_NAMES = ("left", "right")
_FULL = 0.9
"""The share of a picture's width from which it counts as full; a narrower one has margins that can be cut."""
_PAD = 24
_CARD, _MOVED, _BESIDE = 370, 60, 6
"""px: the size of things that are kept whole, how far an edge is moved for that, and the margin."""
_ROUNDS = 1.15
"""Ratios of height to width: the most of a part in large print, and the height of a row."""
_FLAT = 7 / 11
"""Height by width of pictures that a desktop shows largest: 550 × 350 px."""
_ROW_NAMES = {1: ["all of it"], 2: ["the upper half", "the lower half"]}
_OVERLAP, _OVERLAPPED = 0.12, 1.06
"""The overlap of rows as a part of a row's height, and how much higher rows become by it."""


def split_into_grid(
    width: int, height: int, things: Sequence[Edges] = (), *, halves: bool = False
) -> tuple[PicturePart, ...]:
    """Split a picture into overlapping parts, two per row, with enough rows that none is too high.

    Each of ``things`` that is no larger than a card is whole in one part. ``halves``: only two parts side by side.
    """
    w = round(width * _SHARE)
    highest = w * _ROUNDS
    rows = 1 if halves or height <= highest else ceil(height * _OVERLAPPED / highest)
    h = height if rows == 1 else round(height / rows * (1 + _OVERLAP * (rows - 1) / rows))
    across = _split_side(width, w, 2, [(left, right) for left, _, right, _ in things])
    down = _split_side(height, h, rows, [(top, bottom) for _, top, _, bottom in things])
    return tuple(
        PicturePart(left, top, right - left, bottom - top, f"{_row_name(i, rows)}{side}")
        for i, (top, bottom) in enumerate(down)
        for (left, right), side in zip(across, _SIDE_NAMES, strict=True)
    )


def split_into_rows(width: int, height: int, things: Sequence[Edges] = (), rows: int = 0) -> tuple[PicturePart, ...]:
    """Split a picture into overlapping rows: a given number, or about as flat as desktops show largest (11:7)."""
    high = round(width * _FLAT)
    rows = rows or max(1, ceil(height / (high * _ROUNDS)))
    each = round(height / rows * (1 + _OVERLAP)) if rows > 1 else height
    down = _split_side(height, each, rows, [(top, bottom) for _, top, _, bottom in things])
    names = _ROW_NAMES.get(rows, [f"row {number} of {rows}" for number in range(1, rows + 1)])
    rows_with_names = zip(down, names, strict=True)
    return tuple(PicturePart(0, top, width, bottom - top, name) for (top, bottom), name in rows_with_names)


def _split_side(length: int, each: int, count: int, things: Iterable[tuple[float, float]]) -> list[_Span]:
    """A side in so many overlapping spans.

    Where a span ends and the next begins is moved such that what the end cuts is whole in the next.
    """
    starts = [round(i * (length - each) / max(1, count - 1)) for i in range(count)]
    small = [(floor(a), ceil(b)) for a, b in things if b - a <= _CARD]
    spans, start = list[_Span](), 0
    for planned, onward in pairwise(starts):
        end, after = _best_seam(start, planned + each, onward, each, small)
        spans.append((start, end))
        start = after
    return [*spans, (start, length)]


def _best_seam(start: int, end: int, onward: int, each: int, things: Iterable[_Span]) -> _Span:
    """The end of a span that begins at ``start``, and the start of the next one: the larger of both is least."""
    near = [(a, b) for a, b in things if a < end + _MOVED and b > end - _MOVED]

    def next_start(end: int) -> int:
        return min((a - _BESIDE for a, b in near if a < end < b), default=onward)

    def cost(seam: _Span) -> tuple[int, int]:
        at, after = seam
        return max(at - start, onward + each - after), abs(at - end)

    ends = range(end - _MOVED, end + _MOVED + 1, 2)
    return min(((at, min(onward, next_start(at))) for at in ends), key=cost)


def large_print_parts(
    width: int, height: int, body: tuple[int, int, int, int] | None, things: Sequence[Edges] = (), *, halves: bool
) -> tuple[PicturePart, ...]:
    """The parts of a picture in large print: the small drawings in the box ``body`` stay whole, without empty
    margins.
    """
    if body is None:
        return split_into_grid(width, height, things, halves=halves)
    left, top, right, bottom = body
    x, y = max(0, left - _PAD), max(0, top - _PAD)
    w, h = min(width, right + _PAD) - x, min(height, bottom + _PAD) - y
    if w > width * _FULL:
        return split_into_grid(width, height, things, halves=halves)
    if w <= width * _SHARE:
        return (PicturePart(x, y, w, h, "all of it"),)
    moved = [(a - x, b - y, c - x, d - y) for a, b, c, d in things]
    parts = split_into_grid(w, h, moved, halves=halves)
    return tuple(part._replace(x=part.x + x, y=part.y + y) for part in parts)


def _row_name(index: int, rows: int) -> str:
    if rows == 1:
        return ""
    if rows == 2:
        return ("upper ", "lower ")[index]
    return f"row {index + 1} of {rows}, "


@lru_cache(4_096)
def recolor(color: Color, palette: Palette) -> Color:
    """A color in another palette. The dark palette exchanges light and dark and keeps hues."""
    if palette == "paper":
        return color
    light, a, b = _to_oklab(color)
    if palette == "dark":
        return _from_oklab(_interpolate(light, _DARK), a * 0.95, b * 0.95)
    vivid = _interpolate(light, _VIVID)
    return _from_oklab(_interpolate(light, _CONTRAST), a * vivid, b * vivid)


_DARK = ((0.0, 0.99), (0.25, 0.93), (0.55, 0.66), (0.9, 0.3), (0.94, 0.25), (1.0, 0.17))
"""Lightness on paper, and in the dark."""
_CONTRAST = ((0.0, 0.0), (0.25, 0.0), (0.48, 0.33), (0.62, 0.52), (0.8, 0.74), (0.94, 0.985), (1.0, 1.0))
_VIVID = ((0.0, 1.2), (0.85, 1.2), (0.94, 0.3), (1.0, 0.3))
"""In high contrast, by lightness on paper: colors become stronger, but paper white."""


def _interpolate(value: float, stops: tuple[tuple[float, float], ...]) -> float:
    for (x0, y0), (x1, y1) in pairwise(stops):
        if value <= x1:
            return y0 + (y1 - y0) * (value - x0) / (x1 - x0)
    return stops[-1][1]


def _to_oklab(color: Color) -> tuple[float, float, float]:
    """Lightness as the eye takes it, and two axes of hue. (B. Ottosson, Oklab, 2020)"""
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
    """The color, with less of its hue where no screen has so much."""
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
