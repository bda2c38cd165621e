"""Paths to choose from, in a viewport of the map: their lines, their keys, and the costs of their steps."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HexMap, Side, side_between
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.hex_viewport import HexViewport
from render.games.railway_rivals.board.label_obstacles import Zone
from render.games.railway_rivals.board.map_crops import CropContent
from render.games.railway_rivals.board.track_layers import TrackStroke, visible_strokes
from render.games.railway_rivals.board.track_lines import TrackLines, crossing_point
from render.games.railway_rivals.choices.proposed_track import (
    FIRST_PATH_SEAT,
    PATH_PITCH,
    PATH_WIDTH,
    PLAN_SEAT,
    ProposedPath,
    draw_background_track,
    pill_box,
)
from render.games.railway_rivals.colors import LAND
from render.games.railway_rivals.tables.table_parts import PaymentRow
from render.geometry import Point, Points, mean_point
from render.palette import CARD, INK, PAPER
from render.parts.map_lines import casing_line, draw_company_line, outline_line, points_along
from render.parts.typography import DIGIT, NAME, TextStyle
from render.scene import Box, Disc, Line, Shape

_PATH = 0.25
"""Width of a path in hex sizes."""
_CASING, _EDGE = 7, 4
"""Widths in px of a path's casing and edge, on each side."""
_DOT, _DOT_STEP, _DOT_START = 0.2, 1.3, 0.6
"""Radius of the dots on a path, distance between them, and position of the first dot, in path widths."""

_HALF_HEIGHT = 27
"""Half the height in px of the box with the cost of a step."""
_RISE = 0.35
"""Distance from the middle of letters to their baseline, as a fraction of the letter size."""
_PRICE_PAD, _PRICE_ROOM, _PRICE_GAP = 10, 22, 4
_PRICES = PaymentRow(DIGIT, 20, 17, 41, 46)
_OFF_LINES, _OFF_EDGE = 12, 40
_OFF_TOWN, _OFF_OTHER = 46, 6
"""Minimum px between a key and a town, and between a key and another path."""
_FREE = 36
"""Free space in px around a key above which more space has no advantage."""

_KEY, _KEY_PAD, _KEY_RIM = 30, 10, 4
KEY_HALF_WITH_RIM = _KEY + _KEY_RIM
"""Half the height of a key with its rim, in px."""
_KEY_LETTER = TextStyle("hb", 48)
"""The text style in which the width of a key is measured."""


def paths_content(
    state: RailwayRivals, seat: Seat, viewport: HexViewport, track_lines: TrackLines, paths: Sequence[ProposedPath]
) -> CropContent:
    """The content of a viewport with paths, the costs of their steps, and their keys."""
    track_strokes = visible_strokes(viewport, track_lines)
    lines_by_path = [_lines_of(track_strokes, FIRST_PATH_SEAT + i) for i in range(len(paths))]
    track = draw_background_track(track_strokes, seat, viewport.scale)
    for i in reversed(range(len(lines_by_path))):
        track += draw_path(i, seat, lines_by_path[i], _PATH * viewport.scale)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    for shapes, box in _price_signs(viewport, track_lines, paths):
        signs += shapes
        boxes.append(box)
    if len(paths) > 1:
        signs += _draw_keys(state.hex_map, paths, viewport, lines_by_path, boxes)
    starts = dict.fromkeys(line[0] for path in paths for line in path.path.lines)
    return CropContent(
        track=track,
        top=signs,
        lines=[(line.points, _stroke_width(line) * viewport.scale + _OFF_LINES) for line in track_strokes],
        boxes=boxes,
        unreached=frozenset(state.unreached_towns),
        rings=tuple(starts),
    )


def _lines_of(track_strokes: Sequence[TrackStroke], seat: int) -> list[Points]:
    return [line.points for line in track_strokes if line.seat == seat]


def _stroke_width(line: TrackStroke) -> float:
    return _PATH if line.seat >= PLAN_SEAT else PATH_WIDTH


def draw_path(i: int, seat: Seat, lines: Sequence[Points], w: float) -> list[Shape]:
    """Draw the path with index ``i``: in the company's color, in paper, or in paper with dots."""
    shapes: list[Shape] = [casing_line(points, w, _CASING, LAND) for points in lines]
    shapes += [outline_line(points, w, _EDGE) for points in lines]
    for points in lines:
        if i == 0:
            shapes += draw_company_line(seat, points, w, LAND)
            continue
        shapes.append(Line(points, CARD, w, round=True))
        dots = points_along(points, _DOT_STEP * w, _DOT_START * w) if i > 1 else ()
        shapes += (Disc(x, y, _DOT * w, INK) for x, y, _, _ in dots)
    return shapes


class _StepPrice(NamedTuple):
    """The cost of a step, and its payments as (rival, gold) pairs."""

    cost: int
    paid: tuple[tuple[Seat, int], ...]


_PathLines = list[Points]
_Sign = tuple[list[Shape], Zone]


def _price_signs(viewport: HexViewport, track_lines: TrackLines, paths: Sequence[ProposedPath]) -> Iterator[_Sign]:
    """The signs with the costs of steps, as (shapes, zone) pairs.

    Paths that share a side and its cost share a sign. With several paths, a cost of 1 without payments has no sign.
    """
    points_by_price: dict[tuple[Side, _StepPrice], list[Point]] = {}
    for i, path in enumerate(paths):
        for step in path.steps:
            if len(paths) == 1 or step.cost > 1 or step.payments:
                side = side_between(step.a, step.b)
                price = _StepPrice(step.cost, tuple(step.payments.items()))
                at = crossing_point(track_lines, side, Seat(FIRST_PATH_SEAT + i), PATH_PITCH)
                points_by_price.setdefault((side, price), []).append(viewport.to_px(at))
    for (_, price), places in points_by_price.items():
        x, y = mean_point(places)
        yield list(_draw_price(price, x, y)), (x, y, _price_width(price) / 2, _HALF_HEIGHT)


def _price_width(price: _StepPrice) -> float:
    w = _PRICES.width(price.paid)
    if price.cost > 1 or not price.paid:
        w += DIGIT.width(str(price.cost)) + (_PRICE_GAP if price.paid else 0)
    return max(2.0 * _HALF_HEIGHT, w + _PRICE_ROOM)


def _draw_price(price: _StepPrice, x: float, y: float) -> Iterator[Shape]:
    """Draw the cost of a step and its payments; with payments, a cost of 1 is omitted."""
    w = _price_width(price)
    yield pill_box(x - w / 2, y, w, _HALF_HEIGHT)
    base = y + _RISE * DIGIT.size
    if not price.paid:
        yield DIGIT.middle(x, base, str(price.cost), "step cost")
        return
    at = x - w / 2 + _PRICE_PAD
    if price.cost > 1:
        yield DIGIT.left(at, base, str(price.cost), "step cost")
        at += DIGIT.width(str(price.cost)) + _PRICE_GAP
    yield from _PRICES.draw(price.paid, at, y, base)


def _draw_keys(
    chart: HexMap,
    paths: Sequence[ProposedPath],
    viewport: HexViewport,
    lines_by_path: Sequence[_PathLines],
    boxes: list[Zone],
) -> Iterator[Shape]:
    """Draw each path's key away from other paths and from ``boxes``, and add the key's zone to ``boxes``."""
    towns = [viewport.hex_point(town.hex) for town in chart.towns if viewport.is_hex_visible(town.hex, 2)]
    for path, lines in zip(paths, lines_by_path, strict=True):
        rest = [point for other in lines_by_path if other is not lines for line in other for point in line]
        zones = [*boxes, *_zones_around(towns, _OFF_TOWN), *_zones_around(rest, _OFF_OTHER)]
        place = _key_point(viewport, [point for line in lines for point in line], zones)
        if place is not None:
            yield from draw_key_square(path.key, *place)
            boxes.append((*place, KEY_HALF_WITH_RIM, KEY_HALF_WITH_RIM))


def _zones_around(points: Sequence[Point], around: float) -> Iterator[Zone]:
    return ((x, y, around, around) for x, y in points)


def _key_point(viewport: HexViewport, points: Sequence[Point], zones: Sequence[Zone]) -> Point | None:
    """The point for a key on a path: away from all zones, and near the middle of the path."""
    visible_points = [point for point in points if viewport.has_point(*point, _OFF_EDGE)]
    half = len(visible_points) / 2

    def preference(point: Point) -> tuple[float, float]:
        return min(_free_room(point, zones), _FREE), -abs(visible_points.index(point) - half)

    return max(visible_points, key=preference, default=None)


def _free_room(point: Point, zones: Sequence[Zone]) -> float:
    return min((_distance_to_zone(point, zone) for zone in zones), default=_FREE)


def _distance_to_zone(point: Point, zone: Zone) -> float:
    x, y, half, tall = zone
    return max(abs(point[0] - x) - half, abs(point[1] - y) - tall)


def draw_key_square(words: str, x: float, y: float) -> Iterator[Shape]:
    """Draw a key as an ink square with a letter."""
    half = max(float(_KEY), _KEY_LETTER.width(words) / 2 + _KEY_PAD)
    for fill, rim, radius in ((LAND, _KEY_RIM, 9), (INK, 0, 6)):
        wide, high = 2 * half + 2 * rim, 2 * (_KEY + rim)
        yield Box(x - half - rim, y - _KEY - rim, wide, high, fill, None, 0, radius)
    yield NAME.middle(x, y + _RISE * NAME.size, words, "key", PAPER)
