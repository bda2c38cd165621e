"""The rules of offering a joint run or an exchange, and of answering offers. (R Deals; rulings 79 to 84)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat, join_words
from engine.games.railway_rivals.rules.run_answers import (
    RunQuestion,
    answer_refusal,
    answer_rule,
    decision_events,
    decision_refusal,
    entry_event,
    open_desks,
    record_outcome,
)
from engine.games.railway_rivals.rules.run_costs import Trip, fee_share, trip_candidates, trip_on_route, trip_refusal
from engine.games.railway_rivals.rules.search.train_routes import (
    DEAL_KINDS,
    MAX_FEES_PER_RIVAL,
    RETURN_KINDS,
    RouteRefused,
)
from engine.games.railway_rivals.state.actions import Accept, Decline, Exchange, Joint
from engine.games.railway_rivals.state.deals import Answer, Offer, Pact, apply_acceptance, apply_decline, apply_offer
from engine.games.railway_rivals.state.events import DealMade, OfferMade
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.state import RailwayRivals

_MIN_PLAYERS_FOR_JOINT_RUNS = 3
"""Minimum number of players in a game with joint runs. (ruling 81)"""


# -- making an offer


def _possible_partners(state: RailwayRivals, question: RunQuestion) -> Iterator[tuple[int, Seat]]:
    """The (run index, partner) pairs of possible offers."""
    for index in question.runs_to_decide:
        yield from ((index, seat) for seat in state.everyone if not _partner_refusal(state, question, index, seat))


def _joint_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Joint]:
    if state.seats < _MIN_PLAYERS_FOR_JOINT_RUNS:
        return
    for index, partner in _possible_partners(state, question):
        run = question.runs[index]
        for candidate in trip_candidates(state, run, (question.seat, partner), kinds=DEAL_KINDS):
            yield Joint(question.seat, str(run), partner, candidate.route)


def _exchange_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Exchange]:
    for index, partner in _possible_partners(state, question):
        run = question.runs[index]
        for candidate in trip_candidates(state, run, (question.seat,), frozenset((partner,)), DEAL_KINDS):
            if partner in candidate.fees:
                yield Exchange(question.seat, str(run), partner, candidate.route)


def _new_offer(state: RailwayRivals, question: RunQuestion, action: Joint | Exchange) -> Offer:
    seat, partner, joint = question.seat, Seat(action.partner), isinstance(action, Joint)
    index = question.index_of(action.run)
    train = (seat, partner) if joint else (seat,)
    spared = frozenset[Seat]() if joint else frozenset((partner,))
    own_trip = trip_on_route(state, question.runs[index], train, action.route, spared)
    return Offer(seat, partner, index, joint, action.route, own_trip.fees)


def _apply_offer_action(state: RailwayRivals, question: RunQuestion, action: Joint | Exchange) -> RailwayRivals:
    """Make an offer; other seats see only that the seat has decided. (ruling 79)"""
    offer = _new_offer(state, question, action)
    run = question.runs[offer.run]
    event = OfferMade(question.seat, offer.partner, run, offer.joint, to=_seats_informed(state, offer))
    return record_outcome(state, apply_offer(open_desks(state), offer), event, entry_event(state, question, run))


def _seats_informed(state: RailwayRivals, offer: Offer) -> frozenset[Seat] | None:
    """The seats that may see an offer; None if all seats may."""
    return None if state.has_open_entries else frozenset((offer.seat, offer.partner))


def _offer_refusal(state: RailwayRivals, question: RunQuestion, action: Joint | Exchange) -> str:
    if wrong := decision_refusal(question, action):
        return wrong
    index = question.index_of(action.run)
    return _partner_refusal(state, question, index, action.partner) or _terms_refusal(state, question, index, action)


def _partner_refusal(state: RailwayRivals, question: RunQuestion, index: int, partner: int) -> str:
    """A sentence that says why the seat can't make an offer to ``partner``; empty if it can. (rulings 79, 81)"""
    run = question.runs[index]
    if partner not in state.everyone or partner == question.seat:
        return f"Player {partner} isn’t a rival at this table."
    if (index, partner) in question.desk.turned_down:
        return f"Your offer to player {partner} for run {run} fell through. Ask another player, enter, or stay out."
    for their_offer in question.desk.offers_to(question.seat, index):
        if their_offer.seat == partner:
            deal = "a joint run" if their_offer.joint else "an exchange"
            return f"Player {partner} already offers you {deal} for run {run}. Accept or decline that first."
    if (index, partner) in question.rivals_decided:
        decided_text = f"Player {partner} has already decided about run {run}."
        return f"{decided_text} Make an offer to another player, enter, or stay out."
    return ""


def _terms_refusal(state: RailwayRivals, question: RunQuestion, index: int, action: Joint | Exchange) -> str:
    run, partner = question.runs[index], Seat(action.partner)
    if isinstance(action, Joint):
        if state.seats < _MIN_PLAYERS_FOR_JOINT_RUNS:
            return "You can’t offer a joint run in a two-player game: both would share everything."
        return trip_refusal(state, run, (question.seat, partner), action.route)
    spared = frozenset((partner,))
    if wrong := trip_refusal(state, run, (question.seat,), action.route, spared):
        return wrong
    if partner not in trip_on_route(state, run, (question.seat,), action.route, spared).fees:
        return (
            f"This route doesn’t use track of player {partner}, so there is nothing to exchange. Enter with it instead."
        )
    return ""


def _joint_fees(state: RailwayRivals, question: RunQuestion, action: Joint) -> int:
    train = (question.seat, Seat(action.partner))
    fees = trip_on_route(state, question.open_run(action.run), train, action.route).total_fees
    return fee_share(state, train, question.seat, fees)


def _exchange_fees(state: RailwayRivals, question: RunQuestion, action: Exchange) -> int:
    return sum(_new_offer(state, question, action).fees.values())


JOINT_RULE = answer_rule(Joint, _joint_offers, _apply_offer_action, _offer_refusal, _joint_fees)
EXCHANGE_RULE = answer_rule(Exchange, _exchange_offers, _apply_offer_action, _offer_refusal, _exchange_fees)


# -- answering an offer


def _find_offer(question: RunQuestion, action: Accept | Decline) -> Offer | None:
    offers = question.desk.offers_to(question.seat, question.index_of(action.run))
    return next((offer for offer in offers if offer.seat == action.partner), None)


def answered_offer(question: RunQuestion, action: Accept | Decline) -> Offer:
    """The offer that a legal action accepts or declines."""
    offer = _find_offer(question, action)
    assert offer is not None
    return offer


def _accept_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Accept]:
    for offer in _offers_to_answer(question):
        name = str(question.runs[offer.run])
        yield from (
            Accept(question.seat, name, offer.seat, route) for route in _acceptable_routes(state, question, offer)
        )


def _offers_to_answer(question: RunQuestion) -> Iterator[Offer]:
    for index in question.runs_asked:
        yield from question.desk.offers_to(question.seat, index)


def _acceptable_routes(state: RailwayRivals, question: RunQuestion, offer: Offer) -> Iterator[Route]:
    if offer.joint:
        routes: tuple[Route, ...] = (offer.route,)
    elif (
        (own_answer := question.desk.answers[offer.run]) is not None
        and own_answer.pacts
        and own_answer.route is not None
    ):
        routes = (own_answer.route,)
    else:
        run, spared = question.runs[offer.run], frozenset((offer.seat,))
        exchange_trips = trip_candidates(state, run, (question.seat,), spared, RETURN_KINDS)
        all_trips = (*exchange_trips, *trip_candidates(state, run, (question.seat,)))
        routes = tuple(dict.fromkeys(candidate.route for candidate in all_trips))
    yield from (route for route in routes if not _agreement_refusal(state, question, offer, route))


def _apply_accept(state: RailwayRivals, question: RunQuestion, action: Accept) -> RailwayRivals:
    offer = answered_offer(question, action)
    answers = answers_of_both(state, question, offer, action.route)
    run, two = question.runs[offer.run], _seats_informed(state, offer)
    event = DealMade(question.seat, offer.seat, run, offer.joint, to=two)
    outcome = apply_acceptance(open_desks(state), offer, answers)
    return record_outcome(state, outcome, event, *decision_events(state, question, offer.run, answers))


def answers_of_both(state: RailwayRivals, question: RunQuestion, offer: Offer, route: Route) -> dict[Seat, Answer]:
    """The decisions of both seats about the run if an offer is accepted with this route."""
    if offer.joint:
        joint = Answer(offer.route, offer.fees, joint=(offer.seat, question.seat))
        return {offer.seat: joint, question.seat: joint}
    own_trip, answer_before = exchange_trip(state, question, offer, route), question.desk.answers[offer.run]
    pacts = answer_before.pacts if answer_before is not None else {}
    to_them, to_me = own_trip.fees.get(offer.seat, 0), offer.fees.get(question.seat, 0)
    pacts = {**pacts, offer.seat: Pact(offer.route, to_me)}
    return {
        offer.seat: Answer(offer.route, offer.fees, pacts={question.seat: Pact(route, to_them)}),
        question.seat: Answer(route, own_trip.fees, pacts=pacts),
    }


def _accept_refusal(state: RailwayRivals, question: RunQuestion, action: Accept) -> str:
    if wrong := _answer_refusal(state, question, action):
        return wrong
    offer = answered_offer(question, action)
    return _agreement_refusal(state, question, offer, action.route)


def _agreement_refusal(state: RailwayRivals, question: RunQuestion, offer: Offer, route: Route) -> str:
    """A sentence that says why an offer can't be accepted with this route; empty if it can.

    (rulings 80 to 83)
    """
    own_answer = question.desk.answers[offer.run]
    if own_answer is not None and own_answer.joint:
        return f"You have agreed on a joint run for run {question.runs[offer.run]}. Decline other offers for it."
    if (own_offer := question.desk.offer_by(question.seat, offer.run)) is not None:
        waiting = (
            f"You’re waiting for player {own_offer.partner} to answer your offer for run {question.runs[offer.run]}"
        )
        return f"{waiting}. Decline this offer."
    if offer.joint and (bound := question.desk.pact_partners(offer.run)):
        partners = join_words([f"player {partner}" for partner in bound])
        agreed = f"You have agreed on an exchange with {partners} for run {question.runs[offer.run]}"
        return f"{agreed}, and a joint run would break it. Decline the joint run."
    if offer.joint:
        return "" if route == offer.route else f"You can accept a joint run only with the route offered: {offer.route}."
    if own_answer is not None and own_answer.pacts and route != own_answer.route:
        return f"You have agreed on an exchange with the route {own_answer.route}. You can accept only with that one."
    try:
        fees_of_mine = exchange_trip(state, question, offer, route).fees
    except RouteRefused as wrong:
        return str(wrong)
    return _settlement_refusal(state, question, offer, fees_of_mine)


def exchange_trip(state: RailwayRivals, question: RunQuestion, offer: Offer, route: Route) -> Trip:
    """The seat's trip if it accepts an exchange. Raises ``RouteRefused``."""
    own_answer = question.desk.answers[offer.run]
    earlier_partners = frozenset(own_answer.pacts) if own_answer is not None else frozenset()
    run, spared = question.runs[offer.run], earlier_partners | {offer.seat}
    own_trip = trip_on_route(state, run, (question.seat,), route, spared)
    return (
        msgspec.structs.replace(own_trip, fees=own_answer.fees)
        if own_answer is not None and earlier_partners
        else own_trip
    )


def exchange_balance(question: RunQuestion, offer: Offer, own_fees: Mapping[Seat, int]) -> int:
    """The seat's fees after accepting an exchange, less all fees that exchange partners pay to the seat."""
    own_answer = question.desk.answers[offer.run]
    pacts = own_answer.pacts.values() if own_answer is not None else ()
    return sum(own_fees.values()) - offer.fees.get(question.seat, 0) - sum(pact.pays for pact in pacts)


def _settlement_refusal(state: RailwayRivals, question: RunQuestion, offer: Offer, own_fees: Mapping[Seat, int]) -> str:
    """A sentence that says why the fees of an exchange can't be settled; empty if they can.

    (R Exchange of Running Powers; rulings 75, 82)
    """
    their_fees = offer.fees
    to_them, to_me = own_fees.get(offer.seat, 0), their_fees.get(question.seat, 0)
    if abs(to_them - to_me) > MAX_FEES_PER_RIVAL:
        return (
            f"You can’t accept: you would pay {to_them} gold to player {offer.seat} and get {to_me}. "
            f"The difference is {abs(to_them - to_me)}, and the limit is {MAX_FEES_PER_RIVAL}."
        )
    if (due := exchange_balance(question, offer, own_fees)) > state.gold[question.seat]:
        return f"You can’t accept: you would pay {due} gold in total, and you have {state.gold[question.seat]}."
    if sum(their_fees.values()) - to_them > state.gold[offer.seat]:
        due = sum(their_fees.values()) - to_them
        return f"You can’t accept: player {offer.seat} would pay {due} gold in total, and has {state.gold[offer.seat]}."
    return ""


def _accept_fees(state: RailwayRivals, question: RunQuestion, action: Accept) -> int:
    offer = answered_offer(question, action)
    if not offer.joint:
        return exchange_trip(state, question, offer, action.route).total_fees
    train = (offer.seat, question.seat)
    fees = trip_on_route(state, question.runs[offer.run], train, action.route).total_fees
    return fee_share(state, train, question.seat, fees)


ACCEPT_RULE = answer_rule(Accept, _accept_offers, _apply_accept, _accept_refusal, _accept_fees)


def _decline_offers(state: RailwayRivals, question: RunQuestion) -> Iterator[Decline]:
    for offer in _offers_to_answer(question):
        yield Decline(question.seat, str(question.runs[offer.run]), offer.seat)


def _apply_decline_action(state: RailwayRivals, question: RunQuestion, action: Decline) -> RailwayRivals:
    offer = answered_offer(question, action)
    return record_outcome(state, apply_decline(open_desks(state), offer))


def _answer_refusal(state: RailwayRivals, question: RunQuestion, action: Accept | Decline) -> str:
    if wrong := answer_refusal(question, action):
        return wrong
    nothing = f"Player {action.partner} hasn’t made you an offer for run {action.run}."
    return nothing if _find_offer(question, action) is None else ""


DECLINE_RULE = answer_rule(Decline, _decline_offers, _apply_decline_action, _answer_refusal)
