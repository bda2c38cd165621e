"""What a seat may do about the open runs: enter, stay out, make and answer offers. (R Runs; R Running Costs; R Deals)

Everything is told from the seat's own desk and from what is public, so that no refusal gives anything away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, verb
from engine.core.notation import MAX_LENGTH, write
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railway_rivals.box.figures import RUNS_TOGETHER
from engine.games.railway_rivals.search.routes import (
    FEW_KINDS,
    KINDS,
    LIMIT,
    RETURN_KINDS,
    Kind,
    NoWay,
    Way,
    fees,
    has_own_step,
    proposals,
    trace,
)
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Answer, Desk, Offer, Pact
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.runs import Run

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals

_FOR_JOINT_RUNS = 3
"""Players of a game in which two may run together. (ruling 81)"""

REST = "rest"
"""In place of a run: all about which a seat has not decided."""

_MANY = 2
"""So many undecided runs can be left alone in one move, where many are open at once."""

_HEXES_TOLD = 6
"""Of a place with many, so many in a refusal; any port has more."""


class Trip(msgspec.Struct, frozen=True):
    """A route as a train would run it, and what it pays to whom."""

    route: Route
    way: Way
    fees: Mapping[Seat, int]

    @property
    def total(self) -> int:
        """All fees together."""
        return sum(self.fees.values())


class Desktop(msgspec.Struct, frozen=True):
    """What a seat has before it when it decides: the open runs, those it is asked about, and its desk.

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
        """Which of the open runs is meant."""
        return next((index for index, other in enumerate(self.runs) if str(other) == run), None)


# -- routes


def trip(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> Trip:
    """The route as this train runs it. Raises ``NoWay`` when it may not. (rulings 63, 70, 74 to 80)

    ``spared`` are partners of an exchange: what they pay in return decides later what is to be paid to them.
    """
    seats = frozenset(train)
    way = trace(state.chart, state.track, seats, route)
    for hex, number, words in ((way.hexes[0], run.start, "starts in"), (way.hexes[-1], run.goal, "leads to")):
        if hex not in state.chart.hexes_of(number):
            right = " or ".join(state.chart.hexes_of(number)[:_HEXES_TOLD])
            raise NoWay(f"Run {run} {words} {state.chart.name_of(number)} ({right}); this route has {hex} there.")
    if not has_own_step(state.track, seats, way.hexes):
        whose = "your own track" if len(train) == 1 else "track of one of you"
        raise NoWay(f"At least one step of a route leads over {whose}; this one has none.")
    found = Trip(route, way, fees(state.track, seats, way, state.gold, spared))
    for seat, gold in found.fees.items():
        if gold > LIMIT and seat not in spared:
            raise NoWay(f"This route pays player {seat} {gold} gold; to any one rival it is at most {LIMIT} in a run.")
    due = sum(gold for seat, gold in found.fees.items() if seat not in spared)
    for seat in train:
        part = share(state, train, seat, due)
        if part > state.gold[seat]:
            who = "you have" if seat == train[0] and len(train) == 1 else f"player {seat} has"
            raise NoWay(f"The fees of this route are {part} gold, and {who} {state.gold[seat]}.")
    return found


def share(state: RailwayRivals, train: tuple[Seat, ...], seat: Seat, gold: int) -> int:
    """What a seat pays of a train's fees; in a joint run the richer pays the odd gold. (R Joint Runs; ruling 80)"""
    half, odd = divmod(gold, len(train))
    richer = next(other for other in state.richest if other in train)
    return half + odd * (seat == richer)


def candidates(
    state: RailwayRivals,
    run: Run,
    train: tuple[Seat, ...],
    spared: frozenset[Seat] = frozenset(),
    kinds: tuple[Kind, ...] = KINDS,
) -> Iterator[Trip]:
    """The routes proposed that the train may run, up to five. (ruling 78)"""
    ends = state.chart.hexes_of(run.start), state.chart.hexes_of(run.goal)
    for route in proposals(state.chart.key, state.track, frozenset(train), ends, spared, kinds):
        try:
            yield trip(state, run, train, route, spared)
        except NoWay:
            continue


# -- what may be done


class Offers(Collection[Action]):
    """Everything proposed to a seat; any other legal route may be taken too, so ``in`` knows more than is listed."""

    __slots__ = ("_listed", "desktop", "state")

    def __init__(self, state: RailwayRivals, desktop: Desktop) -> None:
        self.state, self.desktop = state, desktop
        self._listed: tuple[Action, ...] | None = None

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.seat != self.desktop.seat:
            return False
        return not objection(self.state, self.desktop, action)

    @property
    def open_ended(self) -> bool:
        """Whether a route may be typed: unless all that is left are exchanges beside one that fixed the route."""
        at = self.desktop
        return any(not at.desk.decided(at.seat, run) for run in at.asked)

    def _all(self) -> tuple[Action, ...]:
        if self._listed is None:
            found = [a for index in self.desktop.asked for a in _proposed(self.state, self.desktop, index)]
            if _may_rest(self.state, self.desktop):
                found.append(Stay(self.desktop.seat, REST))
            verbs = [verb(kind) for kind in (Enter, Stay, Joint, Exchange, Accept, Decline)]
            self._listed = tuple(sorted(found, key=lambda action: verbs.index(verb(action))))
        return self._listed


def _proposed(state: RailwayRivals, at: Desktop, index: int) -> Iterator[Action]:
    seat, run, name = at.seat, at.runs[index], str(at.runs[index])
    if not at.desk.decided(seat, index):
        yield from (Enter(seat, name, found.route) for found in candidates(state, run, (seat,)))
        yield Stay(seat, name)
        for partner in state.everyone:
            if not _cannot_offer(state, at, index, partner):
                yield from _proposed_deals(state, at, index, partner)
    for offer in at.desk.received(seat, index):
        yield from (Accept(seat, name, offer.seat, route) for route in _answers(state, at, offer))
        yield Decline(seat, name, offer.seat)


def _proposed_deals(state: RailwayRivals, at: Desktop, index: int, partner: Seat) -> Iterator[Action]:
    run, name = at.runs[index], str(at.runs[index])
    if state.seats >= _FOR_JOINT_RUNS:
        for found in candidates(state, run, (at.seat, partner), kinds=FEW_KINDS):
            yield Joint(at.seat, name, partner, found.route)
    for found in candidates(state, run, (at.seat,), frozenset((partner,)), FEW_KINDS):
        if partner in found.fees:
            yield Exchange(at.seat, name, partner, found.route)


def _answers(state: RailwayRivals, at: Desktop, offer: Offer) -> Iterator[Route]:
    """The routes with which an offer may be accepted."""
    if offer.joint:
        routes: tuple[Route, ...] = (offer.route,)
    elif (mine := at.desk.answers[offer.run]) is not None and mine.pacts and mine.route is not None:
        routes = (mine.route,)
    else:
        run, spared = at.runs[offer.run], frozenset((offer.seat,))
        with_it = candidates(state, run, (at.seat,), spared, RETURN_KINDS)
        either = (*with_it, *candidates(state, run, (at.seat,)))
        routes = tuple(dict.fromkeys(found.route for found in either))
    yield from (route for route in routes if not _cannot_accept(state, at, offer, route))


# -- why not


def objection(state: RailwayRivals, at: Desktop, action: Action) -> str:
    """Why the seat may not do that, as a full sentence; empty when it may."""
    if not isinstance(action, Enter | Stay | Joint | Exchange | Accept | Decline):
        return f"Runs are being entered now: {_open(at)}. Enter or stay out."
    if action == Stay(at.seat, REST):
        return "" if _may_rest(state, at) else "Few runs are left: stay out of each by its number."
    index = at.index(action.run)
    if index is None:
        return f"“{action.run[:20]}” is not an open run; open to you: {_open(at)}."
    if index not in at.asked:
        return f"You have decided about run {action.run}; open to you: {_open(at)}."
    if (length := _line(action)) > MAX_LENGTH:
        return f"This line has {length} characters, and a move may have {MAX_LENGTH}: name fewer hexes on the way."
    match action:
        case Accept(partner=partner) | Decline(partner=partner):
            offer = next((o for o in at.desk.received(at.seat, index) if o.seat == partner), None)
            if offer is None:
                return f"Player {partner} has offered you nothing for run {action.run}."
            return _cannot_accept(state, at, offer, action.route) if isinstance(action, Accept) else ""
        case _ if at.desk.decided(at.seat, index):
            return f"You have decided about run {action.run}; accept or decline what you were offered."
        case Stay():
            return ""
        case Enter():
            return _no_way(state, at.runs[index], (at.seat,), action.route)
        case Joint() | Exchange():
            return _cannot_offer(state, at, index, action.partner) or _cannot_deal(state, at, index, action)


def _may_rest(state: RailwayRivals, at: Desktop) -> bool:
    return state.options.runs in RUNS_TOGETHER and len(at.undecided) >= _MANY


def _line(action: Action) -> int:
    """How long its line is; of an offer of a joint run also the partner's line that accepts it, with the same route."""
    if isinstance(action, Joint):
        return max(len(write(action)), len(write(Accept(Seat(action.partner), action.run, action.seat, action.route))))
    return len(write(action))


def _open(at: Desktop) -> str:
    return listed([at.runs[index].title for index in at.asked])


def _no_way(
    state: RailwayRivals, run: Run, train: tuple[Seat, ...], route: Route, spared: frozenset[Seat] = frozenset()
) -> str:
    try:
        trip(state, run, train, route, spared)
    except NoWay as wrong:
        return str(wrong)
    return ""


def _cannot_offer(state: RailwayRivals, at: Desktop, index: int, partner: int) -> str:
    """Whether a rival can be asked at all. Each is asked once a run. (rulings 79, 81)"""
    run = at.runs[index]
    if partner not in state.everyone or partner == at.seat:
        return f"Player {partner} is no rival at this table."
    if (index, partner) in at.desk.turned_down:
        return f"Your offer to player {partner} for run {run} came to nothing; ask somebody else, enter, or stay out."
    for theirs in at.desk.received(at.seat, index):
        if theirs.seat == partner:
            what = "a joint run" if theirs.joint else "an exchange"
            return f"Player {partner} offers you {what} for run {run} already: accept or decline that first."
    if (index, partner) in at.silent:
        return f"Player {partner} has decided about run {run}; offer something to who has not, enter, or stay out."
    return ""


def _cannot_deal(state: RailwayRivals, at: Desktop, index: int, action: Joint | Exchange) -> str:
    run, partner = at.runs[index], Seat(action.partner)
    if isinstance(action, Joint):
        if state.seats < _FOR_JOINT_RUNS:
            return "With two players there are no joint runs: both would share everything."
        return _no_way(state, run, (at.seat, partner), action.route)
    spared = frozenset((partner,))
    if wrong := _no_way(state, run, (at.seat,), action.route, spared):
        return wrong
    if partner not in trip(state, run, (at.seat,), action.route, spared).fees:
        return (
            f"This route does not use track of player {partner}: there is nothing to exchange. Enter with it instead."
        )
    return ""


def _cannot_accept(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> str:
    """Whether the two can agree; also with the exchanges that the seat has agreed to before. (rulings 80 to 83)"""
    mine = at.desk.answers[offer.run]
    if mine is not None and mine.joint:
        return f"You have agreed on a joint run for run {at.runs[offer.run]}: decline other offers for it."
    if (made := at.desk.made(at.seat, offer.run)) is not None:
        return f"You wait for an answer of player {made.partner} for run {at.runs[offer.run]}: decline this offer."
    if offer.joint and (bound := at.desk.bound(offer.run)):
        partners = listed([f"player {partner}" for partner in bound])
        return (
            f"You have agreed on an exchange with {partners} for run {at.runs[offer.run]}, and a joint run would break "
            "it: decline the joint run."
        )
    if offer.joint:
        return "" if route == offer.route else f"A joint run is accepted with the route offered, {offer.route}."
    if mine is not None and mine.pacts and route != mine.route:
        return f"You have agreed on an exchange with the route {mine.route}; you can accept with that one only."
    try:
        fees_of_mine = exchanged(state, at, offer, route).fees
    except NoWay as wrong:
        return str(wrong)
    return _cannot_settle(state, at, offer, fees_of_mine)


def exchanged(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> Trip:
    """My train in an exchange that I accept, beside those I have agreed to. Raises ``NoWay``."""
    mine = at.desk.answers[offer.run]
    before = frozenset(mine.pacts) if mine is not None else frozenset()
    found = trip(state, at.runs[offer.run], (at.seat,), route, before | {offer.seat})
    return msgspec.structs.replace(found, fees=mine.fees) if mine is not None and before else found


def _cannot_settle(state: RailwayRivals, at: Desktop, offer: Offer, mine: Mapping[Seat, int]) -> str:
    """The two pay each other the difference, at most ``LIMIT``. (R Exchange of Running Powers; rulings 75, 82)"""
    theirs = offer.fees
    to_them, to_me = mine.get(offer.seat, 0), theirs.get(at.seat, 0)
    if abs(to_them - to_me) > LIMIT:
        return (
            f"You would pay player {offer.seat} {to_them} gold and get {to_me}: "
            f"the difference is {abs(to_them - to_me)}, and an exchange allows at most {LIMIT}."
        )
    answer = at.desk.answers[offer.run]
    back = to_me + sum(pact.pays for pact in (answer.pacts.values() if answer is not None else ()))
    if sum(mine.values()) - back > state.gold[at.seat]:
        return f"You would pay {sum(mine.values()) - back} gold in all, and you have {state.gold[at.seat]}."
    if sum(theirs.values()) - to_them > state.gold[offer.seat]:
        due = sum(theirs.values()) - to_them
        return f"Player {offer.seat} would pay {due} gold in all, and has {state.gold[offer.seat]}."
    return ""


def agreement(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> dict[Seat, Answer]:
    """What both have decided when an offer is accepted with this route."""
    if offer.joint:
        joint = Answer(offer.route, offer.fees, joint=(offer.seat, at.seat))
        return {offer.seat: joint, at.seat: joint}
    mine, before = exchanged(state, at, offer, route), at.desk.answers[offer.run]
    pacts = before.pacts if before is not None else {}
    to_them, to_me = mine.fees.get(offer.seat, 0), offer.fees.get(at.seat, 0)
    return {
        offer.seat: Answer(offer.route, offer.fees, pacts={at.seat: Pact(route, to_them)}),
        at.seat: Answer(route, mine.fees, pacts={**pacts, offer.seat: Pact(offer.route, to_me)}),
    }
