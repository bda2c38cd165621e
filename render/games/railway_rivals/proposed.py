"""Track that a company may build: priced by the rules' own ``Site``, and drawn on lanes beside the track there is."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Side, side_between
from engine.games.railway_rivals.rules.building import asked_for
from engine.games.railway_rivals.rules.site import Site, Step
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, owners
from render.games.railway_rivals.lanes import Lanes, laid_out, lanes_of
from render.games.railway_rivals.livery import FADED, LAND
from render.games.railway_rivals.tracks import Pen, Stroke, stroked
from render.geometry import Points
from render.palette import CARD, INK, PLAYERS
from render.parts.lines import casing
from render.scene import Box, Line, Shape

LINE, AROUND = 0.2, 0.045
PITCH = 0.36
PLAN, FIRST = 50, 51
"""Stand in for seats where lanes are laid out: the own plan, and the ways proposed from the first on."""


class Way(NamedTuple):
    """A way that can be built, and what it takes."""

    key: str
    path: Branches
    steps: tuple[Step, ...]
    short: int = 0
    """Steps of the cheapest way from its end to the place that it leads toward."""

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)

    @property
    def paid(self) -> Mapping[Seat, int]:
        found: dict[Seat, int] = {}
        for step in self.steps:
            for seat, gold in step.paid.items():
                found[seat] = found.get(seat, 0) + gold
        return dict(sorted(found.items()))

    @property
    def bonus(self) -> int:
        return sum(step.bonus for step in self.steps)


def site_for(state: RailwayRivals, seat: Seat) -> Site:
    """The seat's site where it builds or plans now, its plan followed; any other time as if it could build anything."""
    asked = asked_for(state, seat)
    return asked.site if asked is not None else Site(state, seat, 99)


def own_plan(state: RailwayRivals, seat: Seat) -> Branches:
    """The track that the seat planned and has not built yet."""
    slots = state.building.slots if state.building is not None else ()
    plans = [slot.plan.open() for slot in slots if slot.seat == seat]
    return Branches(tuple(line for plan in plans for line in plan.path.lines))


def priced(site: Site, key: str, path: Branches) -> Way:
    """A path with every step priced, one after the other."""
    tried, steps = site.copy(), []
    for a, b in path.steps:
        step = tried.step(a, b)
        tried.take(step)
        steps.append(step)
    return Way(key, path, tuple(steps))


def lanes_with(chart: Chart, track: Track, plan: Branches, ways: Sequence[Way]) -> Lanes:
    """Track, the own plan and all ways beside each other."""
    if not (plan.lines or ways):
        return lanes_of(chart, track, PITCH)
    riders: dict[Side, list[Seat]] = {}
    for side, seats in owners(track).items():
        riders[side] = list(seats)
    for a, b in plan.steps:
        riders.setdefault(side_between(a, b), []).append(Seat(PLAN))
    for i, way in enumerate(ways):
        for a, b in dict.fromkeys(side_between(*step) for step in way.path.steps):
            riders.setdefault(side_between(a, b), []).append(Seat(FIRST + i))
    return laid_out(frozenset(chart.town_at), riders, PITCH)


def planned_track(seat: Seat, lines: Sequence[Points], w: float) -> list[Shape]:
    """The own plan: hollow, for it is not built yet."""
    color = PLAYERS[seat - 1].color
    shapes: list[Shape] = [casing(points, w, 4, LAND) for points in lines]
    shapes += [Line(points, color, w, round=True) for points in lines]
    return shapes + [Line(points, LAND, 0.5 * w, round=True) for points in lines]


def background(drawn: Sequence[Stroke], seat: Seat, s: float) -> list[Shape]:
    """Rivals' track faded, the own in full, the own plan hollow; ``s`` px a hex size."""
    old = [line for line in drawn if line.seat < PLAN and line.seat != seat]
    own = [line for line in drawn if line.seat == seat]
    plan = [line.points for line in drawn if line.seat == PLAN]
    shapes = stroked(old, Pen(LINE * s, AROUND * s, FADED))
    shapes += stroked(own, Pen(LINE * s, AROUND * s))
    return shapes + planned_track(seat, plan, LINE * s)


def pill(left: float, y: float, wide: float, r: float) -> Box:
    """The rounded box under a price or a key, its middle at ``y``."""
    return Box(left, y - r, wide, 2 * r, CARD, INK, 3, r)
