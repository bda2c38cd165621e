"""New track in a window: what every step cost, and a plate beside it: whose it is, and what it took."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, inf, sqrt
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex, Side, side_between
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.built import Account, Lines
from render.games.railway_rivals.crops import Content, crop
from render.games.railway_rivals.field import Field, Obstacles, Zone
from render.games.railway_rivals.lanes import Lanes, crossing, lanes_of
from render.games.railway_rivals.livery import FADED
from render.games.railway_rivals.plane import Bounds, Plane
from render.games.railway_rivals.tables import Payments
from render.games.railway_rivals.towns import off_towns
from render.games.railway_rivals.tracks import Pen, Stroke, stroked, strokes
from render.geometry import Point, heading
from render.palette import CARD, GOOD, INK, INK_SOFT, PLAYERS
from render.parts.marks import chip
from render.parts.text import DIGIT, FIGURE, NAME, Style
from render.scene import Box, Disc, Line, Shape

_LINE, _NEW, _AROUND = 0.215, 0.25, 0.045
"""Width of old track, of new, and of a casing, in sizes of a hex."""
_EDGE, _OFF_LINES, _OFF_EDGE = 4, 14, 10
_STEP, _STEPS_FROM, _STEP_IN, _STEP_OUT, _RISE = 27, 44, 8, 18, 0.35
"""A step's chip: its radius, px a hex size from which there is one (elsewhere plates alone tell what was spent), its
least distance from the window's edge, how far outward it goes on a shared side, half a letter as part of its size."""
_CLEAR = 6
"""px around a plate."""
_AWAY, _COVER = 0.6, 3
"""What a px from the track costs, and what is covered, as parts of what it costs names."""

_PAYS = 18
"""px before “pays”."""
_PAYS_BASE, _FIGURE_BASE = 50, 51
_BONUS, _BONUS_ROOM = 18, 20
_INSIDE = 0.85
"""Sizes of a hex from its middle within which a point lies inside."""
_FAR, _LEADER = 26, 2.5
"""px from a plate from which a line leads to its track, and its width."""
_PLATE = Style("h", 44)
_PAYMENTS = Payments(FIGURE, 32, 20, 60, 64)


class _Size(NamedTuple):
    """The measures of a plate: its height; its chip's middle and radius; where the cost begins, and its base and style;
    px behind all of it, and behind a chip alone."""

    high: int
    chip: int
    radius: int
    cost: int
    base: int
    style: Style
    after: int
    edge: int


_WHOLE = _Size(68, 38, 24, 74, 52, NAME, 18, 38)
_LOW = _Size(50, 28, 19, 52, 40, DIGIT, 12, 28)
"""For a map that is so small that plates alone tell what was spent: there are many, and names need room."""


def _away(offset: tuple[int, int]) -> float:
    dx, dy = offset
    return sqrt(dx * dx + 2 * dy * dy)


_DOWN, _ACROSS = range(-340, 341, 17), range(-420, 421, 21)
_OFFSETS = sorted(((dx, dy) for dy in _DOWN for dx in _ACROSS), key=_away)
"""px from the track to the places that are tried for a plate, the nearest first."""


class Fresh(NamedTuple):
    """All that windows on new track show."""

    chart: str
    """Its key."""
    track: Track
    unreached: frozenset[Hex]
    sums: tuple[Account, ...]


@lru_cache(8)
def window(fresh: Fresh, plane: Plane) -> tuple[Shape, ...]:
    """Kept, for the same window is shown to everybody who looks."""
    return crop(CHARTS[fresh.chart], plane, _content(fresh, plane))


def _content(fresh: Fresh, plane: Plane) -> Content:
    s, lanes = plane.s, lanes_of(CHARTS[fresh.chart], fresh.track)
    steps = ((one.seat, step) for one in fresh.sums for step in Branches(one.lines).steps)
    built = {(seat, side_between(*step)) for seat, step in steps}
    drawn = strokes(plane, lanes, lambda seat, side: "new" if (seat, side) in built else "old")
    old = [line for line in drawn if line.kind == "old"]
    new = [line for line in drawn if line.kind == "new"]
    track = stroked(old, Pen(_LINE * s, _AROUND * s, FADED))
    track += stroked(new, Pen(_NEW * s, _EDGE, outline=_EDGE))
    top, boxes = _chips(fresh, plane, lanes)
    lines = [(line.points, (_NEW if line.kind == "new" else _LINE) * s + _OFF_LINES) for line in drawn]
    field = Field(CHARTS[fresh.chart], plane, Obstacles(lines, tuple(boxes)))
    towns = [plane.hex(town.hex) for town in CHARTS[fresh.chart].towns]
    for account, box, own in _plates(fresh.sums, plane, field, new):
        near = _nearest(box, own, towns, _INSIDE * s)
        top += _plate_at(account, box, near)
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        boxes.append((*middle, box.w / 2 + _CLEAR, box.h / 2 + _CLEAR))
    return Content(track=track, top=top, lines=lines, boxes=boxes, unreached=fresh.unreached)


def _chips(fresh: Fresh, plane: Plane, lanes: Lanes) -> tuple[list[Shape], list[Zone]]:
    """The cost of every step on the side it crosses; on shared sides moved outward."""
    chart = CHARTS[fresh.chart]
    shapes: list[Shape] = []
    boxes: list[Zone] = []
    for account in fresh.sums if plane.s >= _STEPS_FROM else ():
        for a, b in Branches(account.lines).steps:
            place = _step_place(plane, lanes, side_between(a, b), account.seat)
            x, y = off_towns(chart, plane, (a, b), place, _STEP)
            if plane.holds(x, y, _STEP_IN):
                shapes += _step_chip(x, y, str(building_cost(chart, a, b)), account.seat)
                boxes.append((x, y, _STEP, _STEP))
    return shapes, boxes


def _step_place(plane: Plane, lanes: Lanes, side: Side, seat: Seat) -> Point:
    """The place of a step's chip: on its lane, a little outward where others share the side."""
    x, y = plane.at(crossing(lanes, side, seat))
    riders = lanes.order[side]
    if len(riders) == 1:
        return x, y
    outward = riders.index(seat) / (len(riders) - 1) * 2 - 1
    first, last = crossing(lanes, side, riders[0]), crossing(lanes, side, riders[-1])
    dx, dy = heading(plane.at(first), plane.at(last))
    return x + dx * _STEP_OUT * outward, y + dy * _STEP_OUT * outward


def _step_chip(x: float, y: float, words: str, seat: Seat) -> Iterator[Shape]:
    """A cost in a disc with the company's ring."""
    yield Disc(x, y, _STEP, CARD, PLAYERS[seat - 1].color, _EDGE)
    yield DIGIT.middle(x, y + _RISE * DIGIT.size, words, "step cost")


# -- plates


def _plates(
    sums: Sequence[Account], plane: Plane, field: Field, new: Sequence[Stroke]
) -> Iterator[tuple[Account, Bounds, list[Point]]]:
    """A plate an account on free ground beside its new track in this window: its box, and the points of the track."""
    taken: list[Bounds] = []
    for account in sums:
        own = [point for line in new if line.seat == account.seat for point in line.points]
        points = [point for point in own if plane.holds(*point, _OFF_EDGE) and _in(plane, account.lines, point)]
        if points and account.lines:
            size = _size(account, plane)
            start = _box(*points[len(points) // 2], _plate_width(account, size), size.high)
            box = _free(plane, field, taken, start)
            taken.append(box.grown(2 * _CLEAR))
            yield account, box, points


def _nearest(box: Bounds, points: Sequence[Point], towns: Sequence[Point], off: float) -> Point:
    """The track's point that a line leads to: one off the towns if there is any, so that no number is crossed."""
    free = [point for point in points if all(hypot(point[0] - x, point[1] - y) > off for x, y in towns)]
    return min(free or points, key=lambda point: _beyond(box, point))


def _in(plane: Plane, lines: Lines, point: Point) -> bool:
    """Whether the point lies in a hex of the lines, and on no side of one."""
    near, (px, py) = _INSIDE * plane.s, point
    middles = (plane.hex(hex) for line in lines for hex in line)
    return any(hypot(x - px, y - py) < near for x, y in middles)


def _size(account: Account, plane: Plane) -> _Size:
    return _LOW if plane.s < _STEPS_FROM and not (account.paid or account.bonus) else _WHOLE


def _free(plane: Plane, field: Field, taken: Sequence[Bounds], start: Bounds) -> Bounds:
    """The free place for a box that costs least, counted from ``start``."""
    best, found = inf, start
    for dx, dy in _OFFSETS:
        away = _AWAY * _away((dx, dy))
        if away >= best:
            break
        box = Bounds(start.left + dx, start.top + dy, start.right + dx, start.bottom + dy)
        if not plane.includes(box, _OFF_EDGE) or any(box.meets(other) for other in taken):
            continue
        cost = away + _COVER * field.under(*box.grown(_CLEAR))
        if cost < best:
            best, found = cost, box
    return found


def _box(x: float, y: float, wide: float, high: float) -> Bounds:
    return Bounds(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _beyond(box: Bounds, point: Point) -> float:
    """The distance of a point outside a box, across and up or down together."""
    x, y = point
    across = max(box.left - x, x - box.right, 0)
    return across + max(box.top - y, y - box.bottom, 0)


def _plate_width(account: Account, size: _Size) -> float:
    """The width of a plate in px."""
    if not account.cost:
        return size.chip + size.edge
    w = size.cost + size.style.wide(str(account.cost)) + size.after
    if account.paid:
        w += _PAYS + _PLATE.wide("pays")
        w += _PAYMENTS.wide(account.payments)
    if account.bonus:
        w += _BONUS_ROOM + FIGURE.wide(f"+{account.bonus}")
    return w


def _plate_at(account: Account, box: Bounds, near: Point) -> Iterator[Shape]:
    """Mark, capital spent, payments and bonus in a box; a thin line leads to ``near``."""
    middle, size = (box.top + box.bottom) / 2, _WHOLE if box.h > _LOW.high else _LOW
    ex = max(box.left, min(near[0], box.right))
    ey = max(box.top, min(near[1], box.bottom))
    if abs(ex - near[0]) + abs(ey - near[1]) > _FAR:
        yield Line(((ex, ey), near), INK, _LEADER)
    yield Box(box.left, box.top, box.w, box.h, CARD, INK, 3, 8)
    yield chip(account.seat, box.left + size.chip, middle, size.radius)
    if not account.cost:
        return
    at = box.left + size.cost
    yield size.style.left(at, box.top + size.base, str(account.cost), "capital spent")
    at += size.style.wide(str(account.cost))
    if account.paid:
        at += _PAYS
        yield _PLATE.left(at, box.top + _PAYS_BASE, "pays", "plate", INK_SOFT)
        at += _PLATE.wide("pays")
        at = yield from _PAYMENTS.shapes(account.payments, at, middle, box.top + _FIGURE_BASE)
    if account.bonus:
        yield FIGURE.left(at + _BONUS, box.top + _FIGURE_BASE, f"+{account.bonus}", "bonus", GOOD)
