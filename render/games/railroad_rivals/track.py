"""The bars of the stock track. (style guide, section 9; RB Stock Track)"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.badges import Livery, badge_at, badge_width
from render.games.railroad_rivals.variants import wraps
from render.palette import ACCENT, CARD, INK, PAPER
from render.parts.text import FIGURE
from render.scene import Box, Placed, Shape, placed

_LAP = 15
"""The end of the expansion's stock track: a marker goes on from 1, upside down."""

_BAR = 38
_SPANS = (_LAP, 20, 30, 40, 60)


def span_of(state: RailroadRivals) -> int:
    """The end of the axis: 15 unless a value is beyond it and markers are not turned instead."""
    most = 0 if wraps(state) else max(state.value.values())
    return next((span for span in _SPANS if most <= span), most)


def wrapped(value: int) -> int:
    """How many times a marker has gone round the track of the expansion."""
    return max(0, (value - 1) // _LAP)


def _marker(livery: Livery, x: float, top: float, long: float) -> Box:
    """A bar in the railroad's color; a light one has a rim."""
    rim, line = (None, 0) if livery.dark else (livery.charge, 3)
    return Box(x, top, long, _BAR, livery.field, rim, line)


def bar(livery: Livery, value: int, change: int, x: float, y: float, cell: float) -> Iterator[Shape]:
    """A value as a bar from ``x`` on, around the height ``y``: a rise is its red end, a fall an outline beyond."""
    top, rise = y - _BAR / 2, max(0, change)
    before, end = round((value - rise) * cell), round(value * cell)
    if before:
        yield _marker(livery, x, top, before)
    if rise:
        yield Box(x + before, top, end - before, _BAR, ACCENT)
        yield FIGURE.left(x + end + 12, top + 35, f"+{rise}", "rise", ACCENT)
    elif change:
        long = min(round(-change * cell), round(_LAP * cell) - end)
        yield Box(x + end, top, long, _BAR, None, ACCENT, 4)
        yield FIGURE.left(x + end + long + 12, top + 35, f"−{-change}", "rise", ACCENT)


def second_round(livery: Livery, value: int, change: int, x: float, y: float, cell: float) -> Iterator[Shape]:
    """A value beyond the track's end: the marker upside down at the rest, and both numbers. (RB Stock Track)"""
    round_, top = wrapped(value), y - _BAR / 2
    end = round((value - _LAP * round_) * cell)
    outline = livery.field if livery.dark else livery.charge
    yield Box(x, top, round(_LAP * cell), _BAR, None, outline, 3)
    yield _marker(livery, x, top, end)
    if change > 0:
        start = max(0, end - round(change * cell))
        yield Box(x + start, top, end - start, _BAR, ACCENT)
    yield _turned(badge_at(livery, x + end, y, 44, halo=PAPER))
    words = f"{_LAP * round_} + {value - _LAP * round_}"
    if change:
        words += f" ({'+' if change > 0 else '−'}{abs(change)})"
    wide, half = FIGURE.wide(words), badge_width(livery, 44) / 2 + 14
    after = x + end + half
    left = after if after + wide + 12 <= x + _LAP * cell else x + end - half - wide - 12
    start = round(left)
    yield Box(start - 6, round(top) - 3, round(wide) + 24, _BAR + 6, CARD, INK, 3, 8)
    yield FIGURE.left(start + 6, y + FIGURE.rise, words, "second round", ACCENT if change else INK)


def _turned(badge: Placed) -> Placed:
    sprite = msgspec.structs.replace(badge.sprite, name=f"turned {badge.sprite.name}", turned=True)
    return placed(badge.x, badge.y, sprite)
