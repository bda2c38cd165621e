"""Effects of building: track, payments, bonuses, and plans that are built. (R Rules of Building)"""

from collections.abc import Iterator
from itertools import pairwise

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep, payments_by_rival
from engine.games.railway_rivals.state.events import PlaceConnected, PlanSkipped, TownReached, TrackBuilt
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.plans import Plan
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import TrackPiece, network_of


def build_track(
    state: RailwayRivals, seat: Seat, path: Branches, steps: tuple[BuildStep, ...], remaining: int
) -> RailwayRivals:
    """Build these steps of a path; ``remaining`` is the capital left.

    (R Payments to Rivals; R Income; rulings 14, 23, 46)
    """
    paid = payments_by_rival(steps)
    cost = sum(step.cost for step in steps)
    pieces = (TrackPiece(seat, step.a, step.b) for step in steps)
    after = state.add_track(*pieces).pay_rivals(seat, paid)
    if state.operating:
        after = after.pay_from_bank(seat, -cost)
    towns = state.hex_map.town_names_on(path.hexes)
    after = after.emit(TrackBuilt(seat, path, cost, paid, remaining, towns, own=state.operating))
    for step in steps:
        if step.b in after.hex_map.town_at and step.b not in after.first:
            event = TownReached(seat, step.b, step.bonus, after.hex_map.town_at[step.b].name)
            after = after.record_first_arrival(step.b, seat).pay_from_bank(seat, step.bonus).emit(event)
    return after.emit(*_connection_events(state, seat, steps))


def _connection_events(state: RailwayRivals, seat: Seat, steps: tuple[BuildStep, ...]) -> Iterator[PlaceConnected]:
    """Events for newly connected special runs, and for towns that rivals reached before."""
    before, new = network_of(state.track, seat), tuple(dict.fromkeys(step.b for step in steps))
    for hex in new:
        if hex not in before and state.first.get(hex, seat) != seat:
            yield PlaceConnected(seat, state.hex_map.town_at[hex].name, state.first[hex])
    for run in state.hex_map.special_runs:
        if before.isdisjoint(run.hexes) and not set(run.hexes).isdisjoint(new):
            yield PlaceConnected(seat, run.name, None)


def carry_out_plan(state: RailwayRivals, simulator: BuildSimulator, plan: Plan) -> tuple[RailwayRivals, bool]:
    """Build a plan as far as possible; return the state and whether all was built. (ruling 18)

    In a line, steps after a skipped one are skipped too. Payments above the expected ones count against the seat's
    limit. ``simulator`` is updated.
    """
    steps: list[BuildStep] = []
    lines: list[tuple[Hex, ...]] = []
    skip_events: list[PlanSkipped] = []
    foreseen, paid, allowance = iter(plan.foreseen), 0, state.limits[simulator.seat].open()
    for number, line in enumerate(plan.path.lines):
        fees = [next(foreseen) for _ in pairwise(line)]
        hexes_built, late = 1, _late_hindrance(state, plan.condition_of_line(number))
        hindrance = late
        for (a, b), fee in zip(pairwise(line), fees, strict=True):
            if hindrance := late or _step_hindrance(simulator, a, b, allowance + fee - paid):
                break
            step = simulator.step_between(a, b)
            simulator.apply_step(step)
            steps.append(step)
            paid, allowance, hexes_built = paid + step.fees, allowance + fee, hexes_built + 1
        if hexes_built > 1:
            lines.append(line[:hexes_built])
        if hindrance:
            skip_events.append(_skip_event(simulator, line[hexes_built - 1 :], hindrance))
    if steps:
        state = build_track(state, simulator.seat, Branches(tuple(lines)), tuple(steps), simulator.capital)
        state = state.set_limit(simulator.seat, min(state.limits[simulator.seat].open(), allowance - paid))
    return state.emit(*skip_events), not skip_events


def _skip_event(simulator: BuildSimulator, line: tuple[Hex, ...], hindrance: Hindrance) -> PlanSkipped:
    path, towns = Branches((line,)), simulator.chart.town_names_on(line)
    return PlanSkipped(simulator.seat, path, hindrance, towns, to=frozenset({simulator.seat}))


def _late_hindrance(state: RailwayRivals, town: str) -> Hindrance | None:
    """The reason to skip a line that is planned only while ``town`` is unreached; None if it can be built."""
    target = state.hex_map.find_town(town) if town else None
    if target is None or target.hex not in state.first:
        return None
    return Hindrance("late", town=town, first=state.first[target.hex])


def _step_hindrance(simulator: BuildSimulator, a: Hex, b: Hex, allowance: int) -> Hindrance | None:
    """The reason to skip a planned step; None if it can be built.

    The step may pay rivals at most ``allowance`` gold.
    """
    if not simulator.can_build(a, b):
        return Hindrance("apart", (a, b))
    step = simulator.step_between(a, b)
    if step.fees > allowance:
        return Hindrance("limit", (a, b), step.fees)
    if simulator.can_afford(step):
        return None
    if simulator.state.operating:
        return Hindrance("allowance", (a, b), step.cost + step.fees, min(simulator.capital, simulator.gold))
    if step.cost > simulator.capital:
        return Hindrance("points", (a, b), step.cost, simulator.capital)
    return Hindrance("gold", (a, b), step.fees, simulator.gold)
