"""Entries for the open runs: routes, and deals between rivals, sealed until all have decided. (R Runs; R Deals)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from engine.core.action import Decision
from engine.core.event import Event
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.secret import Secret
from engine.core.words import listed
from engine.games.railway_rivals.box.figures import RUNS_TOGETHER
from engine.games.railway_rivals.phases.building import building_of
from engine.games.railway_rivals.phases.racing import Contest, Racing
from engine.games.railway_rivals.rules.draws import postpone
from engine.games.railway_rivals.search.entries import REST, Desktop, Offers, agreement, candidates, objection, trip
from engine.games.railway_rivals.search.routes import trace
from engine.games.railway_rivals.state.actions import (
    Accept,
    Build,
    Decline,
    Done,
    Enter,
    Exchange,
    Joint,
    Lay,
    PlanTrack,
    Stay,
)
from engine.games.railway_rivals.state.deals import Answer, Desk, Offer, Pact, accepted, declined, offered, said, sealed
from engine.games.railway_rivals.state.events import (
    DealMade,
    EntryMade,
    EntryStated,
    OfferDeclined,
    OfferMade,
)
from engine.games.railway_rivals.state.phase import RailwayPhase
from engine.games.railway_rivals.state.runs import Entry, Run

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals

Answering = Enter | Stay | Joint | Exchange | Accept | Decline
Planning = Build | Lay | PlanTrack | Done

_TITLES = 4
"""Of so many runs a question says the titles, of more the numbers."""


class Entering(RailwayPhase, frozen=True):
    """All seats decide about all open runs at the same time, and nobody sees what the others say until all have.

    ``asked`` are the runs about which each seat still has something to say, which everybody may know; what it said lies
    on its desk. With entries in the open, the richest says all first, then the next on the left, for everybody to see.
    (R Runs; rulings 67, 68, 69)
    """

    runs: tuple[Run, ...]
    desks: Mapping[Seat, Secret[Desk]]
    asked: Mapping[Seat, tuple[int, ...]]

    @classmethod
    def opened(cls, state: RailwayRivals, runs: tuple[Run, ...]) -> Self:
        """Nobody has said anything yet."""
        return cls(runs, {}, {}).on(state, dict.fromkeys(state.everyone, Desk((None,) * len(runs))))

    def on(self, state: RailwayRivals, desks: Mapping[Seat, Desk]) -> Self:
        """With these desks."""
        openly = state.options.entries == "richest-first"
        return type(self)(
            self.runs,
            {seat: sealed(desk, *(state.everyone if openly else (seat,))) for seat, desk in desks.items()},
            {seat: desk.asked(seat) for seat, desk in desks.items()},
        )

    # -- legality

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        entering = self._entering(state)
        building = building_of(state)
        planning = () if building is None else building.questions(state)
        idle = [question for question in planning if not self.asked[question.seat]]
        return tuple(sorted((*entering, *idle), key=lambda question: question.seat))

    def _entering(self, state: RailwayRivals) -> tuple[Decision, ...]:
        waiting = [seat for seat in state.richest if self.asked[seat]]
        if state.options.entries == "richest-first":
            waiting = waiting[:1]
        return tuple(self._question(state, seat) for seat in waiting)

    def _question(self, state: RailwayRivals, seat: Seat) -> Decision:
        asked = [self.runs[index] for index in self.asked[seat]]
        runs = listed([run.title if len(asked) <= _TITLES else str(run) for run in asked])
        return Decision(seat, f"Enter or stay out: {runs}.", Offers(state, self.desktop(state, seat)))

    def desktop(self, state: RailwayRivals, seat: Seat) -> Desktop:
        """What the seat has before it; its desk must be open to whoever asks."""
        runs, others = range(len(self.runs)), state.everyone
        decided = ((run, other) for run in runs for other in others if run not in self.asked[other])
        silent = () if state.options.runs in RUNS_TOGETHER else decided
        return Desktop(seat, self.runs, self.asked[seat], self.desks[seat].open(), frozenset(silent))

    def refusal(self, state: RailwayRivals, action: Answering | Planning) -> str:
        building = building_of(state)
        if building is not None and not isinstance(action, Answering) and not self.asked[action.seat]:
            return building.refusal(state, action)
        return objection(state, self.desktop(state, action.seat), action)

    # -- effect

    def apply(self, state: RailwayRivals, action: Answering | Planning) -> RailwayRivals:
        if not isinstance(action, Answering):
            building = building_of(state)
            assert building is not None
            return building.apply(state, action)
        if isinstance(action, Stay) and action.run == REST:
            return self._stay_out(state, action.seat)
        return self._answer(state, action)

    def _stay_out(self, state: RailwayRivals, seat: Seat) -> RailwayRivals:
        """Of every run that the seat has not decided about."""
        for index in self.desktop(state, seat).undecided:
            phase = state.flow[-1]
            assert isinstance(phase, Entering)
            state = phase._answer(state, Stay(seat, str(self.runs[index])))
        return state

    def _answer(self, state: RailwayRivals, action: Answering) -> RailwayRivals:
        seat, at = action.seat, self.desktop(state, action.seat)
        index = at.index(action.run)
        assert index is not None
        desks, run = {other: desk.open() for other, desk in self.desks.items()}, self.runs[index]
        match action:
            case Stay():
                after, gone = said(desks, seat, index, Answer())
                news: tuple[Event, ...] = self._stated(state, seat, {seat: Answer()}, run)
            case Enter(route=route):
                answer = Answer(route, trip(state, run, (seat,), route).fees)
                after, gone = said(desks, seat, index, answer)
                news = self._stated(state, seat, {seat: answer}, run)
            case Joint() | Exchange():
                offer = self._offer(state, action, index)
                after, gone = offered(desks, offer)
                told = OfferMade(seat, offer.partner, run, offer.joint, to=self._two(state, offer))
                news = (told, EntryMade(seat, run))
            case Accept(partner=partner, route=route):
                offer = _received(at, index, partner)
                answers = agreement(state, at, offer, route)
                after, gone = accepted(desks, offer, answers)
                told_both = DealMade(seat, offer.seat, run, offer.joint, to=self._two(state, offer))
                news = (told_both, *self._stated(state, seat, answers, run))
            case Decline(partner=partner):
                after, gone = declined(desks, _received(at, index, partner))
                news = ()
        for other in gone:  # who turned it down knows
            to = self._two(state, other) and frozenset({other.seat})
            news += (OfferDeclined(other.partner, other.seat, self.runs[other.run], to=to),)
        return state.become(self.on(state, after)).tell(*news)

    def _offer(self, state: RailwayRivals, action: Joint | Exchange, index: int) -> Offer:
        seat, partner, joint = action.seat, Seat(action.partner), isinstance(action, Joint)
        train = (seat, partner) if joint else (seat,)
        spared = frozenset[Seat]() if joint else frozenset((partner,))
        found = trip(state, self.runs[index], train, action.route, spared)
        return Offer(seat, partner, index, joint, action.route, found.fees)

    def _stated(self, state: RailwayRivals, seat: Seat, answers: Mapping[Seat, Answer], run: Run) -> tuple[Event, ...]:
        """That a seat has decided, whatever it is; in the open, what it and its partner do."""
        if state.options.entries == "richest-first":
            return tuple(EntryStated(who, run, answer.route, answer.fees) for who, answer in answers.items())
        return (EntryMade(seat, run),)

    def _two(self, state: RailwayRivals, offer: Offer) -> frozenset[Seat] | None:
        """Who may know of an offer."""
        return None if state.options.entries == "richest-first" else frozenset((offer.seat, offer.partner))

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        """All have decided: the runs nobody entered are postponed, the others are run. (ruling 65)"""
        desks = {seat: desk.open() for seat, desk in self.desks.items()}
        contests = [Contest(run, _entries(state, desks, index)) for index, run in enumerate(self.runs)]
        for contest in contests:
            state = state if contest.entries else postpone(state, contest.run)
        entered = tuple(contest for contest in contests if contest.entries)
        return state.become(Racing(entered)) if entered else state.leave()

    # -- what is hidden, made up

    def imagined(self, state: RailwayRivals, seat: Seat | None, rng: Rng) -> tuple[Entering, Rng]:
        """The phase as it might be as far as ``seat`` can tell: who has decided entered alone, or stayed out."""
        mine = self.desks[seat].value if seat is not None else None
        desks: dict[Seat, Desk] = {}
        for other, desk in self.desks.items():
            if desk.value is not None:
                desks[other] = desk.value
                continue
            between = tuple(offer for offer in (mine.offers if mine else ()) if other in (offer.seat, offer.partner))
            found, answers = Desk((None,) * len(self.runs), between), list[Answer | None]()
            for index, run in enumerate(self.runs):
                guess, rng = self._guess(state, other, index, rng)
                open_now = index in self.asked[other] or found.made(other, index) is not None
                answers.append(_known(state, mine, seat, other, index, run) or (None if open_now else guess))
            desks[other] = Desk(tuple(answers), between)
        return Entering(self.runs, self.on(state, self._with_offers(desks, seat)).desks, self.asked), rng

    def _guess(self, state: RailwayRivals, seat: Seat, index: int, rng: Rng) -> tuple[Answer, Rng]:
        stays, rng = rng.below(2)
        found = next(candidates(state, self.runs[index], (seat,)), None)
        return (Answer() if stays or found is None else Answer(found.route, found.fees)), rng

    def _with_offers(self, desks: dict[Seat, Desk], seat: Seat | None) -> dict[Seat, Desk]:
        """Who is asked again after deciding was offered something, by somebody who waits for the answer."""
        for other in desks:
            for index in set(self.asked[other]) - set(desks[other].asked(other)):
                answer, made = desks[other].answers[index], desks[other].made(other, index)
                route = made.route if made else answer.route if answer else None
                makers = [
                    who
                    for who in desks
                    if who not in (seat, other) and index not in self.asked[who] and _may_wait(desks[who], who, index)
                ]
                if route is None or not makers:
                    desks[other] = Desk((None,) * len(self.runs))
                    continue
                offer = Offer(makers[0], other, index, joint=True, route=route, fees={})
                desks[makers[0]] = desks[makers[0]].answered(index, None).waiting(offer)
                desks[other] = desks[other].waiting(offer)
        return desks


def _may_wait(desk: Desk, seat: Seat, run: int) -> bool:
    """Whether an unseen seat may have made an offer for a run: it has no other one there, and no known agreement."""
    answer = desk.answers[run]
    return not desk.made(seat, run) and not (answer is not None and (answer.pacts or answer.joint))


def _received(at: Desktop, index: int, partner: int) -> Offer:
    return next(offer for offer in at.desk.received(at.seat, index) if offer.seat == partner)


def _known(
    state: RailwayRivals, mine: Desk | None, seat: Seat | None, other: Seat, index: int, run: Run
) -> Answer | None:
    """What ``seat`` knows of another's answer because the two agreed on it."""
    answer = mine.answers[index] if mine is not None else None
    if answer is None or seat is None or answer.route is None:
        return None
    if other in answer.joint:
        return answer
    if other not in answer.pacts:
        return None
    pact = answer.pacts[other]
    found = trip(state, run, (other,), pact.route, frozenset(state.everyone))
    return Answer(
        pact.route, {**found.fees, seat: pact.pays}, pacts={seat: Pact(answer.route, answer.fees.get(other, 0))}
    )


def _entries(state: RailwayRivals, desks: Mapping[Seat, Desk], index: int) -> tuple[Entry, ...]:
    """The trains of a run, the richest first. (R The Race)"""
    found = []
    for seat in state.richest:
        answer = desks[seat].answers[index]
        if answer is None or answer.route is None or (answer.joint and answer.joint[0] != seat):
            continue
        train = answer.joint or (seat,)
        hexes = trace(state.chart, state.track, frozenset(train), answer.route).hexes
        partners = {partner: pact.pays for partner, pact in answer.pacts.items()}
        found.append(Entry(train, hexes, answer.fees, partners))
    return tuple(found)
