"""The grid of Town Cards, which are raced, open, waiting, or in the stock. (drawing rules for maps, section 6)"""

from collections.abc import Iterator, Sequence

import msgspec

from engine.games.railway_rivals.game_data.hex_map import CardNumber, HexMap
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.colors import ATTENTION, PALETTE
from render.games.railway_rivals.tables.gold_accounts import races_by_card, run_cards
from render.games.railway_rivals.tables.open_runs import last_race_lines, open_runs
from render.games.railway_rivals.tables.table_parts import SHORT_PLACE_NAMES, run_numbers, run_text
from render.geometry import Point
from render.palette import ACCENT, CARD, DEAD, DEAD_TEXT, INK, INK_SOFT, PAPER, PAPER_2
from render.parts.page_layout import CONTENT_TOP, LINE_HEIGHT, MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.parts.typography import BODY, FIGURE, NAME, RANK, SMALL, TextStyle
from render.scene import Box, Color, Disc, Scene, Shape, make_layer
from render.text_fitting import Events, Names, join_sentences

_GAP, _CELL_HEIGHT, _APART = 12, 134, 30
_PAD, _NAME_PAD = 20, 34
"""Space in px before the texts of a cell, and part of a cell's width that its name must leave free."""
_NUMBER, _NAME = 64, 114
"""Distances in px from the top of a cell to the baselines of its number and of its name."""
_ROUND = 10
"""Corner radius of a cell in px."""
_DISC, _DISC_X, _DISC_Y = 30, 16, 14
_SIGN, _SIGN_PAD = 58, 18
_LEGEND, _SAMPLE, _UP, _DOT, _DOT_UP, _WORDS, _THICKEST = 70, 44, 38, 11, 16, 60, 6
_LISTED, _FOOT = 92, 24
_LINE = 66
"""Height in px of a line about a run."""
_RULE, _BASE = 10, 56
"""Distances in px from the top of a line about a run to its horizontal rule and to its baseline."""
_RUN_FROM = 190
"""Distance in px from the left of a line about a run to the names of its places."""
_PLACE = TextStyle("h", 46)
_RUN = TextStyle("s", 48)


class CardFate(msgspec.Struct, frozen=True):
    """The status of a card: the style of its cell, and the number of its race (0 if it has none)."""

    fill: Color
    ink: Color
    edge: Color
    line: float
    sign: str = ""
    race: int = 0


_Fates = dict[CardNumber, CardFate]
_Rows = list[list[CardNumber]]

_FATE_WAITING = CardFate(ATTENTION, INK, INK, 3, "waits")
_FATE_NEVER = CardFate(PAPER, DEAD_TEXT, DEAD, 2, "never")
_FATE_TO_COME = CardFate(CARD, INK, INK, 3)


def _fate_after_race(race: int) -> CardFate:
    """The status of a card whose run is completed."""
    return CardFate(INK, PAPER, INK, 3, "race", race)


def _fate_open(race: int) -> CardFate:
    """The status of a card whose run is open."""
    return CardFate(CARD, INK, ACCENT, 8, "now", race)


def card_grid_scenes(state: RailwayRivals, names: Names, events: Events = ()) -> tuple[Scene, ...]:
    """The picture of all cards, with the open and waiting runs below."""
    fates = {card: _fate_of(state, card) for card in state.hex_map.cards}
    rows = _card_rows(state)
    header_texts = last_race_lines(state, names, events)
    top = CONTENT_TOP + LINE_HEIGHT * (len(header_texts) - 1)
    bottom = top + len(rows) * (_CELL_HEIGHT + _GAP) - _GAP + (_APART if len(rows) > 1 else 0)
    lines = tuple(_run_lines(state))
    height = round(bottom + _LISTED + len(lines) * _LINE + _FOOT)
    layers = (
        make_layer("cells", _draw_cells(state, fates, rows, top)),
        make_layer("legend", _draw_legend(fates, bottom + _LEGEND)),
        make_layer("runs", _draw_run_lines(lines, bottom + _LISTED)),
        header_layer("Runs so far", _count_text(state), *header_texts),
    )
    return (paper_scene("record", height, PALETTE, layers, _alt_text(state)),)


def _card_rows(state: RailwayRivals) -> _Rows:
    """The cards in rows by their first character; special runs are last."""
    rows: dict[str, list[CardNumber]] = {}
    for card in sorted(state.hex_map.cards):
        rows.setdefault(card[0], []).append(card)
    return list(rows.values())


def _fate_of(state: RailwayRivals, card: CardNumber) -> CardFate:
    races = races_by_card(state)
    if card in races:
        return _fate_after_race(races[card])
    for number, run in enumerate(open_runs(state), len(state.races) + 1):
        if card in run_cards(run):
            return _fate_open(number)
    if any(card in run_cards(run) for run in state.waiting):
        return _FATE_WAITING
    if not state.flow:
        return _FATE_NEVER
    return _FATE_TO_COME


def _cell_width(state: RailwayRivals) -> int:
    """The width of a cell in px at which the longest row of cards fits."""
    across = max(int(card[1]) for card in state.hex_map.cards)
    return (PAGE_WIDTH - 2 * MARGIN - (across - 1) * _GAP) // across


def _draw_cells(state: RailwayRivals, fates: _Fates, rows: _Rows, top: float) -> Iterator[Shape]:
    y, wide = float(top), _cell_width(state)
    for row in rows:
        y += _APART if row[0].startswith("S") and y > top else 0
        for card in row:
            x = MARGIN + (int(card[1]) - 1) * (wide + _GAP)
            yield from _draw_cell(card, state.hex_map.name_of(card), fates[card], (x, y), wide)
        y += _CELL_HEIGHT + _GAP


def _draw_cell(card: CardNumber, name: str, fate: CardFate, corner: Point, wide: int) -> Iterator[Shape]:
    """Draw a card with its number, place, and status."""
    x, y = corner
    yield Box(x, y, wide, _CELL_HEIGHT, fate.fill, fate.edge, fate.line, _ROUND)
    yield RANK.left(x + _PAD, y + _NUMBER, card, f"number {fate.sign or 'to come'}", fate.ink)
    short, room = SHORT_PLACE_NAMES.get(name) or name.split(" & ")[0], wide - _NAME_PAD
    yield _PLACE.left(x + _PAD, y + _NAME, name, "place", fate.ink, max_width=room, short=short)
    right = x + wide
    if fate.race:
        ground, ink = (PAPER, INK) if fate.sign == "race" else (ACCENT, PAPER)
        cx, cy = right - _DISC - _DISC_X, y + _DISC + _DISC_Y
        yield Disc(cx, cy, _DISC, ground)
        yield FIGURE.middle(cx, cy + FIGURE.baseline_shift, str(fate.race), f"{fate.sign} race", ink)
    elif fate.sign in ("waits", "never"):
        yield SMALL.right(right - _SIGN_PAD, y + _SIGN, fate.sign, "sign", fate.ink)


def _draw_legend(fates: _Fates, y: float) -> Iterator[Shape]:
    by_sign = {fate.sign: fate for fate in reversed(fates.values())}
    x = float(MARGIN)
    for sign, words in _MEANINGS:
        if sign in by_sign:
            fate = by_sign[sign]
            line = min(fate.line, _THICKEST)
            yield Box(round(x), y - _UP, _SAMPLE, _SAMPLE, fate.fill, fate.edge, line, 6)
            if fate.race:
                yield Disc(x + _SAMPLE / 2, y - _DOT_UP, _DOT, PAPER if sign == "race" else ACCENT)
            yield BODY.left(x + _WORDS, y, words, "legend", INK_SOFT)
            x += _APART_LEGEND[sign]


_MEANINGS = (
    ("race", "came up in race n"),
    ("now", "open, race n"),
    ("waits", "waiting"),
    ("", "to come"),
    ("never", "never came up"),
)
_APART_LEGEND = {"race": 482, "now": 386, "waits": 366, "": 270, "never": 370}


def _run_lines(state: RailwayRivals) -> Iterator[tuple[str, Color, str]]:
    """The open and waiting runs, as (heading, its color, text) triples."""
    chart = state.hex_map
    for number, run in enumerate(open_runs(state), len(state.races) + 1):
        yield f"Race {number}", ACCENT, f"{run_numbers(run)}  {run_text(chart, run)}"
    waiting = [f"{run_numbers(run)} {run_text(chart, run)}" for run in state.waiting]
    if len(waiting) == 1:
        yield "Waiting", INK_SOFT, waiting[0]
    elif waiting:
        yield "Waiting", INK_SOFT, " · ".join(run_numbers(run) for run in state.waiting)


def _draw_run_lines(lines: Sequence[tuple[str, Color, str]], top: float) -> Iterator[Shape]:
    for i, (sign, color, words) in enumerate(lines):
        y = top + i * _LINE
        yield Box(MARGIN, y + _RULE, PAGE_WIDTH - 2 * MARGIN, 2, PAPER_2)
        yield NAME.left(MARGIN, y + _BASE, sign, "sign", color)
        yield _RUN.left(MARGIN + _RUN_FROM, y + _BASE, words, "run", max_width=PAGE_WIDTH - 2 * MARGIN - _RUN_FROM)


def _count_text(state: RailwayRivals) -> str:
    completed, total, waiting = len(state.races), len(state.hex_map.cards) // 2, len(state.waiting)
    return f"{completed} of {total} run" + (f" · {waiting} waiting" if waiting else "")


def _alt_text(state: RailwayRivals) -> str:
    chart, races = state.hex_map, races_by_card(state)
    now, waiting = open_runs(state), state.waiting
    used_cards = {card for run in (*now, *waiting) for card in run_cards(run)} | set(races)
    remaining = [f"{card} {chart.name_of(card)}" for card in sorted(chart.cards) if card not in used_cards]
    race_texts = [f"race {n} {run_numbers(race.run)}" for n, race in enumerate(state.races, 1)]
    sentences = [f"Railway Rivals: {len(race_texts)} of {len(chart.cards) // 2} runs are done."]
    if now:
        sentences.append(f"Open: {', '.join(_run_text(chart, run) for run in now)}.")
    if waiting:
        sentences.append(f"Waiting: {', '.join(_run_text(chart, run) for run in waiting)}.")
    sentences.append(f"Done: {', '.join(race_texts) or 'none'}.")
    sentences.append(f"{'Still to come' if state.flow else 'Never came up'}: {', '.join(remaining) or 'none'}.")
    return join_sentences(sentences)


def _run_text(chart: HexMap, run: Run) -> str:
    return f"{run_text(chart, run)} ({run_numbers(run)})"
