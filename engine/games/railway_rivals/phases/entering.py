"""The phase of entries for the open runs and of deals between rivals. (R Runs; R Deals)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core import Action, CombinedOffers, Decision, Seat, rule_of
from engine.games.railway_rivals.game_data.constants import join_rolls
from engine.games.railway_rivals.phases.building import BuildingPhase
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.rules.deals import ACCEPT_RULE, DECLINE_RULE, EXCHANGE_RULE, JOINT_RULE
from engine.games.railway_rivals.rules.draws import postpone_run
from engine.games.railway_rivals.rules.entering import ENTER_RULE, STAY_RULE
from engine.games.railway_rivals.rules.run_answers import AnswerAction, open_desks, run_question_of
from engine.games.railway_rivals.rules.running import open_contests
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


def new_entering_phase(state: RailwayRivals, runs: tuple[Run, ...]) -> EnteringPhase:
    """Return the phase of entries for these runs, before any seat has decided."""
    empty = Desk((None,) * len(runs))
    return EnteringPhase.from_desks(
        runs,
        dict.fromkeys(state.everyone, empty),
        is_open=state.has_open_entries,
        has_many_runs=state.has_many_runs_at_once,
    )


class EnteringPhase(Entering, frozen=True, tag="Entering"):
    """The phase of entries and deals. Its rules take a ``RunQuestion``.

    Seats that have decided may plan the next building. (R Runs; rulings 67, 68, 69, 104)
    """

    rules = (ENTER_RULE, STAY_RULE, JOINT_RULE, EXCHANGE_RULE, ACCEPT_RULE, DECLINE_RULE)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        return tuple(
            sorted((*self._entry_questions(state), *self._plan_questions(state)), key=lambda question: question.seat)
        )

    def public_decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """The decisions of all seats, because any seat may be offered a deal until entries are revealed. (ruling 79)"""
        open_now = {question.seat: question for question in self.decisions(state)}
        prompt = self._common_prompt(state)
        return tuple(open_now.get(seat) or Decision(seat, prompt, ()) for seat in state.everyone)

    def is_turn_hidden(self, state: RailwayRivals) -> bool:
        return state.has_many_runs_at_once and not state.has_open_entries

    def _entry_questions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        waiting = [seat for seat in state.seats_from_richest if self.runs_asked_of(seat)]
        return tuple(self._entry_question(state, seat) for seat in (waiting[:1] if state.has_open_entries else waiting))

    def _plan_questions(self, state: RailwayRivals) -> Iterator[Decision]:
        """The decisions about the next building, for seats that have decided about all runs."""
        below = _building_below(state)
        for question in () if below is None else below.questions(state):
            if not self.runs_asked_of(question.seat):
                hidden = self.is_turn_hidden(state)
                yield replace(question, prompt=self._common_prompt(state)) if hidden else question

    def _entry_question(self, state: RailwayRivals, seat: Seat) -> Decision:
        question = run_question_of(state, seat)
        offers = CombinedOffers(*(rule.collect_offers(state, question) for rule in self.rules))
        prompt = (
            self._common_prompt(state) if state.has_many_runs_at_once else f"Enter {question.run_names}, or stay out."
        )
        return Decision(seat, prompt, offers)

    def _common_prompt(self, state: RailwayRivals) -> str:
        """The public prompt, which is equal for all seats so that it does not reveal offers."""
        below = _building_below(state) if self.is_turn_hidden(state) else None
        if below is None:
            return "Enter the open runs or stay out, and answer offers to you."
        sums = join_rolls([slot.capital for slot in below.slots if slot.seat == state.everyone[0]])
        return f"Enter the open runs or stay out, answer offers, and plan track for later (up to {sums} gold)."

    def apply(self, state: RailwayRivals, action: Action) -> RailwayRivals:
        if not isinstance(action, AnswerAction):
            below = _building_below(state)
            assert below is not None
            return below.apply(state, action)
        question = run_question_of(state, action.seat)
        after: RailwayRivals = rule_of(action, self.rules).apply(state, question, action)
        return after

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        question, below = run_question_of(state, action.seat), _building_below(state)
        if isinstance(action, AnswerAction):
            return rule_of(action, self.rules).refusal(state, question, action)
        if below is not None and not question.runs_asked:
            return below.refusal(state, action)
        return f"You can’t do that while runs are being entered. Enter or stay out of {question.run_titles}."

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        """Postpone the runs that no seat entered, and begin the races of the others. (ruling 65)"""
        all_contests = open_contests(state, self.runs, open_desks(state))
        for contest in all_contests:
            state = state if contest.entries else postpone_run(state, contest.run)
        with_entries = tuple(contest for contest in all_contests if contest.entries)
        return state.replace_phase(Racing(with_entries)) if with_entries else state.pop_phase()


def _building_below(state: RailwayRivals) -> BuildingPhase | None:
    """The building phase for which seats plan while runs are entered; None if there is none."""
    building = state.current_building
    return building if isinstance(building, BuildingPhase) else None
