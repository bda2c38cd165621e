"""Links: rails in the owner's color, and a plate with engine and badge; and buffer stops.

Measures are for a tile of 240 pixels and are multiplied by ``u``. (style guide, section 8)
"""

from functools import lru_cache

from render.games.railroad_rivals.board.badges import Livery, badge_width, draw_badge
from render.games.railroad_rivals.board.engines import draw_engine
from render.palette import CARD, INK, PLAYERS
from render.scene import Box, Placed, Shape, Sprite, place_sprite

_ACROSS = 104
_UP, _DOWN = 68, 52
_WIDEST = 142
_ENGINE, _ENGINE_HALF = 22, 25


def draw_rails(seat: int, x: float, y: float, u: float, *, upright: bool) -> Placed:
    """Draw rails across an edge; ``upright`` rails cross a horizontal edge. The center of the edge is (x, y)."""
    if upright:
        return place_sprite(x - 15 * u, y - _UP * u, _rails_sprite(seat, u, True))
    return place_sprite(x - _ACROSS * u, y - 15 * u, _rails_sprite(seat, u, False))


@lru_cache(None)
def _rails_sprite(seat: int, u: float, upright: bool) -> Sprite:
    color, long = PLAYERS[seat - 1].color, (_UP + _DOWN if upright else 2 * _ACROSS) * u
    rails = [(0.0, y * u, long, 5 * u) for y in (3.5, 21.5)]
    count = int(long / u // 15)
    starts = ((7.5 + 15 * i) * u - 2.25 * u for i in range(count))
    ties = [(start, 0.0, 4.5 * u, 30 * u) for start in starts]
    shapes: list[Shape] = []
    for x, y, w, h in (*rails, *ties):
        box = (y, x, h, w) if upright else (x, y, w, h)
        shapes.append(Box(*box, color))
    wide, tall = (30 * u, long) if upright else (long, 30 * u)
    return Sprite(f"track {seat}", wide, tall, tuple(shapes))


def plate_width(livery: Livery, u: float, h: float, *, upright: bool) -> float:
    """The width of engine and badge on a plate, in pixels; the plate of ``upright`` rails can be narrower."""
    widest = _WIDEST * (u if upright else max(u, h / 44))
    return min(widest, 2 * _ENGINE_HALF * u + badge_width(livery, h) - 2 * u)


def draw_plate(
    seat: int, livery: Livery, x: float, y: float, u: float, h: float, *, upright: bool, role: str = "badge"
) -> tuple[Placed, ...]:
    """Draw the plate of a link: the owner's engine, and the railroad's badge of height ``h`` in pixels."""
    half = plate_width(livery, u, h, upright=upright) / 2
    return (
        draw_engine(seat, x - half + _ENGINE_HALF * u, y + 2 * u, _ENGINE * u, CARD),
        draw_badge(livery, x + half - badge_width(livery, h) / 2, y, h, halo=CARD, role=role),
    )


def draw_buffer_stop(x: float, y: float, u: float, *, upright: bool) -> Placed:
    """Draw a buffer stop at two touching edges that do not match."""
    w, h = (12 * u, 72 * u) if upright else (72 * u, 12 * u)
    return place_sprite(x - w / 2, y - h / 2, _buffer_stop_sprite(w, h, 4 * u))


@lru_cache(None)
def _buffer_stop_sprite(w: float, h: float, radius: float) -> Sprite:
    return Sprite("buffer stop", w, h, (Box(0, 0, w, h, INK, radius=radius),))
