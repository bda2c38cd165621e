"""The final score and the rank that it makes; before the end, as if the game ended now. (R Solitaire Rules, Rank)"""

from collections.abc import Iterator

from engine.core import counted
from engine.games.railroad_rivals.solitaire.data import STARTING_SCORE
from engine.games.railroad_rivals.solitaire.progression import rank
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, ladder, standing
from render.games.railroad_rivals.words import corner
from render.labels import Names
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.frame import BLEED, FIELD, MARGIN, THICK, WIDTH, header, panel, picture, rule
from render.parts.table import Column, cells
from render.parts.text import AMOUNT, LARGE, SMALL, SUM, TOTAL, Style
from render.scene import Box, Disc, Scene, Shape, layer

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
_WORTH = Style("h", 58)
_FIGURE = Style("hb", 58)
_REACHED, _RANK = Style("hb", 54), Style("h", 54)
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
_POINTS = _FIGURES + sum(column.wide for column in _COLUMNS)


def final_scenes(state: RailroadRivals, names: Names) -> tuple[Scene, ...]:
    """Stocks one by one and the sum at the left, the table of ranks at the right."""
    total, over = standing(state), not state.flow
    reached = rank(total)
    title, right = (
        ("Final score", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If the game ended now", corner(state))
    )
    line = f"{names[0]}: {counted(total, 'point')}, {reached}"
    layers = (
        layer("stripes", _stripes(len(state.value))),
        layer("rows", _rows(state)),
        layer("sum", _sum(state, total)),
        layer("ranks", _ranks(total)),
        header(title, right, line, seat=ME),
    )
    return (picture("final", _HEIGHT, PALETTE, layers, _alt(state, names[0], total)),)


def _stripes(rows: int) -> Iterator[Shape]:
    """Under the stocks alone: the ladder of ranks stands beside them."""
    for row in range(0, rows, 2):
        yield Box(BLEED, _TOP + _ROW * row, _STRIPES - BLEED, _ROW, PAPER_2)


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    owned = state.stocks[ME]
    yield from cells(_FIGURES, _AXIS, _HEADS_LINE, ("value", "tiles", "points"))
    for row, (railroad, value) in enumerate(state.value.items()):
        y, count = _TOP + _ROW * row + _ROW / 2, owned.get(railroad, 0)
        yield badge_at(LIVERIES[railroad], _BADGE, y, _BADGE_TALL)
        share, worth = (f"{count} ×", str(count * value)) if count else ("", "")
        yield from cells(_FIGURES, _COLUMNS, y + _DROP, (str(value), share, worth))
        if not count:
            yield Disc(_NONE, y, _NONE_DOT, RULE)


def _sum(state: RailroadRivals, total: int) -> Iterator[Shape]:
    y, worth, wide = _TOP + _ROW * len(state.value), state.worth(ME), _RIGHT - MARGIN
    yield rule(y + _SUM_RULE, THICK, w=wide)
    parts = (("Stocks", worth), ("Deliveries", total - worth - STARTING_SCORE), ("At the start", STARTING_SCORE))
    for i, (words, points) in enumerate(parts):
        yield LARGE.left(MARGIN, y + _PARTS_LINE + i * _PART, words, "caption")
        yield _FIGURE.right(_POINTS, y + _PARTS_LINE + _FIGURE_DOWN + i * _PART, str(points), "figure")
    yield rule(y + _TOTAL_RULE, _THICKEST, w=wide)
    yield SUM.left(MARGIN, y + _TOTAL_LINE, "TOTAL", "section heading")
    yield TOTAL.right(_POINTS, y + _TOTAL_LINE + _TOTAL_DOWN, str(total), "total", ACCENT)


def _ranks(total: int) -> Iterator[Shape]:
    """The best rank on top; the one reached stands on a card."""
    wide = WIDTH - MARGIN - _LADDER
    for step, line in enumerate(reversed(ladder())):
        y, reached = FIELD + _LADDER_TOP + step * _RUNG, line.name == rank(total)
        if reached:
            yield panel(_LADDER, y + _RUNG_EDGE, wide, _RUNG - 2 * _RUNG_EDGE, CARD, ACCENT, _RUNG_FRAME)
            yield engine(ME, _LADDER + _ENGINE_X, y + _RUNG / 2 + _ENGINE_DOWN, _ENGINE, CARD)
        elif step and ladder()[-step].name != rank(total):
            yield Box(_LADDER + _RUNG_RULE, y - 1, wide - 2 * _RUNG_RULE, 2, RULE)
        ink = INK if reached else INK_SOFT
        yield AMOUNT.right(_LADDER + _RANGE, y + _RANK_LINE, line.points, "range", ink)
        x, style = _LADDER + _RANK_AT, _REACHED if reached else _RANK
        yield style.left(x, y + _RANK_LINE, line.name, "rank", ink, room=WIDTH - MARGIN - _RANK_EDGE - x)


def _alt(state: RailroadRivals, name: str, total: int) -> str:
    worth, over = state.worth(ME), not state.flow
    owned = [f"{r} {n} × {state.value[r]} = {n * state.value[r]}" for r, n in sorted(state.stocks[ME].items())]
    ranks = [f"{line.points} {line.name}" for line in ladder()]
    return joined(
        (
            f"{'Final score' if over else 'If the game ended now'}: {name} has {counted(total, 'point')}, "
            f"{rank(total)}.",
            f"{STARTING_SCORE} at the start, deliveries {total - worth - STARTING_SCORE}, stocks {worth}.",
            f"Stocks: {', '.join(owned) or 'none'}.",
            f"Stock values: {', '.join(f'{r} {value}' for r, value in state.value.items())}.",
            f"Ranks: {'; '.join(ranks)}.",
        )
    )
