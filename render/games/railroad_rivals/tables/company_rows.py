"""Signs for merged companies, and for companies out of business, in tables with a row for each railroad.

(RB Merger; RB Loot The Company)
"""

from collections.abc import Iterator, Mapping

from engine.core import join_words
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.fonts import text_width
from render.games.railroad_rivals.board.badges import badge_width, draw_badge
from render.games.railroad_rivals.colors import LIVERIES
from render.games.railroad_rivals.module_additions import has_wrapping_track, railroads_in_play
from render.games.railroad_rivals.tables.stock_bars import count_laps
from render.palette import CARD, INK, INK_SOFT
from render.parts.typography import TABLE_TIGHT
from render.scene import Box, Line, Shape, Text

NOTE_HEIGHT = 58
"""The height of a line of notes, in pixels."""

_TIE_LINE, _TIE_LONG = 5, 16
_PARTNER = 44
_FATE = (("out of", -4), ("business", 40))


def draw_railroad_badge(state: RailroadRivals, railroad: Railroad, x: float, y: float, h: float) -> Iterator[Shape]:
    """Draw the badge of a railroad in its row, gray and struck out if the railroad is out of business."""
    if railroad not in state.baron.ruined:
        yield draw_badge(LIVERIES[railroad], x, y, h)
        return
    half = badge_width(LIVERIES[railroad], h) / 2 + 6
    yield draw_badge(LIVERIES[railroad], x, y, h, dead=True)
    start, end = (x - half, y + 0.3 * h), (x + half, y - 0.3 * h)
    yield Line((start, end), INK_SOFT, 5)


def draw_out_of_business(x: float, y: float) -> Iterator[Text]:
    """Draw “out of business” in two lines, above and below ``y``, in place of a value."""
    for words, down in _FATE:
        yield TABLE_TIGHT.left(x, y + down, words, "fate", INK_SOFT)


def draw_company_ties(
    state: RailroadRivals, middles: Mapping[Railroad, float], x: float, partner: float
) -> Iterator[Shape]:
    """Show that the rows of a merged company belong together: draw a bracket at ``x`` if the rows are adjacent.

    Otherwise, a bracket would cross other rows, so each row names the other railroad at ``partner``: “= SP”.
    """
    railroads = company_railroads(state)
    if not railroads:
        return
    rows = sorted(railroads_in_play(state).index(railroad) for railroad in railroads)
    if rows[-1] - rows[0] > 1:
        for railroad, other in zip(railroads, reversed(railroads), strict=True):
            words = f"= {LIVERIES[other].initials}"
            wide, y = round(text_width(words, "h", _PARTNER)) + 16, middles[railroad]
            yield Box(partner, round(y) - 24, wide, 48, CARD, INK, 2, 8)
            yield Text(partner + 8, y + 0.35 * _PARTNER, words, "h", _PARTNER, INK, role="partner")
    else:
        top, bottom = (middles[railroad] for railroad in railroads)
        yield Box(x + _TIE_LONG - _TIE_LINE, top - 2, _TIE_LINE, bottom - top + 4, INK)
        for y in (top, bottom):
            yield Box(x, y - 2, _TIE_LONG, _TIE_LINE, INK)


def company_railroads(state: RailroadRivals) -> tuple[Railroad, ...]:
    """The railroads of the merged company, in the order of the table; empty if it is out of business."""
    railroads = tuple(railroad for railroad in railroads_in_play(state) if railroad in state.baron.merged)
    return () if set(railroads) <= set(state.baron.ruined) else railroads


def company_notes(state: RailroadRivals) -> tuple[str, ...]:
    """A sentence about the merged company for the space below a table; empty without a merged company."""
    railroads = company_railroads(state)
    return (f"{join_words(railroads)} are one company: their values move together.",) if railroads else ()


def table_notes(state: RailroadRivals) -> tuple[str, ...]:
    """The sentences that explain a table's signs below the table; may be empty."""
    sentences = [*company_notes(state)]
    if has_wrapping_track(state) and any(map(count_laps, state.value.values())):
        sentences.append("Upside down: the value is 15 more than its place on the scale.")
    return tuple(sentences)
