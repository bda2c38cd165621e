"""Moves that players may make at any time, while no one waits: declare the end, limit or clear their plans.

(R End of Building Stage; rulings 18, 27, 55)
"""

from collections.abc import Collection, Iterator
from typing import TypeVar

from engine.core import Action, Amounts, Decision, Rule, Seat, counted, rule_of
from engine.games.railway_rivals.rules.proposals import most_more, too_much
from engine.games.railway_rivals.rules.turns import declarable, declare, declared_words, words_left
from engine.games.railway_rivals.state.actions import Clear, Declare, Limit
from engine.games.railway_rivals.state.events import LimitSaid, PlanForgotten
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.plans import new_slot
from engine.games.railway_rivals.state.state import RailwayRivals

_S = TypeVar("_S", bound=RailwayRivals)


def asked_ahead(state: RailwayRivals) -> tuple[Decision, ...]:
    """The questions to seats, what they declare or change now."""
    return (*_declarations(state), *_about_plans(state))


def _declarations(state: RailwayRivals) -> Iterator[Decision]:
    if not declarable(state):
        return
    (left,) = state.unreached
    town = state.chart.town_at[left].name
    prompt = f"Only {town} is left: you may declare the end of the building stage ({declared_words(state)})."
    for seat in state.everyone:
        yield Decision(seat, prompt, _DECLARATION.offered(state, None, seat))


def _about_plans(state: RailwayRivals) -> Iterator[Decision]:
    """A seat with a plan may set how much more than foreseen it may pay, or clear it. (rulings 18, 27)"""
    building = state.building
    if building is None:
        return
    more = "Set how much more your plans may pay rivals."
    for seat in state.everyone:
        if building.planned(seat):
            yield Decision(seat, more, _LIMIT.offered(state, building, seat))
            yield Decision(seat, "Clear your last plan.", _CLEAR.offered(state, building, seat))


def answered(state: _S, action: Action) -> _S:
    """The state after what a seat declared or changed."""
    after: _S = rule_of(action, _RULES).played(state, state.building, action)
    return after


def refused(state: RailwayRivals, action: Action) -> str:
    """Why a seat may not do that now."""
    return rule_of(action, _RULES).refusal(state, state.building, action)


# -- the declaration


def _declaration(state: RailwayRivals, building: Building | None, seat: Seat) -> tuple[Declare, ...]:
    """While one town is left, any player may declare, once in the game. (R End of Building Stage; ruling 55)"""
    return (Declare(seat),)


def _declared(state: RailwayRivals, building: Building | None, action: Declare) -> RailwayRivals:
    return declare(state, action.seat)


def _undeclarable(state: RailwayRivals, building: Building | None, action: Declare) -> str:
    if state.operating:
        return "You can’t declare the end: the building stage is over."
    if state.turns_left is not None:
        return f"The end is already declared: {words_left(state)}."
    left = counted(len(state.unreached), "town")
    return f"You can’t declare the end of the building stage yet: {left} are left, and only 1 may be."


_DECLARATION = Rule((Declare,), _declaration, _declared, _undeclarable)


# -- what plans may pay


_NO_PLAN = "You have no plan that is still to be built."


def _limits(state: RailwayRivals, building: Building, seat: Seat) -> Collection[Action]:
    return Amounts(Limit, seat, 0, most_more(state, seat))


def _limited(state: RailwayRivals, building: Building, action: Limit) -> RailwayRivals:
    said = LimitSaid(action.seat, action.gold, to=frozenset({action.seat}))
    return state.limit(action.seat, action.gold).tell(said)


def _beyond(state: RailwayRivals, building: Building | None, action: Limit) -> str:
    return _unplanned(state, building, action) or too_much(state, action.seat)


def _unplanned(state: RailwayRivals, building: Building | None, action: Action) -> str:
    planned = building is not None and building.planned(action.seat)
    return "" if planned else _NO_PLAN


_LIMIT = Rule((Limit,), _limits, _limited, _beyond)


# -- clearing a plan


def _clear(state: RailwayRivals, building: Building, seat: Seat) -> tuple[Clear, ...]:
    return (Clear(seat),)


def _cleared(state: RailwayRivals, building: Building, action: Clear) -> RailwayRivals:
    """The seat's last plan is cleared, and a Done after it. (ruling 27)"""
    seat, index = action.seat, max(building.planned(action.seat))
    slot = building.slots[index]
    path = slot.plan.open().path
    told = PlanForgotten(seat, path, state.chart.towns_on(path.hexes), to=frozenset({seat}))
    return state.set_slot(index, new_slot(seat, slot.capital)).tell(told)


def _not_cleared(state: RailwayRivals, building: Building | None, action: Clear) -> str:
    return _NO_PLAN


_CLEAR = Rule((Clear,), _clear, _cleared, _not_cleared)

_RULES = (_DECLARATION, _LIMIT, _CLEAR)
