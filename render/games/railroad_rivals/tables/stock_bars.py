"""The bars that show values in the stock table. (style guide, section 9; RB Stock Track)"""

from collections.abc import Iterator

import msgspec

from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.badges import Livery, badge_width, draw_badge
from render.games.railroad_rivals.module_additions import has_wrapping_track
from render.palette import ACCENT, PAPER
from render.parts.typography import TABLE_FIGURE, TABLE_TIGHT, TextStyle
from render.scene import Box, Placed, Shape, Text, place_sprite

_LAP = 15
"""The last space of the expansion's stock track. From there, a marker continues at 1, upside down."""

_BAR, _MARKER = 38, 44
"""Height of a bar, and height of the badge on a bar after the first lap, in pixels."""
_UPPER, _LOWER = 23, 40
"""Pixels from the middle of a row up to the bar, and down to the text, after the first lap."""
_GAP = 6
RISE_ROOM = 64
"""Pixels beyond the end of the axis for the text of a rise."""
_SPANS = (_LAP, 20, 30, 40, 60)


def axis_end(state: RailroadRivals) -> int:
    """The value at the end of the axis: 15, or more if a value is higher and the track does not wrap."""
    most = 0 if has_wrapping_track(state) else max(state.value.values())
    return next((span for span in _SPANS if most <= span), most)


def count_laps(value: int) -> int:
    """The number of full laps of the expansion's stock track for a value."""
    return max(0, (value - 1) // _LAP)


def _draw_marker(livery: Livery, x: float, top: float, long: float) -> Box:
    """Draw a bar in the railroad's color; a bar in a light color has a rim."""
    rim, line = (None, 0) if livery.dark else (livery.charge, 3)
    return Box(x, top, long, _BAR, livery.field, rim, line)


def draw_bar(livery: Livery, value: int, change: int, x: float, y: float, long: float, span: int) -> Iterator[Shape]:
    """Draw a value as a bar that begins at ``x``. A rise is the bar's red end; a fall is an outline beyond the bar.

    ``long`` is the length in pixels of the value ``span``.
    """
    top, rise, cell = y - _BAR / 2, max(0, change), long / span
    before, end = round((value - rise) * cell), round(value * cell)
    if before:
        yield _draw_marker(livery, x, top, before)
    if rise:
        yield Box(x + before, top, end - before, _BAR, ACCENT)
    elif change:
        outline = min(round(-change * cell), round(long) - end)
        yield Box(x + end, top, outline, _BAR, None, ACCENT, 4)
        end += outline
    if change:
        base, most = y + TABLE_FIGURE.baseline_shift, x + long + RISE_ROOM
        yield _change_text(TABLE_FIGURE, change, x + end + _GAP, base, most)


def _change_text(style: TextStyle, change: int, x: float, base: float, most: float) -> Text:
    """The text of a change. It begins at ``x``, or farther left if it would end beyond ``most``."""
    words = f"+{change}" if change > 0 else f"−{-change}"
    return style.left(min(x, most - style.width(words)), base, words, "rise", ACCENT)


def draw_second_lap(livery: Livery, value: int, change: int, x: float, y: float, long: float) -> Iterator[Shape]:
    """Draw a value above 15: a bar for the current lap, the badge upside down, and “15 + 3”. (RB Stock Track)"""
    round_, cell, middle = count_laps(value), long / _LAP, y - _UPPER
    top, end = middle - _BAR / 2, round((value - _LAP * round_) * cell)
    outline = livery.field if livery.dark else livery.charge
    yield Box(x, top, round(long), _BAR, None, outline, 3)
    yield _draw_marker(livery, x, top, end)
    if change > 0:
        start = max(0, end - round(change * cell))
        yield Box(x + start, top, end - start, _BAR, ACCENT)
    half, most = badge_width(livery, _MARKER) / 2, x + long + RISE_ROOM
    yield _turn_badge(draw_badge(livery, min(x + end + half, most - half), middle, _MARKER, halo=PAPER))
    words = f"{_LAP * round_} + {value - _LAP * round_}"
    yield TABLE_TIGHT.left(x, y + _LOWER, words, "second round")
    if change:
        after = x + TABLE_TIGHT.width(words) + _GAP
        yield _change_text(TABLE_TIGHT, change, after, y + _LOWER, most)


def _turn_badge(badge: Placed) -> Placed:
    sprite = msgspec.structs.replace(badge.sprite, name=f"turned {badge.sprite.name}", turned=True)
    return place_sprite(badge.x, badge.y, sprite)
