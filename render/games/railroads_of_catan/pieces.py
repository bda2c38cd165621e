"""Cities, chits, trains and barrels, as stamps that all boards share. (drawing rules for maps, section 7)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.layout import DOTS_OF, Good
from engine.games.railroads_of_catan.box.pieces import Train
from render.games.railroads_of_catan.livery import faded
from render.games.railroads_of_catan.signs import good_box
from render.geometry import mark
from render.palette import CARD, INK, PAPER, PLAYERS
from render.scene import Box, Color, Disc, Placed, Polygon, Shape, Sprite, Text, placed

_RADIUS: Mapping[str, float] = {"disc": 1.15, "square": 1.12, "triangle": 1.38, "diamond": 1.34}
"""Marks that look equally large, by the half width of a city."""
_SINK: Mapping[str, float] = {"triangle": 0.17}
"""How far the digit stands below a mark's point, in its radius."""


def mark_at(seat: Seat, x: float, y: float, r: float) -> Placed:
    """A player's mark in the player's color, about ``r`` px to each side of a point."""
    sprite = _city(seat, "", r / _RADIUS[PLAYERS[seat - 1].mark] * 1.14, 0.0)
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


def city(seat: Seat, dots: int, x: float, y: float, r: float, *, fade: float = 0) -> Placed:
    """A city: its player's mark with the number of dots, about ``r`` px to each side of a point."""
    sprite = _city(seat, str(dots), r, fade)
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(256)
def _city(seat: Seat, digit: str, r: float, fade: float) -> Sprite:
    player = PLAYERS[seat - 1]
    m = _RADIUS[player.mark] * r
    rim, line = 0.11 * r, max(1.5, 0.06 * r)
    c = 1.14 * m + 2 * rim
    shapes: list[Shape] = [Polygon(mark(player.mark, c, c, m), PAPER, PAPER, 2 * rim)] if digit else []
    shapes.append(Polygon(mark(player.mark, c, c, m), faded(player.color, fade), faded(INK, fade), line))
    if digit:
        size = round(1.6 * r * (0.92 if player.mark == "triangle" else 1))
        base = c + _SINK.get(player.mark, 0) * m + 0.35 * size
        shapes.append(Text(c, base, digit, "hb", size, PAPER, "middle", role="city"))
    return Sprite(f"city {player.mark} {digit}", 2 * c, 2 * c, tuple(shapes))


def chit(number: int, x: float, y: float, r: float) -> Placed:
    """A number and its dots."""
    return placed(x - r - 1, y - r - 1, _chit(number, r))


@lru_cache(64)
def _chit(number: int, r: float) -> Sprite:
    c, dots = r + 1, DOTS_OF.get(number, 0)
    size = round(1.2 * r)
    ring = Disc(c, c, r, PAPER, INK, max(1.5, 0.06 * r))
    words = Text(c, c + 0.2 * r, str(number), "hb", size, INK, "middle", role="chit")
    pips = (Disc(c + (i - (dots - 1) / 2) * 0.26 * r, c + 0.52 * r, 0.105 * r, INK) for i in range(dots))
    return Sprite(f"chit {number}", 2 * c, 2 * c, (ring, words, *pips))


def train_width(h: float, *, large: bool) -> float:
    """How wide a train is, without its rim, that is ``h`` px high from wheels to roof."""
    return (2.3 if large else 1.62) * h


def train(piece: Train, x: float, y: float, h: float, *, rim: Color = PAPER) -> Placed:
    """A train around a point: mark and number in its player's color, a large one with a partition."""
    sprite = _train(piece.seat, piece.number, piece.large, h, rim)
    return placed(x - sprite.w / 2, y - sprite.h / 2 - 0.08 * h, sprite)


@lru_cache(256)
def _train(seat: Seat, number: int, large: bool, h: float, rim: Color) -> Sprite:
    player, w, edge = PLAYERS[seat - 1], train_width(h, large=large), max(2.0, 0.09 * h)
    k = edge + 1
    top, wide, high = k + 0.26 * h, w + 2 * k, 1.42 * h + 2 * k
    line = max(1.5, 0.05 * h)
    stack = (k + 0.8 * w, k, 0.2 * h, 0.4 * h)
    wheels = tuple(k + share * w for share in ((0.2, 0.5, 0.8) if large else (0.24, 0.76)))
    body: list[Shape] = [
        Box(k - edge, top - edge, w + 2 * edge, h + 2 * edge, rim, radius=0.2 * h),
        Box(stack[0] - edge, stack[1] - edge, stack[2] + 2 * edge, stack[3], rim),
        *(Disc(at, top + h, 0.16 * h + edge, rim) for at in wheels),
        Box(*stack, INK),
        *(Disc(at, top + h, 0.16 * h, INK) for at in wheels),
        Box(k, top, w, h, player.color, INK, line, 0.16 * h),
    ]
    middle, size = top + h / 2, round(1.22 * h)
    if large:
        body.append(Box(k + 0.5 * w - line / 2, top, line, h, INK))
    left, right = (0.25, 0.75) if large else (0.28, 0.71)
    body.append(Polygon(mark(player.mark, k + left * w, middle, 0.33 * h), PAPER))
    body.append(Text(k + right * w, middle + 0.35 * size, str(number), "hb", size, PAPER, "middle", role="train"))
    return Sprite(f"train {player.mark} {number}", wide, high, tuple(body))


def cargo(goods: Sequence[Good], x: float, y: float, side: float) -> Iterator[Placed]:
    """Squares of goods in a row, around a point, on a light strip."""
    wide = len(goods) * side + 6
    if goods:
        yield placed(x - wide / 2, y - side / 2 - 3, _strip(wide, side + 6))
    for i, good in enumerate(goods):
        yield good_box(good, x + (i - (len(goods) - 1) / 2) * side, y, side)


@lru_cache(64)
def _strip(w: float, h: float) -> Sprite:
    return Sprite("cargo", w, h, (Box(0, 0, w, h, CARD, radius=3),))
