"""Everybody's chance to win as a game went on: a line a player, and the turning points. It knows no title."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from engine.core import Seat, all_seats, listed
from render.geometry import Point, spread
from render.labels import Names, alt_text, first_word, joined, names_of
from render.palette import INK_SOFT, PLAYERS, RULE, swatches
from render.parts.frame import CONTENT, MARGIN, RIGHT, ROOM, header, picture
from render.parts.marks import chip, key
from render.parts.text import TABLE_BODY, TABLE_TIGHT
from render.scene import Box, Layer, Line, Scene, Shape, layer

_TOP, _TALL, _LEFT, _LAST, _BESIDE = CONTENT + 60, 640, 190, RIGHT - 50, 40
"""Where the field of lines begins, its height, where its first and last moments are, and px to the shares beside it."""
_BELOW, _LEGEND, _ROW, _FOOT = 94, 168, 84, 50
"""px from the field down to the rounds and to the names, from one line of names to the next, and below the last."""
_COLUMNS = {2: 2, 4: 2}
"""Names on a line, by seats; else three."""
_BESIDE_CHIP, _CHIP = 76, 28
_GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
_LINE, _MARK, _KEY = 10, 20, 36
_APART = 22
"""px between players of the same chance, so that none hides another."""
_MOST_NAMED = 16
"""Moments whose rounds all have room for their numbers; of more, every second or third is named."""


class Turning(msgspec.Struct, frozen=True):
    """A turning point: a seat's chance, between that moment and the next."""

    seat: Seat
    moment: int


class Course(msgspec.Struct, frozen=True):
    """The chances of all seats, seat 1 first, at every moment: a row each, with what the moment is called."""

    called: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    turnings: tuple[Turning, ...] = ()


def chance_scene(title: str, course: Course, given: Names) -> Scene:
    """The lines of a game of that title, from its first round to its end."""
    seats = all_seats(len(course.chances[0]))
    names = names_of(tuple(given), len(seats))
    places = {seat: _places(course, seat) for seat in seats}
    layers = (
        layer("grid", _grid(course)),
        layer("lines", _lines(places)),
        layer("turnings", _keys(course, places)),
        layer("names", _legend(names)),
        _header(title, course),
    )
    height = round(_named_at(len(seats) - 1, len(seats))[1]) + _FOOT
    return picture("chances", height, swatches((), ()), layers, _alt(course, names))


def _header(title: str, course: Course) -> Layer:
    marked = ". Red: turning points" if course.turnings else ""
    return header("Chances to win", title, f"As each round began{marked}", tall=True)


def _x(course: Course, moment: int) -> float:
    return _LEFT + (_LAST - _LEFT) * moment / max(1, len(course.called) - 1)


def _y(chance: float) -> float:
    return _TOP + _TALL * (1 - chance)


def _places(course: Course, seat: Seat) -> tuple[Point, ...]:
    """The course of a seat's line: players of the same chance stand one under another."""
    found = []
    for moment, chances in enumerate(course.chances):
        alike = [other for other in all_seats(len(chances)) if chances[other - 1] == chances[seat - 1]]
        beside = spread(len(alike), _APART)[alike.index(seat)]
        found.append((_x(course, moment), _y(chances[seat - 1]) + beside))
    return tuple(found)


def _grid(course: Course) -> Iterator[Shape]:
    for share in _GRID:
        yield Box(_LEFT, _y(share) - 1, _LAST - _LEFT, 3, RULE)
        yield TABLE_TIGHT.right(_LEFT - _BESIDE, _y(share) + TABLE_TIGHT.rise, f"{share:.0%}", "axis", INK_SOFT)
    step = -(-len(course.called) // _MOST_NAMED)
    for moment, called in enumerate(course.called):
        last = moment == len(course.called) - 1
        if last or (moment % step == 0 and moment + step <= len(course.called) - 1):
            yield TABLE_TIGHT.middle(_x(course, moment), _TOP + _TALL + _BELOW, called, "axis", INK_SOFT)


def _lines(places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    for seat, points in places.items():
        ink = PLAYERS[seat - 1].color
        yield from (Line(ends, ink, _LINE, round=True) for ends in pairwise(points))  # else its corners are rounded off
    for seat, points in places.items():
        yield from (chip(seat, x, y, _MARK) for x, y in points)


def _keys(course: Course, places: Mapping[Seat, Sequence[Point]]) -> Iterator[Shape]:
    """The number of each turning point, half way down the line that fell."""
    for number, turning in enumerate(course.turnings, 1):
        (ax, ay), (bx, by) = places[turning.seat][turning.moment : turning.moment + 2]
        yield key(str(number), (ax + bx) / 2, (ay + by) / 2, _KEY)


def _named_at(index: int, seats: int) -> Point:
    """The left end of a player's name, and its middle height."""
    columns = _COLUMNS.get(seats, 3)
    x = MARGIN + ROOM / columns * (index % columns)
    return x, _TOP + _TALL + _LEGEND + _ROW * (index // columns)


def _legend(names: Names) -> Iterator[Shape]:
    room = ROOM / _COLUMNS.get(len(names), 3) - _BESIDE_CHIP - _BESIDE
    for index, name in enumerate(names):
        x, y = _named_at(index, len(names))
        yield chip(Seat(index + 1), x + _CHIP, y, _CHIP)
        base = y + TABLE_BODY.rise
        yield TABLE_BODY.left(x + _BESIDE_CHIP, base, name, "name", room=room, short=first_word(name))


def _alt(course: Course, names: Names) -> str:
    courses = (_said(course, name, index) for index, name in enumerate(names))
    turned = (f"{names[one.seat - 1]} after {course.called[one.moment]}" for one in course.turnings)
    turnings = f"Turning points: {listed(tuple(turned))}." if course.turnings else ""
    return alt_text(joined((f"Chances to win as each round began, {_span(course)}.", turnings, *courses)))


def _span(course: Course) -> str:
    return f"from {course.called[0]} to {course.called[-1]}"


def _said(course: Course, name: str, index: int) -> str:
    shares = ", ".join(f"{chances[index]:.0%}" for chances in course.chances)
    return f"{name}: {shares}."
