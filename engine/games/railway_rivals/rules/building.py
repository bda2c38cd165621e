"""Building track, immediately or as a plan, and being done with it. (R Rules of Building; rulings 16 to 28)"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.core import Action, CombinedOffers, Rule, Seat, secret_for
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep, payments_by_rival
from engine.games.railway_rivals.rules.building_effects import build_track, carry_out_plan
from engine.games.railway_rivals.rules.proposals import (
    BuildOffers,
    PlanOffers,
    build_refusal,
    has_first_bonus,
    plan_refusal,
)
from engine.games.railway_rivals.rules.search.build_paths import remaining_path
from engine.games.railway_rivals.rules.search.distance_maps import BuildPath
from engine.games.railway_rivals.state.actions import Build, Done, Lay, PlanTrack
from engine.games.railway_rivals.state.events import BuildingPlanned, PlanSkipped
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.plans import BuildingSlot
from engine.games.railway_rivals.state.state import RailwayRivals

BuildAction = Build | Lay | PlanTrack


class BuildQuestion(NamedTuple):
    """A seat's question about what to build or plan: the slot ``slot_index``, and its site after its plans.

    ``is_now``: it is the slot's turn, and it has no more plans.
    """

    slot_index: int
    slot: BuildingSlot
    simulator: BuildSimulator
    is_now: bool


def find_build_question(state: RailwayRivals, seat: Seat) -> BuildQuestion | None:
    """The slot that the seat builds in or plans for: its first one that is neither done nor fully planned.

    Whether there is one depends only on public information and on the seat's own plans: no one is asked while nothing
    could be built even without plans.
    """
    building = state.current_building
    if building is None:
        return None
    simulator, possible = BuildSimulator(state, seat, 0), False
    for index in range(building.at, len(building.slots)):
        slot = building.slots[index]
        if slot.seat == seat:
            plan, simulator.capital = slot.plan.open(), slot.capital
            possible = possible or BuildSimulator(state, seat, slot.capital).has_legal_step
            simulator.apply_path(plan.path)
            if possible and not slot.done and not plan.full:
                return BuildQuestion(index, slot, simulator, is_now=index == building.at and state.flow[-1] is building)
    return None


def build_simulator_of(state: RailwayRivals, seat: Seat) -> BuildSimulator:
    """A simulator of the seat after its plans; without capital if the seat is not asked to build or plan."""
    question = find_build_question(state, seat)
    return question.simulator if question else BuildSimulator(state, seat, 0)


def _offers(state: RailwayRivals, question: BuildQuestion) -> Collection[Action]:
    plans = () if question.is_now else (PlanOffers(question.simulator),)
    return CombinedOffers(BuildOffers(question.simulator), *plans)


def _apply(state: RailwayRivals, question: BuildQuestion, action: BuildAction) -> RailwayRivals:
    steps = question.simulator.apply_path(action.path)
    return _build_now(state, question, action, steps) if question.is_now else _note_plan(state, question, action, steps)


def _build_now(
    state: RailwayRivals, question: BuildQuestion, action: BuildAction, steps: tuple[BuildStep, ...]
) -> RailwayRivals:
    remaining = question.simulator.capital
    after = build_track(state, question.slot.seat, action.path, steps, remaining)
    return after.set_slot(question.slot_index, msgspec.structs.replace(question.slot, capital=remaining))


def _note_plan(
    state: RailwayRivals, question: BuildQuestion, action: BuildAction, steps: tuple[BuildStep, ...]
) -> RailwayRivals:
    """A plan, whatever else is planned before it. (ruling 18)"""
    slot, path = question.slot, action.path
    foreseen = tuple(step.fees for step in steps)
    only = action.toward if isinstance(action, PlanTrack) and action.when == "first" else ""
    plan = slot.plan.open().with_lines(path, foreseen, is_full=not question.simulator.has_legal_step, condition=only)
    if isinstance(action, PlanTrack):
        state = state.set_limit(slot.seat, action.gold)
    after = state.set_slot(question.slot_index, msgspec.structs.replace(slot, plan=secret_for(slot.seat, plan)))
    return after.emit(_plan_event(state, slot.seat, path, only))


def _plan_event(state: RailwayRivals, seat: Seat, path: Branches, only: str) -> BuildingPlanned:
    return BuildingPlanned(seat, path, state.hex_map.town_names_on(path.hexes), only, to=frozenset({seat}))


def _refusal(state: RailwayRivals, question: BuildQuestion, action: BuildAction) -> str:
    if not isinstance(action, PlanTrack):
        return build_refusal(question.simulator, action)
    return (
        "You can’t plan now, because it’s your turn. Build instead."
        if question.is_now
        else plan_refusal(question.simulator, action)
    )


def _cost(state: RailwayRivals, action: BuildAction) -> int:
    """Gold that rivals get, and what the track itself costs once it is paid in gold."""
    effect = build_effect(build_simulator_of(state, action.seat), action.path)
    return effect.fees + (effect.cost if state.operating else 0)


class BuildEffect(NamedTuple):
    """The result of building a path as far as possible. Costs are without payments to rivals."""

    steps: tuple[BuildStep, ...]
    cost: int
    payments: Mapping[Seat, int]
    """The gold for each rival."""
    bonus: int
    """The gold that the bank pays for towns on the steps."""
    onward: BuildPath | None
    """The cheapest track from there to the goal; None if the goal is reached."""
    has_later_bonus: bool
    """Whether the track onward would be the first in the goal and earn a bonus."""

    @property
    def total_cost(self) -> int:
        """The cost of the steps and of the track onward."""
        return self.cost + (self.onward.cost if self.onward else 0)

    @property
    def fees(self) -> int:
        """The gold for all rivals together."""
        return sum(self.payments.values())


def build_effect(simulator: BuildSimulator, path: Branches, goal: str = "") -> BuildEffect:
    """Build a path on a copy of a simulator; ``goal`` is the town or special run toward which it leads."""
    steps = simulator.copy().apply_path(path)
    cost, bonus = sum(step.cost for step in steps), sum(step.bonus for step in steps)
    network = simulator.network_hexes | frozenset(path.hexes)
    onward = remaining_path(simulator.chart.key, network, goal) if goal else None
    has_later_bonus = onward is not None and has_first_bonus(simulator, goal)
    return BuildEffect(steps, cost, payments_by_rival(steps), bonus, onward, has_later_bonus)


class PlanOutlook(NamedTuple):
    """The lines of a company's plans that would be skipped on the current board."""

    earlier: tuple[PlanSkipped, ...] = ()
    """The outcome of earlier plans."""
    own: tuple[PlanSkipped, ...] = ()
    """The outcome of the plan in question."""


def plan_outlook(state: RailwayRivals, action: BuildAction) -> PlanOutlook:
    """The outlook of a plan that may be made now. It can be skipped only if plans before it are. (ruling 18)"""
    question = find_build_question(state, action.seat)
    before = _slots_until(state, question) if question is not None and not question.is_now else ()
    if question is None or not any(slot.plan.open() for slot in before):
        return PlanOutlook()
    after = _note_plan(state, question, action, question.simulator.apply_path(action.path))
    earlier_skips = _find_skips(after, before)
    return PlanOutlook(earlier_skips, _find_skips(after, _slots_until(after, question))[len(earlier_skips) :])


def _slots_until(state: RailwayRivals, question: BuildQuestion) -> tuple[BuildingSlot, ...]:
    """The slots of the seat from now on, up to the one that is asked about."""
    assert state.current_building is not None
    slots = state.current_building.slots[state.current_building.at : question.slot_index + 1]
    return tuple(slot for slot in slots if slot.seat == question.slot.seat)


def _find_skips(state: RailwayRivals, slots: Sequence[BuildingSlot]) -> tuple[PlanSkipped, ...]:
    """Carry out the plans of these slots, one after the other, and list the lines that are skipped."""
    after = msgspec.structs.replace(state, news=())
    for slot in slots:
        if plan := slot.plan.open():
            after, _ = carry_out_plan(after, BuildSimulator(after, slot.seat, slot.capital), plan)
    return tuple(event for event in after.news if isinstance(event, PlanSkipped))


TRACK_RULE = Rule((Build, Lay, PlanTrack), _offers, _apply, _refusal, _cost)


def _done_offers(state: RailwayRivals, question: BuildQuestion) -> tuple[Done, ...]:
    return (Done(question.slot.seat),)


def _apply_done(state: RailwayRivals, question: BuildQuestion, action: Done) -> RailwayRivals:
    """The capital that is left is lost when the slot is over. (rulings 20, 28)"""
    return state.set_slot(question.slot_index, msgspec.structs.replace(question.slot, done=True))


DONE_RULE = Rule((Done,), _done_offers, _apply_done)
