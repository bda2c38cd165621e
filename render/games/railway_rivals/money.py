"""The gold of every company and where it came from, the richest first. (maps, section 6)"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from engine.core import Seat, counted, listed
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, RUNS_BETWEEN_BUILDING, TOWN_BONUS
from engine.games.railway_rivals.state.phases import Building, Starting
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network
from render.called import News
from render.games.railway_rivals.accounts import Account, account, by_gold
from render.games.railway_rivals.contracts import last_races, open_runs
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.tables import NOTHING, numbers, run_words, sample, signed
from render.labels import Names, first_word, joined
from render.palette import GOOD, INK, INK_SOFT, RULE
from render.parts.frame import LINE, MARGIN, THICK, WIDTH, header, picture, rule
from render.parts.marks import chip
from render.parts.table import Cell, Column, cells
from render.parts.text import AMOUNT, Style
from render.scene import Box, Color, Layer, Scene, Shape, layer

_HEADS, _TOP, _ROW, _FOOT = 244, 264, 122, 100
_FOOT_LINE, _RULE, _LINE = 68, 2, 81
_CHIP_X, _CHIP, _NAMES, _BAR, _BAR_LONG, _BAR_WIDE = 38, 36, 134, 448, 216, 30
_FIGURES = _BAR + _BAR_LONG
_NAME = Column("name", _BAR - _NAMES, Style("hb", 58), gap=14)
_GOLD = Style("hb", 72)
_GOLD_DROP = 4
_NEXT = Style("s", 48)


class _Figures(msgspec.Struct, frozen=True):
    """A column's head and width, and what a row shows there."""

    head: str
    wide: float
    figure: Callable[[Account], str]
    ink: Color = INK


def money_scenes(state: RailwayRivals, names: Names, news: News = ()) -> tuple[Scene, ...]:
    """Gold, with a bar in the company's pattern; how many towns, prizes and fees it comes from."""
    accounts = [account(state, seat) for seat in by_gold(state)]
    said = last_races(state, names, news) if state.races else (_most(state, names),)
    lower = LINE * (len(said) - 1)
    top = _TOP + lower
    bottom = top + _ROW * len(accounts)
    rows = (_row(state, one, names, top + _ROW * i) for i, one in enumerate(accounts))
    layers = (
        layer("heads", _heads(state, lower)),
        layer("rows", chain.from_iterable(rows)),
        Layer("foot", (_NEXT.left(MARGIN, bottom + _FOOT_LINE, _foot(state, names), "next", INK_SOFT),)),
        header("Gold", _corner(state), *said),
    )
    alt = _alt(state, accounts, names)
    return (picture("money", bottom + _FOOT, PALETTE, layers, alt),)


def _columns(state: RailwayRivals) -> tuple[_Figures, ...]:
    if not (state.operating or state.races):
        return (
            _Figures("track", 206, lambda one: _plain(_sides(state, one))),
            _Figures("towns", 200, lambda one: _plain(_reached(state, one))),
            _Figures("first in", 210, lambda one: _plain(one.towns)),
            _Figures("gold", 280, lambda one: str(one.gold)),
        )
    return (
        _Figures("towns", 126, lambda one: _plain(one.towns)),
        _Figures("1st", 96, lambda one: _plain(one.firsts)),
        _Figures("2nd", 104, lambda one: _plain(one.seconds)),
        _Figures("fees in", 200, lambda one: signed(one.fees_in), GOOD),
        _Figures("fees out", 200, lambda one: signed(-one.fees_out)),
        _Figures("gold", 170, lambda one: str(one.gold)),
    )


def _plain(count: int) -> str:
    return str(count) if count else NOTHING


def _sides(state: RailwayRivals, one: Account) -> int:
    return sum(piece.seat == one.seat for piece in state.track.pieces)


def _reached(state: RailwayRivals, one: Account) -> int:
    """Towns on a company's network."""
    return len(network(state.track, one.seat) & set(state.chart.town_at))


def _heads(state: RailwayRivals, lower: float) -> Iterator[Shape]:
    shown = _columns(state)
    columns = [Column("head", one.wide, anchor="right", ink=INK_SOFT) for one in shown]
    yield from cells(_FIGURES, columns, _HEADS + lower, [one.head for one in shown])
    yield rule(_TOP + lower - _RULE, THICK)


def _row(state: RailwayRivals, one: Account, names: Names, top: float) -> Iterator[Shape]:
    middle, name = top + _ROW / 2, names[one.seat - 1]
    yield chip(one.seat, MARGIN + _CHIP_X, middle, _CHIP)
    yield from cells(_NAMES, (_NAME,), top + _LINE, (Cell(name, short=first_word(name)),))
    long = round(_BAR_LONG * one.gold / max(1, *state.gold.values()))
    if long > 0:
        yield sample(one.seat, _BAR, middle, long, _BAR_WIDE)
    *shown, gold = _columns(state)
    columns = [Column(each.head, each.wide, AMOUNT, "right") for each in shown]
    columns.append(Column(gold.head, gold.wide, _GOLD, "right", drop=_GOLD_DROP))
    figures = [(each.figure(one), each.ink) for each in (*shown, gold)]
    words = [Cell(words, ink=INK_SOFT if words == NOTHING else ink) for words, ink in figures]
    yield from cells(_FIGURES, columns, top + _LINE, words)
    yield Box(MARGIN, round(top + _ROW - 2), WIDTH - 2 * MARGIN, 2, RULE)


def _corner(state: RailwayRivals) -> str:
    if not state.flow:
        return "at the end"
    if not state.operating:
        return f"Turn {state.turn}"
    return f"after {counted(len(state.races), 'race')}" if state.races else "before the first race"


def _most(state: RailwayRivals, names: Names) -> str:
    """The richest players before the first race, in words."""
    first = by_gold(state)
    most = [seat for seat in first if state.gold[seat] == state.gold[first[0]]]
    if len(most) == len(first):
        return f"Everyone has {state.gold[first[0]]} gold"
    return f"{listed([names[seat - 1] for seat in most])} {'has' if len(most) == 1 else 'have'} the most gold"


def _foot(state: RailwayRivals, names: Names) -> str:
    """The next steps of the game, by the phase that is under way."""
    if not state.flow:
        return "The game is over"
    if not state.operating:
        return f"towns: on the network · first in: {TOWN_BONUS} gold each · {names[_next_roller(state) - 1]} rolls next"
    building, known = f"building with die + {OPERATING_ALLOWANCE}", _runs_left(state)
    if any(isinstance(phase, Building) and phase.later for phase in state.flow):
        return f"Now: {counted(len(open_runs(state)), 'race')}, then {building} · towns: first there"
    if any(isinstance(phase, Building) for phase in state.flow):
        races = counted(min(RUNS_BETWEEN_BUILDING, known), "race")
        return f"Now: {building}, then {races} · towns: first there"
    missing = RUNS_BETWEEN_BUILDING - len(state.races) % RUNS_BETWEEN_BUILDING
    then = f", then {building}" if known > missing else ", and no building after"
    return f"Next: {counted(min(missing, known), 'race')}{then} · towns: first there"


def _next_roller(state: RailwayRivals) -> Seat:
    """The seat that rolls after the Turns that were rolled for; the last to choose a start town rolls first."""
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


def _runs_left(state: RailwayRivals) -> int:
    """The number of races that can still come: open, put aside, and two cards each in the stock."""
    return len(open_runs(state)) + len(state.waiting) + state.stock.size // 2


def _alt(state: RailwayRivals, accounts: Sequence[Account], names: Names) -> str:
    if state.operating or state.races:
        rows = [
            f"{names[a.seat - 1]} has {a.gold} gold: first in {counted(a.towns, 'town')}, "
            f"{counted(a.firsts, 'race')} won, {counted(a.seconds, 'second prize')}, "
            f"fees received {a.fees_in}, paid {a.fees_out}."
            for a in accounts
        ]
    else:
        rows = [
            f"{names[a.seat - 1]} has {a.gold} gold: {counted(_sides(state, a), 'step')} of track, "
            f"{counted(_reached(state, a), 'town')}, first in {a.towns or 'no'} of them."
            for a in accounts
        ]
    now = [f"{run_words(state.chart, run)} ({numbers(run)})" for run in open_runs(state)]
    open_now = [f"Open: {', '.join(now)}."] if now else []
    return joined((f"Railway Rivals, gold {_corner(state)}.", *rows, *open_now))
