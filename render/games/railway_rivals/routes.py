"""Private pictures for an entry: the routes proposed, lettered, with length, fees and odds; or one to be confirmed.

Routes differ by form and not by color, for color means a company: the first has the player's own line, the others are
paper with dots, sleepers or a line of ink. (maps, section 6)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from engine.core.seats import Seat
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.courses import Course, place_on
from render.games.railway_rivals.legend import RUNNING, legend, legend_height, signs_in
from render.games.railway_rivals.livery import LAND, PALETTE
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.route_map import (
    AROUND,
    Over,
    Window,
    disc_of,
    ends_of,
    fitting,
    plane_in,
    reach,
    route_map,
    scale,
)
from render.games.railway_rivals.tables import numbers, run_words
from render.games.railway_rivals.trip_table import (
    KEY,
    PANEL,
    below,
    below_height,
    beside,
    beside_height,
    key_square,
    route_line,
)
from render.games.railway_rivals.trips import Question, Routed, about, asked, train_of
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK, PAPER
from render.parts.frame import BLEED, MARGIN, WIDTH, header
from render.parts.lines import casing
from render.scene import Box, Layer, Scene, Shape

_TOP, _HIGHEST, _FOOT = 196, 1526, 24
_BESIDE = WIDTH - MARGIN - PANEL


def route_scenes(state: RailwayRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Routes to choose from; nothing where the answers are no routes of one run and one train."""
    found = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    routed = [(key, action) for key, action in found if isinstance(action, Routed)]
    if not routed or len({(action.run, train_of(state, action)) for _, action in routed}) > 1:
        return ()
    question = asked(state, routed)
    line = f"Which route? You have {state.gold[routed[0][1].seat]} gold"
    return _scene(state, question, names, routed[0][1], line) if question is not None else ()


def route_preview(state: RailwayRivals, names: Names, action: Routed) -> tuple[Scene, ...]:
    """The route of an entry or an offer before it is confirmed."""
    question = asked(state, [("", action)])
    return _scene(state, question, names, action, about(state, action, names)) if question is not None else ()


def _scene(state: RailwayRivals, question: Question, names: Names, action: Routed, line: str) -> tuple[Scene, ...]:
    routes = [way.trip.way.hexes for way in question.ways]
    under = below_height(question)
    broad = fitting(state.chart, routes, WIDTH - 2 * BLEED, _HIGHEST - _TOP - 4 - under - _FOOT)
    high = fitting(state.chart, routes, _BESIDE - BLEED - 32, _HIGHEST - _TOP - _FOOT)
    wide = scale(state.chart, routes, broad) * 1.08 >= scale(state.chart, routes, high)
    window: Window = ((WIDTH - broad[0]) // 2, _TOP, *broad) if wide else (BLEED, _TOP, *high)
    x, y, w, h = window
    if wide:
        table, height = below(question, y + h + 4), y + h + 4 + under + _FOOT
    else:
        table, height = beside(question, names, _BESIDE, _TOP), max(y + h, _TOP + beside_height(question)) + _FOOT
    signs = signs_in(state.chart, [plane_in(state.chart, routes, window)], more=("from", "goal"))
    layers = (
        _map(state, question, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        Layer("table", tuple(table)),
        Layer("legend", tuple(legend(state.chart, signs, height - _FOOT / 2, RUNNING))),
        header(run_words(state.chart, question.run), "only you see this", line, seat=action.seat),
    )
    alt = _alt(state, question, names, line)
    height += legend_height(state.chart, signs, RUNNING)
    return (Scene("routes", WIDTH, height, PAPER, PALETTE, layers, alt),)


def _map(state: RailwayRivals, question: Question, window: Window) -> Layer:
    """Every route has a lane of its own, whoever runs there."""

    def drawn(plane: Plane, courses: Sequence[Course], w: float) -> Over:
        lines = [tuple(map(plane.at, course.points)) for course in courses]
        shapes: list[Shape] = [casing(points, w, AROUND + 3, LAND) for points in lines]
        for way, points in zip(question.ways, lines, strict=True):
            shapes += route_line(way.form, question.train, points, w)
        keyed = [way.key for way in question.ways]
        spots = _spots(state, plane, courses) if any(keyed) else []
        above = tuple(shape for key, spot in zip(keyed, spots, strict=False) for shape in key_square(key, *spot))
        return Over(shapes, above, [(sx, sy, KEY, KEY) for sx, sy in spots])

    routes = [(Seat(way.form + 1), way.trip.way.hexes) for way in question.ways]
    return route_map(state, question.run, routes, window, drawn)


def _spots(state: RailwayRivals, plane: Plane, courses: Sequence[Course]) -> list[tuple[float, float]]:
    """Where the letters stand: on each route where it is farthest from the others, from towns and other letters."""
    chart = state.chart
    towns = [(*plane.hex(town.hex), disc_of(chart, town.hex, plane.s)) for town in chart.towns]
    towns += [(*plane.hex(hex), reach(chart, hex, plane.s)[0]) for hex in ends_of(courses)]
    found: list[tuple[float, float]] = []
    for i, course in enumerate(courses):
        others = [plane.at(point) for j, other in enumerate(courses) if j != i for point in other.points[::3]]
        places = [plane.at(place_on(course, stop)) for stop in range(1, len(course.hexes) - 1)]
        best = max(places or [plane.at(course.points[0])], key=lambda at: _room(at, others, towns, found))
        found.append(best)
    return found


def _room(
    at: tuple[float, float],
    others: Sequence[tuple[float, float]],
    towns: Sequence[tuple[float, float, float]],
    letters: Sequence[tuple[float, float]],
) -> float:
    """How far a place is from everything, in px; more than is needed counts little."""
    x, y = at
    free = min((hypot(x - ox, y - oy) - KEY for ox, oy in others), default=999.0)
    town = min((hypot(x - ox, y - oy) - r - 1.3 * KEY for ox, oy, r in towns), default=999.0)
    letter = min((hypot(x - ox, y - oy) - 2.4 * KEY for ox, oy in letters), default=999.0)
    return min(town, 40.0) + 2 * min(letter, 30.0) + 2 * min(free, 60.0)


def _alt(state: RailwayRivals, question: Question, names: Names, line: str) -> str:
    said = [f"Run {numbers(question.run)}, {run_words(state.chart, question.run)}. {line}."]
    for way in question.ways:
        through = [state.chart.town_at[hex].name for hex in way.trip.way.hexes[1:-1] if hex in state.chart.town_at]
        fees = ", ".join(
            f"{names[seat - 1]} {gold}{f' less {back} in return' if back else ''}"
            for seat, gold, back in question.paid(way)
        )
        beats = ""
        if question.rival is not None:
            rival = question.rivals[0]
            beats = f", beats {names[rival.seat - 1]} ({rival.moves} moves) {question.beats(way)}"
        head = f"{way.key} " if way.key else ""
        said.append(f"{head}by {', '.join(through) or 'no town'}: {way.moves} moves{beats}, pays {fees or 'nobody'}.")
    others = [f"{names[one.seat - 1]} {one.moves} moves, fees {one.fees}" for one in question.rivals]
    return joined((*said, f"Quickest alone: {'; '.join(others)}." if others else "No rival can run alone."))
