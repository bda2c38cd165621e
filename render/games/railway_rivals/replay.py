"""A race over the map: every train's line, and a numbered dot where it stood after each roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import hypot

from engine.games.railway_rivals.box.chart import Chart
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.courses import Course, place_on
from render.games.railway_rivals.heats import dot, dot_radius
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.route_map import AROUND, Over, Window, disc_of, ends_of, reach, route_map, shown_disc
from render.palette import CARD, PLAYERS
from render.parts.lines import body, casing, edge
from render.scene import Disc, Layer, Shape

_SMALL = 11
_ASIDE = (14, -14, 26, -26)
"""px that a dot may stand off its lane: it still lies over it."""


def replayed(state: RailwayRivals, race: Race, window: Window) -> Layer:
    """The map in its window with the race's routes and dots."""
    trains = race.trains

    def drawn(plane: Plane, ways: Sequence[Course], w: float) -> Over:
        dots = _placed(ways, trains, plane, state.chart)
        above = tuple(shape for one in dots for shape in _dot(trains, *one))
        return Over(tuple(_routes(ways, trains, plane, w)), above, [(x, y, r, r) for _, _, x, y, r in dots])

    return route_map(state, race.run, [(train.seats[0], train.hexes) for train in trains], window, drawn)


def _routes(ways: Sequence[Course], trains: Sequence[Train], plane: Plane, w: float) -> Iterator[Shape]:
    """An ink edge, of a joint run one in the partner's color, and the line."""
    lines = [(train, tuple(map(plane.at, way.points))) for way, train in zip(ways, trains, strict=True)]
    yield from (casing(points, w, AROUND + 3, LAND) for _, points in lines)
    for train, points in lines:
        yield edge(points, w, AROUND)
        if len(train.seats) > 1:
            yield edge(points, w, AROUND + 2, PLAYERS[train.seats[1] - 1].color)
        yield from body(train.seats[0], points, w, LAND)


_Dot = tuple[int, int, float, float, int]
"""A train, a roll, where, and the radius: a small one has no number."""


def _placed(ways: Sequence[Course], trains: Sequence[Train], plane: Plane, chart: Chart) -> list[_Dot]:
    """The last rolls first; where a dot would touch another or a town, a small one stands without a number, or none."""
    passed = {hex for train in trains for hex in train.hexes}
    towns = [(*plane.hex(hex), shown_disc(chart, hex, plane.s, hex in passed)) for hex in chart.town_at]
    towns += [(*plane.hex(hex), reach(chart, hex, plane.s)[0]) for hex in ends_of(ways)]
    taken = list(towns)
    wanted = sorted(
        ((number, i) for i, train in enumerate(trains) for number in range(1, len(train.stops) + 1)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    found: list[_Dot] = []
    for number, i in wanted:
        way, stop, r = ways[i], trains[i].stops[number - 1], dot_radius(trains[i].seats)
        if 0 < stop < len(way.hexes) - 1:
            round_town = disc_of(chart, way.hexes[stop], plane.s)
            place = _free(way, stop, plane, taken, r, (round_town + r + 1) / plane.s if round_town else 0)
            if place is None:
                x, y = plane.at(place_on(way, stop, (round_town + _SMALL) / plane.s if round_town else 0))
                if all(hypot(x - tx, y - ty) >= tr for tx, ty, tr in towns):
                    found.append((i, number, x, y, _SMALL))
            else:
                taken.append((*place, float(r)))
                found.append((i, number, *place, r))
    return sorted(found, key=lambda one: (one[4], one[1], one[0]))


def _free(
    way: Course, stop: int, plane: Plane, taken: Sequence[tuple[float, float, float]], r: float, back: float
) -> tuple[float, float] | None:
    """Where a dot has room: in the middle of its hex, or by up to half a hex before or behind on its own lane;
    else a little to the side of it, so that trains abreast are seen beside each other; last a little farther on.

    In a town it stands as far ``back`` as its disc reaches.
    """
    signs = (1, -1) if not back else (1,)
    near, far = (0.0, 0.25, 0.5, 0.75), (1.0, 1.2)
    for steps, aside in product((near, far), (0, *_ASIDE)):
        for slide in dict.fromkeys(sign * step for step in steps for sign in signs):
            (x, y), (ax, ay) = (plane.at(place_on(way, stop, back + slide + by)) for by in (0, 0.1))
            length = hypot(x - ax, y - ay) or 1
            x, y = x - (y - ay) / length * aside, y + (x - ax) / length * aside
            if plane.holds(x, y, r) and all(hypot(x - ox, y - oy) >= r + other for ox, oy, other in taken):
                return x, y
    return None


def _dot(trains: Sequence[Train], i: int, number: int, x: float, y: float, r: int) -> tuple[Shape, ...]:
    seats = trains[i].seats
    if r > _SMALL:
        return dot(seats, number, x, y)
    return (Disc(x, y, r, CARD, PLAYERS[seats[0] - 1].color, 5),)
