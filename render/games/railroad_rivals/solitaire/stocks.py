"""Stock values up to their limit, the player's tiles, and what they are worth. (R Solitaire Rules)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.words import counted
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.solitaire.data import FIRST_CUBES, HIGHEST_VALUE, RISE
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME
from render.games.railroad_rivals.words import corner, deliveries, last_move, whose_rises
from render.labels import Names
from render.palette import ACCENT, DEAD, INK, INK_SOFT, RULE
from render.parts.frame import MARGIN, header, picture, rule, stripes
from render.parts.text import AMOUNT, BODY, FIGURE, HEADING, RANK, SMALL, Style
from render.scene import Box, Disc, Layer, Scene, Shape, layer

_TOP, _ROW, _BAR = 270, 88, 38
_BADGE, _VALUE, _AXIS, _CELL = 118, 284, 330, 68
_TILES, _WORTH, _LEFT = 1145, 1325, 1505
_CAPTION = 246
_TODAY = Style("hb", 68)


def stock_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """One row a railroad, always in the same order."""
    rises = _rises(state, news)
    seat, line = last_move(state, news, names)
    if rises:
        told = (f"{r} +{rise}" if rise else f"{r} at the limit, {HIGHEST_VALUE}" for r, rise in rises.items())
        seat, line = None, f"{whose_rises(state)}: {', '.join(told)}"
    rows = len(state.value)
    bottom = _TOP + _ROW * rows
    layers = (
        Layer("stripes", stripes(_TOP, _ROW, rows)),
        layer("grid", _grid(bottom)),
        layer("bars", _bars(state, rises)),
        layer("rows", _rows(state)),
        layer("total", _total(state, bottom)),
        header("Stock values", corner(state), line, seat=seat),
    )
    return (picture("stocks", bottom + 150, PALETTE, layers, _alt(state, rises)),)


def _rises(state: RailroadRivals, news: News) -> dict[Railroad, int]:
    """By how much values rose in the news; 0 for one at the limit that may have stood there before."""
    every_delivery_rose = sum(state.value.values()) == RISE * (len(state.delivered) - FIRST_CUBES)
    made = {event.railroad: event.value for event in deliveries(news)}
    return {r: RISE if value < HIGHEST_VALUE or every_delivery_rose else 0 for r, value in made.items()}


def _grid(bottom: float) -> Iterator[Shape]:
    """Values from 0 to the limit, which is a line of ink."""
    for number in range(HIGHEST_VALUE + 1):
        x, limit = _AXIS + number * _CELL, number == HIGHEST_VALUE
        numbered = number % 5 == 0
        if numbered:
            yield SMALL.right(x + 24, _CAPTION, "limit" * limit + f" {number}", "axis", INK_SOFT)
        line, ink = (6, INK) if limit else (2, DEAD if numbered else RULE)
        yield Box(x - 1, _TOP, line, bottom - _TOP, ink)
    for x, words in ((_TILES, "tiles"), (_WORTH, "points"), (_LEFT, "in pile")):
        yield SMALL.middle(x, _CAPTION, words, "axis", INK_SOFT)


def _bars(state: RailroadRivals, rises: Mapping[Railroad, int]) -> Iterator[Shape]:
    for row, railroad in enumerate(state.value):
        livery, value, rise = LIVERIES[railroad], state.value[railroad], rises.get(railroad, 0)
        y, before = _TOP + _ROW * row + (_ROW - _BAR) / 2, (value - rise) * _CELL
        if before:
            ink, line = (None, 0) if livery.dark else (livery.charge, 3)
            yield Box(_AXIS, y, before, _BAR, livery.field, ink, line)
        if rise:
            yield Box(_AXIS + before, y, rise * _CELL, _BAR, ACCENT)
            yield FIGURE.left(_AXIS + value * _CELL + 12, y + 35, f"+{rise}", "rise", ACCENT)


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    owned = state.stocks[ME]
    for row, railroad in enumerate(state.value):
        y = _TOP + _ROW * row + _ROW / 2
        value, count = state.value[railroad], owned.get(railroad, 0)
        yield badge_at(LIVERIES[railroad], _BADGE, y, 60)
        yield _TODAY.right(_VALUE, y + _TODAY.rise, str(value), "value")
        if count:
            yield HEADING.middle(_TILES, y + HEADING.rise, str(count), "share")
            yield HEADING.middle(_WORTH, y + HEADING.rise, str(count * value), "worth")
        else:
            yield from (Disc(x, y, 4, RULE) for x in (_TILES, _WORTH))
        yield AMOUNT.middle(_LEFT, y + AMOUNT.rise, str(state.unseen_stocks()[railroad]), "tiles left", INK_SOFT)


def _total(state: RailroadRivals, bottom: float) -> Iterator[Shape]:
    yield rule(bottom + 10, 4)
    yield BODY.left(MARGIN, bottom + 92, "Your tiles and their current value", "caption")
    yield RANK.middle(_TILES, bottom + 94, str(sum(state.stocks[ME].values())), "share")
    yield RANK.middle(_WORTH, bottom + 94, str(state.worth(ME)), "total")


def _alt(state: RailroadRivals, rises: Mapping[Railroad, int]) -> str:
    values = [f"{r} {value}" + (f" (+{rises[r]})" if rises.get(r) else "") for r, value in state.value.items()]
    pile = state.unseen_stocks()
    owned = [f"{r} ×{count} worth {count * state.value[r]}" for r, count in sorted(state.stocks[ME].items())]
    return joined(
        (
            f"{corner(state)}.",
            f"Stock values, at most {HIGHEST_VALUE}: {', '.join(values)}.",
            f"Your stocks: {', '.join(owned) or 'none'} (worth {counted(state.worth(ME), 'point')} now).",
            f"In the pile: {', '.join(f'{r} {pile[r]}' for r in state.value)}.",
        )
    )
