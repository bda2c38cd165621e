"""Premoves: rankings of hexes, marks on items, and plans of track and trips. (asynchronous form; rulings 19, 27)

Only when a plan is carried out does the program check that it is possible.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from engine.core import Action, Decision, Phase, Rule, Seat, rule_of
from engine.games.railroads_of_catan.rules import founding, maintenance_marks
from engine.games.railroads_of_catan.search import plans
from engine.games.railroads_of_catan.state.actions import Forget, Prefer
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans

_S = TypeVar("_S", bound=RailroadsOfCatan)


def _forget_offers(state: RailroadsOfCatan, phase: Phase[Any], seat: Seat) -> Iterator[Forget]:
    if state.plans_of(seat) != SeatPlans():
        yield Forget(seat)


def _apply_forget(state: RailroadsOfCatan, phase: Phase[Any], action: Forget) -> RailroadsOfCatan:
    return state.set_plans(action.seat, SeatPlans()).record_plan(action.seat, NewPlan())


_FORGET_RULE = Rule(
    (Forget,), _forget_offers, _apply_forget, lambda state, phase, action: "You haven’t planned anything."
)

_PROMPT_BY_RULE: dict[Rule[Any], str] = {
    founding.PREFER_RULE: "Rank hexes for your next cities.",
    maintenance_marks.MARK_RULE: "Mark what you won’t maintain next turn.",
    maintenance_marks.KEEP_RULE: "Maintain a marked item after all.",
    plans.PLAN_TRACK_RULE: "Plan track for your turn.",
    plans.PLAN_RUN_RULE: "Plan trips for your trains.",
    _FORGET_RULE: "Cancel all your plans.",
}


def premove_decisions(state: RailroadsOfCatan) -> tuple[Decision, ...]:
    """Return a decision for each seat and each kind of premove that the seat can make now."""
    return tuple(
        Decision(seat, prompt, offers)
        for seat in state.everyone
        for rule, prompt in _PROMPT_BY_RULE.items()
        if (offers := rule.collect_offers(state, state.flow[-1], seat))
    )


def apply_premove(state: _S, action: Action) -> _S:
    """Return the state after a premove. Only the seat that made the premove sees it."""
    after: _S = rule_of(action, tuple(_PROMPT_BY_RULE)).apply(state, state.flow[-1], action)
    return after


def premove_refusal(state: RailroadsOfCatan, action: Action) -> str:
    """Return the reason why a premove is not possible, or "" if there is none."""
    phase = state.flow[-1]
    if action.seat not in state.everyone:
        return ""
    if isinstance(phase, Draft) and not isinstance(action, Prefer | Forget):
        return "While cities are being founded, you can plan only which hexes you want."
    return rule_of(action, tuple(_PROMPT_BY_RULE)).refusal(state, phase, action)
