"""The picture of the final score and the rank; before the end, with current values. (R Solitaire Rules, Rank)"""

from collections.abc import Iterator

from engine.core import count_noun
from engine.games.railroad_rivals.solitaire.numbers import STARTING_SCORE, rank_of
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.captions import corner_text, join_sentences
from render.games.railroad_rivals.colors import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.solitaire_scores import ME, current_total, rank_table
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.page_layout import (
    BLEED,
    FIELD_TOP,
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    header_layer,
    ink_rule,
    panel,
    paper_scene,
)
from render.parts.table import Column, draw_cells
from render.parts.typography import AMOUNT, LARGE, SMALL, SUM, TOTAL, TextStyle
from render.scene import Box, Disc, Scene, Shape, make_layer
from render.text_fitting import Names

_TOP, _ROW, _HEADS_LINE = 262, 72, 238
_BADGE, _BADGE_TALL, _RIGHT, _STRIPES = 116, 54, 724, 740
_FIGURES, _NONE, _NONE_DOT = 140, 686, 4
_DROP = 20
_LADDER, _RUNG, _LADDER_TOP = 784, 112, 12
_RUNG_EDGE, _RUNG_FRAME, _RUNG_RULE = 4, 6, 20
_ENGINE_X, _ENGINE_DOWN, _ENGINE, _RANGE, _RANK_AT, _RANK_LINE, _RANK_EDGE = 54, 3, 24, 238, 268, 75, 24
_SUM_RULE, _PARTS_LINE, _PART, _TOTAL_RULE = 8, 66, 66, 220
_TOTAL_LINE, _THICKEST, _FIGURE_DOWN, _TOTAL_DOWN = 296, 4, 2, 4
_HEIGHT = 1466
_WORTH = TextStyle("h", 58)
_FIGURE = TextStyle("hb", 58)
_REACHED, _RANK = TextStyle("hb", 54), TextStyle("h", 54)
_COLUMNS = (
    Column("value", 290, _WORTH, "right", INK_SOFT, gap=100),
    Column("share", 120, ink=INK_SOFT, drop=-3),
    Column("figure", 150, _FIGURE, "right"),
)
_AXIS = (
    Column("axis", 250, SMALL, "right", INK_SOFT, gap=60),
    Column("axis", 140, SMALL, "middle", INK_SOFT),
    Column("axis", 170, SMALL, "right", INK_SOFT),
)
_POINTS = _FIGURES + sum(column.width for column in _COLUMNS)


def final_scenes(state: RailroadRivals, names: Names) -> tuple[Scene, ...]:
    """The picture with the stocks and their sum on the left, and the ranks on the right."""
    total, over = current_total(state), not state.flow
    rank_name = rank_of(total)
    title, right = (
        ("Final score", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If the game ended now", corner_text(state))
    )
    line = f"{names[0]}: {count_noun(total, 'point')}, {rank_name}"
    layers = (
        make_layer("stripes", _draw_stripes(len(state.value))),
        make_layer("rows", _draw_rows(state)),
        make_layer("sum", _draw_sum(state, total)),
        make_layer("ranks", _draw_ranks(total)),
        header_layer(title, right, line, seat=ME),
    )
    return (paper_scene("final", _HEIGHT, PALETTE, layers, _alt_text(state, names[0], total)),)


def _draw_stripes(rows: int) -> Iterator[Shape]:
    for row in range(0, rows, 2):
        yield Box(BLEED, _TOP + _ROW * row, _STRIPES - BLEED, _ROW, PAPER_2)


def _draw_rows(state: RailroadRivals) -> Iterator[Shape]:
    stocks = state.stocks[ME]
    yield from draw_cells(_FIGURES, _AXIS, _HEADS_LINE, ("value", "tiles", "points"))
    for row, (railroad, value) in enumerate(state.value.items()):
        y, count = _TOP + _ROW * row + _ROW / 2, stocks.get(railroad, 0)
        yield draw_badge(LIVERIES[railroad], _BADGE, y, _BADGE_TALL)
        share, worth = (f"{count} ×", str(count * value)) if count else ("", "")
        yield from draw_cells(_FIGURES, _COLUMNS, y + _DROP, (str(value), share, worth))
        if not count:
            yield Disc(_NONE, y, _NONE_DOT, RULE)


def _draw_sum(state: RailroadRivals, total: int) -> Iterator[Shape]:
    y, worth, wide = _TOP + _ROW * len(state.value), state.stock_worth(ME), _RIGHT - MARGIN
    yield ink_rule(y + _SUM_RULE, THICK_RULE, w=wide)
    parts = (("Stocks", worth), ("Deliveries", total - worth - STARTING_SCORE), ("At the start", STARTING_SCORE))
    for i, (words, points) in enumerate(parts):
        yield LARGE.left(MARGIN, y + _PARTS_LINE + i * _PART, words, "caption")
        yield _FIGURE.right(_POINTS, y + _PARTS_LINE + _FIGURE_DOWN + i * _PART, str(points), "figure")
    yield ink_rule(y + _TOTAL_RULE, _THICKEST, w=wide)
    yield SUM.left(MARGIN, y + _TOTAL_LINE, "TOTAL", "section heading")
    yield TOTAL.right(_POINTS, y + _TOTAL_LINE + _TOTAL_DOWN, str(total), "total", ACCENT)


def _draw_ranks(total: int) -> Iterator[Shape]:
    """Draw the ranks with the best one on top; a card marks the rank that is reached."""
    wide = PAGE_WIDTH - MARGIN - _LADDER
    for step, line in enumerate(reversed(rank_table())):
        y, is_reached = FIELD_TOP + _LADDER_TOP + step * _RUNG, line.name == rank_of(total)
        if is_reached:
            yield panel(_LADDER, y + _RUNG_EDGE, wide, _RUNG - 2 * _RUNG_EDGE, CARD, ACCENT, _RUNG_FRAME)
            yield draw_engine(ME, _LADDER + _ENGINE_X, y + _RUNG / 2 + _ENGINE_DOWN, _ENGINE, CARD)
        elif step and rank_table()[-step].name != rank_of(total):
            yield Box(_LADDER + _RUNG_RULE, y - 1, wide - 2 * _RUNG_RULE, 2, RULE)
        ink = INK if is_reached else INK_SOFT
        yield AMOUNT.right(_LADDER + _RANGE, y + _RANK_LINE, line.points, "range", ink)
        x, style = _LADDER + _RANK_AT, _REACHED if is_reached else _RANK
        yield style.left(x, y + _RANK_LINE, line.name, "rank", ink, max_width=PAGE_WIDTH - MARGIN - _RANK_EDGE - x)


def _alt_text(state: RailroadRivals, name: str, total: int) -> str:
    worth, over = state.stock_worth(ME), not state.flow
    stock_texts = [f"{r} {n} × {state.value[r]} = {n * state.value[r]}" for r, n in sorted(state.stocks[ME].items())]
    ranks = [f"{line.points} {line.name}" for line in rank_table()]
    return join_sentences(
        (
            f"{'Final score' if over else 'If the game ended now'}: {name} has {count_noun(total, 'point')}, "
            f"{rank_of(total)}.",
            f"{STARTING_SCORE} at the start, deliveries {total - worth - STARTING_SCORE}, stocks {worth}.",
            f"Stocks: {', '.join(stock_texts) or 'none'}.",
            f"Stock values: {', '.join(f'{r} {value}' for r, value in state.value.items())}.",
            f"Ranks: {'; '.join(ranks)}.",
        )
    )
