"""A seat's question about the open runs, and the common parts of the rules for its answers.

These rules use only the seat's own offers and decisions and public information, so that refusals do not reveal secrets.
(R Runs; R Deals; ruling 68)
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.core import MAX_LENGTH, Action, Event, Rule, Seat, join_words, shorten, write_action
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Answer, DealOutcome, Desk, apply_answer
from engine.games.railway_rivals.state.events import EntryMade, EntryStated, OfferDeclined
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

AnswerAction = Enter | Stay | Joint | Exchange | Accept | Decline


class RunQuestion(msgspec.Struct, frozen=True):
    """A seat's decision about the open runs; ``runs_asked`` are the indexes of undecided runs.

    ``rivals_decided`` are (run, rival) pairs of rivals that have decided. The seat can't offer them a deal, because all
    seats would see that they have to decide again.
    """

    seat: Seat
    runs: tuple[Run, ...]
    runs_asked: tuple[int, ...]
    desk: Desk
    rivals_decided: frozenset[tuple[int, Seat]] = frozenset()

    @property
    def runs_to_decide(self) -> tuple[int, ...]:
        """The indexes of the runs that the seat has not decided about."""
        return tuple(run for run in self.runs_asked if not self.desk.has_decided(self.seat, run))

    def find_index(self, run: str) -> int | None:
        """The index of the open run with this name; None if there is none."""
        return next((index for index, other in enumerate(self.runs) if str(other) == run), None)

    def index_of(self, run: str) -> int:
        """The index of the open run with this name."""
        index = self.find_index(run)
        assert index is not None
        return index

    def open_run(self, run: str) -> Run:
        """The open run with this name, such as “12-61”."""
        return self.runs[self.index_of(run)]

    @property
    def run_names(self) -> str:
        """The runs to decide about, for a prompt; card numbers are added only if two runs have the same names."""
        asked = [self.runs[index] for index in self.runs_asked]
        names = [tuple(end.partition(" & ")[0] for end in run.names) for run in asked]
        return join_words(
            [run.title if names.count(ends) > 1 else "→".join(ends) for run, ends in zip(asked, names, strict=True)]
        )

    @property
    def run_titles(self) -> str:
        """The runs to decide about, with card numbers, for a refusal."""
        return join_words([self.runs[index].title for index in self.runs_asked])


def run_question_of(state: RailwayRivals, seat: Seat) -> RunQuestion:
    """The decision of a seat about the open runs; the seat's own offers and answers must be visible in the state."""
    phase = state.current_entering
    runs, others, desk = range(len(phase.runs)), state.everyone, phase.desks[seat].open()
    decided = ((run, other) for run in runs for other in others if run not in phase.asked[other])
    rivals_decided = () if state.has_many_runs_at_once else decided
    return RunQuestion(seat, phase.runs, phase.runs_asked_of(seat), desk, frozenset(rivals_decided))


# -- answers


class _AnswerOffers(Collection[Action]):
    """The offered answers of one class: suggested answers are listed, and all legal answers are accepted."""

    def __init__(
        self,
        kind: type[AnswerAction],
        question: RunQuestion,
        propose: Callable[[], Iterator[Action]],
        refusal: Callable[[Any], str],
    ) -> None:
        self._kind, self._question, self._propose, self._refusal = kind, question, propose, refusal

    @cached_property
    def _proposals(self) -> tuple[Action, ...]:
        return tuple(self._propose())

    def __len__(self) -> int:
        return len(self._proposals)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._proposals)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, self._kind) and action.seat == self._question.seat and not self._refusal(action)

    @property
    def is_open_ended(self) -> bool:
        """Whether the player may type other routes, because a run is still undecided."""
        return bool(self._question.runs_to_decide)


def _no_fees(state: RailwayRivals, question: RunQuestion, action: Any) -> int | None:
    return None


def answer_rule(
    kind: type[AnswerAction],
    proposals: Callable[[RailwayRivals, RunQuestion], Iterator[Action]],
    apply: Callable[[RailwayRivals, RunQuestion, Any], RailwayRivals],
    refusal: Callable[[RailwayRivals, RunQuestion, Any], str],
    fees: Callable[[RailwayRivals, RunQuestion, Any], int | None] = _no_fees,
) -> Rule[RailwayRivals]:
    """Return the rule for one class of answers; its functions take the seat's question.

    ``fees`` returns the seat's share of the fees of its train, before refunds of an exchange.
    """

    def offers(state: RailwayRivals, question: RunQuestion) -> Collection[Action]:
        return _AnswerOffers(
            kind, question, lambda: proposals(state, question), lambda action: refusal(state, question, action)
        )

    def cost(state: RailwayRivals, action: Any) -> int | None:
        entering = isinstance(state.flow[-1], Entering)
        return fees(state, run_question_of(state, action.seat), action) if entering else None

    return Rule((kind,), offers, apply, refusal, cost)


# -- common parts of the rules


def answer_refusal(question: RunQuestion, action: AnswerAction) -> str:
    """A sentence that says why the seat can't answer about a run; empty if it can."""
    index = question.find_index(action.run)
    if index is None:
        return f"“{shorten(action.run)}” isn’t an open run. Open to you: {question.run_titles}."
    if index not in question.runs_asked:
        return f"You have already decided about run {action.run}. Open to you: {question.run_titles}."
    if (length := _line_length(action)) > MAX_LENGTH:
        return f"This line has {length} characters, and a move can have {MAX_LENGTH}. Name fewer hexes on the way."
    return ""


def decision_refusal(question: RunQuestion, action: AnswerAction) -> str:
    """A sentence that says why the seat can't enter, stay out, or make an offer; empty if it can.

    A seat can take only one of these actions per run.
    """
    if wrong := answer_refusal(question, action):
        return wrong
    has_decided = question.desk.has_decided(question.seat, question.index_of(action.run))
    return (
        f"You have already decided about run {action.run}. Accept or decline the offers to you." if has_decided else ""
    )


def _line_length(action: Action) -> int:
    """The length of an action's notation, or of the notation that would accept a joint run, if that is longer."""
    if isinstance(action, Joint):
        accepting = Accept(Seat(action.partner), action.run, action.seat, action.route)
        return max(len(write_action(action)), len(write_action(accepting)))
    return len(write_action(action))


def decide_alone(state: RailwayRivals, question: RunQuestion, index: int, answer: Answer) -> RailwayRivals:
    """Record that the seat enters alone or stays out."""
    outcome = apply_answer(open_desks(state), question.seat, index, answer)
    return record_outcome(state, outcome, *decision_events(state, question, index, {question.seat: answer}))


def open_desks(state: RailwayRivals) -> dict[Seat, Desk]:
    """The offers and decisions of all seats, including hidden ones."""
    return {seat: desk.open() for seat, desk in state.current_entering.desks.items()}


def record_outcome(state: RailwayRivals, outcome: DealOutcome, *events: Event) -> RailwayRivals:
    """Store all seats' offers and decisions after an answer, and emit events for failed offers."""
    desks, turned_down = outcome
    after = state.set_desks(desks).emit(*events)
    for offer in turned_down:
        to = None if state.has_open_entries else frozenset({offer.seat})
        run = state.current_entering.runs[offer.run]
        after = after.emit(OfferDeclined(offer.partner, offer.seat, run, to=to))
    return after


def decision_events(
    state: RailwayRivals, question: RunQuestion, index: int, answers: Mapping[Seat, Answer]
) -> tuple[Event, ...]:
    """The events about a decision; they reveal its content only if entries are open."""
    run = question.runs[index]
    if state.has_open_entries:
        return tuple(EntryStated(seat, run, answer.route, answer.fees) for seat, answer in answers.items())
    return (entry_event(state, question, run),)


def entry_event(state: RailwayRivals, question: RunQuestion, run: Run) -> EntryMade:
    """The event for a seat's decision; if many runs are open, it hides the run. (ruling 104)"""
    return EntryMade(question.seat, question.runs[0] if state.has_many_runs_at_once else run)
