"""Private pictures for an entry: the routes proposed, lettered, with length, fees and odds; or one to be confirmed.

Routes differ by form and not by color, for color means a company: the first has the player's own line, the others are
paper with dots, sleepers or a line of ink. (maps, section 6)
"""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from engine.core import Seat, listed
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals import trip_table
from render.games.railway_rivals.courses import Course, place_on
from render.games.railway_rivals.legend import RUNNING, legend, legend_height, signs_in
from render.games.railway_rivals.livery import LAND, PALETTE
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.route_map import (
    AROUND,
    FOOT,
    TOP,
    UNDER,
    Over,
    Window,
    disc_of,
    end_discs,
    plane_in,
    route_map,
    window_for,
)
from render.games.railway_rivals.tables import numbers, run_words
from render.games.railway_rivals.trips import Question, Routed, Way, about, asked, train_of
from render.games.railway_rivals.words import fees_words
from render.geometry import Circle, Point, Points, apart
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK
from render.parts.frame import MARGIN, WIDTH, header, picture
from render.parts.lines import casing
from render.scene import Box, Layer, Scene, Shape, layer
from render.window import focus_on

_TOWN_APART, _LETTER_APART = 1.3, 2.4
"""What a letter keeps off towns and other letters, as parts of its half."""
_TOWN_MOST, _LETTER_MOST, _LINE_MOST, _FAR = 40.0, 30.0, 60.0, 999.0
"""px of room that count: to towns, to letters and to other routes; and where there is nothing."""
_EVERY = 3
"""Of the points of a route, how many there are for one that is looked at."""


def route_scenes(state: RailwayRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Routes to choose from; nothing where the answers are no routes of one run and one train."""
    found = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    routed = [(key, action) for key, action in found if isinstance(action, Routed)]
    if not routed or len({(action.run, train_of(state, action)) for _, action in routed}) > 1:
        return ()
    question = asked(state, routed)
    if question is None:
        return ()
    seat = routed[0][1].seat
    return (_scene(state, question, names, seat, f"Which route? You have {state.gold[seat]} gold"),)


def route_preview(state: RailwayRivals, names: Names, action: Routed) -> tuple[Scene, ...]:
    """The route of an entry or an offer before it is confirmed."""
    question = asked(state, [("", action)])
    if question is None:
        return ()
    return (_scene(state, question, names, action.seat, about(state, action, names)),)


def _scene(state: RailwayRivals, question: Question, names: Names, seat: Seat, line: str) -> Scene:
    chart, under = state.chart, trip_table.below_height(question)
    routes = [way.trip.way.hexes for way in question.ways]
    window, is_below = window_for(chart, routes, trip_table.PANEL, under)
    x, y, w, h = window
    top = y + h + UNDER
    if is_below:
        table, bottom = trip_table.below(question, top), top + under
    else:
        table = trip_table.beside(question, names, WIDTH - MARGIN - trip_table.PANEL, TOP)
        bottom = max(y + h, TOP + trip_table.beside_height(question))
    height = bottom + FOOT
    signs = signs_in(chart, [plane_in(chart, routes, window)], more=("from", "goal"))
    layers = (
        _map(state, question, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        layer("table", table),
        layer("legend", legend(chart, signs, height - FOOT / 2, RUNNING)),
        header(run_words(chart, question.run), "only you see this", line, seat=seat),
    )
    height += legend_height(chart, signs, RUNNING)
    scene = picture("routes", height, PALETTE, layers, _alt(state, question, names, line))
    plane = plane_in(chart, routes, window)
    focus = (focus_on(way.key, *map(plane.hex, way.trip.way.hexes), around=plane.s) for way in question.ways)
    return replace(scene, focus=tuple(focus))


def _map(state: RailwayRivals, question: Question, window: Window) -> Layer:
    """Every route has a lane of its own, whoever runs there."""

    def drawn(plane: Plane, courses: Sequence[Course], w: float) -> Over:
        lines = [tuple(map(plane.at, course.points)) for course in courses]
        shapes: list[Shape] = [casing(points, w, AROUND + 3, LAND) for points in lines]
        for way, points in zip(question.ways, lines, strict=True):
            shapes += trip_table.route_line(way.form, question.train, points, w)
        if not any(way.key for way in question.ways):
            return Over(shapes, (), ())
        spots = _spots(state, plane, courses)
        keys = [trip_table.key_square(way.key, *spot) for way, spot in zip(question.ways, spots, strict=True)]
        above = tuple(shape for key in keys for shape in key)
        return Over(shapes, above, [(x, y, trip_table.KEY, trip_table.KEY) for x, y in spots])

    routes = [(Seat(way.form + 1), way.trip.way.hexes) for way in question.ways]
    return route_map(state, question.run, routes, window, drawn)


def _spots(state: RailwayRivals, plane: Plane, courses: Sequence[Course]) -> list[Point]:
    """The places of the letters: on each route where it is farthest from the others, from towns and other letters."""
    chart = state.chart
    discs = end_discs(chart, courses, plane)
    for town in chart.towns:
        discs.append((*plane.hex(town.hex), disc_of(chart, town.hex, plane.s)))
    found: list[Point] = []
    for course in courses:
        others = [point for other in courses if other is not course for point in other.points[::_EVERY]]
        room = partial(_room, others=tuple(map(plane.at, others)), discs=discs, letters=found)
        stops = range(1, len(course.hexes) - 1)
        places = [plane.at(place_on(course, stop)) for stop in stops]
        found.append(max(places or [plane.at(course.points[0])], key=room))
    return found


def _room(at: Point, others: Points, discs: Sequence[Circle], letters: Sequence[Point]) -> float:
    """A measure of a place's distance from everything, in px; more than is needed counts little."""
    free = min((apart(at, other) - trip_table.KEY for other in others), default=_FAR)
    off_discs = (apart(at, (x, y)) - r for x, y, r in discs)
    town = min(off_discs, default=_FAR) - _TOWN_APART * trip_table.KEY
    letter = min((apart(at, other) - _LETTER_APART * trip_table.KEY for other in letters), default=_FAR)
    return min(town, _TOWN_MOST) + 2 * min(letter, _LETTER_MOST) + 2 * min(free, _LINE_MOST)


def _alt(state: RailwayRivals, question: Question, names: Names, line: str) -> str:
    said = [f"Run {numbers(question.run)}, {run_words(state.chart, question.run)}. {line}."]
    said += (_told(state, question, way, names) for way in question.ways)
    others = [f"{names[one.seat - 1]} {one.moves} moves for {fees_words(one.fees)}" for one in question.rivals]
    fastest = f"Fastest rivals without a partner: {listed(others)}."
    return joined((*said, fastest if others else "No rival can run alone."))


def _told(state: RailwayRivals, question: Question, way: Way, names: Names) -> str:
    town_at = state.chart.town_at
    through = [town_at[hex].name for hex in way.trip.way.hexes[1:-1] if hex in town_at]
    fees = []
    for seat, gold, back in question.paid(way):
        fees.append(f"{names[seat - 1]} {gold} gold" + (f" less {back} in return" if back else ""))
    beats = ""
    if question.rival is not None:
        rival = question.rivals[0]
        beats = f", {question.beats(way)} to beat {names[rival.seat - 1]} ({rival.moves} moves)"
    head = f"{way.key}: " if way.key else ""
    towns, paid = f"via {listed(through)}, " if through else "", listed(fees) if fees else "no one"
    told = f"{head}{towns}{way.moves} moves{beats}, pays {paid}."
    return f"{told[0].upper()}{told[1:]}"
