"""A race on the map: every train's line, with a numbered dot after each roll."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.hex_viewport import HexViewport
from render.games.railway_rivals.board.route_map import (
    LINE_EDGE,
    MapOverlay,
    WindowBox,
    end_discs,
    route_map_layer,
    town_disc_radius,
    visible_disc_radius,
)
from render.games.railway_rivals.board.train_lines import TrainLine, point_of_stop
from render.games.railway_rivals.colors import LAND
from render.games.railway_rivals.tables.race_strip import dot_radius, draw_dot
from render.geometry import Circle, Point, is_clear_of, unit_vector
from render.palette import CARD, PLAYERS
from render.parts.map_lines import casing_line, draw_company_line, outline_line
from render.scene import Disc, Layer, Shape

_SMALL, _SMALL_LINE = 11, 5
_AROUND_TOWN, _BEHIND = 1, 0.1
"""px between a town and a dot, and the distance over which a lane's direction is measured."""
_ASIDE = (0, 14, -14, 26, -26)
"""px that a dot may stand off its lane: it still lies over it."""
_ON = ((0.0, 0.25, 0.5, 0.75), (1.0, 1.2))
"""The distances before its place at which a train may be drawn on the lane, nearest first, in sizes of a hex."""
_ON_BOTH = (
    (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75),
    (1.0, -1.0, 1.2, -1.2),
)
"""The same where it may stand behind its place as well."""
_EDGE, _PARTNER = 3, 2
"""px more of a route's casing, and of a partner's edge."""


_Trains = Sequence[Train]
_Circles = Sequence[Circle]


class _Dot(NamedTuple):
    """The place of a train after a roll; a small dot has no number."""

    train: int
    number: int
    x: float
    y: float
    r: int


def race_map_layer(state: RailwayRivals, race: Race, window: WindowBox) -> Layer:
    """The map in its window with the race's routes and dots."""
    trains = race.trains

    def draw_routes(viewport: HexViewport, ways: Sequence[TrainLine], w: float) -> MapOverlay:
        dots = _place_dots(ways, trains, viewport, state.hex_map)
        above = tuple(shape for one in dots for shape in _draw_dot(trains[one.train], one))
        boxes = [(one.x, one.y, one.r, one.r) for one in dots]
        return MapOverlay(tuple(_draw_routes(ways, trains, viewport, w)), above, boxes)

    routes = [(train.seats[0], train.hexes) for train in trains]
    return route_map_layer(state, race.run, routes, window, draw_routes)


def _draw_routes(train_lines: Sequence[TrainLine], trains: _Trains, viewport: HexViewport, w: float) -> Iterator[Shape]:
    """An ink edge, of a joint run one in the partner's color, and the line."""
    paths = [viewport.line_to_px(way.points) for way in train_lines]
    lines = tuple(zip(trains, paths, strict=True))
    yield from (casing_line(points, w, LINE_EDGE + _EDGE, LAND) for _, points in lines)
    for train, points in lines:
        yield outline_line(points, w, LINE_EDGE)
        if len(train.seats) > 1:
            yield outline_line(points, w, LINE_EDGE + _PARTNER, PLAYERS[train.seats[1] - 1].color)
        yield from draw_company_line(train.seats[0], points, w, LAND)


def _place_dots(train_lines: Sequence[TrainLine], trains: _Trains, viewport: HexViewport, chart: HexMap) -> list[_Dot]:
    """The last rolls first; where a dot would touch another or a town, a small one stands without a number, or none."""
    towns = _obstacle_discs(train_lines, trains, viewport, chart)
    taken_circles = list(towns)
    stops = [len(train.stops) for train in trains]
    rolls = [(-number, i) for i, many in enumerate(stops) for number in range(many)]
    dots: list[_Dot] = []
    for less, i in sorted(rolls):
        number = 1 - less
        line, stop = train_lines[i], trains[i].stops[-less]
        r = dot_radius(trains[i].seats)
        if not 0 < stop < len(line.hexes) - 1:
            continue
        town = town_disc_radius(chart, line.hexes[stop], viewport.scale)
        place = _free_dot_point(
            line, stop, viewport, taken_circles, r, (town + r + _AROUND_TOWN) / viewport.scale if town else 0
        )
        if place is not None:
            taken_circles.append((*place, float(r)))
            dots.append(_Dot(i, number, *place, r))
            continue
        place = viewport.to_px(point_of_stop(line, stop, (town + _SMALL) / viewport.scale if town else 0))
        if is_clear_of(place, towns, 0):
            dots.append(_Dot(i, number, *place, _SMALL))
    return sorted(dots, key=lambda dot: (dot.r, dot.number, dot.train))


def _obstacle_discs(
    train_lines: Sequence[TrainLine], trains: _Trains, viewport: HexViewport, chart: HexMap
) -> list[Circle]:
    """The discs that dots keep off: towns as they are shown, and the rings of both ends."""
    passed_hexes = {hex for train in trains for hex in train.hexes}
    discs = end_discs(chart, train_lines, viewport)
    for hex in chart.town_at:
        discs.append((*viewport.hex_point(hex), visible_disc_radius(chart, hex, viewport.scale, hex in passed_hexes)))
    return discs


def _free_dot_point(
    line: TrainLine, stop: int, viewport: HexViewport, taken_circles: _Circles, r: float, back: float
) -> Point | None:
    """A free place for a dot: in the middle of its hex, or by up to half a hex before or behind on its own lane;
    else a little to the side of it, so that trains abreast are seen next to each other; last a little farther on.

    In a town it stands as far ``back`` as its disc reaches.
    """
    for slides, aside in product(_ON if back else _ON_BOTH, _ASIDE):
        for slide in slides:
            at = _point_beside_lane(line, stop, viewport, back + slide, aside)
            if viewport.has_point(*at, r) and is_clear_of(at, taken_circles, r):
                return at
    return None


def _point_beside_lane(line: TrainLine, stop: int, viewport: HexViewport, back: float, aside: float) -> Point:
    """A point so far before a stop, and so far to the side of the lane."""
    x, y = viewport.to_px(point_of_stop(line, stop, back))
    dx, dy = unit_vector(viewport.to_px(point_of_stop(line, stop, back + _BEHIND)), (x, y))
    return x - dy * aside, y + dx * aside


def _draw_dot(train: Train, one: _Dot) -> tuple[Shape, ...]:
    if one.r > _SMALL:
        return draw_dot(train.seats, one.number, one.x, one.y)
    color = PLAYERS[train.seats[0] - 1].color
    return (Disc(one.x, one.y, one.r, CARD, color, _SMALL_LINE),)
