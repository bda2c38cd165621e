"""Private pictures of routes for a run, with their length, fees, and odds.

The lines of routes have different patterns, because colors mean companies. (drawing rules for maps, section 6)
"""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from engine.core import Seat, join_words
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.hex_viewport import HexViewport
from render.games.railway_rivals.board.legend import RUNNING_MEANINGS, draw_legend, legend_height, visible_signs
from render.games.railway_rivals.board.route_map import (
    FOOT_HEIGHT,
    LINE_EDGE,
    MAP_TOP,
    TABLE_GAP,
    MapOverlay,
    WindowBox,
    end_discs,
    map_window,
    route_map_layer,
    town_disc_radius,
    window_viewport,
)
from render.games.railway_rivals.board.train_lines import TrainLine, point_of_stop
from render.games.railway_rivals.captions import fees_text
from render.games.railway_rivals.choices import route_table
from render.games.railway_rivals.choices.race_preview import (
    RouteAction,
    RouteQuestion,
    RouteRow,
    action_line,
    route_question,
    train_seats,
)
from render.games.railway_rivals.colors import LAND, PALETTE
from render.games.railway_rivals.tables.table_parts import run_numbers, run_text
from render.geometry import Circle, Point, Points, distance
from render.painter import Choice
from render.palette import INK
from render.parts.map_lines import casing_line
from render.parts.page_layout import MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.scene import Box, Layer, Scene, Shape, make_layer
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_TOWN_GAP, _KEY_GAP = 1.3, 2.4
"""Minimum distance of a key from towns, and from other keys, in half sides of a key."""
_MAX_TOWN_GAP, _MAX_KEY_GAP, _MAX_LINE_GAP = 40.0, 30.0, 60.0
"""Distances in px from a key to towns, other keys, and other routes, above which more has no advantage."""
_FAR = 999.0
"""Distance in px that is assumed if there are no towns, keys, or other routes."""
_POINT_STEP = 3
"""Step between the points of a route that are examined."""


def route_choice_scenes(
    state: RailwayRivals, names: Names, question_text: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """The picture of routes to choose from; empty unless all belong to one run and one train."""
    keyed_actions = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    route_actions = [(key, action) for key, action in keyed_actions if isinstance(action, RouteAction)]
    if not route_actions or len({(action.run, train_seats(state, action)) for _, action in route_actions}) > 1:
        return ()
    question = route_question(state, route_actions)
    if question is None:
        return ()
    seat = route_actions[0][1].seat
    return (_route_scene(state, question, names, seat, f"{question_text} You have {state.gold[seat]} gold"),)


def route_preview_scenes(state: RailwayRivals, names: Names, action: RouteAction) -> tuple[Scene, ...]:
    """The picture of one route, for the preview of an entry or an offer."""
    question = route_question(state, [("", action)])
    if question is None:
        return ()
    return (_route_scene(state, question, names, action.seat, action_line(state, action, names)),)


def _route_scene(state: RailwayRivals, question: RouteQuestion, names: Names, seat: Seat, line: str) -> Scene:
    chart, under = state.hex_map, route_table.table_below_height(question)
    routes = [row.trip.train_route.hexes for row in question.rows]
    window, is_below = map_window(chart, routes, route_table.PANEL_WIDTH, under)
    x, y, w, h = window
    top = y + h + TABLE_GAP
    if is_below:
        table, bottom = route_table.draw_table_below(question, top), top + under
    else:
        table = route_table.draw_table_beside(question, names, PAGE_WIDTH - MARGIN - route_table.PANEL_WIDTH, MAP_TOP)
        bottom = max(y + h, MAP_TOP + route_table.table_beside_height(question))
    height = bottom + FOOT_HEIGHT
    signs = visible_signs(chart, [window_viewport(chart, routes, window)], more=("from", "goal"))
    layers = (
        _route_map_layer(state, question, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        make_layer("table", table),
        make_layer("legend", draw_legend(chart, signs, height - FOOT_HEIGHT / 2, RUNNING_MEANINGS)),
        header_layer(run_text(chart, question.run), "only you see this", line, seat=seat),
    )
    height += legend_height(chart, signs, RUNNING_MEANINGS)
    scene = paper_scene("routes", height, PALETTE, layers, _alt_text(state, question, names, line))
    viewport = window_viewport(chart, routes, window)
    focus = (
        focus_around(row.key, *map(viewport.hex_point, row.trip.train_route.hexes), around=viewport.scale)
        for row in question.rows
    )
    return replace(scene, focus=tuple(focus))


def _route_map_layer(state: RailwayRivals, question: RouteQuestion, window: WindowBox) -> Layer:
    def draw_routes(viewport: HexViewport, courses: Sequence[TrainLine], w: float) -> MapOverlay:
        lines = [viewport.line_to_px(course.points) for course in courses]
        shapes: list[Shape] = [casing_line(points, w, LINE_EDGE + 3, LAND) for points in lines]
        for row, points in zip(question.rows, lines, strict=True):
            shapes += route_table.draw_route_line(row.form, question.train, points, w)
        if not any(row.key for row in question.rows):
            return MapOverlay(shapes, (), ())
        spots = _key_points(state, viewport, courses)
        keys = [route_table.draw_key_square(row.key, *spot) for row, spot in zip(question.rows, spots, strict=True)]
        above = tuple(shape for key in keys for shape in key)
        return MapOverlay(shapes, above, [(x, y, route_table.KEY_HALF, route_table.KEY_HALF) for x, y in spots])

    routes = [(Seat(row.form + 1), row.trip.train_route.hexes) for row in question.rows]
    return route_map_layer(state, question.run, routes, window, draw_routes)


def _key_points(state: RailwayRivals, viewport: HexViewport, lines: Sequence[TrainLine]) -> list[Point]:
    """The point of each route's key: far from other routes, from towns, and from other keys."""
    chart = state.hex_map
    discs = end_discs(chart, lines, viewport)
    for town in chart.towns:
        discs.append((*viewport.hex_point(town.hex), town_disc_radius(chart, town.hex, viewport.scale)))
    points: list[Point] = []
    for course in lines:
        others = [point for other in lines if other is not course for point in other.points[::_POINT_STEP]]
        room = partial(_key_room, others=viewport.line_to_px(others), discs=discs, keys=points)
        stops = range(1, len(course.hexes) - 1)
        places = [viewport.to_px(point_of_stop(course, stop)) for stop in stops]
        points.append(max(places or [viewport.to_px(course.points[0])], key=room))
    return points


def _key_room(at: Point, others: Points, discs: Sequence[Circle], keys: Sequence[Point]) -> float:
    """Rate a point by its distances from other routes, towns, and keys; higher is better."""
    free = min((distance(at, other) - route_table.KEY_HALF for other in others), default=_FAR)
    off_discs = (distance(at, (x, y)) - r for x, y, r in discs)
    town = min(off_discs, default=_FAR) - _TOWN_GAP * route_table.KEY_HALF
    letter = min((distance(at, other) - _KEY_GAP * route_table.KEY_HALF for other in keys), default=_FAR)
    return min(town, _MAX_TOWN_GAP) + 2 * min(letter, _MAX_KEY_GAP) + 2 * min(free, _MAX_LINE_GAP)


def _alt_text(state: RailwayRivals, question: RouteQuestion, names: Names, line: str) -> str:
    sentences = [f"Run {run_numbers(question.run)}, {run_text(state.hex_map, question.run)}. {line}."]
    sentences += (_route_sentence(state, question, row, names) for row in question.rows)
    others = [f"{names[rival.seat - 1]} {rival.moves} moves for {fees_text(rival.fees)}" for rival in question.rivals]
    fastest = f"Fastest rivals without a partner: {join_words(others)}."
    return join_sentences((*sentences, fastest if others else "No rival can run alone."))


def _route_sentence(state: RailwayRivals, question: RouteQuestion, row: RouteRow, names: Names) -> str:
    town_at = state.hex_map.town_at
    through = [town_at[hex].name for hex in row.trip.train_route.hexes[1:-1] if hex in town_at]
    fees = []
    for seat, gold, back in question.payments(row):
        fees.append(f"{names[seat - 1]} {gold} gold" + (f" less {back} in return" if back else ""))
    odds_text = ""
    if question.rival is not None:
        rival = question.rivals[0]
        odds_text = f", {question.win_chance_text(row)} to beat {names[rival.seat - 1]} ({rival.moves} moves)"
    head = f"{row.key}: " if row.key else ""
    towns, paid = f"via {join_words(through)}, " if through else "", join_words(fees) if fees else "no one"
    route_sentence = f"{head}{towns}{row.moves} moves{odds_text}, pays {paid}."
    return f"{route_sentence[0].upper()}{route_sentence[1:]}"
