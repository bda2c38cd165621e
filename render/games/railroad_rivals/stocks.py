"""Stock values and shares: one row a railroad, always in the same order. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import LIVERIES, palette
from render.games.railroad_rivals.rows import NOTE, company_ties, fate, notes, railroad_badge
from render.games.railroad_rivals.track import bar, second_round, span_of, wrapped
from render.games.railroad_rivals.variants import in_play, value_changes, wraps
from render.games.railroad_rivals.words import corner, last_move, whose_rises
from render.labels import Names, first_word
from render.palette import ACCENT, DEAD, INK, INK_SOFT, RULE
from render.parts.frame import MARGIN, WIDTH, header, panel, picture, rule, stripes
from render.parts.marks import chip, key
from render.parts.text import AMOUNT, BODY, HEADING, RANK, SMALL, Style
from render.scene import Box, Disc, Layer, Scene, Shape, layer

_TOP, _ROW, _LOW_ROW, _MOST_HIGH = 270, 88, 80, 12
_BADGE, _VALUE, _AXIS, _AXIS_LONG = 118, 274, 320, 585
_KEYED_BADGE = 126
"""Where badges stand, a little smaller, when there are keys beside them."""
_TIE, _PARTNER = 184, 796
_LEFT = 1532
_BELOW, _SUM_RULE, _SUM_LINE, _TOTAL_LINE, _THICKEST = 150, 10, 82, 84, 4
_TALL_BADGE, _LOW_BADGE, _TICKS, _MOST_TICKS, _FATE = 60, 54, 5, 20, 16
_CHIP_UP, _CHIP, _BETWEEN, _NARROW = 11, 20, 10, 6
_NONE_DOT, _MOST = 4, (-31, -36, 62, 72)
"""The mark of no stock; the box around the largest share."""
_MOST_LINE, _MOST_RADIUS = 4, 8
_SEATS = {
    2: (1015, 120),
    3: (1015, 120),
    4: (1015, 120),
    5: (1000, 104),
    6: (1000, 88),
}
"""By seats: the middle of the first player's column, and from one to the next."""
_ABOUT, _ABOUT_LINE, _KEY_AT, _KEY = 30, 6, 33, 28
_HEAD, _CAPTION = 220, 262
_WORTH = Style("hb", 68)
_INITIALS = Style("h", 44)
_LOW_RANK = Style("hb", 56)


class Asking(msgspec.Struct, frozen=True):
    """What a private picture of the stocks asks or shows: its header, the keys, and the rows that it is about."""

    title: str
    right: str
    line: str
    seat: Seat
    keys: Mapping[Railroad, str] = {}
    about: Collection[Railroad] = ()
    changes: Mapping[Railroad, int] = {}


def stock_scenes(state: RailroadRivals, news: News, names: Names, asking: Asking | None = None) -> tuple[Scene, ...]:
    """Values, this phase's rises, everybody's shares and what they are worth today.

    With ``asking`` it is a private picture: of a question about railroads, or of what a tile would change.
    """
    rises = value_changes(state, news) if asking is None else asking.changes
    rows = in_play(state)
    layers = [
        Layer("stripes", stripes(_TOP, _row(state), len(rows))),
        layer("grid", _grid(state)),
        layer("bars", _bars(state, rises)),
        layer("rows", _rows(state, keyed=asking is not None and bool(asking.keys))),
        layer("shares", _shares(state, names)),
    ]
    if asking is not None:
        layers.append(layer("asking", _asking(state, asking)))
    said = notes(state)
    if said:
        layers.append(layer("notes", _notes(state, said)))
    layers.append(_header(state, news, names, rises) if asking is None else _asked(asking))
    height = _bottom(state) + _BELOW + NOTE * len(said)
    alt, name = _alt(state, rises, names, asking), "stocks" if asking is None else "railroads"
    return (picture(name, height, palette(state), tuple(layers), alt),)


def _header(state: RailroadRivals, news: News, names: Names, rises: Mapping[Railroad, int]) -> Layer:
    seat, line = last_move(state, news, names)
    if rises:
        told = ", ".join(f"{railroad} {_signed(rise)}" for railroad, rise in rises.items())
        seat, line = None, f"{whose_rises(state)}: {told}"
    return header("Stock values", corner(state), line, seat=seat)


def _asked(asking: Asking) -> Layer:
    return header(asking.title, asking.right, asking.line, seat=asking.seat)


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"


def _row(state: RailroadRivals) -> int:
    return _ROW if len(in_play(state)) <= _MOST_HIGH else _LOW_ROW


def _bottom(state: RailroadRivals) -> int:
    return _TOP + _row(state) * len(in_play(state))


def _middles(state: RailroadRivals) -> dict[Railroad, float]:
    """The height of every railroad's row, at its middle."""
    tall = _row(state)
    return {railroad: _TOP + tall * row + tall / 2 for row, railroad in enumerate(in_play(state))}


def _grid(state: RailroadRivals) -> Iterator[Shape]:
    span = span_of(state)
    cell, bottom = _AXIS_LONG / span, _bottom(state)
    for number in range(span + 1):
        x, strong = round(_AXIS + number * cell), number % _TICKS == 0
        if strong:
            yield SMALL.middle(x, _CAPTION, str(number), "axis", INK_SOFT)
        if strong or span <= _MOST_TICKS:
            yield Box(x - 1, _TOP, 2, bottom - _TOP, DEAD if strong else RULE)


def _bars(state: RailroadRivals, rises: Mapping[Railroad, int]) -> Iterator[Shape]:
    cell = _AXIS_LONG / span_of(state)
    for railroad, y in _middles(state).items():
        value, rise = state.value[railroad], rises.get(railroad, 0)
        if railroad in state.baron.ruined:
            yield fate(_AXIS + _FATE, y)
        elif wraps(state) and wrapped(value):
            yield from second_round(LIVERIES[railroad], value, rise, _AXIS, y, cell)
        else:
            yield from bar(LIVERIES[railroad], value, rise, _AXIS, y, cell)


def _rows(state: RailroadRivals, *, keyed: bool) -> Iterator[Shape]:
    for railroad, y in _middles(state).items():
        ruined = railroad in state.baron.ruined
        yield from railroad_badge(
            state, railroad, _KEYED_BADGE if keyed else _BADGE, y, _LOW_BADGE if keyed else _TALL_BADGE
        )
        value = "–" if ruined else str(state.value[railroad])
        left = "–" if ruined else str(state.unseen_stocks()[railroad])
        yield _WORTH.right(_VALUE, y + _WORTH.rise, value, "value", INK_SOFT if ruined else INK)
        yield AMOUNT.middle(_LEFT, y + AMOUNT.rise, left, "tiles left", INK_SOFT)
    yield from company_ties(state, _middles(state), _TIE, _PARTNER)
    for y, word in ((_HEAD, "in"), (_CAPTION, "pile")):
        yield SMALL.middle(_LEFT, y, word, "axis", INK_SOFT)


def _shares(state: RailroadRivals, names: Names) -> Iterator[Shape]:
    bottom = _bottom(state)
    yield rule(bottom + _SUM_RULE, _THICKEST)
    yield BODY.left(MARGIN, bottom + _SUM_LINE, "Worth today, in points", "caption")
    for seat in state.everyone:
        x = _column(seat, state.seats)
        yield chip(seat, x, _HEAD - _CHIP_UP, _CHIP)
        room = _column(2, state.seats) - _column(1, state.seats) - _BETWEEN
        yield _INITIALS.middle(x, _CAPTION, _letters(names[seat - 1], room), "initials", INK_SOFT)
        for railroad, y in _middles(state).items():
            yield from _share(state, railroad, seat, x, y)
        style = RANK if state.seats < _NARROW else _LOW_RANK
        yield style.middle(x, bottom + _TOTAL_LINE, str(state.worth(seat)), "total")


def _letters(name: str, room: float) -> str:
    """The first word of a name, or as many of its first letters as fit."""
    word = first_word(name)
    starts = (word[:end] for end in range(len(word), 1, -1))
    return next((start for start in starts if _INITIALS.wide(start) <= room), word[:1])


def _share(state: RailroadRivals, railroad: Railroad, seat: int, x: float, y: float) -> Iterator[Shape]:
    held = {s: state.stocks[s].get(railroad, 0) for s in state.everyone}
    mine = next(count for s, count in held.items() if s == seat)
    if not mine:
        yield Disc(x, y, _NONE_DOT, RULE)
        return
    shares = list(held.values())
    if mine > 1 and shares.count(mine) == 1 and mine == max(shares):
        left, up, wide, tall = _MOST
        yield panel(x + left, y + up, wide, tall, line=_MOST_LINE, radius=_MOST_RADIUS)
    yield HEADING.middle(x, y + HEADING.rise, str(mine), "share")


def _column(seat: int, seats: int) -> float:
    start, pitch = _SEATS[seats]
    return start + pitch * (seat - 1)


def _notes(state: RailroadRivals, said: Sequence[str]) -> Iterator[Shape]:
    for i, words in enumerate(said):
        yield BODY.left(MARGIN, _bottom(state) + _BELOW + NOTE * i, words, "note")


def _asking(state: RailroadRivals, asking: Asking) -> Iterator[Shape]:
    """Accent frames around the rows that a preview is about, and what to press for a railroad."""
    tall = _row(state)
    for railroad, y in _middles(state).items():
        if railroad in asking.about:
            yield panel(_ABOUT, y - tall / 2, WIDTH - 2 * _ABOUT, tall, None, ACCENT, _ABOUT_LINE)
        if railroad in asking.keys:
            yield key(asking.keys[railroad], _KEY_AT, y, _KEY)


def _alt(state: RailroadRivals, rises: Mapping[Railroad, int], names: Names, asking: Asking | None) -> str:
    rows = in_play(state)
    values = [f"{r} {_said(state, r)}" + (f" ({_signed(rises[r])})" if r in rises else "") for r in rows]
    worth = [f"{name} {state.worth(seat)}" for seat, name in zip(state.everyone, names, strict=True)]
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
            f"Current stock value: {', '.join(worth)}.",
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
