"""A seat's desktop when it decides about the open runs, and the shape of the rules for its answers.

Everything is told from the seat's own desk and from what is public, so that no refusal gives anything away.
(R Runs; R Deals; ruling 68)
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.core import MAX_LENGTH, Action, Event, Rule, Seat, listed, shortened, write
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Answer, Desk, Offer, Outcome, said
from engine.games.railway_rivals.state.events import EntryMade, EntryStated, OfferDeclined
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

Answering = Enter | Stay | Joint | Exchange | Accept | Decline


class Desktop(msgspec.Struct, frozen=True):
    """The desktop of a seat that decides: the open runs, those it is asked about, and its desk.

    ``silent`` are rivals who have decided, by run. They can be offered nothing: that they were asked again would show
    it to everybody.
    """

    seat: Seat
    runs: tuple[Run, ...]
    asked: tuple[int, ...]
    desk: Desk
    silent: frozenset[tuple[int, Seat]] = frozenset()

    @property
    def undecided(self) -> tuple[int, ...]:
        """The runs about which the seat has not said anything."""
        return tuple(run for run in self.asked if not self.desk.decided(self.seat, run))

    def index(self, run: str) -> int | None:
        """The place of the open run that is meant; None if it is none of them."""
        return next((index for index, other in enumerate(self.runs) if str(other) == run), None)

    def place(self, run: str) -> int:
        """The place of the open run that is meant, when it is one."""
        index = self.index(run)
        assert index is not None
        return index

    def run(self, run: str) -> Run:
        """The open run that is meant, when it is one."""
        return self.runs[self.place(run)]

    @property
    def titles(self) -> str:
        """The runs it is asked about, for a refusal."""
        return listed([self.runs[index].title for index in self.asked])


def desktop(state: RailwayRivals, seat: Seat) -> Desktop:
    """The desktop of a seat; its desk must be open to whoever asks."""
    phase = state.entering
    runs, others, desk = range(len(phase.runs)), state.everyone, phase.desks[seat].open()
    decided = ((run, other) for run in runs for other in others if run not in phase.asked[other])
    silent = () if state.together else decided
    return Desktop(seat, phase.runs, phase.asked_of(seat), desk, frozenset(silent))


# -- answers


class _Listed(Collection[Action]):
    """Answers of one kind: the proposed ones are listed, and any other legal one may be given too."""

    def __init__(
        self,
        kind: type[Answering],
        at: Desktop,
        proposed: Callable[[], Iterator[Action]],
        refusal: Callable[[Any], str],
    ) -> None:
        self._kind, self._at, self._proposed, self._refusal = kind, at, proposed, refusal

    @cached_property
    def _all(self) -> tuple[Action, ...]:
        return tuple(self._proposed())

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, self._kind) and action.seat == self._at.seat and not self._refusal(action)

    @property
    def open_ended(self) -> bool:
        """Whether a route may be typed: unless all that is left are exchanges beside one that fixed the route."""
        at = self._at
        return any(not at.desk.decided(at.seat, run) for run in at.asked)


def _free(state: RailwayRivals, at: Desktop, action: Any) -> int | None:
    """The fees of an answer that costs nothing."""
    return None


def answer_rule(
    kind: type[Answering],
    proposed: Callable[[RailwayRivals, Desktop], Iterator[Action]],
    played: Callable[[RailwayRivals, Desktop, Any], RailwayRivals],
    refusal: Callable[[RailwayRivals, Desktop, Any], str],
    fees: Callable[[RailwayRivals, Desktop, Any], int | None] = _free,
) -> Rule[RailwayRivals]:
    """The rule for one kind of answer, which gets the desktop of the seat that is asked.

    ``fees`` are the seat's part of what its train pays, before anything that comes back in an exchange.
    """

    def offers(state: RailwayRivals, at: Desktop) -> Collection[Action]:
        return _Listed(kind, at, lambda: proposed(state, at), lambda action: refusal(state, at, action))

    def price(state: RailwayRivals, action: Any) -> int | None:
        entering = isinstance(state.flow[-1], Entering)
        return fees(state, desktop(state, action.seat), action) if entering else None

    return Rule((kind,), offers, played, refusal, price)


# -- what all answers share


def unanswerable(at: Desktop, action: Answering) -> str:
    """Why the seat has nothing to say about this run, or not in so many words; empty when it has."""
    index = at.index(action.run)
    if index is None:
        return f"“{shortened(action.run)}” isn’t an open run. Open to you: {at.titles}."
    if index not in at.asked:
        return f"You have already decided about run {action.run}. Open to you: {at.titles}."
    if (length := _line(action)) > MAX_LENGTH:
        return f"This line has {length} characters, and a move can have {MAX_LENGTH}. Name fewer hexes on the way."
    return ""


def undecidable(at: Desktop, action: Answering) -> str:
    """The same of an answer that is not to an offer: one is given for each run."""
    if wrong := unanswerable(at, action):
        return wrong
    decided = at.desk.decided(at.seat, at.place(action.run))
    return f"You have already decided about run {action.run}. Accept or decline the offers to you." if decided else ""


def _line(action: Action) -> int:
    """The length of its line; for an offer of a joint run, the partner's line that accepts it counts if longer."""
    if isinstance(action, Joint):
        accepting = Accept(Seat(action.partner), action.run, action.seat, action.route)
        return max(len(write(action)), len(write(accepting)))
    return len(write(action))


def decided(state: RailwayRivals, at: Desktop, index: int, answer: Answer) -> RailwayRivals:
    """The seat enters alone or stays out."""
    outcome = said(open_desks(state), at.seat, index, answer)
    return on_desks(state, outcome, *stated(state, at, index, {at.seat: answer}))


def open_desks(state: RailwayRivals) -> dict[Seat, Desk]:
    """The open desks of all seats, with what everybody said."""
    return {seat: desk.open() for seat, desk in state.entering.desks.items()}


def on_desks(state: RailwayRivals, outcome: Outcome, *news: Event) -> RailwayRivals:
    """The state after an answer; who made an offer that came to nothing hears of it."""
    desks, gone = outcome
    return state.set_desks(desks).tell(*news, *(_in_vain(state, offer) for offer in gone))


def _in_vain(state: RailwayRivals, offer: Offer) -> OfferDeclined:
    """Tell the maker of an offer that it was declined; the seat that turned it down knows."""
    to = None if state.openly else frozenset({offer.seat})
    return OfferDeclined(offer.partner, offer.seat, state.entering.runs[offer.run], to=to)


def stated(state: RailwayRivals, at: Desktop, index: int, answers: Mapping[Seat, Answer]) -> tuple[Event, ...]:
    """Events that tell of a decision: that it was made; in the open, also what the seat and its partner do."""
    run = at.runs[index]
    if state.openly:
        return tuple(EntryStated(who, run, answer.route, answer.fees) for who, answer in answers.items())
    return (noticed(state, at, run),)


def noticed(state: RailwayRivals, at: Desktop, run: Run) -> EntryMade:
    """An event that tells only that a seat decided; about which run is hidden where many are open. (ruling 104)"""
    return EntryMade(at.seat, at.runs[0] if state.together else run)
