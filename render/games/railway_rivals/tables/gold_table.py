"""The table of all companies' gold and its sources, the richest first. (drawing rules for maps, section 6)"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from engine.core import Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import OPERATING_ALLOWANCE, RUNS_PER_BUILDING_PHASE, TOWN_BONUS
from engine.games.railway_rivals.state.phases import Building, Starting
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network_of
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.gold_accounts import GoldAccount, gold_account, seats_by_gold
from render.games.railway_rivals.tables.open_runs import last_race_lines, open_runs
from render.games.railway_rivals.tables.table_parts import NOTHING, amount_text, line_sample, run_numbers, run_text
from render.palette import GOOD, INK, INK_SOFT, RULE
from render.parts.page_layout import (
    LINE_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    header_layer,
    ink_rule,
    paper_scene,
    player_chip,
)
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import AMOUNT, TextStyle
from render.scene import Box, Color, Layer, Scene, Shape, make_layer
from render.text_fitting import Events, Names, first_word, join_sentences

_HEADS, _TOP, _ROW, _FOOT = 244, 264, 122, 100
_FOOT_LINE, _RULE, _LINE = 68, 2, 81
_CHIP_X, _CHIP, _NAMES, _BAR, _BAR_LONG, _BAR_WIDE = 38, 36, 134, 448, 216, 30
_FIGURES = _BAR + _BAR_LONG
_NAME = Column("name", _BAR - _NAMES, TextStyle("hb", 58), gap=14)
_GOLD = TextStyle("hb", 72)
_GOLD_DROP = 4
_NEXT = TextStyle("s", 48)


class _FigureColumn(msgspec.Struct, frozen=True):
    """A column of numbers: its heading, its width in px, and a function for the number in a row."""

    head: str
    width: float
    figure: Callable[[GoldAccount], str]
    ink: Color = INK


def gold_scenes(state: RailwayRivals, names: Names, events: Events = ()) -> tuple[Scene, ...]:
    """The picture of all companies' gold: a bar for each company, and the sources of its gold."""
    accounts = [gold_account(state, seat) for seat in seats_by_gold(state)]
    header_texts = last_race_lines(state, names, events) if state.races else (_richest_line(state, names),)
    lower = LINE_HEIGHT * (len(header_texts) - 1)
    top = _TOP + lower
    bottom = top + _ROW * len(accounts)
    rows = (_draw_row(state, account, names, top + _ROW * i) for i, account in enumerate(accounts))
    layers = (
        make_layer("heads", _draw_column_heads(state, lower)),
        make_layer("rows", chain.from_iterable(rows)),
        Layer("foot", (_NEXT.left(MARGIN, bottom + _FOOT_LINE, _next_steps_text(state, names), "next", INK_SOFT),)),
        header_layer("Gold", _corner_text(state), *header_texts),
    )
    alt = _alt_text(state, accounts, names)
    return (paper_scene("money", bottom + _FOOT, PALETTE, layers, alt),)


def _figure_columns(state: RailwayRivals) -> tuple[_FigureColumn, ...]:
    if not (state.operating or state.races):
        return (
            _FigureColumn("track", 206, lambda account: _count_text(_count_track(state, account))),
            _FigureColumn("towns", 200, lambda account: _count_text(_count_towns_reached(state, account))),
            _FigureColumn("first in", 210, lambda account: _count_text(account.town_bonuses)),
            _FigureColumn("gold", 280, lambda account: str(account.gold)),
        )
    return (
        _FigureColumn("towns", 126, lambda account: _count_text(account.town_bonuses)),
        _FigureColumn("1st", 96, lambda account: _count_text(account.first_prizes)),
        _FigureColumn("2nd", 104, lambda account: _count_text(account.second_prizes)),
        _FigureColumn("fees in", 200, lambda account: amount_text(account.fees_in), GOOD),
        _FigureColumn("fees out", 200, lambda account: amount_text(-account.fees_out)),
        _FigureColumn("gold", 170, lambda account: str(account.gold)),
    )


def _count_text(count: int) -> str:
    return str(count) if count else NOTHING


def _count_track(state: RailwayRivals, account: GoldAccount) -> int:
    return sum(piece.seat == account.seat for piece in state.track.pieces)


def _count_towns_reached(state: RailwayRivals, account: GoldAccount) -> int:
    return len(network_of(state.track, account.seat) & set(state.hex_map.town_at))


def _draw_column_heads(state: RailwayRivals, lower: float) -> Iterator[Shape]:
    figure_columns = _figure_columns(state)
    columns = [Column("head", column.width, anchor="right", ink=INK_SOFT) for column in figure_columns]
    yield from draw_cells(_FIGURES, columns, _HEADS + lower, [column.head for column in figure_columns])
    yield ink_rule(_TOP + lower - _RULE, THICK_RULE)


def _draw_row(state: RailwayRivals, account: GoldAccount, names: Names, top: float) -> Iterator[Shape]:
    middle, name = top + _ROW / 2, names[account.seat - 1]
    yield player_chip(account.seat, MARGIN + _CHIP_X, middle, _CHIP)
    yield from draw_cells(_NAMES, (_NAME,), top + _LINE, (TableCell(name, short=first_word(name)),))
    long = round(_BAR_LONG * account.gold / max(1, *state.gold.values()))
    if long > 0:
        yield line_sample(account.seat, _BAR, middle, long, _BAR_WIDE)
    *figure_columns, gold = _figure_columns(state)
    columns = [Column(column.head, column.width, AMOUNT, "right") for column in figure_columns]
    columns.append(Column(gold.head, gold.width, _GOLD, "right", drop=_GOLD_DROP))
    figures = [(column.figure(account), column.ink) for column in (*figure_columns, gold)]
    words = [TableCell(words, ink=INK_SOFT if words == NOTHING else ink) for words, ink in figures]
    yield from draw_cells(_FIGURES, columns, top + _LINE, words)
    yield Box(MARGIN, round(top + _ROW - 2), PAGE_WIDTH - 2 * MARGIN, 2, RULE)


def _corner_text(state: RailwayRivals) -> str:
    if not state.flow:
        return "at the end"
    if not state.operating:
        return f"Turn {state.turn}"
    return f"after {count_noun(len(state.races), 'race')}" if state.races else "before the first race"


def _richest_line(state: RailwayRivals, names: Names) -> str:
    """“Ada and Ben have the most gold”, for the header before the first race."""
    highest = max(state.gold.values())
    richest = [seat for seat in state.everyone if state.gold[seat] == highest]
    if len(richest) == state.seats:
        return f"Everyone has {highest} gold"
    return f"{join_words([names[seat - 1] for seat in richest])} {'has' if len(richest) == 1 else 'have'} the most gold"


def _next_steps_text(state: RailwayRivals, names: Names) -> str:
    """A line about the next steps of the game and about the columns."""
    if not state.flow:
        return "The game is over"
    if not state.operating:
        return f"towns: on the network · first in: {TOWN_BONUS} gold each · {names[_next_roller(state) - 1]} rolls next"
    building, runs_left = f"building with die + {OPERATING_ALLOWANCE}", _count_remaining_runs(state)
    if any(isinstance(phase, Building) and phase.later for phase in state.flow):
        return f"Now: {count_noun(len(open_runs(state)), 'race')}, then {building} · towns: first there"
    if any(isinstance(phase, Building) for phase in state.flow):
        races = count_noun(min(RUNS_PER_BUILDING_PHASE, runs_left), "race")
        return f"Now: {building}, then {races} · towns: first there"
    missing = RUNS_PER_BUILDING_PHASE - len(state.races) % RUNS_PER_BUILDING_PHASE
    then = f", then {building}" if runs_left > missing else ", and no building after"
    return f"Next: {count_noun(min(missing, runs_left), 'race')}{then} · towns: first there"


def _next_roller(state: RailwayRivals) -> Seat:
    """The seat that rolls next; during the set-up, the last seat to choose a start town."""
    for phase in reversed(state.flow):
        match phase:
            case Starting():
                return state.from_seat(state.roller)[-1]
            case Building(slots=slots, at=at):
                turns = -(-(len(slots) - at) // state.seats)
                return state.from_seat(state.roller)[turns % state.seats]
            case _:
                continue
    return state.roller


def _count_remaining_runs(state: RailwayRivals) -> int:
    """Maximum number of future races: open runs, waiting runs, and pairs of cards in the stock."""
    return len(open_runs(state)) + len(state.waiting) + state.stock.size // 2


def _alt_text(state: RailwayRivals, accounts: Sequence[GoldAccount], names: Names) -> str:
    if state.operating or state.races:
        rows = [
            f"{names[a.seat - 1]} has {a.gold} gold: first in {count_noun(a.town_bonuses, 'town')}, "
            f"{count_noun(a.first_prizes, 'race')} won, {count_noun(a.second_prizes, 'second prize')}, "
            f"fees received {a.fees_in}, paid {a.fees_out}."
            for a in accounts
        ]
    else:
        rows = [
            f"{names[a.seat - 1]} has {a.gold} gold: {count_noun(_count_track(state, a), 'step')} of track, "
            f"{count_noun(_count_towns_reached(state, a), 'town')}, first in {a.town_bonuses or 'no'} of them."
            for a in accounts
        ]
    now = [f"{run_text(state.hex_map, run)} ({run_numbers(run)})" for run in open_runs(state)]
    open_now = [f"Open: {', '.join(now)}."] if now else []
    return join_sentences((f"Railway Rivals, gold {_corner_text(state)}.", *rows, *open_now))
