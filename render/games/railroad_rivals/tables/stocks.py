"""The picture of stocks: a row with value and owners for each railroad, in two blocks. (style guide, section 9)"""

from collections.abc import Collection, Iterator, Mapping

import msgspec

from engine.core import Seat, join_words
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.captions import corner_text, join_sentences, last_move_line, rises_period_text
from render.games.railroad_rivals.colors import LIVERIES, palette_of
from render.games.railroad_rivals.module_additions import has_wrapping_track, railroads_in_play, value_changes
from render.games.railroad_rivals.tables.company_rows import (
    company_railroads,
    draw_out_of_business,
    draw_railroad_badge,
    table_notes,
)
from render.games.railroad_rivals.tables.stock_bars import RISE_ROOM, axis_end, count_laps, draw_bar, draw_second_lap
from render.games.railroad_rivals.tables.stock_counts import (
    column_half_width,
    draw_holdings,
    draw_totals,
    first_column_x,
)
from render.games.railroad_rivals.tables.two_column_table import (
    BLOCK_WIDTH,
    HEAD_LINE,
    ROW_HEIGHT,
    ROWS_TOP,
    RowPosition,
    block_extents,
    draw_stripes,
    row_positions,
    rows_bottom,
)
from render.palette import ACCENT, DEAD, INK, INK_SOFT, RULE
from render.parts.page_layout import CONTENT_WIDTH, MARGIN, choice_key, header_layer, panel, paper_scene
from render.parts.typography import AMOUNT, TABLE_BODY, TABLE_TIGHT, TextStyle
from render.scene import Box, Layer, Scene, Shape, make_layer
from render.text_fitting import Events, Names, name_with_number

_BADGE, _VALUE = 75, 210
"""Pixels from a row's left edge to the middle of the badge, and to the right end of the value."""
_AXIS, _LEFT = 223, 725
"""Pixels from a row's left edge to the start of the axis, and to the number of tiles in the pile."""
_KEYED_BADGE = 123
"""Pixels from the left edge of a row with a key to the middle of the badge."""
_KEYED_SHIFT = 32
"""Pixels by which the value and the axis are moved to the right in a row with a key."""
_TALL_BADGE, _LOW_BADGE, _SHARED_BADGE = 56, 46, 44
_TIE, _KEYED_TIE, _TIE_LINE, _TIE_LONG = 1, 66, 5, 11
_UPPER, _LOWER = 22, 42
"""Pixels from the middle of a merged company's row up to the badge, and down to the other railroad's name."""
_PARTNER = 128
"""Maximum width in pixels of the name of a company's other railroad."""
_TICKS, _FAR_TICKS, _MANY = 5, 10, 20
_ABOUT_LINE, _KEY_AT, _KEY = 6, 33, 32
_BELOW, _NOTE, _NOTE_LINE = 196, 66, 42
_WORTH = TextStyle("hb", 68)


class StockQuestion(msgspec.Struct, frozen=True):
    """A question about railroads that the picture shows: its header, keys, marked rows, and changes of values."""

    title: str
    right: str
    line: str
    seat: Seat
    keys: Mapping[Railroad, str] = {}
    marked_railroads: Collection[Railroad] = ()
    changes: Mapping[Railroad, int] = {}


class _Axis(msgspec.Struct, frozen=True):
    """The axis of values in a block: its left end and length in pixels, and the value at its right end."""

    start: float
    length: float
    span: int


def stock_scenes(
    state: RailroadRivals, events: Events, names: Names, question: StockQuestion | None = None
) -> tuple[Scene, ...]:
    """The picture of stock values with their recent changes, and of all players' stock tiles with their worth.

    With a ``question``, the picture is private and shows the question or a preview.
    """
    rises = value_changes(state, events) if question is None else question.changes
    rows, has_keys = railroads_in_play(state), question is not None and bool(question.keys)
    bottom, axis = rows_bottom(len(rows)), _value_axis(state, has_keys=has_keys)
    layers = [
        make_layer("stripes", draw_stripes(len(rows))),
        make_layer("grid", _draw_grid(axis, len(rows))),
        make_layer("bars", _draw_bars(state, rises, axis)),
        make_layer("rows", _draw_rows(state, has_keys=has_keys)),
        make_layer("shares", (*draw_holdings(state, row_positions(rows)), *draw_totals(state, names, bottom))),
    ]
    if question is not None:
        layers.append(make_layer("asking", _draw_question_marks(state, question)))
    notes_shown = table_notes(state)
    if notes_shown:
        layers.append(make_layer("notes", _draw_notes(notes_shown, bottom)))
    layers.append(_header_layer(state, events, names, rises) if question is None else _question_header_layer(question))
    height = bottom + _BELOW + _NOTE * len(notes_shown)
    alt, name = _alt_text(state, rises, names, question), "stocks" if question is None else "railroads"
    return (paper_scene(name, height, palette_of(state), tuple(layers), alt),)


def _header_layer(state: RailroadRivals, events: Events, names: Names, rises: Mapping[Railroad, int]) -> Layer:
    seat, line = last_move_line(state, events, names)
    if rises:
        changes_text = ", ".join(f"{railroad} {_change_text(rise)}" for railroad, rise in rises.items())
        seat, line = None, f"{rises_period_text(state, events)}: {changes_text}"
    return header_layer("Stock values", corner_text(state), line, seat=seat, tall=True)


def _question_header_layer(question: StockQuestion) -> Layer:
    return header_layer(question.title, question.right, question.line, seat=question.seat, tall=True)


def _change_text(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"


def _value_axis(state: RailroadRivals, *, has_keys: bool) -> _Axis:
    """The axis of values, which leaves room for the text of a rise before the first player's column."""
    start = _AXIS + (_KEYED_SHIFT if has_keys else 0)
    return _Axis(
        start, first_column_x(state.seats) - column_half_width(state.seats) - RISE_ROOM - start, axis_end(state)
    )


def _draw_grid(axis: _Axis, rows: int) -> Iterator[Shape]:
    """Draw a vertical line at every fifth or tenth value, with a number at the first and at the last."""
    step = _TICKS if axis.span <= _MANY else _FAR_TICKS
    for left, tall in block_extents(rows):
        for number in range(0, axis.span + 1, step):
            x = round(left + axis.start + number * axis.length / axis.span)
            end = number in (0, axis.span)
            if end:
                yield TABLE_TIGHT.middle(x, HEAD_LINE, str(number), "axis", INK_SOFT)
            yield Box(x - 1, ROWS_TOP, 2, tall, DEAD if end else RULE)


def _draw_bars(state: RailroadRivals, rises: Mapping[Railroad, int], axis: _Axis) -> Iterator[Shape]:
    for railroad, spot in row_positions(railroads_in_play(state)).items():
        value, rise, x = state.value[railroad], rises.get(railroad, 0), spot.left + axis.start
        if railroad in state.baron.ruined:
            yield from draw_out_of_business(x, spot.y)
        elif has_wrapping_track(state) and count_laps(value):
            yield from draw_second_lap(LIVERIES[railroad], value, rise, x, spot.y, axis.length)
        else:
            yield from draw_bar(LIVERIES[railroad], value, rise, x, spot.y, axis.length, axis.span)


def _draw_rows(state: RailroadRivals, *, has_keys: bool) -> Iterator[Shape]:
    rows = row_positions(railroads_in_play(state))
    for start, _ in block_extents(len(rows)):
        yield TABLE_TIGHT.middle(start + _LEFT, HEAD_LINE, "pile", "axis", INK_SOFT)
    for railroad, spot in rows.items():
        yield from _draw_company_badge(state, railroad, spot, has_keys=has_keys)
        ruined, shift = railroad in state.baron.ruined, _KEYED_SHIFT if has_keys else 0
        value = "–" if ruined else str(state.value[railroad])
        left = "–" if ruined else str(state.count_unseen_stocks()[railroad])
        ink, base = INK_SOFT if ruined else INK, spot.y + _WORTH.baseline_shift
        yield _WORTH.right(spot.left + _VALUE + shift, base, value, "value", ink)
        yield AMOUNT.middle(spot.left + _LEFT, spot.y + AMOUNT.baseline_shift, left, "tiles left", INK_SOFT)
    if _are_company_rows_adjacent(state):
        yield from _draw_tie(rows, company_railroads(state), _KEYED_TIE if has_keys else _TIE)


def _draw_company_badge(
    state: RailroadRivals, railroad: Railroad, spot: RowPosition, *, has_keys: bool
) -> Iterator[Shape]:
    """Draw the badge of a row. If the other row of a merged company is not adjacent, also draw its name: “= SP”."""
    x, y, tall = spot.left + (_KEYED_BADGE if has_keys else _BADGE), spot.y, _LOW_BADGE if has_keys else _TALL_BADGE
    others = [other for other in company_railroads(state) if other != railroad]
    if railroad in company_railroads(state) and not _are_company_rows_adjacent(state):
        words = " ".join(("=", *(LIVERIES[other].initials for other in others)))
        yield TABLE_TIGHT.middle(x, y + _LOWER, words, "partner", max_width=_PARTNER)
        y, tall = y - _UPPER, _SHARED_BADGE
    yield from draw_railroad_badge(state, railroad, x, y, tall)


def _are_company_rows_adjacent(state: RailroadRivals) -> bool:
    rows = row_positions(railroads_in_play(state))
    positions = [rows[railroad] for railroad in company_railroads(state)]
    if len({spot.left for spot in positions}) != 1:
        return False
    return abs(positions[0].y - positions[-1].y) <= ROW_HEIGHT


def _draw_tie(rows: Mapping[Railroad, RowPosition], company: Collection[Railroad], x: float) -> Iterator[Shape]:
    """Draw a bracket left of the badges of a merged company whose rows are adjacent."""
    positions = [rows[railroad] for railroad in company]
    left, top, bottom = positions[0].left + x, positions[0].y, positions[-1].y
    yield Box(left, top - 2, _TIE_LINE, bottom - top + 4, INK)
    yield from (Box(left, y - 2, _TIE_LONG, _TIE_LINE, INK) for y in (top, bottom))


def _draw_notes(notes_shown: Collection[str], bottom: int) -> Iterator[Shape]:
    for i, words in enumerate(notes_shown):
        yield TABLE_BODY.left(MARGIN, bottom + _BELOW + _NOTE * i + _NOTE_LINE, words, "note", max_width=CONTENT_WIDTH)


def _draw_question_marks(state: RailroadRivals, question: StockQuestion) -> Iterator[Shape]:
    """Draw frames around the marked rows of a question, and the keys of railroads."""
    for railroad, spot in row_positions(railroads_in_play(state)).items():
        if railroad in question.marked_railroads:
            yield panel(spot.left, spot.y - ROW_HEIGHT / 2, BLOCK_WIDTH, ROW_HEIGHT, None, ACCENT, _ABOUT_LINE)
        if railroad in question.keys:
            yield choice_key(question.keys[railroad], spot.left + _KEY_AT, spot.y, _KEY)


def _alt_text(
    state: RailroadRivals, rises: Mapping[Railroad, int], names: Names, question: StockQuestion | None
) -> str:
    rows = railroads_in_play(state)
    values = [f"{r} {_value_text(state, r)}" + (f" ({_change_text(rises[r])})" if r in rises else "") for r in rows]
    points = [name_with_number(name, state.score[seat]) for seat, name in zip(state.everyone, names, strict=True)]
    worth = [name_with_number(name, state.stock_worth(seat)) for seat, name in zip(state.everyone, names, strict=True)]
    shares = [
        f"{name}: " + (", ".join(f"{state.stocks[seat][r]} {r}" for r in rows if r in state.stocks[seat]) or "none")
        for seat, name in zip(state.everyone, names, strict=True)
    ]
    question_sentences = () if question is None else (_header_sentence(question.title, question.line),)
    key_texts = [f"{press} {railroad}" for railroad, press in question.keys.items()] if question else []
    return join_sentences(
        (
            *(question_sentences or (f"{corner_text(state)}.",)),
            *([f"{'; '.join(key_texts)}."] if key_texts else []),
            f"Stock values: {', '.join(values)}.",
            *(f"{words[0].upper()}{words[1:]}." for words in _company_sentences(state)),
            f"{'Points so far' if state.flow else 'Final score'}: {', '.join(points)}.",
            f"Each player’s stocks are worth: {', '.join(worth)}.",
            f"Shares: {'; '.join(shares)}.",
        )
    )


def _header_sentence(title: str, line: str) -> str:
    """The two lines of the header as one sentence: “Buy B&O? Pay 5 of your 34 points.”"""
    return f"{title}{'' if title.endswith('?') else ':'} {line}."


def _value_text(state: RailroadRivals, railroad: Railroad) -> str:
    return "out of business" if railroad in state.baron.ruined else str(state.value[railroad])


def _company_sentences(state: RailroadRivals) -> tuple[str, ...]:
    company = tuple(railroad for railroad in railroads_in_play(state) if railroad in state.baron.merged)
    return (f"{join_words(company)} are one company",) if company and company[0] not in state.baron.ruined else ()
