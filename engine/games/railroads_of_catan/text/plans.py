"""Texts of a new plan, of plans that fail, and of canceling all plans. (asynchronous form)"""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, dollar_amount
from engine.core.short_label import ShortLabel
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.state.actions import Forget
from engine.games.railroads_of_catan.state.events import PlansSaid, PlanStopped
from engine.games.railroads_of_catan.state.plans import NewPlan


def _narrate_plan(event: PlansSaid, name: NameOfSeat) -> Narration:
    clause = event.what if isinstance(event.what, str) else _plan_clause(event.what)
    is_future = isinstance(event.what, str) and not clause.startswith(_PRESENT_VERBS)
    return Narration(f"You will {clause}." if is_future else f"You {clause}.")


_PRESENT_VERBS = ("want", "wish", "have")
"""First words of plans in stored events that are in the present tense; “will” is put before other plans."""


def _plan_clause(plan: NewPlan) -> str:
    """Return a plan as the end of a sentence with “you”: “will lay H33-V75 for up to $1,000”."""
    if plan.wishes:
        return f"want {', then '.join(plan.wishes)}, for your next cities"
    if mark := plan.mark:
        unsold_text = "pay its upkeep" if mark.otherwise == "pay" else "remove it"
        return f"will sell {mark.item} for {dollar_amount(mark.reserve)} or more, and {unsold_text} if no one bids"
    if plan.kept:
        return f"will maintain {plan.kept}"
    if plan.track:
        return f"will lay {plan.track.path} for up to {dollar_amount(plan.track.limit)}"
    if plan.run:
        limit = dollar_amount(plan.run.limit)
        return f"will run train {plan.run.number} along {plan.run.trip} for up to {limit} in fees"
    return "have canceled all your plans"


def _narrate_stopped_plan(event: PlanStopped, name: NameOfSeat) -> Narration:
    if isinstance(event.why, str):
        return Narration(f"Your plan was canceled. {event.why}")
    train_text = f"Train {event.why.train}: " if event.why.train else ""
    return Narration(f"Your plan was canceled. {train_text}{obstacle_sentence(event.why)}")


ACTION_TEXTS: ActionTexts = {
    Forget: ActionText(
        label=lambda view, action, field, name: "Cancel all your plans",
        short_label=lambda view, action, field, name: ShortLabel("Cancel all your plans", quiet=True),
    )
}
EVENT_TEXTS: EventTexts = {PlansSaid: _narrate_plan, PlanStopped: _narrate_stopped_plan}
