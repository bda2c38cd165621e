"""The map of a race or of routes to choose from: everything else faded, the routes in full with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import msgspec

from engine.games.railway_rivals.chart import Chart, Hex, Number
from engine.games.railway_rivals.runs import Run, Train
from engine.games.railway_rivals.state import RailwayRivals
from render.games.railway_rivals.courses import Course, courses, place_on
from render.games.railway_rivals.ground import terrain
from render.games.railway_rivals.heats import DOT, dot
from render.games.railway_rivals.lanes import lanes_of
from render.games.railway_rivals.livery import FADED, FADED_MORE, LAND, faded
from render.games.railway_rivals.names import Obstacles, name_shapes, placed_names
from render.games.railway_rivals.plane import Plane, bounds
from render.games.railway_rivals.towns import Tag, tag_shapes, tags, town_half, town_radius, town_shapes
from render.games.railway_rivals.tracks import stroked, strokes
from render.geometry import rounded
from render.palette import ACCENT, CARD, INK, PLAYERS
from render.parts.lines import body, casing, edge
from render.scene import Color, Disc, Layer, Line, Polygon, Shape, Sheet

__all__ = ["LARGEST", "Replay", "plane_of", "replayed", "route_width"]

LARGEST, _SMALLEST = 52.0, 14.0
"""px a hex size at most and at least."""
_PITCH, _WIDTH = 0.48, 0.36
_AROUND = 2.0
_LEAST_WIDTH = 8.0
_ALL_TOWNS = 27.0
"""px a hex size from which towns off the routes are shown in full."""
_TAG, _SMALL, _RING = 44, 11, 20


class Replay(msgspec.Struct, frozen=True):
    """What is drawn over the map: a run's trains, in the order of the table."""

    run: Run
    trains: tuple[Train, ...]


def plane_of(hexes: set[Hex], window: tuple[int, int, int, int], margin: float) -> Plane:
    """The part of the map around these hexes, filled to the window's shape."""
    x, y, w, h = window
    box = bounds(hexes)
    grown = box.grown(margin)
    s = max(_SMALLEST, min(w / grown.w, h / grown.h, LARGEST))
    cx, cy = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Plane(s, x, y, w, h, cx - w / s / 2, cy - h / s / 2)


def route_width(s: float, abreast: int) -> float:
    """How wide a route is drawn when so many run beside each other at most."""
    room = _PITCH * s if abreast < 2 else min(_PITCH * s, 1.02 * s / (abreast - 1))
    return max(_LEAST_WIDTH, min(_WIDTH * s, room - _AROUND))


def replayed(state: RailwayRivals, replay: Replay, window: tuple[int, int, int, int]) -> tuple[Layer, ...]:
    """The map in its window: ground, track, routes, towns, dots, names."""
    chart, trains = state.chart, replay.trains
    plane = plane_of({hex for train in trains for hex in train.hexes}, window, 1.6)
    ways = courses(chart, [(train.seats[0], train.hexes) for train in trains], _PITCH)
    w = route_width(plane.s, _abreast(trains))
    track = strokes(plane, lanes_of(chart, state.track))
    thin = max(5.0, 0.17 * plane.s)
    lines = [(tuple(map(plane.at, way.points)), w + 8) for way in ways]
    dots = tuple(_placed(ways, trains, plane, chart))
    boxes = [(x, y, float(r), float(r)) for _, _, x, y, r in dots]
    ends = [(*plane.hex(hex), *_reach(chart, hex, plane.s)) for hex in _ends(trains)]
    obstacles = Obstacles([*lines, *((stroke.points, thin) for stroke in track)], [*boxes, *ends])
    names = tuple(_names(state, replay, plane, obstacles))
    shapes = (
        *terrain(chart, plane),
        *stroked(track, thin, _AROUND, fade=FADED_MORE),
        *_routes(ways, trains, plane, w),
        *(shape for shape in names if isinstance(shape, Line)),
        *_places(state, replay, plane),
        *(shape for one in dots for shape in _dot(trains, *one)),
        *(shape for shape in names if not isinstance(shape, Line)),
    )
    x, y, wide, high = window
    return (Layer("map", (Sheet("map", x, y, wide, high, shapes),)),)


def _abreast(trains: Sequence[Train]) -> int:
    sides = [frozenset(pair) for train in trains for pair in zip(train.hexes, train.hexes[1:], strict=False)]
    return max((sides.count(side) for side in set(sides)), default=1)


def _routes(ways: Sequence[Course], trains: Sequence[Train], plane: Plane, w: float) -> Iterator[Shape]:
    """An ink edge, of a joint run one in the partner's color, and the line."""
    lines = [(train, tuple(map(plane.at, way.points))) for way, train in zip(ways, trains, strict=True)]
    yield from (casing(points, w, _AROUND + 3, LAND) for _, points in lines)
    for train, points in lines:
        yield edge(points, w, _AROUND)
        if len(train.seats) > 1:
            yield edge(points, w, _AROUND + 2, PLAYERS[train.seats[1] - 1].color)
        yield from body(train.seats[0], points, w, LAND)


def _places(state: RailwayRivals, replay: Replay, plane: Plane) -> Iterator[Shape]:
    """Towns, those off the routes small where the map is; a ring around the start, a red one around the goal."""
    chart, r = state.chart, town_radius(plane.s)
    passed = {hex for train in replay.trains for hex in train.hexes}
    for town in chart.towns:
        x, y = plane.hex(town.hex)
        if town.hex not in passed and plane.shows(town.hex):
            if plane.s < _ALL_TOWNS:
                yield Disc(x, y, 15, LAND)
                yield Disc(x, y, 13, faded(INK, FADED))
            else:
                yield from town_shapes(town, x, y, r, reached=town.hex in state.first)
    for color, end in ((INK, 0), (ACCENT, -1)):
        for hex in sorted({train.hexes[end] for train in replay.trains}):
            yield from _ring(chart, hex, plane, color)
    for hex in sorted(passed & set(chart.town_at)):
        yield from town_shapes(chart.town_at[hex], *plane.hex(hex), r, reached=True)
    for number, end in ((replay.run.start, 0), (replay.run.goal, -1)):
        for hex in sorted({train.hexes[end] for train in replay.trains} - set(chart.town_at)):
            yield from tag_shapes(Tag(number, hex, _toward(chart, number, hex)), *plane.hex(hex), _TAG)


def _toward(chart: Chart, number: Number, hex: Hex) -> tuple[int, int]:
    """Which way a special run leaves the map."""
    known = [tag for tag in tags(chart) if tag.number == number]
    return next((tag.toward for tag in known if tag.hex == hex), known[0].toward if known else (-1, 0))


def _ends(trains: Sequence[Train]) -> tuple[Hex, ...]:
    return tuple(sorted({hex for train in trains for hex in (train.hexes[0], train.hexes[-1])}))


def _reach(chart: Chart, hex: Hex, s: float) -> tuple[float, float]:
    """Half the width and height of an end of the run, with its ring."""
    town, r = chart.town_at.get(hex), town_radius(s)
    if town is None:
        return _TAG * 0.8 + _RING, _TAG * 0.62 + _RING
    more = (0.31 * r if town.start else 0.09 * r) + _RING
    return town_half(town, r) + more, r + more


def _ring(chart: Chart, hex: Hex, plane: Plane, color: Color) -> Iterator[Shape]:
    """A ring that a town's disc, or a special run's plate, will stand in."""
    (x, y), (half, tall) = plane.hex(hex), _reach(chart, hex, plane.s)
    for fill, inset in ((LAND, 0), (color, 3), (LAND, 11)):
        a, b = half - inset, tall - inset
        yield Polygon(rounded(x - a, y - b, x + a, y + b, b - 0.01), fill)


def _names(state: RailwayRivals, replay: Replay, plane: Plane, obstacles: Obstacles) -> Iterator[Shape]:
    """Of all towns, or on a small map of those that the routes pass."""
    passed = {hex for train in replay.trains for hex in train.hexes}
    names = placed_names(state.chart, plane, obstacles)
    shown = [name for name in names if plane.s >= _ALL_TOWNS or name.town.hex in passed]
    yield from name_shapes(state.chart, plane, shown)


_Dot = tuple[int, int, float, float, int]
"""A train, a roll, where, and the radius: a small one has no number."""


def _placed(ways: Sequence[Course], trains: Sequence[Train], plane: Plane, chart: Chart) -> list[_Dot]:
    """The last rolls first; where a dot would touch another or a town, a small one stands without a number."""
    r = town_radius(plane.s)
    passed = {hex for train in trains for hex in train.hexes}
    taken = [(*plane.hex(hex), _disc(chart, hex, r)) for hex in sorted(passed & set(chart.town_at))]
    taken += [(*plane.hex(hex), _reach(chart, hex, plane.s)[0]) for hex in _ends(trains)]
    wanted = sorted(
        ((number, i) for i, train in enumerate(trains) for number in range(1, len(train.stops) + 1)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    found: list[_Dot] = []
    for number, i in wanted:
        way, stop = ways[i], trains[i].stops[number - 1]
        if 0 < stop < len(way.hexes) - 1:
            round_town = _disc(chart, way.hexes[stop], r)
            place = _free(way, stop, plane, taken, (round_town + DOT + 1) / plane.s if round_town else 0)
            if place is None:
                back = (round_town + _SMALL) / plane.s if round_town else 0
                found.append((i, number, *plane.at(place_on(way, stop, back)), _SMALL))
            else:
                taken.append((*place, float(DOT)))
                found.append((i, number, *place, DOT))
    return sorted(found, key=lambda one: (one[4], one[1], one[0]))


def _disc(chart: Chart, hex: Hex, r: float) -> float:
    """How far from a hex's middle its town reaches; 0 where there is none."""
    return town_half(chart.town_at[hex], r) + 4 if hex in chart.town_at else 0


def _free(
    way: Course, stop: int, plane: Plane, taken: Sequence[tuple[float, float, float]], back: float
) -> tuple[float, float] | None:
    """Where a dot has room: in the middle of its hex, or by up to half a hex before or behind on its own lane.

    In a town it stands as far ``back`` as its disc reaches.
    """
    for slide in (0.0, 0.25, 0.5, 0.75) if back else (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75):
        x, y = plane.at(place_on(way, stop, back + slide))
        if plane.holds(x, y, DOT) and all(hypot(x - ox, y - oy) >= DOT + r for ox, oy, r in taken):
            return x, y
    return None


def _dot(trains: Sequence[Train], i: int, number: int, x: float, y: float, r: int) -> tuple[Shape, ...]:
    seats = trains[i].seats
    if r == DOT:
        return dot(seats, number, x, y)
    return (Disc(x, y, r, CARD, PLAYERS[seats[0] - 1].color, 5),)
