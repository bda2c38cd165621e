"""The rules of building and planning track, and of ending it. (R Rules of Building; rulings 16 to 28)"""

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
    """A seat's decision about a slot: to build now (``is_now``), or to plan for later.

    ``simulator`` has the network and capital after the seat's plans.
    """

    slot_index: int
    slot: BuildingSlot
    simulator: BuildSimulator
    is_now: bool


def find_build_question(state: RailwayRivals, seat: Seat) -> BuildQuestion | None:
    """The decision about the seat's first slot that is neither done nor fully planned; None if there is none.

    Whether a seat has a decision depends only on public information and on its own plans: there is no decision about
    slots in which the seat could not build even without plans.
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
    """A simulator of the seat's building after its plans; it has no capital if the seat has no decision."""
    question = find_build_question(state, seat)
    return question.simulator if question else BuildSimulator(state, seat, 0)


def _offers(state: RailwayRivals, question: BuildQuestion) -> Collection[Action]:
    plans = () if question.is_now else (PlanOffers(question.simulator),)
    return CombinedOffers(BuildOffers(question.simulator), *plans)


def _apply(state: RailwayRivals, question: BuildQuestion, action: BuildAction) -> RailwayRivals:
    steps = question.simulator.apply_path(action.path)
    if not question.is_now:
        return _note_plan(state, question, action, steps)
    remaining = question.simulator.capital
    after = build_track(state, question.slot.seat, action.path, steps, remaining)
    return after.set_slot(question.slot_index, msgspec.structs.replace(question.slot, capital=remaining))


def _note_plan(
    state: RailwayRivals, question: BuildQuestion, action: BuildAction, steps: tuple[BuildStep, ...]
) -> RailwayRivals:
    """Add a planned action to the plan of the question's slot. (ruling 18)"""
    slot, path = question.slot, action.path
    foreseen = tuple(step.fees for step in steps)
    only = action.toward if isinstance(action, PlanTrack) and action.when == "first" else ""
    plan = slot.plan.open().with_lines(path, foreseen, is_full=not question.simulator.has_legal_step, condition=only)
    if isinstance(action, PlanTrack):
        state = state.set_limit(slot.seat, action.gold)
    after = state.set_slot(question.slot_index, msgspec.structs.replace(slot, plan=secret_for(slot.seat, plan)))
    towns = state.hex_map.town_names_on(path.hexes)
    return after.emit(BuildingPlanned(slot.seat, path, towns, only, to=frozenset({slot.seat})))


def _refusal(state: RailwayRivals, question: BuildQuestion, action: BuildAction) -> str:
    if not isinstance(action, PlanTrack):
        return build_refusal(question.simulator, action)
    if question.is_now:
        return "You can’t plan now, because it’s your turn. Build instead."
    return plan_refusal(question.simulator, action)


def _cost(state: RailwayRivals, action: BuildAction) -> int:
    """The payments to rivals; in the operating stage also the cost of the track."""
    effect = build_effect(build_simulator_of(state, action.seat), action.path)
    return effect.fees + (effect.cost if state.operating else 0)


class BuildEffect(NamedTuple):
    """The result of building a path as far as possible. Costs are without payments to rivals."""

    steps: tuple[BuildStep, ...]
    cost: int
    payments: Mapping[Seat, int]
    """The gold paid to each rival."""
    bonus: int
    """The gold that the bank pays for towns that the steps reach first."""
    onward: BuildPath | None
    """The cheapest track from the built path to the goal; None if the goal is reached."""
    has_later_bonus: bool
    """Whether the track onward can still reach the goal first and earn a bonus."""

    @property
    def total_cost(self) -> int:
        """The cost of the built steps and of the track onward."""
        return self.cost + (self.onward.cost if self.onward else 0)

    @property
    def fees(self) -> int:
        """The gold paid to all rivals together."""
        return sum(self.payments.values())


def build_effect(simulator: BuildSimulator, path: Branches, goal: str = "") -> BuildEffect:
    """Return the effect of building a path toward ``goal``, a town or special run; ``simulator`` does not change."""
    steps = simulator.copy().apply_path(path)
    cost, bonus = sum(step.cost for step in steps), sum(step.bonus for step in steps)
    network = simulator.network_hexes | frozenset(path.hexes)
    onward = remaining_path(simulator.chart.key, network, goal) if goal else None
    has_later_bonus = onward is not None and has_first_bonus(simulator, goal)
    return BuildEffect(steps, cost, payments_by_rival(steps), bonus, onward, has_later_bonus)


class PlanOutlook(NamedTuple):
    """The planned lines of a company that would be skipped on the current board."""

    earlier: tuple[PlanSkipped, ...] = ()
    """Skipped lines of earlier plans."""
    own: tuple[PlanSkipped, ...] = ()
    """Skipped lines of the new plan."""


def plan_outlook(state: RailwayRivals, action: BuildAction) -> PlanOutlook:
    """The planned lines that would be skipped if an action is planned now. (ruling 18)"""
    question = find_build_question(state, action.seat)
    before = _slots_until(state, question) if question is not None and not question.is_now else ()
    if question is None or not any(slot.plan.open() for slot in before):
        return PlanOutlook()
    after = _note_plan(state, question, action, question.simulator.apply_path(action.path))
    earlier_skips = _find_skips(after, before)
    return PlanOutlook(earlier_skips, _find_skips(after, _slots_until(after, question))[len(earlier_skips) :])


def _slots_until(state: RailwayRivals, question: BuildQuestion) -> tuple[BuildingSlot, ...]:
    assert state.current_building is not None
    slots = state.current_building.slots[state.current_building.at : question.slot_index + 1]
    return tuple(slot for slot in slots if slot.seat == question.slot.seat)


def _find_skips(state: RailwayRivals, slots: Sequence[BuildingSlot]) -> tuple[PlanSkipped, ...]:
    """Build the plans of slots in order, and return the events of skipped lines."""
    after = msgspec.structs.replace(state, news=())
    for slot in slots:
        if plan := slot.plan.open():
            after, _ = carry_out_plan(after, BuildSimulator(after, slot.seat, slot.capital), plan)
    return tuple(event for event in after.news if isinstance(event, PlanSkipped))


TRACK_RULE = Rule((Build, Lay, PlanTrack), _offers, _apply, _refusal, _cost)


def _done_offers(state: RailwayRivals, question: BuildQuestion) -> tuple[Done, ...]:
    return (Done(question.slot.seat),)


def _apply_done(state: RailwayRivals, question: BuildQuestion, action: Done) -> RailwayRivals:
    """End the building of a slot; its remaining capital will be lost. (rulings 20, 28)"""
    return state.set_slot(question.slot_index, msgspec.structs.replace(question.slot, done=True))


DONE_RULE = Rule((Done,), _done_offers, _apply_done)
