"""A race on the map: the line of each train, with a numbered dot for each roll."""

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
"""Space in px between a town and a dot, and length in hex sizes over which a lane's direction is measured."""
_ASIDE = (0, 14, -14, 26, -26)
"""Distances in px of a dot from the middle of its lane that are tried, in order of preference."""
_ON = ((0.0, 0.25, 0.5, 0.75), (1.0, 1.2))
"""Two groups of distances of a dot before its stop that are tried, in hex sizes, in order of preference.

The second group is used only if no place on or beside the lane is free at a distance of the first group.
"""
_ON_BOTH = (
    (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75),
    (1.0, -1.0, 1.2, -1.2),
)
"""Two groups of distances of a dot before its stop, or beyond it if negative, in hex sizes."""
_EDGE, _PARTNER = 3, 2
"""Additions in px to the edge of a route: for its casing, and for the line of a partner."""


_Trains = Sequence[Train]
_Circles = Sequence[Circle]


class _Dot(NamedTuple):
    """A train's dot for a roll: its point and radius ``r`` in px; a small dot has no number."""

    train: int
    number: int
    x: float
    y: float
    r: int


def race_map_layer(state: RailwayRivals, race: Race, window: WindowBox) -> Layer:
    """Draw the map with the routes and dots of a race."""
    trains = race.trains

    def draw_routes(viewport: HexViewport, lines: Sequence[TrainLine], w: float) -> MapOverlay:
        dots = _place_dots(lines, trains, viewport, state.hex_map)
        above = tuple(shape for dot in dots for shape in _draw_dot(trains[dot.train], dot))
        boxes = [(dot.x, dot.y, dot.r, dot.r) for dot in dots]
        return MapOverlay(tuple(_draw_routes(lines, trains, viewport, w)), above, boxes)

    routes = [(train.seats[0], train.hexes) for train in trains]
    return route_map_layer(state, race.run, routes, window, draw_routes)


def _draw_routes(train_lines: Sequence[TrainLine], trains: _Trains, viewport: HexViewport, w: float) -> Iterator[Shape]:
    """Draw the lines of routes; the line of a joint run has an edge in the partner's color."""
    paths = [viewport.line_to_px(way.points) for way in train_lines]
    lines = tuple(zip(trains, paths, strict=True))
    yield from (casing_line(points, w, LINE_EDGE + _EDGE, LAND) for _, points in lines)
    for train, points in lines:
        yield outline_line(points, w, LINE_EDGE)
        if len(train.seats) > 1:
            yield outline_line(points, w, LINE_EDGE + _PARTNER, PLAYERS[train.seats[1] - 1].color)
        yield from draw_company_line(train.seats[0], points, w, LAND)


def _place_dots(train_lines: Sequence[TrainLine], trains: _Trains, viewport: HexViewport, chart: HexMap) -> list[_Dot]:
    """Place a dot for each roll, beginning with the last rolls.

    If there is no free place for a dot, it is small, or omitted where it would cover a town.
    """
    towns = _obstacle_discs(train_lines, trains, viewport, chart)
    taken_circles = list(towns)
    stops = [len(train.stops) for train in trains]
    rolls = [(-number, i) for i, count in enumerate(stops) for number in range(count)]
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
    """The discs of towns and of the ends of routes, which dots must not cover."""
    passed_hexes = {hex for train in trains for hex in train.hexes}
    discs = end_discs(chart, train_lines, viewport)
    for hex in chart.town_at:
        discs.append((*viewport.hex_point(hex), visible_disc_radius(chart, hex, viewport.scale, hex in passed_hexes)))
    return discs


def _free_dot_point(
    line: TrainLine, stop: int, viewport: HexViewport, taken_circles: _Circles, r: float, back: float
) -> Point | None:
    """A free point for a dot near its stop: on its lane, or else beside the lane; None if there is none.

    ``back`` is the minimum distance before the stop in hex sizes, so that the dot does not cover a town.
    """
    for slides, aside in product(_ON if back else _ON_BOTH, _ASIDE):
        for slide in slides:
            at = _point_beside_lane(line, stop, viewport, back + slide, aside)
            if viewport.has_point(*at, r) and is_clear_of(at, taken_circles, r):
                return at
    return None


def _point_beside_lane(line: TrainLine, stop: int, viewport: HexViewport, back: float, aside: float) -> Point:
    """The point ``back`` hex sizes before a stop and ``aside`` px to the side of the lane."""
    x, y = viewport.to_px(point_of_stop(line, stop, back))
    dx, dy = unit_vector(viewport.to_px(point_of_stop(line, stop, back + _BEHIND)), (x, y))
    return x - dy * aside, y + dx * aside


def _draw_dot(train: Train, dot: _Dot) -> tuple[Shape, ...]:
    if dot.r > _SMALL:
        return draw_dot(train.seats, dot.number, dot.x, dot.y)
    color = PLAYERS[train.seats[0] - 1].color
    return (Disc(dot.x, dot.y, dot.r, CARD, color, _SMALL_LINE),)
