"""The rules of entering a run alone, and of staying out. (R Runs; R Running Costs; rulings 67 to 78)"""

from collections.abc import Iterator

from engine.games.railway_rivals.rules.run_answers import (
    RunQuestion,
    answer_rule,
    decide_alone,
    decision_refusal,
    open_desks,
    record_outcome,
)
from engine.games.railway_rivals.rules.run_costs import trip_candidates, trip_on_route, trip_refusal
from engine.games.railway_rivals.state.actions import Enter, Stay
from engine.games.railway_rivals.state.deals import Answer, apply_answer
from engine.games.railway_rivals.state.state import RailwayRivals

REST_OF_RUNS = "rest"
"""Value of an action's ``run`` that stands for all undecided runs of the seat. (ruling 104)"""

_MIN_RUNS_OF_REST = 2
"""Minimum number of undecided runs that a seat can stay out of with one action."""


# -- entering


def _enter_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Enter]:
    """Entries for each undecided run, with up to five routes. (ruling 78)"""
    for index in question.runs_to_decide:
        run = question.runs[index]
        for candidate in trip_candidates(state, run, (question.seat,)):
            yield Enter(question.seat, str(run), candidate.route)


def _apply_enter(state: RailwayRivals, question: RunQuestion, action: Enter) -> RailwayRivals:
    index = question.index_of(action.run)
    own_trip = trip_on_route(state, question.runs[index], (question.seat,), action.route)
    return decide_alone(state, question, index, Answer(action.route, own_trip.fees))


def _enter_refusal(state: RailwayRivals, question: RunQuestion, action: Enter) -> str:
    wrong = decision_refusal(question, action)
    return wrong or trip_refusal(state, question.open_run(action.run), (question.seat,), action.route)


def _enter_fees(state: RailwayRivals, question: RunQuestion, action: Enter) -> int:
    return trip_on_route(state, question.open_run(action.run), (question.seat,), action.route).total_fees


ENTER_RULE = answer_rule(Enter, _enter_offers, _apply_enter, _enter_refusal, _enter_fees)


# -- staying out


def _stay_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Stay]:
    yield from (Stay(question.seat, str(question.runs[index])) for index in question.runs_to_decide)
    if _can_leave_rest(state, question):
        yield Stay(question.seat, REST_OF_RUNS)


def _can_leave_rest(state: RailwayRivals, question: RunQuestion) -> bool:
    return state.has_many_runs_at_once and len(question.runs_to_decide) >= _MIN_RUNS_OF_REST


def _apply_stay(state: RailwayRivals, question: RunQuestion, action: Stay) -> RailwayRivals:
    """Stay out of one run, or of all undecided runs. (ruling 67)"""
    *others, last = question.runs_to_decide if action.run == REST_OF_RUNS else (question.index_of(action.run),)
    for index in others:  # one event for all runs is enough
        state = record_outcome(state, apply_answer(open_desks(state), question.seat, index, Answer()))
    return decide_alone(state, question, last, Answer())


def _stay_refusal(state: RailwayRivals, question: RunQuestion, action: Stay) -> str:
    if action.run == REST_OF_RUNS:
        if _can_leave_rest(state, question):
            return ""
        return "You can’t stay out of the rest together now. Stay out of each by number."
    return decision_refusal(question, action)


STAY_RULE = answer_rule(Stay, _stay_offers, _apply_stay, _stay_refusal)
