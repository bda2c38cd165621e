"""Towns, ports and special runs on a map. (drawing rules for maps, section 5)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import Chart, Hex, Number, SpecialRun, Town
from render.fonts import width
from render.games.railway_rivals.livery import ATTENTION, LAND
from render.games.railway_rivals.plane import Plane, hex_center, whole
from render.geometry import Points, rounded, shifted
from render.palette import ACCENT, INK, PAPER
from render.parts.stamp import SIGN, scaled, tinted
from render.scene import Color, Disc, Placed, Polygon, Shape, Sprite, Text, placed

_TOUCH = -6.0
"""px by which other discs may cover a town's."""


def town_radius(s: float) -> float:
    """Of a town's disc at a scale."""
    return max(28.0, min(46.0, 0.5 * s))


def numbers(town: Town) -> str:
    """“31”, or “61–4” for a town with several numbers."""
    first, last = town.numbers[0], town.numbers[-1]
    return first if first == last else f"{first}–{last[1]}" if first[0] == last[0] else f"{first}–{last}"


def town_half(town: Town, r: float) -> float:
    """Half the width of a town's disc, or of its pill."""
    return r if len(town.numbers) == 1 else 1.75 * r


def off_towns(
    chart: Chart, plane: Plane, step: tuple[Hex, Hex], at: tuple[float, float], r: float
) -> tuple[float, float]:
    """Where a disc on the side that a step crosses covers no town's number: there, else nearer to the hex beside it."""
    discs = [(*plane.hex(hex), chart.town_at[hex]) for hex in step if hex in chart.town_at]
    if not discs:
        return at

    def room(x: float, y: float) -> float:
        return min(_from_disc(town, x - tx, y - ty, town_radius(plane.s)) for tx, ty, town in discs) - r

    places = [at]
    for hex in step:
        (hx, hy), far = plane.hex(hex), (0.15, 0.3, 0.45, 0.6)
        places += ((at[0] + (hx - at[0]) * part, at[1] + (hy - at[1]) * part) for part in far)
    return max(places, key=lambda place: min(room(*place), _TOUCH))


def _from_disc(town: Town, dx: float, dy: float, r: float) -> float:
    """px between a point so far from a town's middle and its disc or pill."""
    return hypot(max(abs(dx) - (town_half(town, r) - r), 0), dy) - r


def town_shapes(town: Town, x: float, y: float, r: float, *, reached: bool) -> Iterator[Shape]:
    """Ink when anybody has track there, else paper with a ring; a start town has one ring more."""
    fill, ink = (INK, PAPER) if reached else (PAPER, INK)
    half, size = town_half(town, r), round(1.62 * r)
    if town.start:
        yield _pill(x, y, half + 0.31 * r, 1.31 * r, LAND)
        yield _pill(x, y, half + 0.24 * r, 1.24 * r, INK)
        yield _pill(x, y, half + 0.14 * r, 1.14 * r, LAND)
    else:
        yield _pill(x, y, half + 0.09 * r, 1.09 * r, LAND)
    if reached:
        yield _pill(x, y, half, r, INK)
    else:
        yield _pill(x, y, half, r, INK)
        yield _pill(x, y, half - 0.125 * r, 0.875 * r, fill)
    yield Text(x, y + 0.35 * size, numbers(town), "hb", size, ink, "middle", role="town number")


def town_sprite(town: Town, x: float, y: float, r: float, *, reached: bool) -> Placed:
    """The same as a stamp, for whole maps."""
    sprite = _town_sprite(town, r, reached)
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(256)
def _town_sprite(town: Town, r: float, reached: bool) -> Sprite:
    more = 0.31 * r + 1
    w, h = 2 * (town_half(town, r) + more), 2 * (r + more)
    shapes = tuple(town_shapes(town, w / 2, h / 2, r, reached=reached))
    return Sprite(f"town {numbers(town)}", w, h, shapes)


def _pill(x: float, y: float, half: float, r: float, fill: Color) -> Shape:
    if half <= r + 0.01:
        return Disc(x, y, r, fill)
    return Polygon(rounded(x - half, y - r, x + half, y + r, r), fill)


_BOAT_HIGH = 22
_BOAT = (
    Polygon(((-13, 4), (13, 4), (8, 11), (-8, 11)), SIGN),
    Polygon(((-1.5, -11), (-1.5, 1.5), (-10, 1.5)), SIGN),
    Polygon(((1.5, -8), (1.5, 1.5), (8.5, 1.5)), SIGN),
)


def boat(x: float, y: float, h: float, ink: Color = INK) -> Iterator[Shape]:
    """A sailing boat ``h`` px high around a point: a port."""
    yield from scaled(tinted(_BOAT, {SIGN: ink}), h / _BOAT_HIGH, x, y)


class Tag(NamedTuple):
    """Where a special run leaves the map, and which way its tag points."""

    number: Number
    hex: Hex
    toward: tuple[int, int]


def tags(chart: Chart) -> tuple[Tag, ...]:
    """A tag for every hex of a special run; one for a border, none for ports: they carry a boat."""
    return tuple(tag for run in chart.special_runs for tag in _tags(chart, run))


def _tags(chart: Chart, run: SpecialRun) -> Iterator[Tag]:
    if all(hex in chart.town_at for hex in run.hexes):
        return
    hexes: Sequence[Hex] = run.hexes
    if all(chart.abroad(hex) for hex in hexes):
        ordered = sorted(hexes, key=lambda hex: hex_center(hex)[1])
        hexes = (ordered[len(ordered) // 2],)
    box = whole(chart)
    for hex in hexes:
        x, y = hex_center(hex)
        off = {(-1, 0): x - box.left, (1, 0): box.right - x, (0, -1): y - box.top, (0, 1): box.bottom - y}
        yield Tag(run.number, hex, min(off, key=lambda way: (off[way], way)))


def tag_shapes(tag: Tag, x: float, y: float, h: float) -> Iterator[Shape]:
    """A plate with a point off the map, around a hex's middle; ``h`` is its height without the point."""
    size = float(h)
    half = width(tag.number, "hb", size) / 2 + 0.2 * h
    yield Polygon(_plate(x, y, half + 3, h / 2 + 3, 0.3 * h, tag.toward), LAND)
    yield Polygon(_plate(x, y, half, h / 2, 0.28 * h, tag.toward), INK)
    yield Polygon(_plate(x, y, half - 3, h / 2 - 3, 0.26 * h, tag.toward), ATTENTION)
    yield Text(x, y + 0.35 * size, tag.number, "hb", size, INK, "middle", role="special run")


def tag_sprite(tag: Tag, x: float, y: float, h: float) -> Placed:
    """The same as a stamp, for whole maps."""
    sprite = _tag_sprite(tag, h)
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(64)
def _tag_sprite(tag: Tag, h: float) -> Sprite:
    w, tall = 2.4 * h, 1.7 * h
    return Sprite(f"exit {tag.number}", w, tall, tuple(tag_shapes(tag, w / 2, tall / 2, h)))


@lru_cache(512)
def exit_key(tag: Tag, key: str, h: float) -> Sprite:
    """What to press for a special run: its tag with the key in place of its number."""
    half = max(width(tag.number, "hb", h), width(key, "hb", h)) / 2 + 0.2 * h
    way, down = (abs(part) * 0.3 * h for part in tag.toward)
    w, tall = 2 * (half + 3 + way), 2 * (h / 2 + 3 + down)
    x, y = w / 2, tall / 2
    shapes = (
        Polygon(_plate(x, y, half + 3, h / 2 + 3, 0.3 * h, tag.toward), LAND),
        Polygon(_plate(x, y, half, h / 2, 0.28 * h, tag.toward), ACCENT),
        Text(x, y + 0.35 * h, key, "hb", h, PAPER, "middle", role="key"),
    )
    return Sprite(f"key {key}", w, tall, shapes)


def _plate(x: float, y: float, a: float, b: float, point: float, toward: tuple[int, int]) -> Points:
    ring: Points
    match toward:
        case (0, -1):
            ring = ((-a, -b), (0, -b - point), (a, -b), (a, b), (-a, b))
        case (0, 1):
            ring = ((-a, -b), (a, -b), (a, b), (0, b + point), (-a, b))
        case (1, 0):
            ring = ((-a, -b), (a, -b), (a + point, 0), (a, b), (-a, b))
        case _:
            ring = ((-a, -b), (a, -b), (a, b), (-a, b), (-a - point, 0))
    return shifted(ring, x, y)
