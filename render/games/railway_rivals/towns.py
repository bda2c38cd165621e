"""Towns, ports and special runs on a map. (drawing rules for maps, section 5)"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Number, SpecialRun, Town
from render.games.railway_rivals.livery import ATTENTION, LAND
from render.games.railway_rivals.plane import Plane, hex_center, whole
from render.geometry import Point, Points, heading, rounded, shifted, toward
from render.palette import INK, PAPER
from render.parts.stamp import at_point
from render.parts.text import Style
from render.scene import Color, Disc, Placed, Polygon, Shape, Sprite

_TOUCH = -6.0
"""px by which other discs may cover a town's."""
_ASIDE = (0.15, 0.3, 0.45, 0.6)
"""How far a disc on a side may be moved toward a hex beside it."""
_ALONG = 0.3
"""How far it may be moved along the side, in sizes of a hex."""
_LEAST, _MOST, _SIZE = 28.0, 46.0, 0.5
"""Radius of a town's disc in px, and in sizes of a hex."""
_PILL = 1.75
"""Half the width of a town with several numbers, as a part of its radius; so are the rims and the figures."""
_RIMS = ((0.09, 1.09, LAND),)
_START_RIMS = ((0.31, 1.31, LAND), (0.24, 1.24, INK), (0.14, 1.14, LAND))
"""What each adds to half the width, what it is of the radius, and its color."""
_HOLE, _HOLE_R = 0.125, 0.875
_FIGURES, _RISE = 1.62, 0.35
"""Size of figures, and from their middle to their line as a part of their size."""

_BOAT = (
    ((-13, 4), (13, 4), (8, 11), (-8, 11)),
    ((-1.5, -11), (-1.5, 1.5), (-10, 1.5)),
    ((1.5, -8), (1.5, 1.5), (8.5, 1.5)),
)
"""Hull and sails of a boat 22 px high."""
_BOAT_HIGH = 22

_TAG_RIMS = ((3, 0.3), (0, 0.28), (-3, 0.26))
"""Of the plates of a tag, one on the other: px around it, and its point as a part of its height."""
_CORNERS: Points = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_TAG_PAD, _TAG_WIDE, _TAG_HIGH = 0.2, 2.4, 1.7
"""px beside a tag's words, and the box of its stamp, as parts of its height."""


def town_radius(s: float) -> float:
    """The radius of a town's disc in px, with hexes of a size of ``s`` px."""
    return max(_LEAST, min(_MOST, _SIZE * s))


def numbers(town: Town) -> str:
    """“31”, or “61–4” for a town with several numbers."""
    first, last = town.numbers[0], town.numbers[-1]
    if first == last:
        return first
    return f"{first}–{last[1]}" if first[0] == last[0] else f"{first}–{last}"


def town_half(town: Town, r: float) -> float:
    """Half the width of a town's disc, or of its pill."""
    return r if len(town.numbers) == 1 else _PILL * r


def off_towns(chart: Chart, plane: Plane, step: Sequence[Hex], at: Point, r: float) -> Point:
    """Move a disc off the numbers of towns: nearer to the hex beside the crossed side, or along that side."""
    towns = [chart.town_at[hex] for hex in step if hex in chart.town_at]
    if not towns:
        return at

    def room(place: Point) -> float:
        return min(min(_from_disc(town, plane, place) for town in towns) - r, _TOUCH)

    middles = [plane.hex(hex) for hex in step]
    places = [at, *(toward(at, middle, part) for middle in middles for part in _ASIDE)]
    dx, dy = heading(*middles)
    along = (way * _ALONG * plane.s for way in (1, -1))
    places += [(at[0] - dy * way, at[1] + dx * way) for way in along]
    return max(places, key=room)


def _from_disc(town: Town, plane: Plane, at: Point) -> float:
    """px between a point and a town's disc or pill."""
    x, y = plane.hex(town.hex)
    r = town_radius(plane.s)
    beside = abs(at[0] - x) - (town_half(town, r) - r)
    return hypot(max(beside, 0), at[1] - y) - r


def town_shapes(town: Town, x: float, y: float, r: float, reached: bool) -> Iterator[Shape]:
    """Ink when anybody has track there, else paper with a ring; a start town has one ring more."""
    fill, ink = (INK, PAPER) if reached else (PAPER, INK)
    half, size = town_half(town, r), round(_FIGURES * r)
    for more, part, color in _START_RIMS if town.start else _RIMS:
        yield _pill(x, y, half + more * r, part * r, color)
    yield _pill(x, y, half, r, INK)
    if not reached:
        yield _pill(x, y, half - _HOLE * r, _HOLE_R * r, fill)
    yield Style("hb", size).middle(x, y + _RISE * size, numbers(town), "town number", ink)


def town_sprite(town: Town, x: float, y: float, r: float, *, reached: bool) -> Placed:
    """The same as a stamp, for whole maps."""
    return at_point(_town_sprite(town, r, reached), x, y)


@lru_cache(256)
def _town_sprite(town: Town, r: float, reached: bool) -> Sprite:
    more = _START_RIMS[0][0] * r + 1
    w, h = 2 * (town_half(town, r) + more), 2 * (r + more)
    shapes = tuple(town_shapes(town, w / 2, h / 2, r, reached))
    return Sprite(f"town {numbers(town)}", w, h, shapes)


def _pill(x: float, y: float, half: float, r: float, fill: Color) -> Shape:
    if half <= r + 0.01:
        return Disc(x, y, r, fill)
    return Polygon(rounded(x - half, y - r, x + half, y + r, r), fill)


def boat(x: float, y: float, h: float) -> Iterator[Shape]:
    """A sailing boat ``h`` px high around a point: a port."""
    k = h / _BOAT_HIGH
    for part in _BOAT:
        yield Polygon(tuple((x + px * k, y + py * k) for px, py in part), INK)


_Way = tuple[int, int]
_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Off the map, clockwise from the top: right and down are more."""


class Tag(NamedTuple):
    """The place where a special run leaves the map, and the way its tag points."""

    number: Number
    hex: Hex
    toward: _Way


def tags(chart: Chart) -> tuple[Tag, ...]:
    """A tag for every hex of a special run; one for a border, none for ports: they carry a boat."""
    return _chart_tags(chart.key)


@lru_cache(16)
def _chart_tags(key: str) -> tuple[Tag, ...]:
    chart = CHARTS[key]
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
        off = y - box.top, box.right - x, box.bottom - y, x - box.left
        _, way = min(zip(off, _WAYS, strict=True))
        yield Tag(run.number, hex, way)


def tag_shapes(tag: Tag, x: float, y: float, h: float) -> Iterator[Shape]:
    """A plate with a point off the map, around a hex's middle; ``h`` is its height without the point."""
    style = Style("hb", float(h))
    half = style.wide(tag.number) / 2 + _TAG_PAD * h
    yield from _plates(tag, (x, y), half, h, (LAND, INK, ATTENTION))
    yield style.middle(x, y + _RISE * h, tag.number, "special run")


def _plates(tag: Tag, at: Point, half: float, h: float, colors: Iterable[Color]) -> Iterator[Shape]:
    for (more, point), color in zip(_TAG_RIMS, colors, strict=False):
        yield Polygon(_plate(at, half + more, h / 2 + more, point * h, tag.toward), color)


def tag_sprite(tag: Tag, x: float, y: float, h: float) -> Placed:
    """The same as a stamp, for whole maps."""
    return at_point(_tag_sprite(tag, h), x, y)


@lru_cache(64)
def _tag_sprite(tag: Tag, h: float) -> Sprite:
    w, tall = _TAG_WIDE * h, _TAG_HIGH * h
    return Sprite(f"exit {tag.number}", w, tall, tuple(tag_shapes(tag, w / 2, tall / 2, h)))


@lru_cache(512)
def exit_key(tag: Tag, key: str, h: float) -> Sprite:
    """The key of a special run: its tag with the key in place of its number."""
    style = Style("hb", h)
    half = max(style.wide(tag.number), style.wide(key)) / 2 + _TAG_PAD * h
    rim, point = _TAG_RIMS[0]
    across, down = (abs(part) * point * h for part in tag.toward)
    w, tall = 2 * (half + rim + across), 2 * (h / 2 + rim + down)
    plates = _plates(tag, (w / 2, tall / 2), half, h, (LAND, INK))
    words = style.middle(w / 2, tall / 2 + _RISE * h, key, "key", PAPER)
    return Sprite(f"key {key}", w, tall, (*plates, words))


def _plate(at: Point, a: float, b: float, point: float, way: _Way) -> Points:
    """A box around a point, ``a`` by ``b`` px to each side, with a point on the side that it leads to."""
    tip = way[0] * (a + point), way[1] * (b + point)
    ring = [(x * a, y * b) for x, y in _CORNERS]
    ring.insert(_WAYS.index(way) + 1, tip)
    return shifted(tuple(ring), *at)
