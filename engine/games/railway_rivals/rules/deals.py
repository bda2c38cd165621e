"""Offering a rival a joint run or an exchange of running powers, and the answer to it. (R Deals; rulings 79 to 84)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat, listed
from engine.games.railway_rivals.rules.desktop import (
    Desktop,
    answer_rule,
    noticed,
    on_desks,
    open_desks,
    stated,
    unanswerable,
    undecidable,
)
from engine.games.railway_rivals.rules.search.routes import FEW_KINDS, LIMIT, RETURN_KINDS, NoWay
from engine.games.railway_rivals.rules.trips import Trip, candidates, no_way, share, trip
from engine.games.railway_rivals.state.actions import Accept, Decline, Exchange, Joint
from engine.games.railway_rivals.state.deals import Answer, Offer, Pact, accepted, declined, offered
from engine.games.railway_rivals.state.events import DealMade, OfferMade
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.state import RailwayRivals

_FOR_JOINT_RUNS = 3
"""Players of a game in which two may run together. (ruling 81)"""


# -- making an offer


def _partners(state: RailwayRivals, at: Desktop) -> Iterator[tuple[int, Seat]]:
    """Every undecided run with each seat that can be asked about it."""
    for index in at.undecided:
        yield from ((index, seat) for seat in state.everyone if not _cannot_offer(state, at, index, seat))


def _joint_runs(state: RailwayRivals, at: Desktop) -> Iterator[Joint]:
    if state.seats < _FOR_JOINT_RUNS:
        return
    for index, partner in _partners(state, at):
        run = at.runs[index]
        for found in candidates(state, run, (at.seat, partner), kinds=FEW_KINDS):
            yield Joint(at.seat, str(run), partner, found.route)


def _exchanges(state: RailwayRivals, at: Desktop) -> Iterator[Exchange]:
    for index, partner in _partners(state, at):
        run = at.runs[index]
        for found in candidates(state, run, (at.seat,), frozenset((partner,)), FEW_KINDS):
            if partner in found.fees:
                yield Exchange(at.seat, str(run), partner, found.route)


def _offer(state: RailwayRivals, at: Desktop, action: Joint | Exchange) -> Offer:
    seat, partner, joint = at.seat, Seat(action.partner), isinstance(action, Joint)
    index = at.place(action.run)
    train = (seat, partner) if joint else (seat,)
    spared = frozenset[Seat]() if joint else frozenset((partner,))
    found = trip(state, at.runs[index], train, action.route, spared)
    return Offer(seat, partner, index, joint, action.route, found.fees)


def _offered(state: RailwayRivals, at: Desktop, action: Joint | Exchange) -> RailwayRivals:
    """The seat waits for the answer; that it has decided is all that the others see. (ruling 79)"""
    offer = _offer(state, at, action)
    run = at.runs[offer.run]
    told = OfferMade(at.seat, offer.partner, run, offer.joint, to=_two(state, offer))
    return on_desks(state, offered(open_desks(state), offer), told, noticed(state, at, run))


def _two(state: RailwayRivals, offer: Offer) -> frozenset[Seat] | None:
    """The seats that may know of an offer; None for everybody."""
    return None if state.openly else frozenset((offer.seat, offer.partner))


def _no_offer(state: RailwayRivals, at: Desktop, action: Joint | Exchange) -> str:
    if wrong := undecidable(at, action):
        return wrong
    index = at.place(action.run)
    return _cannot_offer(state, at, index, action.partner) or _cannot_deal(state, at, index, action)


def _cannot_offer(state: RailwayRivals, at: Desktop, index: int, partner: int) -> str:
    """Whether a rival can be asked at all. Each is asked once a run. (rulings 79, 81)"""
    run = at.runs[index]
    if partner not in state.everyone or partner == at.seat:
        return f"Player {partner} isn’t a rival at this table."
    if (index, partner) in at.desk.turned_down:
        return f"Your offer to player {partner} for run {run} fell through. Ask another player, enter, or stay out."
    for theirs in at.desk.received(at.seat, index):
        if theirs.seat == partner:
            what = "a joint run" if theirs.joint else "an exchange"
            return f"Player {partner} already offers you {what} for run {run}. Accept or decline that first."
    if (index, partner) in at.silent:
        decided = f"Player {partner} has already decided about run {run}."
        return f"{decided} Make an offer to another player, enter, or stay out."
    return ""


def _cannot_deal(state: RailwayRivals, at: Desktop, index: int, action: Joint | Exchange) -> str:
    run, partner = at.runs[index], Seat(action.partner)
    if isinstance(action, Joint):
        if state.seats < _FOR_JOINT_RUNS:
            return "You can’t offer a joint run in a two-player game: both would share everything."
        return no_way(state, run, (at.seat, partner), action.route)
    spared = frozenset((partner,))
    if wrong := no_way(state, run, (at.seat,), action.route, spared):
        return wrong
    if partner not in trip(state, run, (at.seat,), action.route, spared).fees:
        return (
            f"This route doesn’t use track of player {partner}, so there is nothing to exchange. Enter with it instead."
        )
    return ""


def _joint_fees(state: RailwayRivals, at: Desktop, action: Joint) -> int:
    train = (at.seat, Seat(action.partner))
    fees = trip(state, at.run(action.run), train, action.route).total
    return share(state, train, at.seat, fees)


def _exchange_fees(state: RailwayRivals, at: Desktop, action: Exchange) -> int:
    return sum(_offer(state, at, action).fees.values())


JOINT = answer_rule(Joint, _joint_runs, _offered, _no_offer, _joint_fees)
EXCHANGE = answer_rule(Exchange, _exchanges, _offered, _no_offer, _exchange_fees)


# -- answering one


def _received(at: Desktop, action: Accept | Decline) -> Offer | None:
    """The offer that is answered."""
    offers = at.desk.received(at.seat, at.place(action.run))
    return next((offer for offer in offers if offer.seat == action.partner), None)


def _acceptances(state: RailwayRivals, at: Desktop) -> Iterator[Accept]:
    for offer in _open_offers(at):
        name = str(at.runs[offer.run])
        yield from (Accept(at.seat, name, offer.seat, route) for route in _answers(state, at, offer))


def _open_offers(at: Desktop) -> Iterator[Offer]:
    for index in at.asked:
        yield from at.desk.received(at.seat, index)


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


def _accepted(state: RailwayRivals, at: Desktop, action: Accept) -> RailwayRivals:
    offer = _received(at, action)
    assert offer is not None
    answers = agreement(state, at, offer, action.route)
    run, two = at.runs[offer.run], _two(state, offer)
    told = DealMade(at.seat, offer.seat, run, offer.joint, to=two)
    outcome = accepted(open_desks(state), offer, answers)
    return on_desks(state, outcome, told, *stated(state, at, offer.run, answers))


def agreement(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> dict[Seat, Answer]:
    """The decisions of both when an offer is accepted with this route."""
    if offer.joint:
        joint = Answer(offer.route, offer.fees, joint=(offer.seat, at.seat))
        return {offer.seat: joint, at.seat: joint}
    mine, before = exchanged(state, at, offer, route), at.desk.answers[offer.run]
    pacts = before.pacts if before is not None else {}
    to_them, to_me = mine.fees.get(offer.seat, 0), offer.fees.get(at.seat, 0)
    pacts = {**pacts, offer.seat: Pact(offer.route, to_me)}
    return {
        offer.seat: Answer(offer.route, offer.fees, pacts={at.seat: Pact(route, to_them)}),
        at.seat: Answer(route, mine.fees, pacts=pacts),
    }


def _no_acceptance(state: RailwayRivals, at: Desktop, action: Accept) -> str:
    if wrong := _no_answer(state, at, action):
        return wrong
    offer = _received(at, action)
    assert offer is not None
    return _cannot_accept(state, at, offer, action.route)


def _cannot_accept(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> str:
    """Whether the two can agree; also with the exchanges that the seat has agreed to before. (rulings 80 to 83)"""
    mine = at.desk.answers[offer.run]
    if mine is not None and mine.joint:
        return f"You have agreed on a joint run for run {at.runs[offer.run]}. Decline other offers for it."
    if (made := at.desk.made(at.seat, offer.run)) is not None:
        waiting = f"You’re waiting for player {made.partner} to answer your offer for run {at.runs[offer.run]}"
        return f"{waiting}. Decline this offer."
    if offer.joint and (bound := at.desk.bound(offer.run)):
        partners = listed([f"player {partner}" for partner in bound])
        agreed = f"You have agreed on an exchange with {partners} for run {at.runs[offer.run]}"
        return f"{agreed}, and a joint run would break it. Decline the joint run."
    if offer.joint:
        return "" if route == offer.route else f"You can accept a joint run only with the route offered: {offer.route}."
    if mine is not None and mine.pacts and route != mine.route:
        return f"You have agreed on an exchange with the route {mine.route}. You can accept only with that one."
    try:
        fees_of_mine = exchanged(state, at, offer, route).fees
    except NoWay as wrong:
        return str(wrong)
    return _cannot_settle(state, at, offer, fees_of_mine)


def exchanged(state: RailwayRivals, at: Desktop, offer: Offer, route: Route) -> Trip:
    """My train in an exchange that I accept, beside those I have agreed to. Raises ``NoWay``."""
    mine = at.desk.answers[offer.run]
    before = frozenset(mine.pacts) if mine is not None else frozenset()
    run, spared = at.runs[offer.run], before | {offer.seat}
    found = trip(state, run, (at.seat,), route, spared)
    return msgspec.structs.replace(found, fees=mine.fees) if mine is not None and before else found


def _cannot_settle(state: RailwayRivals, at: Desktop, offer: Offer, mine: Mapping[Seat, int]) -> str:
    """The two pay each other the difference, at most ``LIMIT``. (R Exchange of Running Powers; rulings 75, 82)"""
    theirs = offer.fees
    to_them, to_me = mine.get(offer.seat, 0), theirs.get(at.seat, 0)
    if abs(to_them - to_me) > LIMIT:
        return (
            f"You can’t accept: you would pay {to_them} gold to player {offer.seat} and get {to_me}. "
            f"The difference is {abs(to_them - to_me)}, and the limit is {LIMIT}."
        )
    answer = at.desk.answers[offer.run]
    back = to_me + sum(pact.pays for pact in (answer.pacts.values() if answer is not None else ()))
    if sum(mine.values()) - back > state.gold[at.seat]:
        due = sum(mine.values()) - back
        return f"You can’t accept: you would pay {due} gold in total, and you have {state.gold[at.seat]}."
    if sum(theirs.values()) - to_them > state.gold[offer.seat]:
        due = sum(theirs.values()) - to_them
        return f"You can’t accept: player {offer.seat} would pay {due} gold in total, and has {state.gold[offer.seat]}."
    return ""


def _accepted_fees(state: RailwayRivals, at: Desktop, action: Accept) -> int:
    offer = _received(at, action)
    assert offer is not None
    if not offer.joint:
        return exchanged(state, at, offer, action.route).total
    train = (offer.seat, at.seat)
    fees = trip(state, at.runs[offer.run], train, action.route).total
    return share(state, train, at.seat, fees)


ACCEPT = answer_rule(Accept, _acceptances, _accepted, _no_acceptance, _accepted_fees)


def _refusals(state: RailwayRivals, at: Desktop) -> Iterator[Decline]:
    for offer in _open_offers(at):
        yield Decline(at.seat, str(at.runs[offer.run]), offer.seat)


def _declined(state: RailwayRivals, at: Desktop, action: Decline) -> RailwayRivals:
    offer = _received(at, action)
    assert offer is not None
    return on_desks(state, declined(open_desks(state), offer))


def _no_answer(state: RailwayRivals, at: Desktop, action: Accept | Decline) -> str:
    if wrong := unanswerable(at, action):
        return wrong
    nothing = f"Player {action.partner} hasn’t made you an offer for run {action.run}."
    return nothing if _received(at, action) is None else ""


DECLINE = answer_rule(Decline, _refusals, _declined, _no_answer)
