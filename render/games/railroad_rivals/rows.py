"""Parts that the tables by railroad share: badges of companies that merged or went out of business, and words for them.

(RB Merger; RB Loot The Company)
"""

from collections.abc import Iterator, Mapping

from engine.core import listed
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.fonts import width
from render.games.railroad_rivals.badges import badge_at, badge_width
from render.games.railroad_rivals.livery import LIVERIES
from render.games.railroad_rivals.track import wrapped
from render.games.railroad_rivals.variants import in_play, wraps
from render.palette import CARD, INK, INK_SOFT
from render.parts.text import TABLE_TIGHT
from render.scene import Box, Line, Shape, Text

NOTE = 58
"""The height of a note's line."""

_TIE_LINE, _TIE_LONG = 5, 16
_PARTNER = 44
_FATE = (("out of", -4), ("business", 40))


def railroad_badge(state: RailroadRivals, railroad: Railroad, x: float, y: float, h: float) -> Iterator[Shape]:
    """The badge of a row; gray and struck out where the railroad is out of business."""
    if railroad not in state.baron.ruined:
        yield badge_at(LIVERIES[railroad], x, y, h)
        return
    half = badge_width(LIVERIES[railroad], h) / 2 + 6
    yield badge_at(LIVERIES[railroad], x, y, h, dead=True)
    start, end = (x - half, y + 0.3 * h), (x + half, y - 0.3 * h)
    yield Line((start, end), INK_SOFT, 5)


def fate(x: float, y: float) -> Iterator[Text]:
    """The words in the place of a value that there is no more, in two lines around ``y``."""
    for words, down in _FATE:
        yield TABLE_TIGHT.left(x, y + down, words, "fate", INK_SOFT)


def company_ties(state: RailroadRivals, middles: Mapping[Railroad, float], x: float, partner: float) -> Iterator[Shape]:
    """The tie between the rows of a company: a bracket at ``x``, open to the left, where they are neighbors.

    A line past other rows would seem to hold them too: there each row names the other, “= SP”, from ``partner`` on.
    """
    merged = company(state)
    if not merged:
        return
    rows = sorted(in_play(state).index(railroad) for railroad in merged)
    if rows[-1] - rows[0] > 1:
        for railroad, other in zip(merged, reversed(merged), strict=True):
            words = f"= {LIVERIES[other].initials}"
            wide, y = round(width(words, "h", _PARTNER)) + 16, middles[railroad]
            yield Box(partner, round(y) - 24, wide, 48, CARD, INK, 2, 8)
            yield Text(partner + 8, y + 0.35 * _PARTNER, words, "h", _PARTNER, INK, role="partner")
    else:
        top, bottom = (middles[railroad] for railroad in merged)
        yield Box(x + _TIE_LONG - _TIE_LINE, top - 2, _TIE_LINE, bottom - top + 4, INK)
        for y in (top, bottom):
            yield Box(x, y - 2, _TIE_LONG, _TIE_LINE, INK)


def company(state: RailroadRivals) -> tuple[Railroad, ...]:
    """The railroads that are one company, in the table's order; none when it is out of business."""
    merged = tuple(railroad for railroad in in_play(state) if railroad in state.baron.merged)
    return () if set(merged) <= set(state.baron.ruined) else merged


def company_notes(state: RailroadRivals) -> tuple[str, ...]:
    """The sentence under a table about a company of two railroads; nothing where there is none."""
    merged = company(state)
    return (f"{listed(merged)} are one company: their values move together.",) if merged else ()


def notes(state: RailroadRivals) -> tuple[str, ...]:
    """The sentences that explain the table's signs; nothing while none is used."""
    said = [*company_notes(state)]
    if wraps(state) and any(map(wrapped, state.value.values())):
        said.append("Upside down: the value is 15 more than its place on the scale.")
    return tuple(said)
