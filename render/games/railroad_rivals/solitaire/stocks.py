"""The picture of stock values, the player's stock tiles, and their worth. (R Solitaire Rules)"""

from collections.abc import Iterator, Mapping

from engine.core import count_noun
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.solitaire.numbers import FIRST_CUBES, HIGHEST_VALUE, RISE
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.captions import (
    corner_text,
    delivery_events,
    join_sentences,
    last_move_line,
    rises_period_text,
)
from render.games.railroad_rivals.colors import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.solitaire_scores import ME
from render.games.railroad_rivals.tables.stock_bars import draw_bar
from render.games.railroad_rivals.tables.two_column_table import (
    BLOCK_LEFTS,
    HEAD_LINE,
    ROWS_TOP,
    block_extents,
    draw_stripes,
    row_positions,
    rows_bottom,
)
from render.palette import DEAD, INK, INK_SOFT, RULE
from render.parts.page_layout import MARGIN, THICK_RULE, header_layer, ink_rule, paper_scene
from render.parts.typography import AMOUNT, HEADING, RANK, TABLE_BODY, TABLE_TIGHT, TextStyle
from render.scene import Box, Disc, Scene, Shape, make_layer
from render.text_fitting import Events, Names

_BADGE, _VALUE, _AXIS = 75, 210, 223
"""Pixels from a row's left edge to the middle of the badge, the right end of the value, and the axis."""
_TALL_BADGE = 56
"""Height of the badge in pixels."""
_LONG = 165
"""Length of the axis in pixels."""
_LIMIT_WORDS = 24
"""Pixels from the end of the axis to the right end of the word “limit” above it."""
_TILES, _WORTH, _LEFT = 472, 598, 725
_TICK, _LIMIT, _THIN = 5, 6, 2
_RULE, _TOTAL_LINE, _BELOW, _NONE_DOT = 12, 92, 124, 4
_TODAY = TextStyle("hb", 68)


def stock_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """The picture with a row for each railroad, in two blocks; the order of rows is always the same."""
    rises = _value_rises(state, events)
    seat, line = last_move_line(state, events, names)
    if rises:
        rise_texts = (f"{r} +{rise}" if rise else f"{r} at the limit, {HIGHEST_VALUE}" for r, rise in rises.items())
        seat, line = None, f"{rises_period_text(state)}: {', '.join(rise_texts)}"
    rows = len(state.value)
    layers = (
        make_layer("stripes", draw_stripes(rows)),
        make_layer("grid", _draw_grid(rows)),
        make_layer("bars", _draw_bars(state, rises)),
        make_layer("rows", _draw_rows(state)),
        make_layer("total", _draw_total(state, rows_bottom(rows))),
        header_layer("Stock values", corner_text(state), line, seat=seat, tall=True),
    )
    return (paper_scene("stocks", rows_bottom(rows) + _BELOW, PALETTE, layers, _alt_text(state, rises)),)


def _value_rises(state: RailroadRivals, events: Events) -> dict[Railroad, int]:
    """The rise of each stock in the events; 0 for a stock at the limit that perhaps did not rise."""
    every_delivery_rose = sum(state.value.values()) == RISE * (len(state.delivered) - FIRST_CUBES)
    values = {event.railroad: event.value for event in delivery_events(events)}
    return {r: RISE if value < HIGHEST_VALUE or every_delivery_rose else 0 for r, value in values.items()}


def _draw_grid(rows: int) -> Iterator[Shape]:
    """Draw vertical lines for values from 0 to the limit; the line of the limit is black."""
    for left, tall in block_extents(rows):
        start, end = left + _AXIS, left + _AXIS + _LONG
        yield TABLE_TIGHT.middle(start, HEAD_LINE, "0", "axis", INK_SOFT)
        yield TABLE_TIGHT.right(end + _LIMIT_WORDS, HEAD_LINE, f"limit {HIGHEST_VALUE}", "axis", INK_SOFT)
        for number in range(0, HIGHEST_VALUE, _TICK):
            x = round(start + number * _LONG / HIGHEST_VALUE)
            yield Box(x - 1, ROWS_TOP, _THIN, tall, RULE if number else DEAD)
        yield Box(end - 1, ROWS_TOP, _LIMIT, tall, INK)
        for at, words in ((_TILES, "tiles"), (_WORTH, "points"), (_LEFT, "pile")):
            yield TABLE_TIGHT.middle(left + at, HEAD_LINE, words, "axis", INK_SOFT)


def _draw_bars(state: RailroadRivals, rises: Mapping[Railroad, int]) -> Iterator[Shape]:
    for railroad, spot in row_positions(tuple(state.value)).items():
        value, rise = state.value[railroad], rises.get(railroad, 0)
        yield from draw_bar(LIVERIES[railroad], value, rise, spot.left + _AXIS, spot.y, _LONG, HIGHEST_VALUE)


def _draw_rows(state: RailroadRivals) -> Iterator[Shape]:
    stocks = state.stocks[ME]
    for railroad, (left, y) in row_positions(tuple(state.value)).items():
        value, count = state.value[railroad], stocks.get(railroad, 0)
        yield draw_badge(LIVERIES[railroad], left + _BADGE, y, _TALL_BADGE)
        yield _TODAY.right(left + _VALUE, y + _TODAY.baseline_shift, str(value), "value")
        if count:
            yield HEADING.middle(left + _TILES, y + HEADING.baseline_shift, str(count), "share")
            yield HEADING.middle(left + _WORTH, y + HEADING.baseline_shift, str(count * value), "worth")
        else:
            yield from (Disc(left + x, y, _NONE_DOT, RULE) for x in (_TILES, _WORTH))
        pile = str(state.count_unseen_stocks()[railroad])
        yield AMOUNT.middle(left + _LEFT, y + AMOUNT.baseline_shift, pile, "tiles left", INK_SOFT)


def _draw_total(state: RailroadRivals, bottom: int) -> Iterator[Shape]:
    left, base = BLOCK_LEFTS[-1], bottom + _TOTAL_LINE
    yield ink_rule(bottom + _RULE, THICK_RULE)
    yield TABLE_BODY.left(MARGIN, base, "Your tiles and their current value", "caption")
    yield RANK.middle(left + _TILES, base, str(sum(state.stocks[ME].values())), "share")
    yield RANK.middle(left + _WORTH, base, str(state.stock_worth(ME)), "total")


def _alt_text(state: RailroadRivals, rises: Mapping[Railroad, int]) -> str:
    values = [f"{r} {value}" + (f" (+{rises[r]})" if rises.get(r) else "") for r, value in state.value.items()]
    pile = state.count_unseen_stocks()
    stock_texts = [f"{r} ×{count} worth {count * state.value[r]}" for r, count in sorted(state.stocks[ME].items())]
    return join_sentences(
        (
            f"{corner_text(state)}.",
            f"Stock values, at most {HIGHEST_VALUE}: {', '.join(values)}.",
            f"Your stocks: {', '.join(stock_texts) or 'none'} (worth {count_noun(state.stock_worth(ME), 'point')} "
            "now).",
            f"In the pile: {', '.join(f'{r} {pile[r]}' for r in state.value)}.",
        )
    )
