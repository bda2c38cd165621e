"""Stock values and shares: one row a railroad, always in the same order, in two blocks. (style guide, section 9)"""

from collections.abc import Collection, Iterator, Mapping

import msgspec

from engine.core import Seat, listed
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.blocks import BLOCK, HEAD, ROW, TOP, Spot, blocks, foot, grounds, spots
from render.games.railroad_rivals.holdings import first_column, holdings, room_before, totals
from render.games.railroad_rivals.livery import LIVERIES, palette
from render.games.railroad_rivals.rows import company, fate, notes, railroad_badge
from render.games.railroad_rivals.track import RISE_ROOM, bar, second_round, span_of, wrapped
from render.games.railroad_rivals.variants import in_play, value_changes, wraps
from render.games.railroad_rivals.words import corner, last_move, whose_rises
from render.labels import Names, beside
from render.palette import ACCENT, DEAD, INK, INK_SOFT, RULE
from render.parts.frame import MARGIN, ROOM, header, panel, picture
from render.parts.marks import key
from render.parts.text import AMOUNT, TABLE_BODY, TABLE_TIGHT, Style
from render.scene import Box, Layer, Scene, Shape, layer

_BADGE, _VALUE, _AXIS, _LEFT = 75, 210, 223, 725
"""Of a row: the badge's middle, the value's right end, the start of the axis, the middle of what is left."""
_KEYED_BADGE, _KEYED_SHIFT = 123, 32
"""Where badges stand beside keys, and how much farther right values and axis do."""
_TALL_BADGE, _LOW_BADGE, _SHARED_BADGE = 56, 46, 44
_TIE, _KEYED_TIE, _TIE_LINE, _TIE_LONG = 1, 66, 5, 11
_UPPER, _LOWER, _PARTNER = 22, 42, 128
"""Of a row with two lines: its middle of the upper one, the base of the lower one; the width of a partner's name."""
_TICKS, _FAR_TICKS, _MANY = 5, 10, 20
_ABOUT_LINE, _KEY_AT, _KEY = 6, 33, 32
_BELOW, _NOTE, _NOTE_LINE = 196, 66, 42
_WORTH = Style("hb", 68)


class Asking(msgspec.Struct, frozen=True):
    """The question of a private picture of the stocks: its header, the keys, and the rows that it is about."""

    title: str
    right: str
    line: str
    seat: Seat
    keys: Mapping[Railroad, str] = {}
    about: Collection[Railroad] = ()
    changes: Mapping[Railroad, int] = {}


class _Axis(msgspec.Struct, frozen=True):
    """The axis of values in a block: the x where it starts, its length in px, and the value at its end."""

    start: float
    long: float
    span: int


def stock_scenes(state: RailroadRivals, news: News, names: Names, asking: Asking | None = None) -> tuple[Scene, ...]:
    """Values, this phase's rises, everybody's shares and what they are worth today.

    With ``asking`` it is a private picture: of a question about railroads, or of what a tile would change.
    """
    rises = value_changes(state, news) if asking is None else asking.changes
    rows, keyed = in_play(state), asking is not None and bool(asking.keys)
    bottom, axis = foot(len(rows)), _axis(state, keyed=keyed)
    layers = [
        layer("stripes", grounds(len(rows))),
        layer("grid", _grid(axis, len(rows))),
        layer("bars", _bars(state, rises, axis)),
        layer("rows", _rows(state, keyed=keyed)),
        layer("shares", (*holdings(state, spots(rows)), *totals(state, names, bottom))),
    ]
    if asking is not None:
        layers.append(layer("asking", _asking(state, asking)))
    said = notes(state)
    if said:
        layers.append(layer("notes", _notes(said, bottom)))
    layers.append(_header(state, news, names, rises) if asking is None else _asked(asking))
    height = bottom + _BELOW + _NOTE * len(said)
    alt, name = _alt(state, rises, names, asking), "stocks" if asking is None else "railroads"
    return (picture(name, height, palette(state), tuple(layers), alt),)


def _header(state: RailroadRivals, news: News, names: Names, rises: Mapping[Railroad, int]) -> Layer:
    seat, line = last_move(state, news, names)
    if rises:
        told = ", ".join(f"{railroad} {_signed(rise)}" for railroad, rise in rises.items())
        seat, line = None, f"{whose_rises(state, news)}: {told}"
    return header("Stock values", corner(state), line, seat=seat, tall=True)


def _asked(asking: Asking) -> Layer:
    return header(asking.title, asking.right, asking.line, seat=asking.seat, tall=True)


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"


def _axis(state: RailroadRivals, *, keyed: bool) -> _Axis:
    """The axis ends where words about a rise still have room before the first player's column."""
    start = _AXIS + (_KEYED_SHIFT if keyed else 0)
    return _Axis(start, first_column(state.seats) - room_before(state.seats) - RISE_ROOM - start, span_of(state))


def _grid(axis: _Axis, rows: int) -> Iterator[Shape]:
    """Lines at every fifth value, on long axes at every tenth; the ends have their numbers."""
    step = _TICKS if axis.span <= _MANY else _FAR_TICKS
    for left, tall in blocks(rows):
        for number in range(0, axis.span + 1, step):
            x = round(left + axis.start + number * axis.long / axis.span)
            end = number in (0, axis.span)
            if end:
                yield TABLE_TIGHT.middle(x, HEAD, str(number), "axis", INK_SOFT)
            yield Box(x - 1, TOP, 2, tall, DEAD if end else RULE)


def _bars(state: RailroadRivals, rises: Mapping[Railroad, int], axis: _Axis) -> Iterator[Shape]:
    for railroad, spot in spots(in_play(state)).items():
        value, rise, x = state.value[railroad], rises.get(railroad, 0), spot.left + axis.start
        if railroad in state.baron.ruined:
            yield from fate(x, spot.y)
        elif wraps(state) and wrapped(value):
            yield from second_round(LIVERIES[railroad], value, rise, x, spot.y, axis.long)
        else:
            yield from bar(LIVERIES[railroad], value, rise, x, spot.y, axis.long, axis.span)


def _rows(state: RailroadRivals, *, keyed: bool) -> Iterator[Shape]:
    rows = spots(in_play(state))
    for start, _ in blocks(len(rows)):
        yield TABLE_TIGHT.middle(start + _LEFT, HEAD, "pile", "axis", INK_SOFT)
    for railroad, spot in rows.items():
        yield from _company_badge(state, railroad, spot, keyed=keyed)
        ruined, shift = railroad in state.baron.ruined, _KEYED_SHIFT if keyed else 0
        value = "–" if ruined else str(state.value[railroad])
        left = "–" if ruined else str(state.unseen_stocks()[railroad])
        ink, base = INK_SOFT if ruined else INK, spot.y + _WORTH.rise
        yield _WORTH.right(spot.left + _VALUE + shift, base, value, "value", ink)
        yield AMOUNT.middle(spot.left + _LEFT, spot.y + AMOUNT.rise, left, "tiles left", INK_SOFT)
    if _neighbors(state):
        yield from _tie(rows, company(state), _KEYED_TIE if keyed else _TIE)


def _company_badge(state: RailroadRivals, railroad: Railroad, spot: Spot, *, keyed: bool) -> Iterator[Shape]:
    """The badge of a row; where a company's rows are apart, the other railroad below it: “= SP”."""
    x, y, tall = spot.left + (_KEYED_BADGE if keyed else _BADGE), spot.y, _LOW_BADGE if keyed else _TALL_BADGE
    others = [other for other in company(state) if other != railroad]
    if railroad in company(state) and not _neighbors(state):
        words = " ".join(("=", *(LIVERIES[other].initials for other in others)))
        yield TABLE_TIGHT.middle(x, y + _LOWER, words, "partner", room=_PARTNER)
        y, tall = y - _UPPER, _SHARED_BADGE
    yield from railroad_badge(state, railroad, x, y, tall)


def _neighbors(state: RailroadRivals) -> bool:
    """Whether the railroads of a company stand one under the other in a block."""
    rows = spots(in_play(state))
    found = [rows[railroad] for railroad in company(state)]
    if len({spot.left for spot in found}) != 1:
        return False
    return abs(found[0].y - found[-1].y) <= ROW


def _tie(rows: Mapping[Railroad, Spot], merged: Collection[Railroad], x: float) -> Iterator[Shape]:
    """A bracket left of the badges of a company whose rows are neighbors."""
    found = [rows[railroad] for railroad in merged]
    left, top, bottom = found[0].left + x, found[0].y, found[-1].y
    yield Box(left, top - 2, _TIE_LINE, bottom - top + 4, INK)
    yield from (Box(left, y - 2, _TIE_LONG, _TIE_LINE, INK) for y in (top, bottom))


def _notes(said: Collection[str], bottom: int) -> Iterator[Shape]:
    for i, words in enumerate(said):
        yield TABLE_BODY.left(MARGIN, bottom + _BELOW + _NOTE * i + _NOTE_LINE, words, "note", room=ROOM)


def _asking(state: RailroadRivals, asking: Asking) -> Iterator[Shape]:
    """Accent frames around the rows that a preview is about, and what to press for a railroad."""
    for railroad, spot in spots(in_play(state)).items():
        if railroad in asking.about:
            yield panel(spot.left, spot.y - ROW / 2, BLOCK, ROW, None, ACCENT, _ABOUT_LINE)
        if railroad in asking.keys:
            yield key(asking.keys[railroad], spot.left + _KEY_AT, spot.y, _KEY)


def _alt(state: RailroadRivals, rises: Mapping[Railroad, int], names: Names, asking: Asking | None) -> str:
    rows = in_play(state)
    values = [f"{r} {_said(state, r)}" + (f" ({_signed(rises[r])})" if r in rises else "") for r in rows]
    points = [beside(name, state.score[seat]) for seat, name in zip(state.everyone, names, strict=True)]
    worth = [beside(name, state.worth(seat)) for seat, name in zip(state.everyone, names, strict=True)]
    shares = [
        f"{name} " + (", ".join(f"{r} {state.stocks[seat][r]}" for r in rows if r in state.stocks[seat]) or "none")
        for seat, name in zip(state.everyone, names, strict=True)
    ]
    asked = () if asking is None else (_sentence(asking.title, asking.line),)
    pressed = [f"{press} {railroad}" for railroad, press in asking.keys.items()] if asking else []
    return joined(
        (
            *(asked or (f"{corner(state)}.",)),
            *([f"{'; '.join(pressed)}."] if pressed else []),
            f"Stock values: {', '.join(values)}.",
            *(f"{words[0].upper()}{words[1:]}." for words in _companies(state)),
            f"{'Points so far' if state.flow else 'Final score'}: {', '.join(points)}.",
            f"Each player’s stocks are worth: {', '.join(worth)}.",
            f"Shares: {'; '.join(shares)}.",
        )
    )


def _sentence(title: str, line: str) -> str:
    """A header in words: “Buy B&O? Pay 5 of your 34 points.”"""
    return f"{title}{'' if title.endswith('?') else ':'} {line}."


def _said(state: RailroadRivals, railroad: Railroad) -> str:
    return "out of business" if railroad in state.baron.ruined else str(state.value[railroad])


def _companies(state: RailroadRivals) -> tuple[str, ...]:
    merged = tuple(railroad for railroad in in_play(state) if railroad in state.baron.merged)
    return (f"{listed(merged)} are one company",) if merged and merged[0] not in state.baron.ruined else ()
