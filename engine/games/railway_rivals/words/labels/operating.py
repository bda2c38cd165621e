"""Entries, routes and deals, as a menu says them."""

from engine.core import Action, Name, Seat, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.rules.deals import exchanged
from engine.games.railway_rivals.rules.desktop import Answering, Desktop, desktop
from engine.games.railway_rivals.rules.entering import REST
from engine.games.railway_rivals.rules.race import PRIZES, movement, odds_of_ways
from engine.games.railway_rivals.rules.search.graph import distance
from engine.games.railway_rivals.rules.search.routes import LIMIT
from engine.games.railway_rivals.rules.trips import Trip, fastest_trip, trip
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration.operating import fee_words


def label(state: RailwayRivals, action: Action, field: str, name: Name) -> str:
    """Say an action about the open runs; empty for others."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(action, Answering) or not isinstance(phase, Entering):
        return ""
    at = desktop(state, action.seat)
    if action.run == REST:
        return _rest(at, field)
    index = at.place(action.run)
    match field:
        case "run":
            return _run(state, at.runs[index], action)
        case "partner":
            assert not isinstance(action, Enter | Stay)
            return _partner(state, at, index, action, name)
        case "route":
            assert not isinstance(action, Stay | Decline)
            way = _hexes(state, at.runs[index], action.route, name)
            return f"{way[0].upper()}{way[1:]}: {_terms(state, at, index, action, name)}"
        case _:
            return _whole(state, at, index, action, name)


def _rest(at: Desktop, field: str) -> str:
    """“Every other run: 19-33 and 21-62”."""
    runs = listed([str(at.runs[index]) for index in at.undecided])
    return f"Every other run: {runs}" if field else f"Stay out of {runs}: {_STAYING}"


def _run(state: RailwayRivals, run: Run, action: Answering) -> str:
    """“12 Birkenhead to 61 London: at least 23 hexes, prizes of 20 and 10 gold”."""
    if isinstance(action, Stay):
        return f"{run.title}: {_STAYING}"
    ends = state.chart.hexes_of(run.start), state.chart.hexes_of(run.goal)
    far = f"at least {distance(state.chart, state.track, *ends)} hexes"
    return f"{run.title}: {far}, prizes of {PRIZES[0]} and {PRIZES[1]} gold"


_STAYING = "no fees and no prize, but trains on your track still pay you"
_JOINT = "one train for both, sharing prize and fees"
_EXCHANGE = f"both run, paying only the difference in fees, up to {LIMIT} gold"


def _whole(state: RailwayRivals, at: Desktop, index: int, action: Answering, name: Name) -> str:
    return f"{_said(state, at, index, action, name)}{_turned_down(at, index, action, name)}"


def _turned_down(at: Desktop, index: int, action: Answering, name: Name) -> str:
    """Name the players whose offers are declined by deciding otherwise."""
    offers = [] if isinstance(action, Decline) else list(at.desk.received(at.seat, index))
    if isinstance(action, Accept):  # beside an exchange, others stay possible
        joint = _offer(at, index, Seat(action.partner)).joint
        offers = [other for other in offers if other.seat != action.partner and (joint or other.joint)]
    if not offers:
        return ""
    whose = listed(tuple(f"{name(offer.seat)}’s" for offer in offers))
    return f". This declines {whose} offer{'s' * (len(offers) > 1)}"


def _said(state: RailwayRivals, at: Desktop, index: int, action: Answering, name: Name) -> str:
    run = at.runs[index].title
    if isinstance(action, Stay):
        return f"Stay out of run {run}: {_STAYING}"
    if isinstance(action, Decline):
        rival = name(Seat(action.partner))
        return f"Decline {rival}’s offer for run {run}: {rival} chooses again"
    way = _hexes(state, at.runs[index], action.route, name)
    terms = _terms(state, at, index, action, name)
    match action:
        case Enter():
            return f"Enter run {run} {way}: {terms}"
        case Joint(partner=partner):
            return f"Offer {name(Seat(partner))} a joint run of {run} ({_JOINT}), {way}: {terms}"
        case Exchange(partner=partner):
            powers = f"an exchange of running powers for run {run}"
            return f"Offer {name(Seat(partner))} {powers} ({_EXCHANGE}), with your train {way}: {terms}"
        case Accept(partner=partner):
            what = _JOINT if _offer(at, index, Seat(partner)).joint else _EXCHANGE
            return (
                f"Accept {name(Seat(partner))}’s offer for run {run} ({what}), {way}: {terms}, and it can’t be undone"
            )


def _partner(
    state: RailwayRivals, at: Desktop, index: int, action: Joint | Exchange | Accept | Decline, name: Name
) -> str:
    """A rival and its gold; of an offer received, what it is."""
    partner = Seat(action.partner)
    if isinstance(action, Joint | Exchange):
        return f"{name(partner)}, with {state.gold[partner]} gold: {_JOINT if isinstance(action, Joint) else _EXCHANGE}"
    offer = _offer(at, index, partner)
    run = at.runs[index]
    if offer.joint:
        found = trip(state, run, (partner, at.seat), offer.route)
        return f"{name(partner)}: joint run, {_length(state, found)}, {fee_words(offer.fees, name)}"
    theirs = trip(state, run, (partner,), offer.route, frozenset((at.seat,)))
    return f"{name(partner)}: exchange, a train of {_length(state, theirs)} that pays you {offer.fees.get(at.seat, 0)}"


def _terms(state: RailwayRivals, at: Desktop, index: int, action: Enter | Joint | Exchange | Accept, name: Name) -> str:
    """“23 hexes, pays 4 gold to Ben, 58% to beat and 11% to tie the fastest known rival”: a train as it would run."""
    run, seat = at.runs[index], at.seat
    match action:
        case Enter(route=route):
            found = trip(state, run, (seat,), route)
            return _trip_words(state, run, found, (seat,), name)
        case Joint(partner=partner, route=route):
            train = (seat, Seat(partner))
            return _trip_words(state, run, trip(state, run, train, route), train, name)
        case Exchange(partner=partner, route=route):
            found = trip(state, run, (seat,), route, frozenset((Seat(partner),)))
            return _trip_words(state, run, found, (seat,), name)
        case Accept(partner=partner, route=route):
            offer = _offer(at, index, Seat(partner))
            if offer.joint:
                train = (offer.seat, seat)
                return _trip_words(state, run, trip(state, run, train, route), train, name)
            back = offer.fees.get(seat, 0)
            found = exchanged(state, at, offer, route)
            words = _trip_words(state, run, found, (seat,), name)
            before = at.desk.answers[index]
            pacts = before.pacts.values() if before else ()
            net = found.total - back - sum(pact.pays for pact in pacts)
            return f"{words}, {name(offer.seat)} pays you {back}, and in total {_balance(net)}"


def _balance(net: int) -> str:
    if not net:
        return "you pay nothing"
    return f"you pay {net}" if net > 0 else f"you get {-net}"


def _trip_words(state: RailwayRivals, run: Run, found: Trip, train: tuple[Seat, ...], name: Name) -> str:
    """Length, fees, and the chance against the fastest route that any rival could take. (rulings, section 5)"""
    words = f"{_length(state, found)}, {fee_words(found.fees, name)}"
    others = (fastest_trip(state, run, seat) for seat in state.everyone if seat not in train)
    rivals = [movement(state.chart, theirs.way.hexes) for theirs in others if theirs is not None]
    if not rivals:
        return f"{words}, no rival can run it alone"
    chance = odds_of_ways(movement(state.chart, found.way.hexes), min(rivals, key=sum))
    return f"{words}, {chance.win:.0%} to beat and {chance.tie:.0%} to tie the fastest known rival"


def _length(state: RailwayRivals, found: Trip) -> str:
    """“23 hexes”, and what hills add: “23 hexes (25 with hills)”."""
    hexes, hours = len(found.way.hexes) - 1, sum(movement(state.chart, found.way.hexes))
    return f"{hexes} hexes" + (f" ({hours} with hills)" if hours > hexes else "")


def _offer(at: Desktop, index: int, partner: Seat) -> Offer:
    return next(offer for offer in at.desk.received(at.seat, index) if offer.seat == partner)


def _hexes(state: RailwayRivals, run: Run, route: Route, name: Name) -> str:
    """The way-points in between, towns by name; and where the run begins or ends, if it has a choice of places."""

    def word(hex: Hex, payee: int) -> str:
        town = state.chart.town_at.get(hex)
        return f"{town.name if town else hex}{f' (paying {name(Seat(payee))})' if payee else ''}"

    payees = route.payees or (0,) * len(route.via)
    points = [word(hex, payee) for hex, payee in zip(route.via, payees, strict=True)]
    first = points[:1] if len(state.chart.hexes_of(run.start)) > 1 else []
    last = points[-1:] if len(state.chart.hexes_of(run.goal)) > 1 else []
    between = points[1:-1]
    words = [*(f"from {hex}" for hex in first), *([f"via {listed(between)}"] if between else [])]
    return " ".join([*words, *(f"ending at {hex}" for hex in last)]) or "by the fastest way"
