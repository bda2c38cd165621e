"""Towns, ports, and special runs on a map. (drawing rules for maps, section 5)"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, CardNumber, Hex, HexMap, SpecialRun, Town
from render.games.railway_rivals.board.hex_viewport import HexViewport, hex_center, map_bounds
from render.games.railway_rivals.colors import ATTENTION, LAND
from render.geometry import Point, Points, point_between, round_box, translate, unit_vector
from render.palette import INK, PAPER
from render.parts.sprites import center_sprite
from render.parts.typography import TextStyle
from render.scene import Color, Disc, Placed, Polygon, Shape, Sprite

_TOUCH = -6.0
"""Distance in px from a town's disc at which another disc is far enough away; negative for an overlap."""
_ASIDE = (0.15, 0.3, 0.45, 0.6)
"""Offsets across a side that are tried for a disc, as fractions of the way to the middle of a hex."""
_ALONG = 0.3
"""Offset along a side that is tried for a disc, in hex sizes."""
_SIZE = 0.5
"""Radius of a town's disc in hex sizes."""
_LEAST, _MOST = 28.0, 46.0
"""Minimum and maximum radius of a town's disc in px."""
_PILL = 1.75
"""Half the width of a town with several numbers, in radiuses of a town."""
_RIMS = ((0.09, 1.09, LAND),)
_START_RIMS = ((0.31, 1.31, LAND), (0.24, 1.24, INK), (0.14, 1.14, LAND))
"""Rims of a start town, as (addition to half the width, radius, color) triples in radiuses of a town."""
_HOLE, _HOLE_R = 0.125, 0.875
_FIGURES = 1.62
"""Size of the letters of a town's numbers, in radiuses of the town."""
_RISE = 0.35
"""Distance from the middle of a number to its baseline, as a fraction of the size of the letters."""

_BOAT = (
    ((-13, 4), (13, 4), (8, 11), (-8, 11)),
    ((-1.5, -11), (-1.5, 1.5), (-10, 1.5)),
    ((1.5, -8), (1.5, 1.5), (8.5, 1.5)),
)
"""Outlines of the hull and the two sails of a boat, 22 px high."""
_BOAT_HIGH = 22

_TAG_RIMS = ((3, 0.3), (0, 0.28), (-3, 0.26))
"""The plates of a tag, the lowest first, as (px around the tag, length of the point in tag heights) pairs."""
_CORNERS: Points = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_TAG_PAD = 0.2
"""Space on each side of a tag's number, in tag heights."""
_TAG_WIDE, _TAG_HIGH = 2.4, 1.7
"""Width and height of a tag's sprite, in tag heights."""


def town_radius(s: float) -> float:
    """The radius of a town's disc in px, for hexes of size ``s`` px."""
    return max(_LEAST, min(_MOST, _SIZE * s))


def _town_numbers_text(town: Town) -> str:
    """“31”, or “61–4” for a town with several numbers."""
    first, last = town.numbers[0], town.numbers[-1]
    if first == last:
        return first
    return f"{first}–{last[1]}" if first[0] == last[0] else f"{first}–{last}"


def town_half_width(town: Town, r: float) -> float:
    """Half the width in px of a town with radius ``r``; a town with several numbers is wider."""
    return r if len(town.numbers) == 1 else _PILL * r


def move_off_towns(chart: HexMap, viewport: HexViewport, step: Sequence[Hex], at: Point, r: float) -> Point:
    """Move a disc of radius ``r`` away from towns; ``at`` is its place on the side between the hexes of ``step``."""
    towns = [chart.town_at[hex] for hex in step if hex in chart.town_at]
    if not towns:
        return at

    def room(place: Point) -> float:
        return min(min(_distance_to_disc(town, viewport, place) for town in towns) - r, _TOUCH)

    middles = [viewport.hex_point(hex) for hex in step]
    places = [at, *(point_between(at, middle, part) for middle in middles for part in _ASIDE)]
    dx, dy = unit_vector(*middles)
    shifts = (sign * _ALONG * viewport.scale for sign in (1, -1))
    places += [(at[0] - dy * shift, at[1] + dx * shift) for shift in shifts]
    return max(places, key=room)


def _distance_to_disc(town: Town, viewport: HexViewport, at: Point) -> float:
    x, y = viewport.hex_point(town.hex)
    r = town_radius(viewport.scale)
    beside = abs(at[0] - x) - (town_half_width(town, r) - r)
    return hypot(max(beside, 0), at[1] - y) - r


def draw_town(town: Town, x: float, y: float, r: float, reached: bool) -> Iterator[Shape]:
    """Draw a town, filled with ink if it is reached; a start town has an additional ring."""
    fill, ink = (INK, PAPER) if reached else (PAPER, INK)
    half, size = town_half_width(town, r), round(_FIGURES * r)
    for more, part, color in _START_RIMS if town.is_start else _RIMS:
        yield _pill_shape(x, y, half + more * r, part * r, color)
    yield _pill_shape(x, y, half, r, INK)
    if not reached:
        yield _pill_shape(x, y, half - _HOLE * r, _HOLE_R * r, fill)
    yield TextStyle("hb", size).middle(x, y + _RISE * size, _town_numbers_text(town), "town number", ink)


def draw_town_sprite(town: Town, x: float, y: float, r: float, *, reached: bool) -> Placed:
    """Draw a town as a sprite, for whole maps."""
    return center_sprite(_town_sprite(town, r, reached), x, y)


@lru_cache(256)
def _town_sprite(town: Town, r: float, reached: bool) -> Sprite:
    more = _START_RIMS[0][0] * r + 1
    w, h = 2 * (town_half_width(town, r) + more), 2 * (r + more)
    shapes = tuple(draw_town(town, w / 2, h / 2, r, reached))
    return Sprite(f"town {_town_numbers_text(town)}", w, h, shapes)


def _pill_shape(x: float, y: float, half: float, r: float, fill: Color) -> Shape:
    if half <= r + 0.01:
        return Disc(x, y, r, fill)
    return Polygon(round_box(x - half, y - r, x + half, y + r, r), fill)


def draw_boat(x: float, y: float, h: float) -> Iterator[Shape]:
    """Draw the sailing boat of a port, ``h`` px high around a point."""
    k = h / _BOAT_HIGH
    for part in _BOAT:
        yield Polygon(tuple((x + px * k, y + py * k) for px, py in part), INK)


_Direction = tuple[int, int]
_DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The four directions off the map, clockwise from the top, as (x, y); y grows downward."""


class ExitTag(NamedTuple):
    """The hex where a special run leaves the map, and the direction of its tag."""

    number: CardNumber
    hex: Hex
    direction: _Direction


def exit_tags(chart: HexMap) -> tuple[ExitTag, ...]:
    """The tags of special runs: one for each hex at the edge, one for a border, and none for ports."""
    return _map_tags(chart.key)


@lru_cache(16)
def _map_tags(key: str) -> tuple[ExitTag, ...]:
    chart = HEX_MAPS[key]
    return tuple(tag for run in chart.special_runs for tag in _run_tags(chart, run))


def _run_tags(chart: HexMap, run: SpecialRun) -> Iterator[ExitTag]:
    if all(hex in chart.town_at for hex in run.hexes):
        return
    hexes: Sequence[Hex] = run.hexes
    if all(chart.is_abroad(hex) for hex in hexes):
        ordered = sorted(hexes, key=lambda hex: hex_center(hex)[1])
        hexes = (ordered[len(ordered) // 2],)
    box = map_bounds(chart)
    for hex in hexes:
        x, y = hex_center(hex)
        distances = y - box.top, box.right - x, box.bottom - y, x - box.left
        _, direction = min(zip(distances, _DIRECTIONS, strict=True))
        yield ExitTag(run.number, hex, direction)


def draw_tag(tag: ExitTag, x: float, y: float, h: float) -> Iterator[Shape]:
    """Draw the tag of a special run around a point; ``h`` is the height of its box in px."""
    style = TextStyle("hb", float(h))
    half = style.width(tag.number) / 2 + _TAG_PAD * h
    yield from _draw_tag_plates(tag, (x, y), half, h, (LAND, INK, ATTENTION))
    yield style.middle(x, y + _RISE * h, tag.number, "special run")


def _draw_tag_plates(tag: ExitTag, at: Point, half: float, h: float, colors: Iterable[Color]) -> Iterator[Shape]:
    for (more, point), color in zip(_TAG_RIMS, colors, strict=False):
        yield Polygon(_plate_outline(at, half + more, h / 2 + more, point * h, tag.direction), color)


def draw_tag_sprite(tag: ExitTag, x: float, y: float, h: float) -> Placed:
    """Draw a tag as a sprite, for whole maps."""
    return center_sprite(_tag_sprite(tag, h), x, y)


@lru_cache(64)
def _tag_sprite(tag: ExitTag, h: float) -> Sprite:
    w, tall = _TAG_WIDE * h, _TAG_HIGH * h
    return Sprite(f"exit {tag.number}", w, tall, tuple(draw_tag(tag, w / 2, tall / 2, h)))


@lru_cache(512)
def exit_key_sprite(tag: ExitTag, key: str, h: float) -> Sprite:
    """The sprite of a special run's tag with a key in place of its number."""
    style = TextStyle("hb", h)
    half = max(style.width(tag.number), style.width(key)) / 2 + _TAG_PAD * h
    rim, point = _TAG_RIMS[0]
    across, down = (abs(part) * point * h for part in tag.direction)
    w, tall = 2 * (half + rim + across), 2 * (h / 2 + rim + down)
    plates = _draw_tag_plates(tag, (w / 2, tall / 2), half, h, (LAND, INK))
    words = style.middle(w / 2, tall / 2 + _RISE * h, key, "key", PAPER)
    return Sprite(f"key {key}", w, tall, (*plates, words))


def _plate_outline(at: Point, a: float, b: float, point: float, direction: _Direction) -> Points:
    """The outline of a tag: a box that extends ``a`` and ``b`` px from ``at``, with a point in ``direction``."""
    tip = direction[0] * (a + point), direction[1] * (b + point)
    ring = [(x * a, y * b) for x, y in _CORNERS]
    ring.insert(_DIRECTIONS.index(direction) + 1, tip)
    return translate(tuple(ring), *at)
