"""Players as locomotives, on the track and beside their names. A player's color never stands without the mark."""

from __future__ import annotations

from functools import lru_cache

from render.geometry import mark
from render.palette import PAPER, PLAYERS
from render.scene import Box, Color, Disc, Placed, Polygon, Shape, Sprite, placed


def engine(seat: int, x: float, y: float, r: float, halo: Color) -> Placed:
    """A locomotive from the front, its smokebox around a point; ``halo`` is the color of the ground around it."""
    left, top, _, _ = _engine_box(r)
    return placed(x - left, y - top, _engine(seat, r, halo))


def _engine_box(r: float) -> tuple[float, float, float, float]:
    """How far an engine and its halo reach from the smokebox's center: left, up, right, down."""
    k = r / 24
    return 32 * k, 44 * k, 32 * k, 36 * k


@lru_cache(None)
def _engine(seat: int, r: float, halo: Color) -> Sprite:
    """(style guide, section 5)"""
    player, k = PLAYERS[seat - 1], r / 24
    x, y, right, down = _engine_box(r)
    edge = 4 * k
    body: list[Shape] = [
        Disc(x, y, r + edge, halo),
        Box(x - 9 * k - edge, y - 34 * k - edge, 18 * k + 2 * edge, 20 * k + edge, halo),
        Box(x - 12 * k - edge, y - 39 * k - edge, 24 * k + 2 * edge, 5 * k + 2 * edge, halo),
        Polygon(_catcher(x, y, k, edge), halo),
        Box(x - 9 * k, y - 34 * k, 18 * k, 18 * k, player.color),
        Box(x - 12 * k, y - 38 * k, 24 * k, 5 * k, player.color),
        Polygon(_catcher(x, y, k, 0), player.color),
        *(Polygon(_slit(x, y, k, i), halo) for i in (-1.5, -0.5, 0.5, 1.5)),
        Disc(x, y, r, player.color),
    ]
    if r >= 28:
        body.append(Disc(x, y, r - 2.4 * k, None, PAPER, max(1.6 * k, 1.5)))
    body.append(Polygon(mark(player.mark, x, y, (0.56 if r >= 28 else 0.62) * r), PAPER))
    return Sprite(f"engine {seat}", x + right, y + down, tuple(body))


def _catcher(x: float, y: float, k: float, edge: float) -> tuple[tuple[float, float], ...]:
    top, foot = y + 12 * k, y + 31 * k + edge
    return (
        (x - 19 * k - edge, top),
        (x + 19 * k + edge, top),
        (x + 27 * k + 1.4 * edge, foot),
        (x - 27 * k - 1.4 * edge, foot),
    )


def _slit(x: float, y: float, k: float, at: float) -> tuple[tuple[float, float], ...]:
    top, foot, half = y + 20 * k, y + 32 * k, 1.1 * k
    return (
        (x + at * 8.6 * k - half, top),
        (x + at * 8.6 * k + half, top),
        (x + at * 11.2 * k + half, foot),
        (x + at * 11.2 * k - half, foot),
    )
