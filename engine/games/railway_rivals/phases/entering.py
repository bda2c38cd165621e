"""Entries for the open runs: routes, and deals between rivals, sealed until all have decided. (R Runs; R Deals)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core import Action, Decision, Either, Seat, rule_of
from engine.games.railway_rivals.box.figures import in_order
from engine.games.railway_rivals.phases.building import BuildingPhase
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.rules.deals import ACCEPT, DECLINE, EXCHANGE, JOINT
from engine.games.railway_rivals.rules.desktop import Answering, desktop, open_desks
from engine.games.railway_rivals.rules.draws import postpone
from engine.games.railway_rivals.rules.entering import ENTER, STAY
from engine.games.railway_rivals.rules.running import contests
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


def open_runs(state: RailwayRivals, runs: tuple[Run, ...]) -> EnteringPhase:
    """Nobody has said anything about these runs yet."""
    empty = Desk((None,) * len(runs))
    return EnteringPhase.of(runs, dict.fromkeys(state.everyone, empty), openly=state.openly, together=state.together)


class EnteringPhase(Entering, frozen=True, tag="Entering"):
    """All decide together, or the richest first; a seat that has decided plans the building below. (ruling 104)

    Its rules get what a seat has before it, a ``Desktop``. (R Runs; rulings 67, 68, 69)
    """

    rules = (ENTER, STAY, JOINT, EXCHANGE, ACCEPT, DECLINE)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        return tuple(sorted((*self._entering(state), *self._planning(state)), key=lambda question: question.seat))

    def listing(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """Every seat until entries are opened, where any seat may be offered a deal until then. (ruling 79)"""
        open_now = {question.seat: question for question in self.decisions(state)}
        prompt = self._common_prompt(state)
        return tuple(open_now.get(seat) or Decision(seat, prompt, ()) for seat in state.everyone)

    def hides_asked(self, state: RailwayRivals) -> bool:
        return state.together and not state.openly

    def _entering(self, state: RailwayRivals) -> tuple[Decision, ...]:
        waiting = [seat for seat in state.richest if self.asked_of(seat)]
        return tuple(self._question(state, seat) for seat in (waiting[:1] if state.openly else waiting))

    def _planning(self, state: RailwayRivals) -> Iterator[Decision]:
        """The questions about the next building, to seats that have decided about all runs."""
        below = _below(state)
        for question in () if below is None else below.questions(state):
            if not self.asked_of(question.seat):
                hidden = self.hides_asked(state)
                yield replace(question, prompt=self._common_prompt(state)) if hidden else question

    def _question(self, state: RailwayRivals, seat: Seat) -> Decision:
        at = desktop(state, seat)
        offers = Either(*(rule.offered(state, at) for rule in self.rules))
        prompt = self._common_prompt(state) if state.together else f"Enter or stay out of {at.titles}."
        return Decision(seat, prompt, offers)

    def _common_prompt(self, state: RailwayRivals) -> str:
        """A prompt for every seat: one of its own would show which seat was offered a deal."""
        below = _below(state) if self.hides_asked(state) else None
        if below is None:
            return "Enter the open runs or stay out, and answer offers to you."
        sums = in_order([slot.capital for slot in below.slots if slot.seat == state.everyone[0]])
        return f"Enter the open runs or stay out, answer offers, and plan track for later (up to {sums} gold)."

    def apply(self, state: RailwayRivals, action: Action) -> RailwayRivals:
        if not isinstance(action, Answering):
            below = _below(state)
            assert below is not None
            return below.apply(state, action)
        at = desktop(state, action.seat)
        after: RailwayRivals = rule_of(action, self.rules).played(state, at, action)
        return after

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        at, below = desktop(state, action.seat), _below(state)
        if isinstance(action, Answering):
            return rule_of(action, self.rules).refusal(state, at, action)
        if below is not None and not at.asked:
            return below.refusal(state, action)
        return f"You can’t do that while runs are being entered. Enter or stay out of {at.titles}."

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        """All have decided: the runs nobody entered are postponed, the others are run. (ruling 65)"""
        found = contests(state, self.runs, open_desks(state))
        for contest in found:
            state = state if contest.entries else postpone(state, contest.run)
        entered = tuple(contest for contest in found if contest.entries)
        return state.become(Racing(entered)) if entered else state.leave()


def _below(state: RailwayRivals) -> BuildingPhase | None:
    """The building that is planned while runs are entered."""
    building = state.building
    return building if isinstance(building, BuildingPhase) else None
