"""What may be said at any time, without anybody waiting for it: wishes, marks, and plans of track and trips.

Whether a plan can be carried out is judged when its time comes; when it is said it has to fit the graph.
(asynchronous form; rulings 19, 27)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.phases import Draft, Maintenance
from engine.games.railroads_of_catan.rules.intents import Listed, Marks, RunPlans, TrackPlans, Wishes
from engine.games.railroads_of_catan.rules.sale import must_take
from engine.games.railroads_of_catan.rules.when import builds_again, builds_yet, runs_again, runs_yet
from engine.games.railroads_of_catan.state.actions import Forget, Keep, Mark, PlanRun, PlanTrack, Prefer
from engine.games.railroads_of_catan.state.events import PlansSaid
from engine.games.railroads_of_catan.state.plans import Plans, RunPlan, TrackPlan

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_Says = Prefer | Mark | Keep | PlanTrack | PlanRun | Forget


def asked_ahead(state: RailroadsOfCatan) -> tuple[Decision, ...]:
    """What each seat may say now."""
    return tuple(question for seat in state.everyone for question in _questions(state, seat))


def _questions(state: RailroadsOfCatan, seat: Seat) -> Iterator[Decision]:
    plans, phase = _said(state, seat), state.flow[-1]
    if isinstance(phase, Draft):
        wishes = Wishes(seat, plans, phase.open(state, seat))
        yield from _asked(seat, "You may rank hexes for your next cities.", wishes)
    else:
        if state.turn < TURNS and not isinstance(phase, Maintenance):
            yield from _about_upkeep(state, seat, plans)
        if builds_again(state, seat):
            yield from _asked(seat, "You may plan track to lay when your turn comes.", TrackPlans(state, seat))
        if runs_again(state, seat):
            yield from _asked(seat, "You may plan trips of your trains.", RunPlans(state, seat))
    if plans != Plans():
        yield Decision(seat, "You may forget all that you said ahead.", (Forget(seat),))


def _about_upkeep(state: RailroadsOfCatan, seat: Seat, plans: Plans) -> Iterator[Decision]:
    """Until the next turn begins; then marks stand. (RC Phase 1)"""
    yield from _asked(seat, "You may mark what you will not maintain next turn.", Marks(state, seat, plans))
    if plans.marks:
        kept = tuple(Keep(seat, mark.item) for mark in plans.marks)
        yield Decision(seat, "You may maintain a marked item after all.", kept)


def _asked(seat: Seat, prompt: str, offers: Listed) -> Iterator[Decision]:
    """The question, if there is anything to answer."""
    if offers.possible:
        yield Decision(seat, prompt, offers)


def _said(state: RailroadsOfCatan, seat: Seat) -> Plans:
    """A view of another seat knows of no plans."""
    return state.plans[seat].value or Plans()


def answered(state: RailroadsOfCatan, action: _Says) -> RailroadsOfCatan:
    """The state after a word of a seat; nobody else hears of it."""
    seat = action.seat
    plans, what = _with(state, state.plans[seat].open(), action)
    return state.plan(seat, plans).tell(PlansSaid(seat, what, to=frozenset({seat})))


def _with(state: RailroadsOfCatan, plans: Plans, action: _Says) -> tuple[Plans, str]:
    """The plans after a word, and what was said, as a clause."""
    match action:
        case Prefer(hexes=ranking):
            return replace(plans, wishes=ranking.hexes), f"wish for {', then '.join(ranking.hexes)}"
        case Mark(item=item, otherwise=otherwise, reserve=reserve):
            marks = (*(mark for mark in plans.marks if mark.item != item), Marked(item, otherwise, reserve))
            unsold = "pay for it" if otherwise == "pay" else "remove it"
            least = min(reserve, must_take(state, action.seat, item))
            what = f"give up {item} for ${least:,} or more, and {unsold} when nobody bids"
            return replace(plans, marks=marks), what
        case Keep(item=item):
            return replace(plans, marks=tuple(mark for mark in plans.marks if mark.item != item)), f"maintain {item}"
        case PlanTrack(path=path, limit=limit):
            turn = state.turn if builds_yet(state, action.seat) else state.turn + 1
            return replace(plans, track=TrackPlan(path, limit, turn)), f"lay {path} for ${limit:,} at most"
        case PlanRun(number=number, trip=trip, limit=limit):
            turn = state.turn if runs_yet(state, action.seat) else state.turn + 1
            runs = (*(run for run in plans.runs if run.number != number), RunPlan(number, trip, limit, turn))
            return replace(plans, runs=runs), f"run train {number} along {trip} for fees of ${limit:,} at most"
        case Forget():
            return Plans(), "have no plans any more"
        case _:
            assert_never(action)
