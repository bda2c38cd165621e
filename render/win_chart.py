"""Everyone's chance to win as a game went on: a line a player, and the turning points."""

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

_TOP, _TALL, _LEFT, _LAST, _BESIDE = CONTENT_TOP + 60, 640, 190, RIGHT - 50, 40
"""Positions of the chart: top, height, first and last moments, and px to the shares next to it."""
_BELOW, _LEGEND, _ROW, _FOOT = 94, 168, 84, 50
"""px from the chart to the rounds and to the names, between lines of names, and below the last."""
_COLUMNS = {2: 2, 4: 2}
"""Names on a line, by seats; else three."""
_BESIDE_CHIP, _CHIP = 76, 28
_GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
_LINE, _MARK, _KEY = 10, 20, 36
_APART = 22
"""px between players of the same chance, so that none hides another."""
_MOST_NAMED = 16
"""Moments whose rounds all have room for their numbers; of more, every second or third is named."""


class TurningMark(msgspec.Struct, frozen=True):
    """A turning point: a seat's chance, between that moment and the next."""

    seat: Seat
    moment: int


class WinChances(msgspec.Struct, frozen=True):
    """The winning chances of all seats, seat 1 first, at every moment: a row each, with the moment's name."""

    moment_names: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    turning_points: tuple[TurningMark, ...] = ()


def win_chart_scene(title: str, course: WinChances, names_by_seat: Names) -> Scene:
    """The lines of a game of that game, from its first round to its end."""
    seats = all_seats(len(course.chances[0]))
    names = display_names(tuple(names_by_seat), len(seats))
    places = {seat: _line_points(course, seat) for seat in seats}
    layers = (
        make_layer("grid", _draw_grid(course)),
        make_layer("lines", _draw_lines(places)),
        make_layer("turnings", _draw_turning_points(course, places)),
        make_layer("names", _draw_legend(names)),
        _header_layer(title, course),
    )
    height = round(_name_position(len(seats) - 1, len(seats))[1]) + _FOOT
    return paper_scene("chances", height, build_palette((), ()), layers, _alt_text(course, names))


def _header_layer(title: str, course: WinChances) -> Layer:
    marks_note = ". Red: turning points" if course.turning_points else ""
    return header_layer("Chances to win", title, f"As each round began{marks_note}", tall=True)


def _moment_x(course: WinChances, moment: int) -> float:
    return _LEFT + (_LAST - _LEFT) * moment / max(1, len(course.moment_names) - 1)


def _chance_y(chance: float) -> float:
    return _TOP + _TALL * (1 - chance)


def _line_points(course: WinChances, seat: Seat) -> tuple[Point, ...]:
    """The course of a seat's line: players of the same chance stand one under another."""
    points = []
    for moment, chances in enumerate(course.chances):
        alike = [other for other in all_seats(len(chances)) if chances[other - 1] == chances[seat - 1]]
        beside = row_offsets(len(alike), _APART)[alike.index(seat)]
        points.append((_moment_x(course, moment), _chance_y(chances[seat - 1]) + beside))
    return tuple(points)


def _draw_grid(course: WinChances) -> Iterator[Shape]:
    for share in _GRID:
        yield Box(_LEFT, _chance_y(share) - 1, _LAST - _LEFT, 3, RULE)
        yield TABLE_TIGHT.right(
            _LEFT - _BESIDE, _chance_y(share) + TABLE_TIGHT.baseline_shift, f"{share:.0%}", "axis", INK_SOFT
        )
    step = -(-len(course.moment_names) // _MOST_NAMED)
    for moment, moment_name in enumerate(course.moment_names):
        last = moment == len(course.moment_names) - 1
        if last or (moment % step == 0 and moment + step <= len(course.moment_names) - 1):
            yield TABLE_TIGHT.middle(_moment_x(course, moment), _TOP + _TALL + _BELOW, moment_name, "axis", INK_SOFT)


def _draw_lines(places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    for seat, points in places.items():
        ink = PLAYERS[seat - 1].color
        yield from (Line(ends, ink, _LINE, round=True) for ends in pairwise(points))  # else its corners are rounded off
    for seat, points in places.items():
        yield from (player_chip(seat, x, y, _MARK) for x, y in points)


def _draw_turning_points(course: WinChances, places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    """The number of each turning point, half way down the line that fell."""
    for number, turning in enumerate(course.turning_points, 1):
        (ax, ay), (bx, by) = places[turning.seat][turning.moment : turning.moment + 2]
        yield choice_key(str(number), (ax + bx) / 2, (ay + by) / 2, _KEY)


def _name_position(index: int, seats: int) -> Point:
    """The left end of a player's name, and its middle height."""
    columns = _COLUMNS.get(seats, 3)
    x = MARGIN + CONTENT_WIDTH / columns * (index % columns)
    return x, _TOP + _TALL + _LEGEND + _ROW * (index // columns)


def _draw_legend(names: Names) -> Iterator[Shape]:
    room = CONTENT_WIDTH / _COLUMNS.get(len(names), 3) - _BESIDE_CHIP - _BESIDE
    for index, name in enumerate(names):
        x, y = _name_position(index, len(names))
        yield player_chip(Seat(index + 1), x + _CHIP, y, _CHIP)
        base = y + TABLE_BODY.baseline_shift
        yield TABLE_BODY.left(x + _BESIDE_CHIP, base, name, "name", max_width=room, short=first_word(name))


def _alt_text(course: WinChances, names: Names) -> str:
    courses = (_chances_sentence(course, name, index) for index, name in enumerate(names))
    turning_texts = (f"{names[one.seat - 1]} after {course.moment_names[one.moment]}" for one in course.turning_points)
    turnings = f"Turning points: {join_words(tuple(turning_texts))}." if course.turning_points else ""
    return truncate_alt_text(
        join_sentences((f"Chances to win as each round began, {_time_span_text(course)}.", turnings, *courses))
    )


def _time_span_text(course: WinChances) -> str:
    return f"from {course.moment_names[0]} to {course.moment_names[-1]}"


def _chances_sentence(course: WinChances, name: str, index: int) -> str:
    shares = ", ".join(f"{chances[index]:.0%}" for chances in course.chances)
    return f"{name}: {shares}."
