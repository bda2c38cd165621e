"""Private pictures of the paths that can be built after the seat's plan, with their costs."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import msgspec

from engine.core import Seat, count_noun
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator
from engine.games.railway_rivals.rules.search.build_paths import remaining_path
from engine.games.railway_rivals.rules.search.distance_maps import goal_hexes
from engine.games.railway_rivals.state.actions import Build, Lay
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.hex_viewport import HexViewport, bounds_of_hexes
from render.games.railway_rivals.board.legend import BUILDING_MEANINGS, draw_legend, legend_height, visible_signs
from render.games.railway_rivals.board.map_crops import arrange_viewports, draw_crop
from render.games.railway_rivals.captions import goal_text, path_text, payments_text
from render.games.railway_rivals.choices.proposed_track import (
    ProposedPath,
    lines_with_paths,
    plan_of,
    price_path,
    simulator_for,
)
from render.games.railway_rivals.choices.way_choices import KEY_HALF_WITH_RIM, draw_key_square, draw_path, paths_content
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.table_parts import PaymentRow
from render.painter import Choice
from render.palette import GOOD, INK_SOFT, RULE
from render.parts.page_layout import FIELD_TOP, MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.parts.typography import LARGE, RANK, SMALL, TextStyle
from render.scene import Box, Focus, Layer, Scene, Shape, make_layer
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_AROUND_PATHS, _TALLEST, _ABOVE_ROWS, _FOOT = 1.9, 1000, 16, 20
_SIGNS = {**BUILDING_MEANINGS, "last": "begins"}
_ROW = 124
"""Height of a row in px."""
_MIDDLE, _COST_LINE, _PATH = 42, 60, 110
"""Distances in px from the top of a row to the line's middle, and to the baselines of cost and hexes."""
_KEYED, _SAMPLE_START, _SAMPLE_END, _SAMPLE, _WORDS = 92, 12, 118, 20, 150
_GOAL_GAP = 50
"""Space in px between the text about a path's goal and the hexes of the path."""
_BUILD, _COST = 14, 48
"""Space in px after the word “build”, and after the cost."""
_BONUS_AT = 48
"""Space in px before the bonus."""
_CAPITAL_SPENT = TextStyle("hb", 54)
_BONUS = TextStyle("h", 50)
_PAYMENTS = PaymentRow(_CAPITAL_SPENT, 38, 24, 72, 72)
_CHIP_LIFT = 17


class _PathPage(NamedTuple):
    """The contents of a picture of paths, and the texts of its header."""

    state: RailwayRivals
    names: Names
    simulator: BuildSimulator
    paths: Sequence[ProposedPath]
    title: str
    question: str
    plan: Branches
    """The track that the seat has planned, drawn together with the paths."""
    goals: tuple[Hex, ...] = ()
    """The hexes of the goals of the paths; the picture shows them all."""

    @property
    def seat(self) -> Seat:
        return self.simulator.seat


def way_choice_scenes(
    state: RailwayRivals, names: Names, question: str, choices: tuple[Choice, ...]
) -> tuple[Scene, ...]:
    """The picture of the paths to choose from; empty if the choices are not paths."""
    first = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    keyed_actions = [(key, action) for key, action in first if isinstance(action, Build | Lay)]
    if not keyed_actions:
        return ()
    action = keyed_actions[0][1]
    simulator = simulator_for(state, action.seat)
    paths = [_price_action(simulator, key, action) for key, action in keyed_actions]
    plan = plan_of(state, action.seat)
    goals = goal_hexes(state.hex_map.key)[action.toward][:1] if isinstance(action, Build) else ()
    return (_path_scene(_PathPage(state, names, simulator, paths, _title_text(action), question, plan, goals)),)


def way_preview_scenes(state: RailwayRivals, names: Names, action: Build | Lay) -> tuple[Scene, ...]:
    """The picture of one path, with the cost of every step."""
    simulator = simulator_for(state, action.seat)
    paths = [_price_action(simulator, "", action)]
    question = f"Build {goal_text(state.hex_map, action.path)}?"
    plan = plan_of(state, action.seat)
    return (_path_scene(_PathPage(state, names, simulator, paths, _title_text(action), question, plan)),)


def plan_scenes(state: RailwayRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """The picture of the seat's plan and its current cost; empty without a plan."""
    plan = plan_of(state, seat)
    if not plan.lines:
        return ()
    paths = [price_path(BuildSimulator(state, seat, 99), "", plan)]
    page = _PathPage(state, names, simulator_for(state, seat), paths, "Your plan", "", Branches(()))
    return (msgspec.structs.replace(_path_scene(page), name="plan"),)


def _price_action(simulator: BuildSimulator, key: str, action: Build | Lay) -> ProposedPath:
    path = price_path(simulator, key, action.path)
    if isinstance(action, Lay):
        return path
    onward = remaining_path(
        simulator.state.hex_map.key, simulator.network_hexes | frozenset(action.path.hexes), action.toward
    )
    return path._replace(steps_short=onward.length if onward else 0)


def _title_text(action: Build | Lay) -> str:
    return f"Toward {action.toward}" if isinstance(action, Build) else "Along these hexes"


def _path_scene(page: _PathPage) -> Scene:
    state, chart = page.state, page.state.hex_map
    hexes = [*(hex for path in page.paths for line in path.path.lines for hex in line), *page.goals]
    viewports = arrange_viewports(chart, [bounds_of_hexes(hexes).inflate(_AROUND_PATHS)], FIELD_TOP + 8, _TALLEST)
    bottom = max(viewport.y + viewport.h for viewport in viewports)
    lanes = lines_with_paths(chart, state.track, page.plan, page.paths)
    signs = visible_signs(chart, viewports, unreached=state.unreached_towns, more=("last",))
    top = bottom + legend_height(chart, signs, _SIGNS) + _ABOVE_ROWS
    contents = (paths_content(state, page.seat, viewport, lanes, page.paths) for viewport in viewports)
    windows = map(draw_crop, repeat(chart), viewports, contents)
    layers = (
        header_layer(page.title, page.names[page.seat - 1], _question_line(page), seat=page.seat),
        *(Layer("window", window) for window in windows),
        make_layer("legend", draw_legend(chart, signs, bottom, _SIGNS)),
        make_layer("ways", _draw_rows(page, top)),
    )
    height = top + _ROW * len(page.paths) + _FOOT
    scene = paper_scene("build", height, PALETTE, layers, _alt_text(page))
    return msgspec.structs.replace(scene, focus=tuple(_focus_box(path, page.goals, viewports) for path in page.paths))


def _focus_box(path: ProposedPath, goals: Sequence[Hex], viewports: Sequence[HexViewport]) -> Focus:
    """The part of the picture around a path and its goals, in the first viewport that contains them."""
    hexes = [*(hex for line in path.path.lines for hex in line), *goals]
    shown_in = [viewport for viewport in viewports if all(map(viewport.has_hex, hexes))] or list(viewports)
    return focus_around(
        path.key, *(viewport.hex_point(hex) for viewport in shown_in[:1] for hex in hexes), around=shown_in[0].scale
    )


def _question_line(page: _PathPage) -> str:
    if not page.question:
        return "Only you see this"
    return f"{page.question} {page.simulator.capital} to spend, {page.simulator.gold} gold"


# -- rows


def _draw_rows(page: _PathPage, top: int) -> Iterator[Shape]:
    for i in range(len(page.paths)):
        y = top + i * _ROW
        if i:
            yield Box(MARGIN, y, PAGE_WIDTH - 2 * MARGIN, 2, RULE)
        yield from _draw_row(page, i, y)


def _draw_row(page: _PathPage, i: int, y: int) -> Iterator[Shape]:
    path, x, line = page.paths[i], float(MARGIN), y + _MIDDLE
    if len(page.paths) > 1:
        yield from draw_key_square(path.key, x + KEY_HALF_WITH_RIM, line)
        x += _KEYED
    piece = (x + _SAMPLE_START, line), (x + _SAMPLE_END, line)
    yield from draw_path(i, page.seat, [piece], _SAMPLE)
    x += _WORDS
    yield from _draw_cost_and_payments(path, x, y + _COST_LINE)
    if page.state.operating or not path.payments_by_seat:  # building points and gold make no sum
        total = path.cost + sum(path.payments_by_seat.values())
        yield RANK.right(PAGE_WIDTH - MARGIN, y + _COST_LINE, str(total), "total")
    text = f"{_length_text(path)} · {goal_text(page.state.hex_map, path.path)}{_steps_short_text(path)}"
    yield SMALL.left(x, y + _PATH, text, "way", INK_SOFT)
    room = PAGE_WIDTH - MARGIN - x - SMALL.width(text) - _GOAL_GAP
    words = SMALL.shorten(path_text(path.path), room)
    yield SMALL.right(PAGE_WIDTH - MARGIN, y + _PATH, words, "path", INK_SOFT)


def _length_text(path: ProposedPath) -> str:
    return "1 hex" if len(path.steps) == 1 else f"{len(path.steps)} hexes"


def _steps_short_text(path: ProposedPath) -> str:
    return f", {count_noun(path.steps_short, 'step')} short" if path.steps_short else ""


def _draw_cost_and_payments(path: ProposedPath, x: float, base: float) -> Iterator[Shape]:
    """Draw the cost as “build 8 pays ▲ 15 first there +6”."""
    yield LARGE.left(x, base, "build", "bill", INK_SOFT)
    x += LARGE.width("build") + _BUILD
    yield _CAPITAL_SPENT.left(x, base, str(path.cost), "capital spent")
    x += _CAPITAL_SPENT.width(str(path.cost)) + _COST
    words = "pays" if path.payments_by_seat else "pays no one"
    yield LARGE.left(x, base, words, "bill", INK_SOFT)
    x += LARGE.width(words)
    x = yield from _PAYMENTS.draw(path.payments_by_seat.items(), x, base - _CHIP_LIFT, base)
    if path.bonus:
        yield _BONUS.left(x + _BONUS_AT, base, f"first there +{path.bonus}", "bonus", GOOD)


def _alt_text(page: _PathPage) -> str:
    def path_sentence(path: ProposedPath) -> str:
        pays = f"pays {payments_text(path.payments_by_seat, page.names)}" if path.payments_by_seat else "pays no one"
        bonus = f", bonus {path.bonus}" if path.bonus else ""
        key = f"{path.key}: " if path.key else ""
        goal = f"{goal_text(page.state.hex_map, path.path)} ({path_text(path.path)})"
        sentence = f"{key}{goal}, costs {path.cost}, {pays}{bonus}, {_length_text(path)}{_steps_short_text(path)}."
        return f"{sentence[0].upper()}{sentence[1:]}"

    head = f"{page.title}. {page.names[page.seat - 1]} has {count_noun(page.state.gold[page.seat], 'gold')}."
    return join_sentences((head, *map(path_sentence, page.paths)))
