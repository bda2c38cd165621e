"""Cities, chits, trains, and barrels as sprites that all boards share. (drawing rules, section 7)"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import DOTS_BY_CHIT, Good
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from render.games.railroads_of_catan.board.signs import draw_good
from render.games.railroads_of_catan.colors import fade_color
from render.geometry import mark_outline, point_between, row_offsets
from render.palette import CARD, INK, PAPER, PLAYERS, RULE
from render.parts.sprites import center_sprite
from render.parts.viewport import Bounds
from render.scene import Box, Color, Disc, Placed, Polygon, Sprite, Text, place_sprite

_THINNEST = 1.5
"""Minimum width of an outline in px."""

_RADIUS: Mapping[str, float] = {"disc": 1.15, "square": 1.12, "triangle": 1.38, "diamond": 1.34}
"""Radius of each kind of mark, in half widths of a city. The differences make marks look equally large."""
_HOLLOW: Mapping[str, float] = {"disc": 1.08, "square": 1.06, "triangle": 1.3, "diamond": 1.27}
_HOLLOW_LINE, _HOLLOW_HALF = 0.15, 1.4
"""Line width of a hollow city, and half the size of its sprite, both in half widths of a city."""
_AROUND = 1.14
"""Half the size of a city's sprite without the rim, in radii of the mark."""
_RIM, _OUTLINE = 0.11, 0.06
"""Widths of the paper rim around a city and of the city's outline, in half widths of a city."""
_DIGIT, _BASE = 1.6, 0.35
"""Size of the digit in half widths of a city, and the distance from its middle to the baseline in digit sizes."""
_NARROW = {"triangle": 0.92}
"""Kind of mark -> factor for the size of the digit on it; 1 for other marks."""
_SINK = {"triangle": 0.17}
"""Kind of mark -> distance of the digit below the center, in radii of the mark; 0 for other marks."""

_NUMBER, _NUMBER_UP, _NUMBER_LINE = 1.2, 0.2, 0.06
_PIP, _PIP_STEP = 0.105, 0.26
"""Radius of a dot on a chit, and the distance between two dots, in radii of the chit."""
_PIP_DOWN = 0.52
"""Distance of the dots below the chit's center, in radii of the chit."""


class _TrainBody(NamedTuple):
    """The proportions of a train.

    ``long`` is its length in body heights; the other numbers are positions of wheels, mark, and number in lengths of
    the train.
    """

    long: float
    wheels: tuple[float, ...]
    mark: float
    number: float


_SMALL = _TrainBody(1.62, (0.24, 0.76), 0.28, 0.71)
_LARGE = _TrainBody(2.3, (0.2, 0.5, 0.8), 0.25, 0.75)

# parts of a train, in body heights; only _STACK is in train lengths, and _EDGE_LEAST in px
_EDGE, _EDGE_LEAST, _LINE = 0.09, 2.0, 0.05
_ABOVE, _HIGH, _CORNER, _EDGE_CORNER = 0.26, 1.42, 0.16, 0.2
_STACK, _STACK_WIDE, _STACK_HIGH = 0.8, 0.2, 0.4
_WHEEL, _TRAIN_MARK, _TRAIN_NUMBER = 0.16, 0.33, 1.22
_RAISED = 0.08
"""Distance by which a train is raised above its point, in body heights."""

_FINE = 24
"""Number of points on each side of a city's outline from which the city's boxes are computed."""
_BANDS = 4
"""Number of boxes that together cover a city."""

_STRIP, _STRIP_CORNER = 3, 3
"""Margin and corner radius of the light strip under goods, in px."""


def draw_mark(seat: Seat, x: float, y: float, r: float) -> Placed:
    """Draw a player's mark in the player's color around a point; the radius is about ``r`` px."""
    shape = PLAYERS[seat - 1].mark
    return center_sprite(_city_sprite(seat, "", r / _RADIUS[shape] * _AROUND, 0.0), x, y)


def draw_city(seat: Seat, dots: int, x: float, y: float, r: float, fade: float = 0) -> Placed:
    """Draw a city around a point: its player's mark with the number of dots. Half the width is about ``r`` px."""
    return center_sprite(_city_sprite(seat, str(dots), r, fade), x, y)


@lru_cache(256)
def _city_sprite(seat: Seat, digit: str, r: float, fade: float) -> Sprite:
    player = PLAYERS[seat - 1]
    m, rim = _RADIUS[player.mark] * r, _RIM * r
    c = _AROUND * m + 2 * rim
    outline, line = mark_outline(player.mark, c, c, m), max(_THINNEST, _OUTLINE * r)
    body = Polygon(outline, fade_color(player.color, fade), fade_color(INK, fade), line)
    if not digit:
        return Sprite(f"city {player.mark} ", 2 * c, 2 * c, (body,))
    paper = Polygon(outline, PAPER, PAPER, 2 * rim)
    words = _digit_text(player.mark, digit, c, m, r, PAPER)
    return Sprite(f"city {player.mark} {digit}", 2 * c, 2 * c, (paper, body, words))


@lru_cache(128)
def city_boxes(seat: Seat, x: float, y: float, r: float) -> tuple[Bounds, ...]:
    """Return boxes, one below another, that together cover a city with its rim."""
    shape, rim = PLAYERS[seat - 1].mark, _RIM * r
    outline = mark_outline(shape, x, y, _RADIUS[shape] * r)
    ends = zip(outline, (*outline[1:], outline[0]), strict=True)
    points = [point_between(a, b, i / _FINE) for a, b in ends for i in range(_FINE)]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    band = (bottom - top) / _BANDS
    boxes = []
    for i in range(_BANDS):
        upper = top + i * band
        xs = [px for px, py in points if upper - 1 <= py <= upper + band + 1]
        boxes.append(Bounds(min(xs), upper, max(xs), upper + band).inflate(rim))
    return tuple(boxes)


def draw_hollow_city(seat: Seat, dots: int, x: float, y: float, r: float) -> Placed:
    """Draw a city that is not connected: the outline of the mark with the number of dots."""
    player = PLAYERS[seat - 1]
    c, m = _HOLLOW_HALF * r, _HOLLOW[player.mark] * r
    outline = Polygon(mark_outline(player.mark, c, c, m), CARD, player.color, _HOLLOW_LINE * r)
    digit = _digit_text(player.mark, str(dots), c, m, r, INK)
    return center_sprite(Sprite(f"hollow city {player.mark} {dots}", 2 * c, 2 * c, (outline, digit)), x, y)


def _digit_text(kind: str, digit: str, c: float, m: float, r: float, ink: Color) -> Text:
    size = round(_DIGIT * r * _NARROW.get(kind, 1))
    sink = _SINK.get(kind, 0) * m
    return Text(c, c + sink + _BASE * size, digit, "hb", size, ink, "middle", role="city")


def draw_chit(number: int, x: float, y: float, r: float) -> Placed:
    """Draw a number chit around a point."""
    return center_sprite(_chit_sprite(number, r), x, y)


@lru_cache(64)
def _chit_sprite(number: int, r: float) -> Sprite:
    c, size = r + 1, round(_NUMBER * r)
    ring = Disc(c, c, r, PAPER, INK, max(_THINNEST, _NUMBER_LINE * r))
    words = Text(c, c + _NUMBER_UP * r, str(number), "hb", size, INK, "middle", role="chit")
    offsets = row_offsets(DOTS_BY_CHIT.get(number, 0), _PIP_STEP * r)
    pips = (Disc(c + dx, c + _PIP_DOWN * r, _PIP * r, INK) for dx in offsets)
    return Sprite(f"chit {number}", 2 * c, 2 * c, (ring, words, *pips))


def train_width(h: float, *, large: bool) -> float:
    """Return the width in px of a train without the rim; ``h`` is the height of the train's body in px."""
    return (_LARGE if large else _SMALL).long * h


def draw_train(piece: TrainPiece, x: float, y: float, h: float, *, rim: Color = PAPER) -> Placed:
    """Draw a train around a point, with mark and number; a large train has a line in the middle."""
    sprite = _train_sprite(piece.seat, piece.number, piece.large, h, rim)
    return place_sprite(x - sprite.w / 2, y - sprite.h / 2 - _RAISED * h, sprite)


@lru_cache(256)
def _train_sprite(seat: Seat, number: int, large: bool, h: float, rim: Color) -> Sprite:
    player, body = PLAYERS[seat - 1], _LARGE if large else _SMALL
    w, edge, line = body.long * h, max(_EDGE_LEAST, _EDGE * h), max(_THINNEST, _LINE * h)
    k = edge + 1
    top = k + _ABOVE * h
    stack = Box(k + _STACK * w, k, _STACK_WIDE * h, _STACK_HIGH * h, INK)
    car = Box(k, top, w, h, player.color, INK, line, _CORNER * h)
    wheels = [Disc(k + share * w, top + h, _WHEEL * h, INK) for share in body.wheels]
    middle, size = top + h / 2, round(_TRAIN_NUMBER * h)
    badge = Polygon(mark_outline(player.mark, k + body.mark * w, middle, _TRAIN_MARK * h), PAPER)
    partition = (Box(k + w / 2 - line / 2, top, line, h, INK),) if large else ()
    x, base = k + body.number * w, middle + _BASE * size
    label = Text(x, base, str(number), "hb", size, PAPER, "middle", role="train")
    rims = (
        _inflate_box(car, edge, rim, _EDGE_CORNER * h),
        _inflate_box(stack, edge, rim, 0),
        *(Disc(wheel.x, wheel.y, wheel.r + edge, rim) for wheel in wheels),
    )
    shapes = (*rims, stack, *wheels, car, *partition, badge, label)
    return Sprite(f"train {player.mark} {number}", w + 2 * k, _HIGH * h + 2 * k, shapes)


def _inflate_box(box: Box, edge: float, ink: Color, radius: float) -> Box:
    wide, high = box.w + 2 * edge, box.h + 2 * edge
    return Box(box.x - edge, box.y - edge, wide, high, ink, radius=radius)


def draw_cargo(goods: Sequence[Good], x: float, y: float, side: float) -> Iterator[Placed]:
    """Draw squares of goods in a row around a point, on a light strip."""
    if goods:
        wide, high = len(goods) * side + 2 * _STRIP, side + 2 * _STRIP
        yield place_sprite(x - wide / 2, y - side / 2 - _STRIP, _strip_sprite(wide, high))
    yield from draw_good_row(goods, x, y, side, 0)


def draw_good_row(goods: Sequence[Good], x: float, y: float, side: float, gap: float) -> Iterator[Placed]:
    """Draw squares of goods in a row around a point."""
    offsets = row_offsets(len(goods), side + gap)
    for good, dx in zip(goods, offsets, strict=True):
        yield draw_good(good, x + dx, y, side)


@lru_cache(64)
def _strip_sprite(w: float, h: float) -> Sprite:
    return Sprite("cargo", w, h, (Box(0, 0, w, h, CARD, radius=_STRIP_CORNER),))


class TickRow(NamedTuple):
    """The measures in px of a row of boxes, some of them full; ``step`` is the distance between their left edges."""

    step: float
    wide: float
    high: float
    line: float
    radius: float

    def draw(self, x: float, top: float, full: int, count: int, color: Color) -> Iterator[Box]:
        """Draw ``count`` boxes; the first ``full`` boxes are full."""
        for i in range(count):
            left, fill, ink = x + i * self.step, color if i < full else None, INK if i < full else RULE
            yield Box(left, top, self.wide, self.high, fill, ink, self.line, self.radius)
