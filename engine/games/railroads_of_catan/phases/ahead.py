"""Words that may be said at any time, without anybody waiting: wishes, marks, and plans of track and trips.

Whether a plan can be carried out is judged when its time comes; when it is said it has to fit the graph.
(asynchronous form; rulings 19, 27)
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from engine.core import Action, Decision, Phase, Rule, Seat, rule_of
from engine.games.railroads_of_catan.rules import founding, marks
from engine.games.railroads_of_catan.search import plans
from engine.games.railroads_of_catan.state.actions import Forget, Prefer
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.state import Plans, RailroadsOfCatan

_S = TypeVar("_S", bound=RailroadsOfCatan)


def _forgettable(state: RailroadsOfCatan, phase: Phase[Any], seat: Seat) -> Iterator[Forget]:
    if state.said(seat) != Plans():
        yield Forget(seat)


def _forgotten(state: RailroadsOfCatan, phase: Phase[Any], action: Forget) -> RailroadsOfCatan:
    return state.plan(action.seat, Plans()).say(action.seat, NewPlan())


def _nothing_said(state: RailroadsOfCatan, phase: Phase[Any], action: Forget) -> str:
    return "You haven’t planned anything."


_FORGET = Rule((Forget,), _forgettable, _forgotten, _nothing_said)

_PROMPTS: dict[Rule[Any], str] = {
    founding.PREFER: "Rank hexes for your next cities.",
    marks.MARK: "Mark what you won’t maintain next turn.",
    marks.KEEP: "Maintain a marked item after all.",
    plans.TRACK: "Plan track for your turn.",
    plans.RUN: "Plan trips for your trains.",
    _FORGET: "Cancel all your plans.",
}


def asked_ahead(state: RailroadsOfCatan) -> tuple[Decision, ...]:
    """The questions that each seat may answer ahead now."""
    return tuple(question for seat in state.everyone for question in _questions(state, seat))


def _questions(state: RailroadsOfCatan, seat: Seat) -> Iterator[Decision]:
    """One of each rule of which there is anything to answer."""
    for rule, prompt in _PROMPTS.items():
        if offers := rule.offered(state, state.flow[-1], seat):
            yield Decision(seat, prompt, offers)


def answered(state: _S, action: Action) -> _S:
    """The state after a word of a seat; nobody else hears of it."""
    after: _S = rule_of(action, tuple(_PROMPTS)).played(state, state.flow[-1], action)
    return after


def refused(state: RailroadsOfCatan, action: Action) -> str:
    """Why it cannot be said; empty where there is no reason but that it stands already."""
    phase = state.flow[-1]
    if action.seat not in state.everyone:
        return ""
    if isinstance(phase, Draft) and not isinstance(action, Prefer | Forget):
        return "While cities are being founded, you can plan only which hexes you want."
    return rule_of(action, tuple(_PROMPTS)).refusal(state, phase, action)
