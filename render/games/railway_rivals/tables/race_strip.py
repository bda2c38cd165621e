"""The strip of a train: a line on a scale of moves to the finish, with a dot for each roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.rules.race import movement_costs
from engine.games.railway_rivals.state.runs import Race, Train
from render.games.railway_rivals.tables.table_parts import line_sample
from render.palette import CARD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.typography import BODY, DIGIT, FIGURE, TextStyle
from render.scene import Box, Color, Disc, Shape

_DOT, _TWO_DIGITS = 27, 10
_RING, _RING_IN = 6, 5
"""Width in px of a dot's ring, and distance in px between the rings of two partners."""
_RIM, _CARD = 2, 3
"""Width in px of a dot's paper rim, and difference in px between the radius of the dot and of its inner disc."""
_SMALL, _SMALL_RIM, _SMALL_LINE = 11, 13, 5
_SLIP, _CLEAR = 6, 6
"""Maximum overlap of two dots, and minimum distance between a small dot and another dot, in px."""
_FAR = 48
"""Maximum px by which a dot is moved."""
_FIXED = 1e6
"""Weight of the last dot when dots are spread; it is so high that this dot keeps its place."""

_STRIP, _LEAST_STRIP = 16, 30
"""Width and minimum length in px of a train's line."""
_BEGIN = (6, 44)
"""Width and height in px of the bar at the beginning of a train's line."""
_PITCHES = (5, 10, 20, 50)
"""Numbers of moves that are tried between two labels of the axis; the first that leaves enough room is used."""
_PITCH = 84
"""Minimum px between two labels of the axis."""
_POST_CLEAR, _POST_OVER = 44, 24
_TICKS, _TICK, _POST = 5, (2, 40), (6, 60)
_ROLL = 34
"""Maximum distance in px between the numbers of two rolls."""
_ROLLS_CLEAR, _ROLLS_BESIDE = 30, 190
"""Width in px that the rolls must leave free, under a map and next to a map."""
_PAST = TextStyle("h", 46)


class RowPanel(msgspec.Struct, frozen=True):
    """The layout of a train's row, in px from the left edge of the rows and from the top of the row.

    The position of a number is its right end.
    """

    width: float
    row_height: int
    name: float
    """Width of the marks and the name."""
    strip: tuple[float, float]
    """Left edge and width of the strip."""
    strip_at: float
    """Vertical middle of the strip."""
    rolls: tuple[float, float]
    """Left edge and baseline of the rolls."""
    past: tuple[float, float]
    """Right end and baseline of the number of moves past the finish."""
    figures: tuple[float, float, float]
    """Right ends of the prize, the fees, and the net gold."""
    base: float
    """Baseline of the place and the name."""
    figure_base: float
    shares: tuple[float, float]
    """Baselines of the numbers of a joint run's two seats."""
    share_chip: float


PANEL_BELOW = RowPanel(
    width=1520,
    row_height=120,
    name=362,
    strip=(390, 600),
    strip_at=60,
    rolls=(46, 106),
    past=(1184, 78),
    figures=(1314, 1420, 1520),
    base=54,
    figure_base=78,
    shares=(54, 104),
    share_chip=1224,
)
"""The layout of rows under a map: all parts in one line, with the rolls under the name."""

PANEL_BESIDE = RowPanel(
    width=640,
    row_height=216,
    name=330,
    strip=(24, 592),
    strip_at=122,
    rolls=(0, 202),
    past=(640, 202),
    figures=(434, 536, 640),
    base=56,
    figure_base=56,
    shares=(37, 77),
    share_chip=346,
)
"""The layout of rows next to a map: name and numbers in the first line, then the strip, then the rolls."""

_LOW = msgspec.structs.replace(PANEL_BESIDE, row_height=172, base=50, figure_base=50, shares=(31, 64))
PANEL_BESIDE_MANY = msgspec.structs.replace(_LOW, strip_at=103, rolls=(0, 168), past=(640, 168))
"""The layout of rows next to a map for five or more trains."""


def train_progress(chart: HexMap, train: Train) -> tuple[int, tuple[int, ...]]:
    """The movement points that a train's route needs, and the points that it still needed after each roll.

    If the train arrived, the last number is minus the movement that it had left at the finish.
    """
    moves_so_far = (0, *accumulate(movement_costs(chart, train.hexes)))
    to_go = [moves_so_far[-1] - moves_so_far[stop] for stop in train.stops]
    if train.over is not None and to_go:
        to_go[-1] = -train.over
    return moves_so_far[-1], tuple(to_go)


def draw_dot(seats: Sequence[Seat], number: int, x: float, y: float) -> tuple[Shape, ...]:
    """Draw the dot of a train after a roll; the dot of a joint run has the rings of both players."""
    r = dot_radius(seats)
    rings = []
    for i, seat in enumerate(seats):
        rings.append(Disc(x, y, r - _RING_IN * i, None, PLAYERS[seat - 1].color, _RING))
    style = FIGURE if number < _TWO_DIGITS else DIGIT
    label = style.middle(x, y + FIGURE.baseline_shift, str(number), "roll number")
    rim, card = Disc(x, y, r + _RIM, PAPER), Disc(x, y, r - _CARD, CARD)
    return rim, card, *rings, label


def dot_radius(seats: Sequence[Seat]) -> int:
    """The radius of a train's dot in px; the dot of a joint run is larger, because it has two rings."""
    return _DOT + _RING_IN * (len(seats) - 1)


class MovesScale:
    """Converts remaining movement to px; all routes end at the same x position."""

    def __init__(self, chart: HexMap, race: Race, panel: RowPanel, x: float) -> None:
        self.progress_by_seats = {train.seats: train_progress(chart, train) for train in race.trains}
        self.longest = max(total for total, _ in self.progress_by_seats.values())
        over = max([0, *(-left for _, to_go in self.progress_by_seats.values() for left in to_go)])
        start, self.length = panel.strip
        self.start, self.is_race = x + start, len(race.trains) > 1
        self.px_per_move = self.length / (self.longest + over)

    def x_of(self, to_go: int) -> float:
        """The x position in px at which ``to_go`` movement points remain."""
        return self.start + (self.longest - to_go) * self.px_per_move

    def draw_axis(self, y: float) -> Iterator[Shape]:
        """Draw the numbers of the axis, and the word “post” at the finish."""
        pitch = next(pitch for pitch in _PITCHES if pitch * self.px_per_move >= _PITCH)
        post = BODY.width("post") / 2
        for points in range(pitch, self.longest + 1, pitch):
            if self.x_of(0) - self.x_of(points) > post + _POST_CLEAR:
                yield BODY.middle(self.x_of(points), y, str(points), "axis", INK_SOFT)
        middle = min(self.x_of(0), self.start + self.length + _POST_OVER - post)
        yield BODY.middle(middle, y, "post", "axis")

    def draw_ticks(self, y: float) -> Iterator[Shape]:
        """Draw the vertical lines of the axis through a row."""
        for points in range(_TICKS, self.longest + 1, _TICKS):
            yield _bar_box(self.x_of(points), y, _TICK, RULE)
        yield _bar_box(self.x_of(0), y, _POST, INK)


def _bar_box(x: float, y: float, size: tuple[int, int], ink: Color) -> Box:
    """A vertical line around a point, on whole px."""
    wide, tall = size
    return Box(round(x) - wide // 2, round(y - tall // 2), wide, tall, ink)


def draw_strip(train: Train, y: float, scale: MovesScale) -> Iterator[Shape]:
    """Draw a train's line with a dot for each roll; dots that are too close to others are small or omitted."""
    total, to_go = scale.progress_by_seats[train.seats]
    start, end = scale.x_of(total), scale.x_of(to_go[-1])
    yield from scale.draw_ticks(y)
    yield line_sample(train.seats[0], start, y, max(end, start + _LEAST_STRIP) - start, _STRIP)
    yield _bar_box(start, y, _BEGIN, INK)
    r = dot_radius(train.seats)
    apart = 2 * r - _SLIP
    places = [scale.x_of(points) for points in to_go]
    numbered: list[tuple[int, float]] = []
    for number, at in reversed(list(enumerate(_spread_dots(places, apart, start) or places, 1))):
        nearest = min((abs(at - other) for _, other in numbered), default=inf)
        if nearest >= apart - 0.01:
            numbered.append((number, at))
        elif nearest >= r + _SMALL + _CLEAR:
            yield from _draw_small_dot(train.seats, at, y)
    for number, at in reversed(numbered):
        yield from draw_dot(train.seats, number, at, y)


def _spread_dots(places: Sequence[float], apart: float, least: float) -> list[float]:
    """Move dots so that none overlap, and return their x positions; the last dot keeps its place.

    Dots that are too near are moved as a group around their mean position. The result is empty if a dot would move too
    far.
    """
    groups: list[_DotGroup] = []
    for i, at in enumerate(places):
        weight = _FIXED if i == len(places) - 1 else 1
        groups.append(_DotGroup(at - i * apart, weight, 1))
        while len(groups) > 1 and groups[-2].at > groups[-1].at:
            last = groups.pop()
            groups[-1] = groups[-1].merge(last)
    level = [group.at for group in groups for _ in range(group.dots)]
    moved = [at + i * apart for i, at in enumerate(level)]
    far = max(abs(a - b) for a, b in zip(places, moved, strict=True))
    return moved if far <= _FAR and moved[0] >= least else []


class _DotGroup(NamedTuple):
    """Dots that are moved together: the position of the first dot, their total weight, and their number."""

    at: float
    weight: float
    dots: int

    def merge(self, other: _DotGroup) -> _DotGroup:
        weight = self.weight + other.weight
        at = (self.at * self.weight + other.at * other.weight) / weight
        return _DotGroup(at, weight, self.dots + other.dots)


def _draw_small_dot(seats: Sequence[Seat], x: float, y: float) -> Iterator[Shape]:
    yield Disc(x, y, _SMALL_RIM, PAPER)
    yield Disc(x, y, _SMALL, CARD, PLAYERS[seats[0] - 1].color, _SMALL_LINE)


def draw_rolls(train: Train, panel: RowPanel, x: float, y: float, scale: MovesScale) -> Iterator[Shape]:
    """Draw the rolls of a train, and its final distance beyond or before the finish."""
    left, below = panel.rolls
    right, past_below = panel.past
    under = panel is PANEL_BELOW
    room = panel.strip[0] - left - _ROLLS_CLEAR if under else panel.width - _ROLLS_BESIDE
    pitch = min(_ROLL, room / len(train.rolls))
    for i, roll in enumerate(train.rolls):
        yield BODY.middle(x + left + (i + 0.5) * pitch, y + below, str(roll), "roll", INK_SOFT)
    past = -scale.progress_by_seats[train.seats][1][-1]
    words, ink = (f"+{past} past", INK) if train.over is not None else (f"{-past} to go", INK_SOFT)
    yield _PAST.right(x + right, y + past_below, words, "past the post", ink)
