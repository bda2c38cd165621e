"""Outcomes of moves of Railway Rivals: track as built, trains as run, and distances counted independently."""

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Action, Event, Seat, play_unchecked, secret_for
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.phases import BuildingPhase, EnteringPhase
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.rules.race import AVERAGE_DIE
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.deals import Answer, Desk
from engine.games.railway_rivals.state.runs import Train
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import is_passable, network_of
from tests.label_claims.frame import Offer


def state_of(offer: Offer) -> RailwayRivals:
    """Return the state before the move."""
    assert isinstance(offer.state, RailwayRivals)
    return offer.state


_ANYTHING = 999
"""More gold than any plan pays."""

# -- building


class Built(NamedTuple):
    """The result of a company's building."""

    cost: int
    paid: Mapping[Seat, int]
    firsts: tuple[str, ...]
    """Towns that paid for being reached first, in order."""
    hexes: frozenset[Hex]
    """The company's network afterwards."""
    left: int
    """Remaining capital."""
    track: int


def built_by(offer: Offer) -> Built:
    """Return what the move adds to the company's track: at once, or when plans are carried out before others build.

    The numbers of a plan are those after the plans before it. If the label warns that one of those would be skipped,
    they are compared as if nothing were in its way.
    """
    if is_now(state_of(offer), offer.seat):
        return _sum(*at_once(offer), offer.seat)
    states = before_and_after(offer)
    if is_warned(offer):
        states = _unhindered(states[0], offer.seat), _unhindered(states[1], offer.seat)
    until = _slot_of(offer)
    first, then = (_sum(*_carried_out(state, offer.seat, until), offer.seat) for state in states)
    paid = {seat: gold - first.paid.get(seat, 0) for seat, gold in then.paid.items()}
    gone = len(first.firsts)
    return then._replace(
        cost=then.cost - first.cost,
        paid={seat: gold for seat, gold in paid.items() if gold},
        firsts=then.firsts[gone:],
        track=then.track - first.track,
    )


def is_warned(offer: Offer) -> bool:
    """Whether the label says that a plan before this one would be skipped."""
    return "would be skipped" in offer.label


def skipped(offer: Offer) -> tuple[int, int]:
    """Return the numbers of skipped lines, of the plans before this one and of this one."""
    found = [carried_out(state, offer.seat, _slot_of(offer)) for state in before_and_after(offer)]
    before, after = (sum(isinstance(event, e.PlanSkipped) for event in events) for events in found)
    return before, after - before


def at_once(offer: Offer) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """Return the state after the move alone, and its own events."""
    return noted(offer).take_events()


def before_and_after(offer: Offer) -> tuple[RailwayRivals, RailwayRivals]:
    """Return the state without a plan and with it, both with the plan's limit."""
    after = noted(offer)
    return state_of(offer).set_limit(offer.seat, after.limits[offer.seat].open()), after


def _slot_of(offer: Offer) -> int:
    """Return the slot that the move plans for."""
    asked = find_build_question(state_of(offer), offer.seat)
    assert asked is not None
    return asked.slot_index


def _unhindered(state: RailwayRivals, seat: Seat) -> RailwayRivals:
    """Return the state as if the seat's plans had no conditions and might pay anything."""
    building = state.current_building
    assert building is not None
    for index, slot in enumerate(building.slots):
        if slot.seat == seat:
            plan = replace(slot.plan.open(), only=())
            state = state.set_slot(index, replace(slot, plan=secret_for(seat, plan)))
    return state.set_limit(seat, _ANYTHING)


def is_now(state: RailwayRivals, seat: Seat) -> bool:
    """Whether the seat builds at once."""
    asked = find_build_question(state, seat)
    assert asked is not None
    return asked.is_now


def noted(offer: Offer) -> RailwayRivals:
    """Return the state with a plan that was just made, before anything follows from it."""
    state = state_of(offer)
    after = state.flow[-1].apply(state, offer.action)
    assert isinstance(after, RailwayRivals)
    return after


def own_turns(state: RailwayRivals, seat: Seat, until: int | None = None) -> RailwayRivals:
    """Return the state as if only the seat built, before any plan is carried out.

    ``until``: the last slot in which it builds.
    """
    building = state.current_building
    assert isinstance(building, BuildingPhase)
    last = len(building.slots) if until is None else until + 1
    slots = tuple(replace(slot, done=True) for slot in building.slots[building.at : last] if slot.seat == seat)
    alone = replace(building, slots=slots, at=0, later=False)
    below = state.flow[: state.flow.index(building)]
    return replace(state, flow=(*below, alone), news=())


def carried_out(state: RailwayRivals, seat: Seat, until: int | None = None) -> tuple[Event, ...]:
    """Return the events when the seat's plans are carried out now."""
    return _carried_out(state, seat, until)[1]


def _carried_out(state: RailwayRivals, seat: Seat, until: int | None = None) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """Carry out the seat's plans, and return the state and the events."""
    alone = own_turns(state, seat, until)
    slots = len(alone.flow[-1].slots)
    while alone.flow and isinstance(phase := alone.flow[-1], BuildingPhase) and len(phase.slots) == slots:
        if phase.at == slots:
            break
        alone = phase.advance(alone)
    return alone.take_events()


def _sum(state: RailwayRivals, events: tuple[Event, ...], seat: Seat) -> Built:
    built = [event for event in events if isinstance(event, e.TrackBuilt) and event.seat == seat]
    reached = [event for event in events if isinstance(event, e.TownReached) and event.seat == seat]
    paid: dict[Seat, int] = {}
    for event in built:
        for rival, gold in event.paid.items():
            paid[rival] = paid.get(rival, 0) + gold
    firsts = tuple(event.name for event in reached if event.bonus)
    cost, left = sum(event.cost for event in built), built[-1].left if built else 0
    steps = sum(len(line) - 1 for event in built for line in event.path.lines)
    return Built(cost, paid, firsts, network_of(state.track, seat), left, steps)


class Distance(NamedTuple):
    """The distance of a goal in building points and in steps, and the hexes of such a way."""

    cost: int
    steps: int
    hexes: tuple[Hex, ...] = ()


def distance_to(chart: HexMap, network: frozenset[Hex], goal: tuple[Hex, ...]) -> Distance | None:
    """Return the cheapest way to build from a network to a goal, found step by step, or None."""
    heap: list[tuple[int, int, tuple[Hex, ...]]] = [(0, 0, (hex,)) for hex in sorted(network)]
    seen = set[Hex]()
    while heap:
        cost, steps, way = heappop(heap)
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        if way[-1] in goal:
            return Distance(cost, steps, way)
        for hex in chart.neighbors(way[-1]):
            if hex not in seen and is_passable(chart, way[-1], hex):
                heappush(heap, (cost + building_cost(chart, way[-1], hex), steps + 1, (*way, hex)))
    return None


def goal_hexes(chart: HexMap, name: str) -> tuple[Hex, ...]:
    """Return the hexes of a town or special run."""
    town = chart.find_town(name)
    return (town.hex,) if town else next(run.hexes for run in chart.special_runs if run.name == name)


# -- running


def train_in_race(state: RailwayRivals, seat: Seat, run: str) -> tuple[Train, RailwayRivals] | None:
    """Return the seat's train in a race with its partners alone, and the state after it; None if it can't run."""
    phase = state.flow[-1]
    assert isinstance(phase, EnteringPhase)
    number = next(index for index, other in enumerate(phase.runs) if str(other) == run)
    answers = {other: desk.open().answers[number] or Answer() for other, desk in phase.desks.items()}
    with_it = _partners(answers, seat)
    desks = {other: Desk((answer if other in with_it else Answer(),)) for other, answer in answers.items()}
    only = EnteringPhase.from_desks(
        phase.runs[number : number + 1],
        desks,
        is_open=state.has_open_entries,
        has_many_runs=state.has_many_runs_at_once,
    )
    below = tuple(each for each in state.flow[:-1] if not isinstance(each, BuildingPhase))
    racing = only.advance(replace(state, flow=(*below, only), news=()))
    while racing.flow and racing.flow[-1] not in below and not any(isinstance(n, e.RaceRun) for n in racing.news):
        racing = racing.flow[-1].advance(racing)
    for event in racing.news:
        if isinstance(event, e.RaceRun):
            found = [train for train in event.race.trains if seat in train.seats]
            return (found[0], racing) if found else None
    return None


def _partners(answers: Mapping[Seat, Answer], seat: Seat) -> set[Seat]:
    """Return the seat and all seats whose trains depend on its deals, directly or indirectly."""
    found, edge = {seat}, [seat]
    while edge:
        answer = answers[edge.pop()]
        new = {*answer.joint, *answer.pacts} - found
        found |= new
        edge += new
    return found


def played(state: RailwayRivals, action: Action) -> RailwayRivals:
    """Return the state after one more move."""
    after, _ = play_unchecked(state, action)
    return after


# -- odds


Rank = tuple[int, int]

_KNOWN: dict[tuple[int, ...], dict[Rank, float]] = {(): {(0, 0): 1.0}}


def win_and_tie(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, float]:
    """Return the probabilities that a train beats another, and that both arrive at once.

    A train is given by the cost of each step.
    """
    ranks, others = _ranks(mine), _ranks(theirs)
    win = sum(p * q for rank, p in ranks.items() for other, q in others.items() if rank < other)
    return win, sum(p * others.get(rank, 0.0) for rank, p in ranks.items())


def _ranks(way: tuple[int, ...]) -> dict[Rank, float]:
    """Return the probability of each pair of the number of rolls and the unused rest, which is negative."""
    if way not in _KNOWN:
        found: dict[Rank, float] = {}
        for die in AVERAGE_DIE:
            left, rest = die, way
            while rest and left >= rest[0]:
                left, rest = left - rest[0], rest[1:]
            later = _ranks(rest) if rest else {(0, -left): 1.0}
            for (rolls, over), chance in later.items():
                found[rolls + 1, over] = found.get((rolls + 1, over), 0.0) + chance / len(AVERAGE_DIE)
        _KNOWN[way] = found
    return _KNOWN[way]
