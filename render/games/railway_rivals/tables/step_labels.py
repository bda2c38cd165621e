"""Viewports of new track: the cost of each step, and a plate with each company's total."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, inf, sqrt
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, Side, side_between
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport
from render.games.railway_rivals.board.label_obstacles import Obstacles, Zone, obstacle_field
from render.games.railway_rivals.board.map_crops import CropContent, draw_crop
from render.games.railway_rivals.board.towns import move_off_towns
from render.games.railway_rivals.board.track_layers import LinePen, TrackStroke, draw_strokes, visible_strokes
from render.games.railway_rivals.board.track_lines import TrackLines, crossing_point, track_lines_of
from render.games.railway_rivals.colors import FADE_SHARE
from render.games.railway_rivals.tables.build_totals import BuildSum, Lines
from render.games.railway_rivals.tables.table_parts import PaymentRow
from render.geometry import Point, unit_vector
from render.palette import CARD, GOOD, INK, INK_SOFT, PLAYERS
from render.parts.label_placement import ObstacleField
from render.parts.page_layout import player_chip
from render.parts.typography import DIGIT, FIGURE, NAME, TextStyle
from render.scene import Box, Disc, Line, Shape

_LINE, _NEW, _AROUND = 0.215, 0.25, 0.045
"""Widths of old track, of new track, and of the casing, in hex sizes."""
_EDGE, _OFF_LINES, _OFF_EDGE = 4, 14, 10
_STEP = 27
"""Radius in px of the label with a step's cost."""
_STEPS_FROM = 44
"""Minimum hex size in px at which steps have labels."""
_STEP_IN = 8
"""Minimum px between the middle of a label and the edge of the viewport."""
_STEP_OUT = 18
"""Maximum px by which labels are moved outward on a side that companies share."""
_RISE = 0.35
"""Distance from a label's middle to its baseline, as a fraction of the letter size."""
_CLEAR = 6
"""Free space in px around a plate."""
_AWAY, _COVER = 0.6, 3
"""Weights in the cost of a plate's place: distance from its track, and obstacles that the plate covers."""

_PAYS = 18
"""Space in px before the word “pays”."""
_PAYS_BASE, _FIGURE_BASE = 50, 51
_BONUS, _BONUS_ROOM = 18, 20
_INSIDE = 0.85
"""Maximum distance from the middle of a hex at which a point counts as inside the hex, in hex sizes."""
_FAR = 26
"""Distance in px between a plate and its track above which a line connects them."""
_LEADER = 2.5
"""Width in px of the line between a plate and its track."""
_PLATE = TextStyle("h", 44)
_PAYMENTS = PaymentRow(FIGURE, 32, 20, 60, 64)


class _PlateSize(NamedTuple):
    """The layout of a plate in px; ``cost`` is the left edge of the cost, ``base`` its baseline.

    ``after`` is the space after the last number, ``edge`` the space after the company's mark if there are no numbers.
    """

    height: int
    chip: int
    radius: int
    cost: int
    base: int
    style: TextStyle
    after: int
    edge: int


_WHOLE = _PlateSize(68, 38, 24, 74, 52, NAME, 18, 38)
_LOW = _PlateSize(50, 28, 19, 52, 40, DIGIT, 12, 28)
"""The layout of plates on small maps, where each piece of track has a plate."""


def _offset_cost(offset: tuple[int, int]) -> float:
    dx, dy = offset
    return sqrt(dx * dx + 2 * dy * dy)


_DOWN, _ACROSS = range(-340, 341, 17), range(-420, 421, 21)
_OFFSETS = sorted(((dx, dy) for dy in _DOWN for dx in _ACROSS), key=_offset_cost)
"""Offsets in px of a plate from its track that are tried, the nearest first."""


class NewTrack(NamedTuple):
    """The contents of the viewports of new track."""

    chart: str
    """The key of the map."""
    track: Track
    unreached: frozenset[Hex]
    sums: tuple[BuildSum, ...]


@lru_cache(8)
def draw_window(new_track: NewTrack, viewport: HexViewport) -> tuple[Shape, ...]:
    """Draw the part of the map in a viewport. The result is cached, because all viewers see the same picture."""
    return draw_crop(HEX_MAPS[new_track.chart], viewport, _crop_content(new_track, viewport))


def _crop_content(new_track: NewTrack, viewport: HexViewport) -> CropContent:
    s, track_lines = viewport.scale, track_lines_of(HEX_MAPS[new_track.chart], new_track.track)
    steps = ((build_sum.seat, step) for build_sum in new_track.sums for step in Branches(build_sum.lines).steps)
    new_sides = {(seat, side_between(*step)) for seat, step in steps}
    track_strokes = visible_strokes(
        viewport, track_lines, lambda seat, side: "new" if (seat, side) in new_sides else "old"
    )
    old = [line for line in track_strokes if line.kind == "old"]
    new = [line for line in track_strokes if line.kind == "new"]
    track = draw_strokes(old, LinePen(_LINE * s, _AROUND * s, FADE_SHARE))
    track += draw_strokes(new, LinePen(_NEW * s, _EDGE, outline=_EDGE))
    top, boxes = _layout_step_chips(new_track, viewport, track_lines)
    lines = [(line.points, (_NEW if line.kind == "new" else _LINE) * s + _OFF_LINES) for line in track_strokes]
    field = obstacle_field(HEX_MAPS[new_track.chart], viewport, Obstacles(lines, tuple(boxes)))
    towns = [viewport.hex_point(town.hex) for town in HEX_MAPS[new_track.chart].towns]
    for build_sum, box, own in _layout_plates(new_track.sums, viewport, field, new):
        near = _nearest_point(box, own, towns, _INSIDE * s)
        top += _draw_plate(build_sum, box, near)
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        boxes.append((*middle, box.width / 2 + _CLEAR, box.height / 2 + _CLEAR))
    return CropContent(track=track, top=top, lines=lines, boxes=boxes, unreached=new_track.unreached)


def _layout_step_chips(
    new_track: NewTrack, viewport: HexViewport, track_lines: TrackLines
) -> tuple[list[Shape], list[Zone]]:
    """The costs of all steps as shapes, and the zones of these shapes."""
    chart = HEX_MAPS[new_track.chart]
    shapes: list[Shape] = []
    boxes: list[Zone] = []
    for build_sum in new_track.sums if viewport.scale >= _STEPS_FROM else ():
        for a, b in Branches(build_sum.lines).steps:
            place = _step_chip_point(viewport, track_lines, side_between(a, b), build_sum.seat)
            x, y = move_off_towns(chart, viewport, (a, b), place, _STEP)
            if viewport.has_point(x, y, _STEP_IN):
                shapes += _draw_step_chip(x, y, str(building_cost(chart, a, b)), build_sum.seat)
                boxes.append((x, y, _STEP, _STEP))
    return shapes, boxes


def _step_chip_point(viewport: HexViewport, track_lines: TrackLines, side: Side, seat: Seat) -> Point:
    """The point for the cost of a step: on its lane, moved outward on sides that companies share."""
    x, y = viewport.to_px(crossing_point(track_lines, side, seat))
    riders = track_lines.order[side]
    if len(riders) == 1:
        return x, y
    outward = riders.index(seat) / (len(riders) - 1) * 2 - 1
    first, last = crossing_point(track_lines, side, riders[0]), crossing_point(track_lines, side, riders[-1])
    dx, dy = unit_vector(viewport.to_px(first), viewport.to_px(last))
    return x + dx * _STEP_OUT * outward, y + dy * _STEP_OUT * outward


def _draw_step_chip(x: float, y: float, words: str, seat: Seat) -> Iterator[Shape]:
    yield Disc(x, y, _STEP, CARD, PLAYERS[seat - 1].color, _EDGE)
    yield DIGIT.middle(x, y + _RISE * DIGIT.size, words, "step cost")


# -- plates


def _layout_plates(
    sums: Sequence[BuildSum], viewport: HexViewport, field: ObstacleField, new: Sequence[TrackStroke]
) -> Iterator[tuple[BuildSum, Bounds, list[Point]]]:
    """Place a plate for each total near its track; yield (total, box, points of the track) triples."""
    taken_boxes: list[Bounds] = []
    for build_sum in sums:
        own = [point for line in new if line.seat == build_sum.seat for point in line.points]
        points = [
            point
            for point in own
            if viewport.has_point(*point, _OFF_EDGE) and _is_in_lines(viewport, build_sum.lines, point)
        ]
        if points and build_sum.lines:
            size = _plate_size(build_sum, viewport)
            start = _box_around(*points[len(points) // 2], _plate_width(build_sum, size), size.height)
            box = _cheapest_box(viewport, field, taken_boxes, start)
            taken_boxes.append(box.inflate(2 * _CLEAR))
            yield build_sum, box, points


def _nearest_point(box: Bounds, points: Sequence[Point], towns: Sequence[Point], off: float) -> Point:
    free = [point for point in points if all(hypot(point[0] - x, point[1] - y) > off for x, y in towns)]
    return min(free or points, key=lambda point: _distance_to_box(box, point))


def _is_in_lines(viewport: HexViewport, lines: Lines, point: Point) -> bool:
    """Whether a point is well inside a hex of the lines."""
    near, (px, py) = _INSIDE * viewport.scale, point
    middles = (viewport.hex_point(hex) for line in lines for hex in line)
    return any(hypot(x - px, y - py) < near for x, y in middles)


def _plate_size(build_sum: BuildSum, viewport: HexViewport) -> _PlateSize:
    return _LOW if viewport.scale < _STEPS_FROM and not (build_sum.payments_by_seat or build_sum.bonus) else _WHOLE


def _cheapest_box(viewport: HexViewport, field: ObstacleField, taken_boxes: Sequence[Bounds], start: Bounds) -> Bounds:
    """The free box with the lowest cost: near ``start``, and over few obstacles."""
    best, cheapest = inf, start
    for dx, dy in _OFFSETS:
        away = _AWAY * _offset_cost((dx, dy))
        if away >= best:
            break
        box = Bounds(start.left + dx, start.top + dy, start.right + dx, start.bottom + dy)
        if not viewport.has_box(box, _OFF_EDGE) or any(box.is_overlapping(other) for other in taken_boxes):
            continue
        cost = away + _COVER * field.cost_under(box.inflate(_CLEAR))
        if cost < best:
            best, cheapest = cost, box
    return cheapest


def _box_around(x: float, y: float, wide: float, high: float) -> Bounds:
    return Bounds(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _distance_to_box(box: Bounds, point: Point) -> float:
    """The horizontal plus the vertical distance of a point from a box."""
    x, y = point
    across = max(box.left - x, x - box.right, 0)
    return across + max(box.top - y, y - box.bottom, 0)


def _plate_width(build_sum: BuildSum, size: _PlateSize) -> float:
    if not build_sum.cost:
        return size.chip + size.edge
    w = size.cost + size.style.width(str(build_sum.cost)) + size.after
    if build_sum.payments_by_seat:
        w += _PAYS + _PLATE.width("pays")
        w += _PAYMENTS.width(build_sum.payments)
    if build_sum.bonus:
        w += _BONUS_ROOM + FIGURE.width(f"+{build_sum.bonus}")
    return w


def _draw_plate(build_sum: BuildSum, box: Bounds, near: Point) -> Iterator[Shape]:
    """Draw a plate with mark, cost, payments, and bonus; a thin line leads to the point ``near`` if it is far away."""
    middle, size = (box.top + box.bottom) / 2, _WHOLE if box.height > _LOW.height else _LOW
    ex = max(box.left, min(near[0], box.right))
    ey = max(box.top, min(near[1], box.bottom))
    if abs(ex - near[0]) + abs(ey - near[1]) > _FAR:
        yield Line(((ex, ey), near), INK, _LEADER)
    yield Box(box.left, box.top, box.width, box.height, CARD, INK, 3, 8)
    yield player_chip(build_sum.seat, box.left + size.chip, middle, size.radius)
    if not build_sum.cost:
        return
    at = box.left + size.cost
    yield size.style.left(at, box.top + size.base, str(build_sum.cost), "capital spent")
    at += size.style.width(str(build_sum.cost))
    if build_sum.payments_by_seat:
        at += _PAYS
        yield _PLATE.left(at, box.top + _PAYS_BASE, "pays", "plate", INK_SOFT)
        at += _PLATE.width("pays")
        at = yield from _PAYMENTS.draw(build_sum.payments, at, middle, box.top + _FIGURE_BASE)
    if build_sum.bonus:
        yield FIGURE.left(at + _BONUS, box.top + _FIGURE_BASE, f"+{build_sum.bonus}", "bonus", GOOD)
