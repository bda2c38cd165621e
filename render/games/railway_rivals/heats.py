"""A race as rows: who, the strip of moves to go with a dot for every roll, prize, fees and net. (maps, section 6)

Strip and table of the drawing rules are one here, beside or below the map, for the picture is at most 1600 px high.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import msgspec

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import Chart
from engine.games.railway_rivals.rules.race import movement
from engine.games.railway_rivals.state.runs import Race, Train
from render.fonts import width
from render.games.railway_rivals.accounts import fees_into
from render.games.railway_rivals.tables import figure, sample, signed
from render.geometry import Point
from render.labels import Names, first_word
from render.palette import CARD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.marks import chip
from render.parts.text import BODY, HEADING, NAME, Style
from render.scene import Box, Color, Disc, Face, Shape, Text

DOT, _TWO_DIGITS = 27, 10
_CHIP, _HEAD, _FEES = 28, 74, 58
_CAPTION, _BETWEEN = 164, 24
_SLIP, _CLEAR, _FAR = 6, 6, 48
"""px that two dots may cover of each other, that a small one keeps from them, and that one may be moved aside."""
_NAME = Style("h", 44)


class Panel(msgspec.Struct, frozen=True):
    """Where the parts of a row stand, from the panel's left edge; figures by their right end."""

    wide: float
    row: int
    """Height of a row."""
    name: float
    """Width of name and marks."""
    strip: tuple[float, float]
    strip_at: float
    rolls: tuple[float, float]
    """Where the rolls are written, and below the row's top."""
    past: tuple[float, float]
    figures: tuple[float, float, float]
    base: float
    """Base line of place and name."""
    figure_base: float
    shares: tuple[float, float]
    """Base lines of the figures of a joint run's two."""
    share_chip: float


BELOW = Panel(1520, 120, 362, (390, 700), 60, (46, 106), (1202, 78), (1314, 1420, 1520), 54, 78, (54, 104), 1236)
"""Under a map: all in one line, the rolls under the name."""

BESIDE = Panel(640, 204, 330, (24, 592), 110, (0, 188), (640, 188), (420, 524, 640), 56, 56, (37, 77), 346)
"""Beside a map: name and figures, strip, rolls."""

BESIDE_MANY = Panel(640, 172, 330, (24, 592), 98, (0, 164), (640, 164), (420, 524, 640), 50, 50, (32, 66), 346)
"""The same for five and six trains."""


def rows_height(panel: Panel, race: Race) -> int:
    """How high all rows are, with their heads and the line about fees."""
    axis = 0 if panel is BELOW else _HEAD - 14
    return _HEAD + panel.row * len(race.trains) + axis + _FEES * _fee_lines(panel, race) + 20


def rows(chart: Chart, race: Race, names: Names, panel: Panel, corner: Point) -> Iterator[Shape]:
    """Heads, then a row a train, from the top left corner on."""
    x, y = corner
    scale = _Scale(chart, race, panel, x)
    yield from _heads(panel, x, y + 50, scale.runs)
    top = y + _HEAD
    axis = y + 50 if panel is BELOW else top + panel.row * len(race.trains) + 50
    yield from scale.axis(axis) if scale.runs else ()
    for i, train in enumerate(race.trains):
        yield Box(round(x), round(top + panel.row * i), round(panel.wide), 2, RULE if i else INK)
        yield from _row(race, train, names, panel, (x, top + panel.row * i), scale)
    yield Box(round(x), round(top + panel.row * len(race.trains)), round(panel.wide), 2, RULE)


def fees_line(race: Race, panel: Panel, names: Names, corner: Point) -> Iterator[Shape]:
    """To whom the fees went; the last line begins in the corner."""
    x, y = corner
    got = _received(race)
    if not got:
        yield BODY.left(x, y, "No fees", "fees", INK_SOFT)
        return
    base = y - _FEES * (_fee_lines(panel, race) - 1)
    yield BODY.left(x, base, "Fees to", "caption", INK_SOFT)
    at = x + _CAPTION
    named = _CAPTION + sum(_fee_width(gold) + BODY.wide(first_word(names[seat - 1])) + 12 for seat, gold in got)
    for seat, gold in got:
        if at + _fee_width(gold) > x + panel.wide:
            at, base = x, base + _FEES
        yield chip(seat, at + _CHIP, base - 16, _CHIP - 2)
        right = at + _fee_width(gold) - _BETWEEN
        if named <= panel.wide:
            name = first_word(names[seat - 1])
            yield BODY.left(at + 2 * _CHIP + 8, base, name, "name")
            right += BODY.wide(name) + 12
        yield figure(right, base, gold, size=48, face="hb", role="fee received")
        at = right + _BETWEEN


def _received(race: Race) -> list[tuple[Seat, int]]:
    """Who received how much for track."""
    seats = {seat for train in race.trains for seat in (*train.fees, *train.seats)}
    return [(seat, gold) for seat in sorted(seats) if (gold := fees_into(race, seat))]


def _fee_width(gold: int) -> float:
    return 2 * _CHIP + 8 + width(signed(gold), "hb", 48) + _BETWEEN


def _fee_lines(panel: Panel, race: Race) -> int:
    """One, or two where they do not fit side by side."""
    return 1 + (_CAPTION + sum(_fee_width(gold) for _, gold in _received(race)) - _BETWEEN > panel.wide)


def progress(chart: Chart, train: Train) -> tuple[int, tuple[int, ...]]:
    """The movement of the whole way, and what was still to go after each roll; past the post it is less than 0."""
    gone = (0, *accumulate(movement(chart, train.hexes)))
    to_go = [gone[-1] - gone[stop] for stop in train.stops]
    if train.over is not None and to_go:
        to_go[-1] = -train.over
    return gone[-1], tuple(to_go)


def dot(seats: Sequence[Seat], number: int, x: float, y: float) -> tuple[Shape, ...]:
    """Where a train stood after a roll; a joint run has both players' rings."""
    r = dot_radius(seats)
    rings = tuple(Disc(x, y, r - 5 * i, None, PLAYERS[seat - 1].color, 6) for i, seat in enumerate(seats))
    label = Text(x, y + 16, str(number), "hb", 46 if number < _TWO_DIGITS else 44, INK, "middle", role="roll number")
    return Disc(x, y, r + 2, PAPER), Disc(x, y, r - 3, CARD), *rings, label


def dot_radius(seats: Sequence[Seat]) -> int:
    """How large a dot is: with two rings a little larger."""
    return DOT + 5 * (len(seats) - 1)


class _Scale:
    """Moves to go as px: all ways are aligned at the post."""

    def __init__(self, chart: Chart, race: Race, panel: Panel, x: float) -> None:
        self.ways = {train.seats: progress(chart, train) for train in race.trains}
        self.longest = max(total for total, _ in self.ways.values())
        over = max([0, *(-togo for _, gone in self.ways.values() for togo in gone)])
        start, self.long = panel.strip
        self.start, self.runs = x + start, len(race.trains) > 1
        self.step = self.long / (self.longest + over)

    def at(self, to_go: int) -> float:
        """Where so many moves before the post lie."""
        return self.start + (self.longest - to_go) * self.step

    def axis(self, y: float) -> Iterator[Shape]:
        """Figures above the strips, and the post."""
        pitch = next(n for n in (5, 10, 20, 50) if n * self.step >= 84)
        post = BODY.wide("post")
        for points in range(pitch, self.longest + 1, pitch):
            if self.at(0) - self.at(points) > post / 2 + 44:
                yield BODY.middle(self.at(points), y, str(points), "axis", INK_SOFT)
        middle = min(self.at(0), self.start + self.long + 24 - post / 2)
        yield BODY.middle(middle, y, "post", "axis")

    def ticks(self, y: float) -> Iterator[Shape]:
        """What the figures of the axis stand for, through a row."""
        for points in range(5, self.longest + 1, 5):
            yield Box(round(self.at(points)) - 1, round(y - 20), 2, 40, RULE)
        yield Box(round(self.at(0)) - 3, round(y - 30), 6, 60, INK)


def _heads(panel: Panel, x: float, base: float, runs: bool) -> Iterator[Shape]:
    words = ("prize", "fees", "net")
    for head, right in zip(words, panel.figures, strict=True):
        yield BODY.right(x + right, base, head, "head", INK_SOFT)
    if panel is BELOW and runs:
        yield BODY.left(x, base, "moves to go", "head", INK_SOFT)


def _row(
    race: Race, train: Train, names: Names, panel: Panel, corner: tuple[float, float], scale: _Scale
) -> Iterator[Shape]:
    x, y = corner
    base = y + panel.base
    yield HEADING.left(x, base, str(train.place) if train.place else "–", "place")
    at = x + 46
    for seat in train.seats:
        yield chip(seat, at + _CHIP, base - 20, _CHIP)
        at += 2 * _CHIP - 10
    at += 16
    end = panel.name if len(train.seats) == 1 else min(panel.name, panel.share_chip - 22)
    yield from _name(train, names, at + 4, base, x + end - at - 4)
    yield from _sums(train, panel, x, y)
    if not train.rolls:
        words = f"{scale.ways[train.seats][0]} moves, no rolling"
        yield BODY.left(scale.start, y + panel.strip_at + BODY.rise, words, "alone", INK_SOFT)
        return
    yield from _strip(train, y + panel.strip_at, scale)
    yield from _rolled(train, panel, x, y, scale)


def _sums(train: Train, panel: Panel, x: float, y: float) -> Iterator[Shape]:
    """Prize, fees and net; of a joint run a line for each of its two, what it gets and pays itself."""
    faces: tuple[Face, ...] = ("h", "h", "hb")
    joint = len(train.seats) > 1
    for i, seat in enumerate(train.seats):
        prize, fees = shares(train, seat)
        base = y + (panel.shares[i] if joint else panel.figure_base)
        if joint:
            yield chip(seat, x + panel.share_chip, base - 15, 17)
        for right, gold, face in zip(panel.figures, (prize, fees, prize + fees), faces, strict=True):
            yield figure(x + right, base, gold, size=44 if joint else 54, face=face)


def shares(train: Train, seat: Seat) -> tuple[int, int]:
    """What one of a train's seats gets of the prize, and what it pays, less than 0."""
    return train.prize_of(seat), -train.fees_of(seat) - (train.settled if seat == train.seats[0] else 0)


def _name(train: Train, names: Names, x: float, base: float, room: float) -> Iterator[Text]:
    """Who runs the train; of two the first words of their names, or if they do not fit only their marks."""
    if len(train.seats) == 1:
        name = names[train.seats[0] - 1]
        yield NAME.left(x, base, name, "name", room=room, short=first_word(name))
        return
    words = " + ".join(first_word(names[seat - 1]) for seat in train.seats)
    if _NAME.wide(words) <= room:
        yield _NAME.left(x, base, words, "name")


def _strip(train: Train, y: float, scale: _Scale) -> Iterator[Shape]:
    total, to_go = scale.ways[train.seats]
    start, end = scale.at(total), scale.at(to_go[-1])
    yield from scale.ticks(y)
    yield sample(train.seats[0], start, y, max(end, start + 30) - start, 16)
    yield Box(round(start) - 3, round(y - 22), 6, 44, INK)
    r, kept = dot_radius(train.seats), list[float]()
    places = [scale.at(points) for points in to_go]
    places = _spread(places, 2 * r - _SLIP, start) or places
    numbered = []
    for number, at in reversed(list(enumerate(places, 1))):
        if all(abs(at - other) >= 2 * r - _SLIP - 0.01 for other in kept):
            kept.append(at)
            numbered.append((number, at))
        elif all(abs(at - other) >= r + 11 + _CLEAR for other in kept):
            yield from _small(train.seats, at, y)
    for number, at in reversed(numbered):
        yield from dot(train.seats, number, at, y)


def _spread(places: Sequence[float], apart: float, least: float) -> list[float]:
    """The places of dots moved as little as keeps them apart, the last one not at all; nothing where that is too far.

    Neighbors that are too near are moved together, around the middle of where they belong.
    """
    groups: list[tuple[float, float, int]] = []
    for i, at in enumerate(places):
        groups.append((at - i * apart, 1e6 if i == len(places) - 1 else 1, 1))
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            (a, weight, n), (b, more, m) = groups[-2:]
            groups[-2:] = [((a * weight + b * more) / (weight + more), weight + more, n + m)]
    level = [at for at, _, count in groups for _ in range(count)]
    moved = [at + i * apart for i, at in enumerate(level)]
    far = max(abs(a - b) for a, b in zip(places, moved, strict=True))
    return moved if far <= _FAR and moved[0] >= least else []


def _small(seats: Sequence[Seat], x: float, y: float) -> Iterator[Shape]:
    """A stop between two that are too near to it for a number."""
    color: Color = PLAYERS[seats[0] - 1].color
    yield Disc(x, y, 13, PAPER)
    yield Disc(x, y, 11, CARD, color, 5)


def _rolled(train: Train, panel: Panel, x: float, y: float, scale: _Scale) -> Iterator[Shape]:
    """The dice, and how far past the post or before it the train came to stand."""
    left, below = panel.rolls
    right, past_below = panel.past
    room = (panel.strip[0] - left - 30) if panel is BELOW else panel.wide - 190
    pitch = min(34, room / len(train.rolls))
    for i, roll in enumerate(train.rolls):
        yield BODY.middle(x + left + (i + 0.5) * pitch, y + below, str(roll), "roll", INK_SOFT)
    last = -scale.ways[train.seats][1][-1]
    words = f"+{last}" if train.over is not None else f"−{-last}"
    ink = INK if train.over is not None else INK_SOFT
    if panel is not BELOW:
        words = f"{words} past" if train.over is not None else f"{-last} to go"
    size = 54 if panel is BELOW else 46
    yield Text(x + right, y + past_below, words, "h", size, ink, "right", role="past the post")
