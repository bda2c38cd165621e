"""The final score and the rank that it makes; before the end, as if the game ended now. (R Solitaire Rules, Rank)"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.words import counted
from engine.games.railroad_rivals.solitaire.data import STARTING_SCORE
from engine.games.railroad_rivals.solitaire.progression import rank
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, ladder, standing
from render.games.railroad_rivals.words import corner
from render.labels import fitted
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, RULE
from render.parts.frame import BLEED, FIELD, MARGIN, WIDTH, header, rule
from render.parts.text import AMOUNT, BODY, LARGE, SMALL, SUM, TOTAL, Style
from render.scene import Box, Disc, Face, Layer, Scene, Shape

_TOP, _ROW = 262, 72
_BADGE, _VALUE, _SHARE, _POINTS, _RIGHT = 116, 330, 430, 700, 724
_LADDER, _RUNG = 784, 112
_HEIGHT = 1466
_VALUE_WORDS = Style("h", 58)
_FIGURE = Style("hb", 58)


def final_scenes(state: RailroadRivals, names: tuple[str, ...]) -> tuple[Scene, ...]:
    """Stocks one by one and the sum at the left, the table of ranks at the right."""
    total, over = standing(state), not state.flow
    reached = rank(total)
    title, right = (
        ("Final score", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If it ended now", corner(state))
    )
    line = f"{names[0]}: {counted(total, 'point')}, {reached}"
    layers = (
        Layer("stripes", tuple(_stripes(len(state.value)))),
        Layer("rows", tuple(_rows(state))),
        Layer("sum", tuple(_sum(state, total))),
        Layer("ranks", tuple(_ranks(total))),
        header(title, right, line, seat=ME),
    )
    return (Scene("final", WIDTH, _HEIGHT, PAPER, PALETTE, layers, _alt(state, names[0], total)),)


def _stripes(rows: int) -> Iterator[Shape]:
    """Under the stocks alone: the ladder of ranks stands beside them."""
    for row in range(0, rows, 2):
        yield Box(BLEED, _TOP + _ROW * row, _RIGHT + 16 - BLEED, _ROW, PAPER_2)


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    owned = state.stocks[ME]
    yield SMALL.right(_VALUE, 238, "value", "axis", INK_SOFT)
    yield SMALL.middle(_SHARE + 30, 238, "tiles", "axis", INK_SOFT)
    yield SMALL.right(_POINTS, 238, "points", "axis", INK_SOFT)
    for row, (railroad, value) in enumerate(state.value.items()):
        y, count = _TOP + _ROW * row + _ROW / 2, owned.get(railroad, 0)
        yield badge_at(LIVERIES[railroad], _BADGE, y, 54)
        yield _VALUE_WORDS.right(_VALUE, y + _VALUE_WORDS.rise, str(value), "value", INK_SOFT)
        if count:
            yield BODY.left(_SHARE, y + 17, f"{count} ×", "share", INK_SOFT)
            yield _FIGURE.right(_POINTS, y + _FIGURE.rise, str(count * value), "figure")
        else:
            yield Disc(_POINTS - 14, y, 4, RULE)


def _sum(state: RailroadRivals, total: int) -> Iterator[Shape]:
    y, worth, wide = _TOP + _ROW * len(state.value), state.worth(ME), _RIGHT - MARGIN
    yield rule(y + 8, 3, w=wide)
    parts = (("Stocks", worth), ("Deliveries", total - worth - STARTING_SCORE), ("At the start", STARTING_SCORE))
    for i, (words, points) in enumerate(parts):
        yield LARGE.left(MARGIN, y + 66 + i * 66, words, "caption")
        yield _FIGURE.right(_POINTS, y + 68 + i * 66, str(points), "figure")
    yield rule(y + 220, 4, w=wide)
    yield SUM.left(MARGIN, y + 296, "TOTAL", "section title")
    yield TOTAL.right(_POINTS, y + 300, str(total), "total", ACCENT)


def _ranks(total: int) -> Iterator[Shape]:
    """The best rank on top; the one reached stands on a card."""
    wide = WIDTH - MARGIN - _LADDER
    for step, line in enumerate(reversed(ladder())):
        y, reached = FIELD + 12 + step * _RUNG, line.name == rank(total)
        if reached:
            yield Box(_LADDER, y + 4, wide, _RUNG - 8, CARD, ACCENT, 6, 10)
            yield engine(ME, _LADDER + 54, y + _RUNG / 2 + 3, 24, CARD)
        elif step and ladder()[-step].name != rank(total):
            yield Box(_LADDER + 20, y - 1, wide - 40, 2, RULE)
        ink = INK if reached else INK_SOFT
        yield AMOUNT.right(_LADDER + 238, y + 75, line.points, "range", ink)
        face: Face = "hb" if reached else "h"
        x = _LADDER + 268
        yield fitted(x, y + 75, line.name, face, 54, ink, room=WIDTH - MARGIN - 24 - x, role="rank")


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
