"""Effects of building: track, gold, first arrivals; and plans whose time has come. (R Rules of Building)"""

from collections.abc import Iterator
from itertools import pairwise

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.rules.site import Site, Step
from engine.games.railway_rivals.state.events import PlaceConnected, PlanSkipped, TownReached, TrackBuilt
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.plans import Plan
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Piece, network


def build(state: RailwayRivals, seat: Seat, path: Branches, steps: tuple[Step, ...], left: int) -> RailwayRivals:
    """The state after these steps; ``left`` can still be spent. (R Payments to Rivals; R Income; rulings 14, 23, 46)"""
    paid: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.paid.items():
            paid[rival] = paid.get(rival, 0) + gold
    cost = sum(step.cost for step in steps)
    pieces = (Piece(seat, step.a, step.b) for step in steps)
    built = state.build(*pieces).pay(seat, paid)
    if state.operating:
        built = built.receive(seat, -cost)
    towns = state.chart.towns_on(path.hexes)
    built = built.tell(TrackBuilt(seat, path, cost, paid, left, towns, own=state.operating))
    for step in steps:
        if step.b in built.chart.town_at and step.b not in built.first:
            reached = TownReached(seat, step.b, step.bonus, built.chart.town_at[step.b].name)
            built = built.reach(step.b, seat).receive(seat, step.bonus).tell(reached)
    return built.tell(*_connected(state, seat, steps))


def _connected(state: RailwayRivals, seat: Seat, steps: tuple[Step, ...]) -> Iterator[PlaceConnected]:
    """The towns on the steps that others reached before, and the special runs, which the company did not have."""
    before, new = network(state.track, seat), tuple(dict.fromkeys(step.b for step in steps))
    for hex in new:
        if hex not in before and state.first.get(hex, seat) != seat:
            yield PlaceConnected(seat, state.chart.town_at[hex].name, state.first[hex])
    for run in state.chart.special_runs:
        if before.isdisjoint(run.hexes) and not set(run.hexes).isdisjoint(new):
            yield PlaceConnected(seat, run.name, None)


def carry_out(state: RailwayRivals, site: Site, plan: Plan) -> tuple[RailwayRivals, bool]:
    """Builds a plan as far as it is possible at the cost foreseen, and whether all of it was. (ruling 18)

    Of a line, what follows a step that is skipped is skipped too. What is paid beyond the foreseen is taken off the
    seat's limit. ``site`` is built on.
    """
    steps: list[Step] = []
    lines: list[tuple[Hex, ...]] = []
    skipped: list[PlanSkipped] = []
    foreseen, paid, allowed = iter(plan.foreseen), 0, state.limits[site.seat].open()
    for number, line in enumerate(plan.path.lines):
        fees = [next(foreseen) for _ in pairwise(line)]
        done, gone = 1, _preceded(state, plan.only_first(number))
        why = gone
        for (a, b), fee in zip(pairwise(line), fees, strict=True):
            if why := gone or _hindered(site, a, b, allowed + fee - paid):
                break
            step = site.step(a, b)
            site.take(step)
            steps.append(step)
            paid, allowed, done = paid + step.fees, allowed + fee, done + 1
        if done > 1:
            lines.append(line[:done])
        if why:
            skipped.append(_skipped(site, line[done - 1 :], why))
    if steps:
        state = build(state, site.seat, Branches(tuple(lines)), tuple(steps), site.capital)
        state = state.limit(site.seat, min(state.limits[site.seat].open(), allowed - paid))
    return state.tell(*skipped), not skipped


def _skipped(site: Site, line: tuple[Hex, ...], why: Hindrance) -> PlanSkipped:
    path, towns = Branches((line,)), site.chart.towns_on(line)
    return PlanSkipped(site.seat, path, why, towns, to=frozenset({site.seat}))


def _preceded(state: RailwayRivals, town: str) -> Hindrance | None:
    """Why a line is skipped that its seat planned only as the first in a town."""
    found = state.chart.town_named(town) if town else None
    if found is None or found.hex not in state.first:
        return None
    return Hindrance("late", town=town, first=state.first[found.hex])


def _hindered(site: Site, a: Hex, b: Hex, foreseen: int) -> Hindrance | None:
    """Why a planned step is impossible or costs too much now; it may pay ``foreseen``."""
    if not site.open(a, b):
        return Hindrance("apart", (a, b))
    step = site.step(a, b)
    if step.fees > foreseen:
        return Hindrance("limit", (a, b), step.fees)
    if site.affords(step):
        return None
    if site.state.operating:
        return Hindrance("allowance", (a, b), step.cost + step.fees, min(site.capital, site.gold))
    if step.cost > site.capital:
        return Hindrance("points", (a, b), step.cost, site.capital)
    return Hindrance("gold", (a, b), step.fees, site.gold)
