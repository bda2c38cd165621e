"""The grid of town cards: which came up in which race, which are open or wait, which are to come. (maps, section 6)

The money table of the drawing rules stands in a picture of its own: both together would be higher than 1600 px.
"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.games.railway_rivals.box.chart import Chart, Number
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News
from render.games.railway_rivals.accounts import cards_of, raced
from render.games.railway_rivals.contracts import last_races, open_runs
from render.games.railway_rivals.livery import ATTENTION, PALETTE
from render.games.railway_rivals.tables import SHORT, numbers, run_words
from render.geometry import Point
from render.labels import Names, joined
from render.palette import ACCENT, CARD, DEAD, DEAD_TEXT, INK, INK_SOFT, PAPER, PAPER_2
from render.parts.frame import CONTENT, LINE, MARGIN, WIDTH, header, picture
from render.parts.text import BODY, FIGURE, NAME, RANK, SMALL, Style
from render.scene import Box, Color, Disc, Scene, Shape, layer

_GAP, CELL, _APART = 12, 134, 30
_PAD, _NUMBER, _NAME, _NAME_PAD, _ROUND = 20, 64, 114, 34, 10
"""In a cell: px left of the words, the lines of its number and name, px that the name leaves, and its corners."""
_DISC, _DISC_X, _DISC_Y = 30, 16, 14
_SIGN, _SIGN_PAD = 58, 18
_LEGEND, _SAMPLE, _UP, _DOT, _DOT_UP, _WORDS, _THICKEST = 70, 44, 38, 11, 16, 60, 6
_LISTED, _FOOT = 92, 24
_LINE, _RULE, _BASE, _RUN_FROM = 66, 10, 56, 190
"""Height of a line in words, its rule and its base, and where the run begins."""
_PLACE = Style("h", 46)
_RUN = Style("s", 48)


class Fate(msgspec.Struct, frozen=True):
    """The fate of a card: how its cell is drawn, and the race it came up or will come up in."""

    fill: Color
    ink: Color
    edge: Color
    line: float
    sign: str = ""
    race: int = 0


_Fates = dict[Number, Fate]
_Rows = list[list[Number]]

WAITS = Fate(ATTENTION, INK, INK, 3, "waits")
NEVER = Fate(PAPER, DEAD_TEXT, DEAD, 2, "never")
TO_COME = Fate(CARD, INK, INK, 3)


def came_up(race: int) -> Fate:
    """A card that was raced for."""
    return Fate(INK, PAPER, INK, 3, "race", race)


def now_open(race: int) -> Fate:
    """A card of a run that may be entered now."""
    return Fate(CARD, INK, ACCENT, 8, "now", race)


def record_scenes(state: RailwayRivals, names: Names, news: News = ()) -> tuple[Scene, ...]:
    """Every card as a cell, by its first digit; below, the runs that are open or wait, in words."""
    fates = {card: _fate(state, card) for card in state.chart.cards}
    rows = _rows(state)
    told = last_races(state, names, news)
    top = CONTENT + LINE * (len(told) - 1)
    bottom = top + len(rows) * (CELL + _GAP) - _GAP + (_APART if len(rows) > 1 else 0)
    lines = tuple(_lines(state))
    height = round(bottom + _LISTED + len(lines) * _LINE + _FOOT)
    layers = (
        layer("cells", _cells(state, fates, rows, top)),
        layer("legend", _legend(fates, bottom + _LEGEND)),
        layer("runs", _listed(lines, bottom + _LISTED)),
        header("Runs so far", _count(state), *told),
    )
    return (picture("record", height, PALETTE, layers, _alt(state)),)


def _rows(state: RailwayRivals) -> _Rows:
    """The cards by their first sign, special runs last."""
    found: dict[str, list[Number]] = {}
    for card in sorted(state.chart.cards):
        found.setdefault(card[0], []).append(card)
    return list(found.values())


def _fate(state: RailwayRivals, card: Number) -> Fate:
    now, came = open_runs(state), raced(state)
    if card in came:
        return came_up(came[card])
    for number, run in enumerate(now, len(state.races) + 1):
        if card in cards_of(run):
            return now_open(number)
    if any(card in cards_of(run) for run in state.waiting):
        return WAITS
    if not state.flow:
        return NEVER
    return TO_COME


def _wide(state: RailwayRivals) -> int:
    """The width of a cell: those of all digits that a map's cards end in stand side by side."""
    across = max(int(card[1]) for card in state.chart.cards)
    return (WIDTH - 2 * MARGIN - (across - 1) * _GAP) // across


def _cells(state: RailwayRivals, fates: _Fates, rows: _Rows, top: float) -> Iterator[Shape]:
    y, wide = float(top), _wide(state)
    for row in rows:
        y += _APART if row[0].startswith("S") and y > top else 0
        for card in row:
            x = MARGIN + (int(card[1]) - 1) * (wide + _GAP)
            yield from cell(card, state.chart.name_of(card), fates[card], (x, y), wide)
        y += CELL + _GAP


def cell(card: Number, name: str, fate: Fate, corner: Point, wide: int) -> Iterator[Shape]:
    """A card with its number, its place, and what became of it."""
    x, y = corner
    yield Box(x, y, wide, CELL, fate.fill, fate.edge, fate.line, _ROUND)
    yield RANK.left(x + _PAD, y + _NUMBER, card, f"number {fate.sign or 'to come'}", fate.ink)
    short, room = SHORT.get(name) or name.split(" & ")[0], wide - _NAME_PAD
    yield _PLACE.left(x + _PAD, y + _NAME, name, "place", fate.ink, room=room, short=short)
    right = x + wide
    if fate.race:
        ground, ink = (PAPER, INK) if fate.sign == "race" else (ACCENT, PAPER)
        cx, cy = right - _DISC - _DISC_X, y + _DISC + _DISC_Y
        yield Disc(cx, cy, _DISC, ground)
        yield FIGURE.middle(cx, cy + FIGURE.rise, str(fate.race), f"{fate.sign} race", ink)
    elif fate.sign in ("waits", "never"):
        yield SMALL.right(right - _SIGN_PAD, y + _SIGN, fate.sign, "sign", fate.ink)


def _legend(fates: _Fates, y: float) -> Iterator[Shape]:
    """The meaning of the cells, only of those that there are."""
    by_sign = {fate.sign: fate for fate in reversed(fates.values())}
    x = float(MARGIN)
    for sign, words in _MEANING:
        if sign in by_sign:
            one = by_sign[sign]
            line = min(one.line, _THICKEST)
            yield Box(round(x), y - _UP, _SAMPLE, _SAMPLE, one.fill, one.edge, line, 6)
            if one.race:
                yield Disc(x + _SAMPLE / 2, y - _DOT_UP, _DOT, PAPER if sign == "race" else ACCENT)
            yield BODY.left(x + _WORDS, y, words, "legend", INK_SOFT)
            x += _APART_LEGEND[sign]


_MEANING = (
    ("race", "came up in race n"),
    ("now", "open, race n"),
    ("waits", "waiting"),
    ("", "to come"),
    ("never", "never came up"),
)
_APART_LEGEND = {"race": 482, "now": 386, "waits": 366, "": 270, "never": 370}


def _lines(state: RailwayRivals) -> Iterator[tuple[str, Color, str]]:
    """A sign, its color and a run in words: what is open, then what waits."""
    chart = state.chart
    for number, run in enumerate(open_runs(state), len(state.races) + 1):
        yield f"Race {number}", ACCENT, f"{numbers(run)}  {run_words(chart, run)}"
    waiting = [f"{numbers(run)} {run_words(chart, run)}" for run in state.waiting]
    if len(waiting) == 1:
        yield "Waiting", INK_SOFT, waiting[0]
    elif waiting:
        yield "Waiting", INK_SOFT, " · ".join(numbers(run) for run in state.waiting)


def _listed(lines: Sequence[tuple[str, Color, str]], top: float) -> Iterator[Shape]:
    for i, (sign, color, words) in enumerate(lines):
        y = top + i * _LINE
        yield Box(MARGIN, y + _RULE, WIDTH - 2 * MARGIN, 2, PAPER_2)
        yield NAME.left(MARGIN, y + _BASE, sign, "sign", color)
        yield _RUN.left(MARGIN + _RUN_FROM, y + _BASE, words, "run", room=WIDTH - 2 * MARGIN - _RUN_FROM)


def _count(state: RailwayRivals) -> str:
    ran, most, waiting = len(state.races), len(state.chart.cards) // 2, len(state.waiting)
    return f"{ran} of {most} run" + (f" · {waiting} waiting" if waiting else "")


def _alt(state: RailwayRivals) -> str:
    chart, came = state.chart, raced(state)
    now, waiting = open_runs(state), state.waiting
    taken = {card for run in (*now, *waiting) for card in cards_of(run)} | set(came)
    left = [f"{card} {chart.name_of(card)}" for card in sorted(chart.cards) if card not in taken]
    done = [f"race {n} {numbers(race.run)}" for n, race in enumerate(state.races, 1)]
    said = [f"Railway Rivals: {len(done)} of {len(chart.cards) // 2} runs are done."]
    if now:
        said.append(f"Open: {', '.join(_run_told(chart, run) for run in now)}.")
    if waiting:
        said.append(f"Waiting: {', '.join(_run_told(chart, run) for run in waiting)}.")
    said.append(f"Done: {', '.join(done) or 'none'}.")
    said.append(f"{'Still to come' if state.flow else 'Never came up'}: {', '.join(left) or 'none'}.")
    return joined(said)


def _run_told(chart: Chart, run: Run) -> str:
    return f"{run_words(chart, run)} ({numbers(run)})"
