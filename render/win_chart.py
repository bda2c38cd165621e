"""The win chart: the players' chances to win during a game, and the turning points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from engine.core import Seat, all_seats, join_words
from render.geometry import Point, row_offsets
from render.palette import INK_SOFT, PLAYERS, RULE, build_palette
from render.parts.page_layout import (
    CONTENT_TOP,
    CONTENT_WIDTH,
    MARGIN,
    RIGHT,
    choice_key,
    header_layer,
    paper_scene,
    player_chip,
)
from render.parts.typography import TABLE_BODY, TABLE_TIGHT
from render.scene import Box, Layer, Line, Scene, Shape, make_layer
from render.text_fitting import Names, display_names, first_word, join_sentences, truncate_alt_text

_TOP, _HEIGHT = CONTENT_TOP + 60, 640
"""y of the chart's top, and its height, in px."""
_LEFT, _LAST = 190, RIGHT - 50
"""x of the first and of the last moment in the chart, in px."""
_GAP = 40
"""px between the axis and its labels."""
_ROUNDS_DOWN, _LEGEND_DOWN = 94, 168
"""Distances in px from the bottom of the chart down to the labels of the rounds and to the legend."""
_LEGEND_ROW, _FOOT = 84, 50
"""px between two rows of the legend, and below the last row."""
_COLUMNS = {2: 2, 4: 2}
"""The number of names per row of the legend, by number of seats.

For other numbers of seats, it is three.
"""
_NAME_X, _CHIP = 76, 28
_GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
_LINE, _MARK, _KEY = 10, 20, 36
_LINE_DISTANCE = 22
"""Distance in px between the lines of players with equal chances, so that no line hides another."""
_MAX_ROUND_LABELS = 16
"""Maximum number of moments whose rounds are all labeled.

With more moments, only every second or third one is labeled.
"""


class TurningMark(msgspec.Struct, frozen=True):
    """A turning point of a seat, between the moment with the index ``moment`` and the next one."""

    seat: Seat
    moment: int


class WinChances(msgspec.Struct, frozen=True):
    """The winning chances of all seats at each moment of a game.

    ``chances`` has a row for each moment, with a chance for each seat in order. ``moment_names`` are the labels of the
    moments below the chart.
    """

    moment_names: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    turning_points: tuple[TurningMark, ...] = ()


def win_chart_scene(title: str, chart: WinChances, names_by_seat: Names) -> Scene:
    """Return the win chart of a finished game, from the first round to the end.

    ``title`` is the game's name.
    """
    seats = all_seats(len(chart.chances[0]))
    names = display_names(tuple(names_by_seat), len(seats))
    places = {seat: _line_points(chart, seat) for seat in seats}
    layers = (
        make_layer("grid", _draw_grid(chart)),
        make_layer("lines", _draw_lines(places)),
        make_layer("turnings", _draw_turning_points(chart, places)),
        make_layer("names", _draw_legend(names)),
        _header_layer(title, chart),
    )
    height = round(_name_position(len(seats) - 1, len(seats))[1]) + _FOOT
    return paper_scene("chances", height, build_palette((), ()), layers, _alt_text(chart, names))


def _header_layer(title: str, chart: WinChances) -> Layer:
    marks_note = ". Red: turning points" if chart.turning_points else ""
    return header_layer("Chances to win", title, f"As each round began{marks_note}", tall=True)


def _moment_x(chart: WinChances, moment: int) -> float:
    return _LEFT + (_LAST - _LEFT) * moment / max(1, len(chart.moment_names) - 1)


def _chance_y(chance: float) -> float:
    return _TOP + _HEIGHT * (1 - chance)


def _line_points(chart: WinChances, seat: Seat) -> tuple[Point, ...]:
    """Return the points of a seat's line.

    If seats have equal chances, their points are placed one below another.
    """
    points = []
    for moment, chances in enumerate(chart.chances):
        equal_seats = [other for other in all_seats(len(chances)) if chances[other - 1] == chances[seat - 1]]
        offset = row_offsets(len(equal_seats), _LINE_DISTANCE)[equal_seats.index(seat)]
        points.append((_moment_x(chart, moment), _chance_y(chances[seat - 1]) + offset))
    return tuple(points)


def _draw_grid(chart: WinChances) -> Iterator[Shape]:
    for share in _GRID:
        yield Box(_LEFT, _chance_y(share) - 1, _LAST - _LEFT, 3, RULE)
        yield TABLE_TIGHT.right(
            _LEFT - _GAP, _chance_y(share) + TABLE_TIGHT.baseline_shift, f"{share:.0%}", "axis", INK_SOFT
        )
    step = -(-len(chart.moment_names) // _MAX_ROUND_LABELS)
    for moment, moment_name in enumerate(chart.moment_names):
        last = moment == len(chart.moment_names) - 1
        if last or (moment % step == 0 and moment + step <= len(chart.moment_names) - 1):
            yield TABLE_TIGHT.middle(
                _moment_x(chart, moment), _TOP + _HEIGHT + _ROUNDS_DOWN, moment_name, "axis", INK_SOFT
            )


def _draw_lines(places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    for seat, points in places.items():
        ink = PLAYERS[seat - 1].color
        # one line per step, because the corners of a curve are rounded off
        yield from (Line(ends, ink, _LINE, round=True) for ends in pairwise(points))
    for seat, points in places.items():
        yield from (player_chip(seat, x, y, _MARK) for x, y in points)


def _draw_turning_points(chart: WinChances, places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    """Draw the number of each turning point, in the middle of the falling line."""
    for number, turning in enumerate(chart.turning_points, 1):
        (ax, ay), (bx, by) = places[turning.seat][turning.moment : turning.moment + 2]
        yield choice_key(str(number), (ax + bx) / 2, (ay + by) / 2, _KEY)


def _name_position(index: int, seats: int) -> Point:
    """Return the left end of an entry of the legend, at the entry's middle height, as (x, y) in px."""
    columns = _COLUMNS.get(seats, 3)
    x = MARGIN + CONTENT_WIDTH / columns * (index % columns)
    return x, _TOP + _HEIGHT + _LEGEND_DOWN + _LEGEND_ROW * (index // columns)


def _draw_legend(names: Names) -> Iterator[Shape]:
    room = CONTENT_WIDTH / _COLUMNS.get(len(names), 3) - _NAME_X - _GAP
    for index, name in enumerate(names):
        x, y = _name_position(index, len(names))
        yield player_chip(Seat(index + 1), x + _CHIP, y, _CHIP)
        base = y + TABLE_BODY.baseline_shift
        yield TABLE_BODY.left(x + _NAME_X, base, name, "name", max_width=room, short=first_word(name))


def _alt_text(chart: WinChances, names: Names) -> str:
    first_sentence = f"Chances to win as each round began, from {chart.moment_names[0]} to {chart.moment_names[-1]}."
    turning_texts = (f"{names[mark.seat - 1]} after {chart.moment_names[mark.moment]}" for mark in chart.turning_points)
    turnings = f"Turning points: {join_words(tuple(turning_texts))}." if chart.turning_points else ""
    sentences = (_chances_sentence(chart, name, index) for index, name in enumerate(names))
    return truncate_alt_text(join_sentences((first_sentence, turnings, *sentences)))


def _chances_sentence(chart: WinChances, name: str, index: int) -> str:
    shares = ", ".join(f"{chances[index]:.0%}" for chances in chart.chances)
    return f"{name}: {shares}."
