"""Track that a company can build: its costs, and its lanes next to existing track."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HexMap, Side, side_between
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, owners_by_side
from render.games.railway_rivals.board.track_layers import LinePen, TrackStroke, draw_strokes
from render.games.railway_rivals.board.track_lines import TrackLines, lay_out_lines, track_lines_of
from render.games.railway_rivals.colors import FADE_SHARE, LAND
from render.geometry import Points
from render.palette import CARD, INK, PLAYERS
from render.parts.map_lines import casing_line
from render.scene import Box, Line, Shape

PATH_WIDTH, _PATH_CASING = 0.2, 0.045
PATH_PITCH = 0.36
PLAN_SEAT, FIRST_PATH_SEAT = 50, 51
"""Numbers that stand for the seat's plan and for the first path in place of a seat."""


class ProposedPath(NamedTuple):
    """A path that can be built, with the cost of each step."""

    key: str
    path: Branches
    steps: tuple[BuildStep, ...]
    steps_short: int = 0
    """The number of steps from the end of the path to its goal."""

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)

    @property
    def payments_by_seat(self) -> Mapping[Seat, int]:
        gold_by_seat: dict[Seat, int] = {}
        for step in self.steps:
            for seat, gold in step.payments.items():
                gold_by_seat[seat] = gold_by_seat.get(seat, 0) + gold
        return dict(sorted(gold_by_seat.items()))

    @property
    def bonus(self) -> int:
        return sum(step.bonus for step in self.steps)


def simulator_for(state: RailwayRivals, seat: Seat) -> BuildSimulator:
    """A simulator of the seat after its plans; if the seat has no decision, with enough capital for any path."""
    question = find_build_question(state, seat)
    return question.simulator if question is not None else BuildSimulator(state, seat, 99)


def plan_of(state: RailwayRivals, seat: Seat) -> Branches:
    """The track that the seat has planned and not built yet."""
    slots = state.current_building.slots if state.current_building is not None else ()
    plans = [slot.plan.open() for slot in slots if slot.seat == seat]
    return Branches(tuple(line for plan in plans for line in plan.path.lines))


def price_path(simulator: BuildSimulator, key: str, path: Branches) -> ProposedPath:
    """Compute the cost of every step of a path, even of steps that the company cannot afford."""
    trial, steps = simulator.copy(), []
    for a, b in path.steps:
        step = trial.step_between(a, b)
        trial.apply_step(step)
        steps.append(step)
    return ProposedPath(key, path, tuple(steps))


def lines_with_paths(chart: HexMap, track: Track, plan: Branches, paths: Sequence[ProposedPath]) -> TrackLines:
    """The lanes of existing track, of the seat's plan, and of all paths, side by side."""
    if not (plan.lines or paths):
        return track_lines_of(chart, track, PATH_PITCH)
    riders: dict[Side, list[Seat]] = {}
    for side, seats in owners_by_side(track).items():
        riders[side] = list(seats)
    for a, b in plan.steps:
        riders.setdefault(side_between(a, b), []).append(Seat(PLAN_SEAT))
    for i, path in enumerate(paths):
        for a, b in dict.fromkeys(side_between(*step) for step in path.path.steps):
            riders.setdefault(side_between(a, b), []).append(Seat(FIRST_PATH_SEAT + i))
    return lay_out_lines(frozenset(chart.town_at), riders, PATH_PITCH)


def _draw_planned_track(seat: Seat, lines: Sequence[Points], w: float) -> list[Shape]:
    """Draw the seat's plan as hollow lines ``w`` px wide."""
    color = PLAYERS[seat - 1].color
    shapes: list[Shape] = [casing_line(points, w, 4, LAND) for points in lines]
    shapes += [Line(points, color, w, round=True) for points in lines]
    return shapes + [Line(points, LAND, 0.5 * w, round=True) for points in lines]


def draw_background_track(track_strokes: Sequence[TrackStroke], seat: Seat, s: float) -> list[Shape]:
    """Draw rivals' track faded, own track in full, and the plan hollow; ``s`` is the hex size in px."""
    rivals = [line for line in track_strokes if line.seat < PLAN_SEAT and line.seat != seat]
    own = [line for line in track_strokes if line.seat == seat]
    plan = [line.points for line in track_strokes if line.seat == PLAN_SEAT]
    shapes = draw_strokes(rivals, LinePen(PATH_WIDTH * s, _PATH_CASING * s, FADE_SHARE))
    shapes += draw_strokes(own, LinePen(PATH_WIDTH * s, _PATH_CASING * s))
    return shapes + _draw_planned_track(seat, plan, PATH_WIDTH * s)


def pill_box(left: float, y: float, wide: float, r: float) -> Box:
    """The rounded box under a cost or a key; ``y`` is its middle, and ``r`` half its height."""
    return Box(left, y - r, wide, 2 * r, CARD, INK, 3, r)
