"""The rows of a race: seats, strip, prize, fees, and net gold. (drawing rules for maps, section 6)"""

from collections.abc import Generator, Iterator

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.state.runs import Race, Train
from render.fonts import text_width
from render.games.railway_rivals.tables.gold_accounts import fees_received
from render.games.railway_rivals.tables.race_strip import PANEL_BELOW, MovesScale, RowPanel, draw_rolls, draw_strip
from render.games.railway_rivals.tables.table_parts import amount_figure, amount_text
from render.geometry import Point
from render.palette import INK, INK_SOFT, RULE
from render.parts.page_layout import player_chip
from render.parts.typography import BODY, HEADING, NAME, TextStyle
from render.scene import Box, Face, Shape, Text
from render.text_fitting import Names, first_word

_CHIP, _HEAD, _HEAD_BASE, _FEES = 28, 74, 50, 58
_AXIS = _HEAD - 14
_FOOT = 20
_CAPTION, _BETWEEN, _AFTER_NAME, _AFTER_CHIP = 164, 24, 12, 8
_PLACE, _OVERLAP, _NAME_FROM, _BEFORE_SHARE, _NAME_PAD = 46, 10, 16, 22, 4
_LIFT, _FEE_LIFT, _SHARE_LIFT, _SHARE_CHIP = 20, 16, 15, 17

_NAME = TextStyle("h", 44)
_FEE, _SHARE, _FIGURE = 48, 44, 54
"""Sizes of numbers in px: received fees, shares of a joint run's two seats, and all others."""


def rows_height(panel: RowPanel, race: Race) -> int:
    """The height in px of all rows, including their headings and the lines about received fees."""
    axis = 0 if panel is PANEL_BELOW else _AXIS
    return _HEAD + panel.row_height * len(race.trains) + axis + _FEES * _count_fee_lines(panel, race) + _FOOT


def draw_rows(chart: HexMap, race: Race, names: Names, panel: RowPanel, corner: Point) -> Iterator[Shape]:
    """Draw the headings and a row for each train; ``corner`` is the top left corner."""
    x, y = corner
    scale = MovesScale(chart, race, panel, x)
    yield from _draw_column_heads(panel, x, y + _HEAD_BASE, scale.is_race)
    tops = [y + _HEAD + panel.row_height * i for i in range(len(race.trains) + 1)]
    if scale.is_race:
        yield from scale.draw_axis((y if panel is PANEL_BELOW else tops[-1]) + _HEAD_BASE)
    for i, (train, top) in enumerate(zip(race.trains, tops, strict=False)):
        yield Box(round(x), round(top), round(panel.width), 2, RULE if i else INK)
        yield from _draw_row(train, names, panel, (x, top), scale)
    yield Box(round(x), round(tops[-1]), round(panel.width), 2, RULE)


def draw_fees_line(race: Race, panel: RowPanel, names: Names, corner: Point) -> Iterator[Shape]:
    """Draw the fees that each company received; the last line begins at ``corner``."""
    x, y = corner
    received_fees = _fees_by_seat(race)
    if not received_fees:
        yield BODY.left(x, y, "No fees", "fees", INK_SOFT)
        return
    base = y - _FEES * (_count_fee_lines(panel, race) - 1)
    yield BODY.left(x, base, "Fees to", "caption", INK_SOFT)
    at = x + _CAPTION
    short = {seat: first_word(names[seat - 1]) for seat, _ in received_fees}
    with_names = (_fee_width(gold) + BODY.width(short[seat]) + _AFTER_NAME for seat, gold in received_fees)
    if _CAPTION + sum(with_names) > panel.width:
        short = {}
    for seat, gold in received_fees:
        if at + _fee_width(gold) > x + panel.width:
            at, base = x, base + _FEES
        at = yield from _draw_fee(seat, gold, short.get(seat, ""), at, base)


_ShapesThenEnd = Generator[Shape, None, float]
"""A generator that yields shapes, and returns the x position at which the next shapes begin."""


def _draw_fee(seat: Seat, gold: int, name: str, x: float, base: float) -> _ShapesThenEnd:
    yield player_chip(seat, x + _CHIP, base - _FEE_LIFT, _CHIP - 2)
    right = x + _fee_width(gold) - _BETWEEN
    if name:
        yield BODY.left(x + 2 * _CHIP + _AFTER_CHIP, base, name, "name")
        right += BODY.width(name) + _AFTER_NAME
    yield amount_figure(right, base, gold, size=_FEE, face="hb", role="fee received")
    return right + _BETWEEN


def _fees_by_seat(race: Race) -> list[tuple[Seat, int]]:
    """The fees that seats received for their track, as (seat, gold) pairs; seats without fees are omitted."""
    seats = {seat for train in race.trains for seat in (*train.fees, *train.seats)}
    return [(seat, gold) for seat in sorted(seats) if (gold := fees_received(race, seat))]


def _fee_width(gold: int) -> float:
    return 2 * _CHIP + _AFTER_CHIP + text_width(amount_text(gold), "hb", _FEE) + _BETWEEN


def _count_fee_lines(panel: RowPanel, race: Race) -> int:
    """The number of lines for received fees: 1, or 2 if the fees do not fit in one line."""
    wide = _CAPTION + sum(_fee_width(gold) for _, gold in _fees_by_seat(race))
    return 1 if wide - _BETWEEN <= panel.width else 2


def _draw_column_heads(panel: RowPanel, x: float, base: float, runs: bool) -> Iterator[Shape]:
    words = ("prize", "fees", "net")
    for head, right in zip(words, panel.figures, strict=True):
        yield BODY.right(x + right, base, head, "head", INK_SOFT)
    if panel is PANEL_BELOW and runs:
        yield BODY.left(x, base, "moves to go", "head", INK_SOFT)


def _draw_row(train: Train, names: Names, panel: RowPanel, corner: Point, scale: MovesScale) -> Iterator[Shape]:
    x, y = corner
    base = y + panel.base
    yield HEADING.left(x, base, str(train.place) if train.place else "–", "place")
    at = x + _PLACE
    for seat in train.seats:
        yield player_chip(seat, at + _CHIP, base - _LIFT, _CHIP)
        at += 2 * _CHIP - _OVERLAP
    at += _NAME_FROM
    end = panel.name if len(train.seats) == 1 else min(panel.name, panel.share_chip - _BEFORE_SHARE)
    yield from _draw_name(train, names, (at + _NAME_PAD, base), x + end - at - _NAME_PAD)
    yield from _draw_sums(train, panel, x, y)
    if not train.rolls:
        words = f"{scale.progress_by_seats[train.seats][0]} moves, no rolling"
        yield BODY.left(scale.start, y + panel.strip_at + BODY.baseline_shift, words, "alone", INK_SOFT)
        return
    yield from draw_strip(train, y + panel.strip_at, scale)
    yield from draw_rolls(train, panel, x, y, scale)


def _draw_sums(train: Train, panel: RowPanel, x: float, y: float) -> Iterator[Shape]:
    """Draw the prize, fees, and net gold of a train; a joint run has a line for each of its seats."""
    faces: tuple[Face, ...] = ("h", "h", "hb")
    joint = len(train.seats) > 1
    size = _SHARE if joint else _FIGURE
    for i, seat in enumerate(train.seats):
        prize, fees = train_shares(train, seat)
        base = y + (panel.shares[i] if joint else panel.figure_base)
        if joint:
            yield player_chip(seat, x + panel.share_chip, base - _SHARE_LIFT, _SHARE_CHIP)
        sums = (prize, fees, prize + fees)
        for right, gold, face in zip(panel.figures, sums, faces, strict=True):
            yield amount_figure(x + right, base, gold, size=size, face=face)


def train_shares(train: Train, seat: Seat) -> tuple[int, int]:
    """A seat's share of the train's prize, and its share of the fees as a negative number."""
    settlement = train.settled if seat == train.seats[0] else 0
    return train.prize_of(seat), -train.fees_of(seat) - settlement


def _draw_name(train: Train, names: Names, at: Point, room: float) -> Iterator[Text]:
    """Draw the name of a train's seat; for a joint run, the first words of both names if they fit."""
    if len(train.seats) == 1:
        name = names[train.seats[0] - 1]
        yield NAME.left(*at, name, "name", max_width=room, short=first_word(name))
        return
    words = " + ".join(first_word(names[seat - 1]) for seat in train.seats)
    if _NAME.width(words) <= room:
        yield _NAME.left(*at, words, "name")
