"""Labels of entries, routes, and deals."""

from engine.core import Action, NameOfSeat, Seat, join_words
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.deals import exchange_trip
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.race import PRIZES, movement_costs, route_odds
from engine.games.railway_rivals.rules.run_answers import AnswerAction, RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, fastest_trip, fee_share, trip_on_route
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.narration.operating import fee_text


def label(state: RailwayRivals, action: Action, field: str, name: NameOfSeat) -> str:
    """Say an action about the open runs; empty for others."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(action, AnswerAction) or not isinstance(phase, Entering):
        return ""
    question = run_question_of(state, action.seat)
    if action.run == REST_OF_RUNS:
        return _rest_label(question, field)
    index = question.index_of(action.run)
    match field:
        case "run":
            return _run_label(state, question.runs[index], action)
        case "partner":
            assert not isinstance(action, Enter | Stay)
            return _partner_label(state, question, index, action, name)
        case "route":
            assert not isinstance(action, Stay | Decline)
            route_text = _route_text(state, question.runs[index], action.route, name)
            return f"{route_text[0].upper()}{route_text[1:]}: {_terms_text(state, question, index, action, name)}"
        case _:
            return _answer_label(state, question, index, action, name)


def _rest_label(question: RunQuestion, field: str) -> str:
    """“Every other run: 19-33 and 21-62”."""
    runs = join_words([str(question.runs[index]) for index in question.runs_to_decide])
    return f"Every other run: {runs}" if field else f"Stay out of {runs}: {_STAY_EFFECT}"


def _run_label(state: RailwayRivals, run: Run, action: AnswerAction) -> str:
    """“Birkenhead to London (12-61): at least 23 hexes, prizes of 20 and 10 gold”."""
    if isinstance(action, Stay):
        return f"{run.title}: {_STAY_EFFECT}"
    ends = state.hex_map.hexes_of(run.start), state.hex_map.hexes_of(run.goal)
    distance_text = f"at least {track_distance(state.hex_map, state.track, *ends)} hexes"
    return f"{run.title}: {distance_text}, prizes of {PRIZES[0]} and {PRIZES[1]} gold"


_STAY_EFFECT = "no fees and no prize, but trains on your track still pay you"
_JOINT_EFFECT = "one train for both, sharing prize and fees"
_EXCHANGE_EFFECT = f"both run, paying only the difference in fees, up to {MAX_FEES_PER_RIVAL} gold"


def _answer_label(
    state: RailwayRivals, question: RunQuestion, index: int, action: AnswerAction, name: NameOfSeat
) -> str:
    return f"{_answer_text(state, question, index, action, name)}{_declines_text(question, index, action, name)}"


def _declines_text(question: RunQuestion, index: int, action: AnswerAction, name: NameOfSeat) -> str:
    """Name the players whose offers are declined by deciding otherwise."""
    offers = [] if isinstance(action, Decline) else list(question.desk.offers_to(question.seat, index))
    if isinstance(action, Accept):  # beside an exchange, others stay possible
        joint = _find_offer(question, index, Seat(action.partner)).joint
        offers = [other for other in offers if other.seat != action.partner and (joint or other.joint)]
    if not offers:
        return ""
    whose = join_words(tuple(f"{name(offer.seat)}’s" for offer in offers))
    return f". This declines {whose} offer{'s' * (len(offers) > 1)}"


def _answer_text(
    state: RailwayRivals, question: RunQuestion, index: int, action: AnswerAction, name: NameOfSeat
) -> str:
    run = question.runs[index].title
    if isinstance(action, Stay):
        return f"Stay out of run {run}: {_STAY_EFFECT}"
    if isinstance(action, Decline):
        rival = name(Seat(action.partner))
        return f"Decline {rival}’s offer for run {run}: {rival} chooses again"
    route_text = _route_text(state, question.runs[index], action.route, name)
    terms = _terms_text(state, question, index, action, name)
    match action:
        case Enter():
            return f"Enter run {run} {route_text}: {terms}"
        case Joint(partner=partner):
            return f"Offer {name(Seat(partner))} a joint run of {run} ({_JOINT_EFFECT}), {route_text}: {terms}"
        case Exchange(partner=partner):
            powers = f"an exchange of running powers for run {run}"
            return f"Offer {name(Seat(partner))} {powers} ({_EXCHANGE_EFFECT}), with your train {route_text}: {terms}"
        case Accept(partner=partner):
            is_joint = _find_offer(question, index, Seat(partner)).joint
            what = "joint run" if is_joint else "exchange"
            half = f"{PRIZES[0] // 2} of {PRIZES[0]}" if is_joint else f"{PRIZES[0]}"
            return (
                f"Accept {name(Seat(partner))}’s {what} for run {run}, {route_text}: {terms}; "
                f"first place brings you {half} gold, staying out none, and it can’t be undone"
            )


def _partner_label(
    state: RailwayRivals,
    question: RunQuestion,
    index: int,
    action: Joint | Exchange | Accept | Decline,
    name: NameOfSeat,
) -> str:
    """A rival and its gold; of an offer received, what it is."""
    partner = Seat(action.partner)
    if isinstance(action, Joint | Exchange):
        return (
            f"{name(partner)}, with {state.gold[partner]} gold: "
            f"{_JOINT_EFFECT if isinstance(action, Joint) else _EXCHANGE_EFFECT}"
        )
    offer = _find_offer(question, index, partner)
    run = question.runs[index]
    if offer.joint:
        joint_trip = trip_on_route(state, run, (partner, question.seat), offer.route)
        return f"{name(partner)}: joint run, {_length_text(state, joint_trip)}, {fee_text(offer.fees, name)}"
    theirs = trip_on_route(state, run, (partner,), offer.route, frozenset((question.seat,)))
    return (
        f"{name(partner)}: exchange, a train of {_length_text(state, theirs)} that pays you "
        f"{offer.fees.get(question.seat, 0)}"
    )


def _terms_text(
    state: RailwayRivals, question: RunQuestion, index: int, action: Enter | Joint | Exchange | Accept, name: NameOfSeat
) -> str:
    """“23 hexes, pays 4 gold to Ben, 58% to beat and 11% to tie the fastest known rival”: a train as it would run."""
    run, seat = question.runs[index], question.seat
    match action:
        case Enter(route=route):
            own_trip = trip_on_route(state, run, (seat,), route)
            return _trip_text(state, run, own_trip, (seat,), name)
        case Joint(partner=partner, route=route):
            train = (seat, Seat(partner))
            return _joint_trip_text(state, run, trip_on_route(state, run, train, route), train, name)
        case Exchange(partner=partner, route=route):
            own_trip = trip_on_route(state, run, (seat,), route, frozenset((Seat(partner),)))
            return _trip_text(state, run, own_trip, (seat,), name)
        case Accept(partner=partner, route=route):
            offer = _find_offer(question, index, Seat(partner))
            if offer.joint:
                train = (seat, offer.seat)
                return _joint_trip_text(state, run, trip_on_route(state, run, train, route), train, name)
            fees_back = offer.fees.get(seat, 0)
            own_trip = exchange_trip(state, question, offer, route)
            words = _trip_text(state, run, own_trip, (seat,), name)
            answer_before = question.desk.answers[index]
            pacts = answer_before.pacts.values() if answer_before else ()
            net = own_trip.total_fees - fees_back - sum(pact.pays for pact in pacts)
            return f"{words}; {name(offer.seat)} pays you {fees_back}: in total {_balance_text(net)}"


def _balance_text(net: int) -> str:
    if not net:
        return "you pay nothing"
    return f"you pay {net}" if net > 0 else f"you get {-net}"


def _joint_trip_text(
    state: RailwayRivals, run: Run, train_trip: Trip, train: tuple[Seat, Seat], name: NameOfSeat
) -> str:
    """The same of a joint run: with the first seat's share of the fees, if there are any."""
    words = _trip_text(state, run, train_trip, train, name)
    share = fee_share(state, train, train[0], train_trip.total_fees)
    return f"{words}, your share of the fees is {share}" if train_trip.total_fees else words


def _trip_text(state: RailwayRivals, run: Run, train_trip: Trip, train: tuple[Seat, ...], name: NameOfSeat) -> str:
    """Length, fees, and the chance against the fastest route that any rival could take. (rulings, section 5)"""
    words = f"{_length_text(state, train_trip)}, {fee_text(train_trip.fees, name)}"
    others = (fastest_trip(state, run, seat) for seat in state.everyone if seat not in train)
    rivals = [movement_costs(state.hex_map, theirs.train_route.hexes) for theirs in others if theirs is not None]
    if not rivals:
        return f"{words}, no rival can run it alone"
    chance = route_odds(movement_costs(state.hex_map, train_trip.train_route.hexes), min(rivals, key=sum))
    return f"{words}, {chance.win:.0%} to beat and {chance.tie:.0%} to tie the fastest known rival"


def _length_text(state: RailwayRivals, train_trip: Trip) -> str:
    """“23 hexes”, and what hills add: “23 hexes (25 with hills)”."""
    hexes, hours = (
        len(train_trip.train_route.hexes) - 1,
        sum(movement_costs(state.hex_map, train_trip.train_route.hexes)),
    )
    return f"{hexes} hexes" + (f" ({hours} with hills)" if hours > hexes else "")


def _find_offer(question: RunQuestion, index: int, partner: Seat) -> Offer:
    return next(offer for offer in question.desk.offers_to(question.seat, index) if offer.seat == partner)


def _route_text(state: RailwayRivals, run: Run, route: Route, name: NameOfSeat) -> str:
    """The way-points in between, towns by name; and where the run begins or ends, if it has a choice of places."""

    def hex_text(hex: Hex, payee: int) -> str:
        town = state.hex_map.town_at.get(hex)
        return f"{town.name if town else hex}{f' (paying {name(Seat(payee))})' if payee else ''}"

    payees = route.payees or (0,) * len(route.via)
    points = [hex_text(hex, payee) for hex, payee in zip(route.via, payees, strict=True)]
    first = points[:1] if len(state.hex_map.hexes_of(run.start)) > 1 else []
    last = points[-1:] if len(state.hex_map.hexes_of(run.goal)) > 1 else []
    between = points[1:-1]
    words = [*(f"from {hex}" for hex in first), *([f"via {join_words(between)}"] if between else [])]
    return " ".join([*words, *(f"ending at {hex}" for hex in last)]) or "by the fastest way"
