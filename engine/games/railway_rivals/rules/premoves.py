"""The rules of premoves: declaring the end, limiting plans, and clearing a plan.

(R End of Building Stage; rulings 18, 27, 55)
"""

from collections.abc import Collection, Iterator
from typing import TypeVar

from engine.core import Action, AmountOffers, Decision, Rule, Seat, count_noun, rule_of
from engine.games.railway_rivals.rules.building_stage_turns import (
    can_declare_end,
    declaration_text,
    declare_end,
    remaining_turns_text,
)
from engine.games.railway_rivals.rules.proposals import limit_refusal, max_limit
from engine.games.railway_rivals.state.actions import Clear, Declare, Limit
from engine.games.railway_rivals.state.events import LimitSaid, PlanForgotten
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.plans import new_slot
from engine.games.railway_rivals.state.state import RailwayRivals

_S = TypeVar("_S", bound=RailwayRivals)


def premove_decisions(state: RailwayRivals) -> tuple[Decision, ...]:
    """The decisions of all seats about premoves."""
    return (*_declare_decisions(state), *_plan_decisions(state))


def _declare_decisions(state: RailwayRivals) -> Iterator[Decision]:
    if not can_declare_end(state):
        return
    (left,) = state.unreached_towns
    town = state.hex_map.town_at[left].name
    prompt = f"Only {town} is left: you may declare the end of the building stage ({declaration_text(state)})."
    for seat in state.everyone:
        yield Decision(seat, prompt, _DECLARE_RULE.collect_offers(state, None, seat))


def _plan_decisions(state: RailwayRivals) -> Iterator[Decision]:
    """The decisions of seats with plans: to change their limit, or to clear a plan. (rulings 18, 27)"""
    building = state.current_building
    if building is None:
        return
    limit_prompt = "Set how much more your plans may pay rivals."
    for seat in state.everyone:
        if building.slots_with_plans(seat):
            yield Decision(seat, limit_prompt, _LIMIT_RULE.collect_offers(state, building, seat))
            yield Decision(seat, "Clear your last plan.", _CLEAR_RULE.collect_offers(state, building, seat))


def apply_premove(state: _S, action: Action) -> _S:
    """Return the state after a premove."""
    after: _S = rule_of(action, _RULES).apply(state, state.current_building, action)
    return after


def premove_refusal(state: RailwayRivals, action: Action) -> str:
    """A sentence that says why a premove is not possible now."""
    return rule_of(action, _RULES).refusal(state, state.current_building, action)


# -- the declaration


def _declare_offers(state: RailwayRivals, building: Building | None, seat: Seat) -> tuple[Declare, ...]:
    """The declaration of the end, which any seat may make while one town is left.

    (R End of Building Stage; ruling 55)
    """
    return (Declare(seat),)


def _apply_declare(state: RailwayRivals, building: Building | None, action: Declare) -> RailwayRivals:
    return declare_end(state, action.seat)


def _declare_refusal(state: RailwayRivals, building: Building | None, action: Declare) -> str:
    if state.operating:
        return "You can’t declare the end: the building stage is over."
    if state.turns_left is not None:
        return f"The end is already declared: {remaining_turns_text(state)}."
    remaining = count_noun(len(state.unreached_towns), "town")
    return f"You can’t declare the end of the building stage yet: {remaining} are left, and only 1 may be."


_DECLARE_RULE = Rule((Declare,), _declare_offers, _apply_declare, _declare_refusal)


# -- the limit of plans


_NO_PLAN_SENTENCE = "You have no plan that is still to be built."


def _limit_offers(state: RailwayRivals, building: Building, seat: Seat) -> Collection[Action]:
    return AmountOffers(Limit, seat, 0, max_limit(state, seat))


def _apply_limit(state: RailwayRivals, building: Building, action: Limit) -> RailwayRivals:
    event = LimitSaid(action.seat, action.gold, to=frozenset({action.seat}))
    return state.set_limit(action.seat, action.gold).emit(event)


def _limit_refusal(state: RailwayRivals, building: Building | None, action: Limit) -> str:
    has_plan = building is not None and building.slots_with_plans(action.seat)
    return limit_refusal(state, action.seat) if has_plan else _NO_PLAN_SENTENCE


_LIMIT_RULE = Rule((Limit,), _limit_offers, _apply_limit, _limit_refusal)


# -- clearing a plan


def _clear_offers(state: RailwayRivals, building: Building, seat: Seat) -> tuple[Clear, ...]:
    return (Clear(seat),)


def _apply_clear(state: RailwayRivals, building: Building, action: Clear) -> RailwayRivals:
    """Clear the plan of the seat's last planned slot, so that the seat may plan for it again. (ruling 27)"""
    seat, index = action.seat, max(building.slots_with_plans(action.seat))
    slot = building.slots[index]
    path = slot.plan.open().path
    event = PlanForgotten(seat, path, state.hex_map.town_names_on(path.hexes), to=frozenset({seat}))
    return state.set_slot(index, new_slot(seat, slot.capital)).emit(event)


def _clear_refusal(state: RailwayRivals, building: Building | None, action: Clear) -> str:
    return _NO_PLAN_SENTENCE


_CLEAR_RULE = Rule((Clear,), _clear_offers, _apply_clear, _clear_refusal)

_RULES = (_DECLARE_RULE, _LIMIT_RULE, _CLEAR_RULE)
