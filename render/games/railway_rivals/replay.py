"""A race over the map: every train's line, and a numbered dot where it stood after each roll."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from engine.games.railway_rivals.box.chart import Chart
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.courses import Course, place_on
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.route_map import AROUND, Over, Window, disc_of, end_discs, route_map, shown_disc
from render.games.railway_rivals.strip import dot, dot_radius
from render.geometry import Circle, Point, clear_of, heading
from render.palette import CARD, PLAYERS
from render.parts.lines import body, casing, edge
from render.scene import Disc, Layer, Shape

_SMALL, _SMALL_LINE = 11, 5
_AROUND_TOWN, _BEHIND = 1, 0.1
"""px between a town and a dot, and how far back on a lane its direction is taken from."""
_ASIDE = (0, 14, -14, 26, -26)
"""px that a dot may stand off its lane: it still lies over it."""
_ON = ((0.0, 0.25, 0.5, 0.75), (1.0, 1.2))
"""How far before its place it may stand on the lane, near and if need be farther, in sizes of a hex."""
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


def replayed(state: RailwayRivals, race: Race, window: Window) -> Layer:
    """The map in its window with the race's routes and dots."""
    trains = race.trains

    def drawn(plane: Plane, ways: Sequence[Course], w: float) -> Over:
        dots = _placed(ways, trains, plane, state.chart)
        above = tuple(shape for one in dots for shape in _dot(trains[one.train], one))
        boxes = [(one.x, one.y, one.r, one.r) for one in dots]
        return Over(tuple(_routes(ways, trains, plane, w)), above, boxes)

    routes = [(train.seats[0], train.hexes) for train in trains]
    return route_map(state, race.run, routes, window, drawn)


def _routes(ways: Sequence[Course], trains: _Trains, plane: Plane, w: float) -> Iterator[Shape]:
    """An ink edge, of a joint run one in the partner's color, and the line."""
    drawn = [tuple(map(plane.at, way.points)) for way in ways]
    lines = tuple(zip(trains, drawn, strict=True))
    yield from (casing(points, w, AROUND + _EDGE, LAND) for _, points in lines)
    for train, points in lines:
        yield edge(points, w, AROUND)
        if len(train.seats) > 1:
            yield edge(points, w, AROUND + _PARTNER, PLAYERS[train.seats[1] - 1].color)
        yield from body(train.seats[0], points, w, LAND)


def _placed(ways: Sequence[Course], trains: _Trains, plane: Plane, chart: Chart) -> list[_Dot]:
    """The last rolls first; where a dot would touch another or a town, a small one stands without a number, or none."""
    towns = _discs(ways, trains, plane, chart)
    taken = list(towns)
    stops = [len(train.stops) for train in trains]
    rolls = [(-number, i) for i, many in enumerate(stops) for number in range(many)]
    found: list[_Dot] = []
    for less, i in sorted(rolls):
        number = 1 - less
        way, stop = ways[i], trains[i].stops[-less]
        r = dot_radius(trains[i].seats)
        if not 0 < stop < len(way.hexes) - 1:
            continue
        town = disc_of(chart, way.hexes[stop], plane.s)
        place = _free(way, stop, plane, taken, r, (town + r + _AROUND_TOWN) / plane.s if town else 0)
        if place is not None:
            taken.append((*place, float(r)))
            found.append(_Dot(i, number, *place, r))
            continue
        place = plane.at(place_on(way, stop, (town + _SMALL) / plane.s if town else 0))
        if clear_of(place, towns, 0):
            found.append(_Dot(i, number, *place, _SMALL))
    return sorted(found, key=lambda dot: (dot.r, dot.number, dot.train))


def _discs(ways: Sequence[Course], trains: _Trains, plane: Plane, chart: Chart) -> list[Circle]:
    """The discs that dots keep off: towns as they are shown, and the rings of both ends."""
    passed = {hex for train in trains for hex in train.hexes}
    found = end_discs(chart, ways, plane)
    for hex in chart.town_at:
        found.append((*plane.hex(hex), shown_disc(chart, hex, plane.s, hex in passed)))
    return found


def _free(way: Course, stop: int, plane: Plane, taken: _Circles, r: float, back: float) -> Point | None:
    """A free place for a dot: in the middle of its hex, or by up to half a hex before or behind on its own lane;
    else a little to the side of it, so that trains abreast are seen beside each other; last a little farther on.

    In a town it stands as far ``back`` as its disc reaches.
    """
    for slides, aside in product(_ON if back else _ON_BOTH, _ASIDE):
        for slide in slides:
            at = _beside(way, stop, plane, back + slide, aside)
            if plane.holds(*at, r) and clear_of(at, taken, r):
                return at
    return None


def _beside(way: Course, stop: int, plane: Plane, back: float, aside: float) -> Point:
    """A point so far before a stop, and so far to the side of the lane."""
    x, y = plane.at(place_on(way, stop, back))
    dx, dy = heading(plane.at(place_on(way, stop, back + _BEHIND)), (x, y))
    return x - dy * aside, y + dx * aside


def _dot(train: Train, one: _Dot) -> tuple[Shape, ...]:
    if one.r > _SMALL:
        return dot(train.seats, one.number, one.x, one.y)
    color = PLAYERS[train.seats[0] - 1].color
    return (Disc(one.x, one.y, one.r, CARD, color, _SMALL_LINE),)
