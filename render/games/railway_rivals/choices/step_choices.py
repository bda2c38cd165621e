"""Private pictures of all single steps that a company can build."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import NamedTuple

import msgspec

from engine.core import Seat, count_noun
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, side_between
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator
from engine.games.railway_rivals.state.actions import Lay
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport, bounds_of_hexes, hex_center, side_middle
from render.games.railway_rivals.board.label_obstacles import Zone
from render.games.railway_rivals.board.legend import draw_legend, legend_height, visible_signs
from render.games.railway_rivals.board.map_crops import CropContent, arrange_viewports, draw_crop, merge_boxes
from render.games.railway_rivals.board.track_layers import TrackStroke, visible_strokes
from render.games.railway_rivals.captions import payments_text
from render.games.railway_rivals.choices.proposed_track import (
    PATH_WIDTH,
    ProposedPath,
    draw_background_track,
    lines_with_paths,
    pill_box,
    plan_of,
    price_path,
    simulator_for,
)
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.table_parts import PaymentRow
from render.geometry import Point, point_between
from render.painter import Choice
from render.palette import GOOD, INK_SOFT
from render.parts.page_layout import FIELD_TOP, MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.parts.typography import DIGIT, FIGURE, NAME, TextStyle
from render.scene import Layer, Scene, Shape, make_layer
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_KEY, _KEY_PAD = 27, 5
_MAX_PUSHES = 24
"""Maximum number of passes that push overlapping keys apart."""
_MAX_SHIFT = 38
"""Maximum px by which a key is moved, horizontally and vertically."""
_CLEAR, _SLACK = 3, 0.5
"""Minimum space in px between two keys, and additional px by which a push separates them."""
_NEAR_X, _NEAR_Y = 140, 110
"""Distances in px, horizontal and vertical, below which two keys may overlap."""
_INSIDE = 0.14
"""Position of a key between a hex's side and its middle, as a fraction of the way."""
_OFF_EDGE, _OFF_LINES = 34, 10
"""Minimum px between a key and the edge of the viewport, and px added around lines."""
_RISE = 0.35
"""Distance from a key's middle to its baseline, as a fraction of the letter size."""

_MAX_PAGES = 5
"""Maximum number of pictures."""
_PAGE_WIDE, _PAGE_HIGH = 20, 15.5
"""Maximum width and height of the part of the map in a picture, in hex sizes."""
_PAGE_STEPS = 48
"""Maximum number of steps in a picture."""
_AROUND_STEP, _TALLEST, _ABOVE_ROWS, _FOOT = 1.1, 1180, 16, 28

_ACROSS = 3
"""Number of steps in a row of the list."""
_ROW, _BASE = 72, 54
"""Height of a row in px, and px from the top of a row to its baseline."""
_MIDDLE_UP = 16
"""Distance in px from the baseline of a row up to the middle of the row."""
_CELL = (PAGE_WIDTH - 2 * MARGIN) / _ACROSS
_AFTER_KEY, _AFTER_STEP, _BONUS = 16, 18, 16
_STEP = TextStyle("h", 46)
_PAYMENTS = PaymentRow(FIGURE, 32, 20, 58, 58)


class _StepKey(NamedTuple):
    """The key of a step from the hex ``a`` into the hex ``b``."""

    key: str
    a: Hex
    b: Hex


class _StepQuestion(NamedTuple):
    """The contents of the viewports of a picture."""

    chart: str
    """The key of the map."""
    track: Track
    unreached: frozenset[Hex]
    seat: Seat
    plan: Branches
    steps: tuple[_StepKey, ...]


def step_choice_scenes(
    state: RailwayRivals, names: Names, question: str, choices: tuple[Choice, ...]
) -> tuple[Scene, ...]:
    """The pictures of single steps to choose from, with a key for each; empty if the choices are not steps."""
    first = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    keyed_actions = [(key, action) for key, action in first if isinstance(action, Lay)]
    if not keyed_actions:
        return ()
    simulator = simulator_for(state, keyed_actions[0][1].seat)
    paths = [price_path(simulator, key, action.path) for key, action in keyed_actions]
    pages = _split_pages(paths)[:_MAX_PAGES]
    scenes = []
    for number, page in enumerate(pages, 1):
        title = "One hex" if len(pages) == 1 else f"One hex · {number} of {len(pages)}"
        scene = _step_choice_scene(state, names, simulator, page, title, question)
        scenes.append(msgspec.structs.replace(scene, name=f"steps-{number}"))
    return tuple(scenes)


def _split_pages(paths: Sequence[ProposedPath]) -> list[list[ProposedPath]]:
    """Divide the paths into groups of nearby paths, so that each group fits into a picture."""
    box = _paths_box(paths)
    if len(paths) <= _PAGE_STEPS and box.width <= _PAGE_WIDE and box.height <= _PAGE_HIGH:
        return [list(paths)]
    upright = box.height / _PAGE_HIGH > box.width / _PAGE_WIDE
    middle = (box.top + box.bottom) / 2 if upright else (box.left + box.right) / 2
    first = [path for path in paths if hex_center(path.steps[0].b)[upright] < middle]
    rest = [path for path in paths if path not in first]
    return [page for part in (first, rest) if part for page in _split_pages(part)]


def _paths_box(paths: Sequence[ProposedPath]) -> Bounds:
    return bounds_of_hexes([hex for path in paths for line in path.path.lines for hex in line]).inflate(1)


def _step_choice_scene(
    state: RailwayRivals,
    names: Names,
    simulator: BuildSimulator,
    paths: Sequence[ProposedPath],
    title: str,
    question: str,
) -> Scene:
    chart, seat = state.hex_map, simulator.seat
    boxes = merge_boxes([bounds_of_hexes(line).inflate(_AROUND_STEP) for path in paths for line in path.path.lines])
    viewports = arrange_viewports(chart, boxes, FIELD_TOP + 8, _TALLEST)
    bottom = max(viewport.y + viewport.h for viewport in viewports)
    budget = _budget_text(state, simulator)
    line = f"{question} {budget} left, {simulator.gold} gold"
    signs = visible_signs(chart, viewports, unreached=state.unreached_towns)
    top = bottom + legend_height(chart, signs) + _ABOVE_ROWS
    step_keys = tuple(_StepKey(path.key, path.steps[0].a, path.steps[0].b) for path in paths)
    board = _StepQuestion(
        chart.key, state.track, frozenset(state.unreached_towns), seat, plan_of(state, seat), step_keys
    )
    layers = (
        header_layer(title, names[seat - 1], line, seat=seat),
        *(Layer("window", _draw_window(board, viewport)) for viewport in viewports),
        make_layer("legend", draw_legend(chart, signs, bottom)),
        make_layer("steps", _draw_step_rows(paths, top)),
    )
    height = top + -(-len(paths) // _ACROSS) * _ROW + _FOOT
    head = f"One hex. {names[seat - 1]} may spend {budget} and has {simulator.gold} gold."
    alt = join_sentences((head, *(_step_alt_text(chart, path, names) for path in paths)))
    places = [
        (step, next((viewport for viewport in viewports if viewport.has_hex(step.b)), viewports[0]))
        for step in step_keys
    ]
    focus = tuple(
        focus_around(step.key, viewport.hex_point(step.a), viewport.hex_point(step.b), around=viewport.scale)
        for step, viewport in places
    )
    return msgspec.structs.replace(paper_scene("steps", height, PALETTE, layers, alt), focus=focus)


def _budget_text(state: RailwayRivals, simulator: BuildSimulator) -> str:
    """“3 building points”; in the operating stage “3 gold”."""
    return count_noun(simulator.capital, "gold" if state.operating else "building point")


@lru_cache(8)
def _draw_window(board: _StepQuestion, viewport: HexViewport) -> tuple[Shape, ...]:
    """Draw the part of the map in a viewport. The result is cached, because the same question is often drawn again."""
    chart = HEX_MAPS[board.chart]
    track_strokes = visible_strokes(viewport, lines_with_paths(chart, board.track, board.plan, ()))
    return draw_crop(chart, viewport, _draw_steps_content(board, viewport, track_strokes))


def _draw_steps_content(
    board: _StepQuestion, viewport: HexViewport, track_strokes: Sequence[TrackStroke]
) -> CropContent:
    shown_keys = []
    for step in board.steps:
        at = viewport.to_px(_point_inside(step.a, step.b))
        if viewport.has_point(*at, _OFF_EDGE):
            shown_keys.append((step.key, at))
    halves = [_key_half_width(key) for key, _ in shown_keys]
    places = _push_apart([at for _, at in shown_keys], halves)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    for (key, _), width, at in zip(shown_keys, halves, places, strict=True):
        x, y, half = round(at[0]), round(at[1]), ceil(width)
        signs.append(pill_box(x - half, y, 2 * half, _KEY))
        signs.append(DIGIT.middle(x, y + _RISE * DIGIT.size, key, "key"))
        boxes.append((x, y, half, _KEY))
    return CropContent(
        track=draw_background_track(track_strokes, board.seat, viewport.scale),
        over=signs,
        lines=[(line.points, PATH_WIDTH * viewport.scale + _OFF_LINES) for line in track_strokes],
        boxes=boxes,
        unreached=board.unreached,
    )


def _key_half_width(key: str) -> float:
    return max(_KEY, DIGIT.width(key) / 2 + _KEY_PAD)


def _push_apart(places: Sequence[Point], halves: Sequence[float]) -> list[Point]:
    """Push overlapping keys apart, within the maximum shift, and return their places."""
    points = list(places)
    pairs = combinations(range(len(points)), 2)
    near = [(i, j) for i, j in pairs if _is_near(points[i], points[j])]
    for _ in range(_MAX_PUSHES):
        is_settled = True
        for i, j in near:
            dx, dy = _push_shift(points[i], points[j], halves[i] + halves[j])
            if dx or dy:
                is_settled = False
                (ax, ay), (bx, by) = points[i], points[j]
                points[i] = _limit_shift(places[i], (ax + dx, ay + dy))
                points[j] = _limit_shift(places[j], (bx - dx, by - dy))
        if is_settled:
            break
    return points


def _is_near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < _NEAR_X and abs(a[1] - b[1]) < _NEAR_Y


def _push_shift(a: Point, b: Point, halves: float) -> Point:
    """The shift that moves the key at ``a`` away from the key at ``b``; (0, 0) if they do not overlap."""
    wide = halves + _CLEAR - abs(a[0] - b[0])
    tall = 2 * _KEY + _CLEAR - abs(a[1] - b[1])
    if min(wide, tall) <= 0:
        return 0.0, 0.0
    if wide <= tall:
        return (wide / 2 + _SLACK) * (1 if a[0] >= b[0] else -1), 0.0
    return 0.0, (tall / 2 + _SLACK) * (1 if a[1] >= b[1] else -1)


def _limit_shift(home: Point, at: Point) -> Point:
    x = max(home[0] - _MAX_SHIFT, min(home[0] + _MAX_SHIFT, at[0]))
    return x, max(home[1] - _MAX_SHIFT, min(home[1] + _MAX_SHIFT, at[1]))


def _point_inside(a: Hex, b: Hex) -> Point:
    """The point for the key of a step: in the hex ``b``, near its side to ``a``."""
    return point_between(side_middle(side_between(a, b)), hex_center(b), _INSIDE)


def _draw_step_rows(paths: Sequence[ProposedPath], top: int) -> Iterator[Shape]:
    for i, path in enumerate(paths):
        row, column = divmod(i, _ACROSS)
        yield from _draw_step(path, MARGIN + column * _CELL, top + row * _ROW + _BASE)


def _draw_step(path: ProposedPath, x: float, base: int) -> Iterator[Shape]:
    step = path.steps[0]
    half = _key_half_width(path.key)
    yield pill_box(x, base - _MIDDLE_UP, 2 * half, _KEY)
    yield DIGIT.middle(x + half, base, path.key, "key")
    words = f"{step.a}–{step.b}"
    x = x + 2 * half + _AFTER_KEY
    yield _STEP.left(x, base, words, "step", INK_SOFT)
    x = x + _STEP.width(words) + _AFTER_STEP
    yield NAME.left(x, base, str(step.cost), "step cost")
    x += NAME.width(str(step.cost))
    x = yield from _PAYMENTS.draw(step.payments.items(), x, base - _MIDDLE_UP, base)
    if step.bonus:
        yield FIGURE.left(x + _BONUS, base, f"+{step.bonus}", "bonus", GOOD)


def _step_alt_text(chart: HexMap, path: ProposedPath, names: Names) -> str:
    step, town = path.steps[0], chart.town_at.get(path.steps[0].b)
    into = f" ({town.name})" if town else ""
    pays = f", pays {payments_text(step.payments, names)}" if step.payments else ""
    bonus = f", bonus {step.bonus}" if step.bonus else ""
    return f"{path.key}: {step.a} to {step.b}{into} for {step.cost}{pays}{bonus}."
