"""Entries, routes and deals, as their buttons say them."""

from typing import Any, NamedTuple

from engine.core import Action, NameOfSeat, Seat
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, has_number, shorten_name
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.deals import exchange_trip
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.race import PRIZES, movement_costs, route_odds
from engine.games.railway_rivals.rules.run_answers import AnswerAction, RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, trip_candidates, trip_on_route
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.narration.operating import fee_text

_MAX_DEAL_LABEL, _MAX_RUN_LABEL = MAX_LABEL - 4, 32


class _TrainForecast(NamedTuple):
    """A train as it would run: its trip, its chance to win (None: no rival can run), and what is paid in all."""

    trip: Trip
    chance: float | None
    payment: int


def short_label(state: RailwayRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """An answer about the open runs; None for other actions."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(action, AnswerAction) or not isinstance(phase, Entering):
        return None
    question = run_question_of(state, action.seat)
    if action.run == REST_OF_RUNS:
        return ShortLabel(
            "Stay out of every other run",
            fit_detail(*(_run_text(question, question.runs[i]) for i in question.runs_to_decide)),
            quiet=True,
        )
    run = question.runs[question.index_of(action.run)]
    match field:
        case "run":
            return ShortLabel(_run_text(question, run), quiet=isinstance(action, Stay))
        case "partner":
            assert not isinstance(action, Enter | Stay)
            return _partner_short_label(state, question, run, action, name)
        case "route":
            assert not isinstance(action, Stay | Decline)
            return _route_short_label(state, question, action, name)
        case _:
            return _answer_short_label(state, question, run, action, name)


def question_context(state: RailwayRivals, action: Action, field: str) -> str:
    """The prizes of a run, and the meaning of the percentages, where labels have any."""
    if isinstance(action, Stay | Joint) and field in ("", "run"):
        return _why_shared(state, action.seat)
    has_chances = isinstance(action, Enter) or (isinstance(action, Joint | Exchange | Accept) and field == "route")
    if not has_chances or not isinstance(state.flow[-1], Entering):
        return ""
    return f"Prizes: {PRIZES[0]} and {PRIZES[1]} gold. %: chance to beat the fastest known rival."


def _why_shared(state: RailwayRivals, seat: Seat) -> str:
    """Why a seat can enter no run alone; nothing where it can."""
    if not isinstance(state.flow[-1], Entering):
        return ""
    at = run_question_of(state, seat)
    if any(next(trip_candidates(state, at.runs[index], (seat,)), None) for index in at.runs_to_decide):
        return ""
    return "You have no way to run alone. A joint run shares prize and fees."


def _run_text(question: RunQuestion, run: Run) -> str:
    """“Penrith→Kirkby Stephen”, of long names the first words; with numbers where two open runs have the same names."""
    start, goal = (name.partition(" & ")[0] for name in run.names)
    words = fit_label(f"{start}→{goal}", f"{start.split()[0]}→{goal.split()[0]}", max_length=_MAX_RUN_LABEL)
    runs_of_same_name = [other for other in question.runs if other.names == run.names]
    return f"{words} {run}" if len(runs_of_same_name) > 1 else words


def _answer_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: AnswerAction, name: NameOfSeat
) -> ShortLabel:
    match action:
        case Stay():
            return ShortLabel(fit_label(f"Out: {_run_text(question, run)}", max_length=_MAX_DEAL_LABEL), quiet=True)
        case Decline(partner=partner):
            rival = shorten_name(name(Seat(partner)))
            return ShortLabel(
                fit_label(
                    f"Decline {rival}: {_run_text(question, run)}", f"Decline {rival}", max_length=_MAX_DEAL_LABEL
                ),
                quiet=True,
            )
        case Accept(partner=partner):
            return _accept_short_label(state, question, run, action, shorten_name(name(Seat(partner))))
        case Joint(partner=partner) | Exchange(partner=partner):
            rival = shorten_name(name(Seat(partner)))
            kind = "joint" if isinstance(action, Joint) else "exchange"
            words = f"{rival}, {kind}: {_run_text(question, run)}"
            return ShortLabel(
                fit_label(words, f"{rival}: {_run_text(question, run)}", max_length=MAX_LABEL),
                _route_text(state, run, action, name),
            )
        case _:
            return _enter_short_label(state, question, run, action, name)


def _enter_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: Enter, name: NameOfSeat
) -> ShortLabel:
    """“Penrith→Keswick, 40%, pay 1 gold”: the run, the chance to win, and the fees."""
    train = _forecast_train(state, question, action)
    chance = "no rival" if train.chance is None else f"{train.chance:.0%}"
    pays = f", {_payment_text(train)}" if train.payment else ""
    words = _run_text(question, run)
    label = fit_label(
        f"{words}, {chance}{pays}", f"{words} {chance}{pays.replace(' gold', '')}", f"{words} {chance}", words
    )
    detail = fit_detail(_route_text(state, run, action, name), fee_text(train.trip.fees, name))
    return ShortLabel(label, detail, **_label_numbers(action, train, label))


def _route_short_label(
    state: RailwayRivals, question: RunQuestion, action: Enter | Joint | Exchange | Accept, name: NameOfSeat
) -> ShortLabel:
    """“40%, 12 hexes, pay 1 gold”, and the towns between where there is room."""
    run, train = question.runs[question.index_of(action.run)], _forecast_train(state, question, action)
    chance = "no rival" if train.chance is None else f"{train.chance:.0%}"
    hexes = len(train.trip.train_route.hexes) - 1
    pays = _payment_text(train) or "no fees"
    via = _route_text(state, run, action, name)
    short = f"{chance}, {hexes} hexes, {pays}"
    label = fit_label(f"{short}, {via}", f"{chance}, {pays}, {via}", short)
    detail = fit_detail(f"{via[0].upper()}{via[1:]}", fee_text(train.trip.fees, name), between="; ")
    return ShortLabel(label, detail, **_label_numbers(action, train, label))


def _payment_text(train: _TrainForecast) -> str:
    """“pay 4 gold”, “get 2 gold” of an exchange, or nothing."""
    return f"pay {train.payment} gold" if train.payment > 0 else f"get {-train.payment} gold" if train.payment else ""


def _label_numbers(action: AnswerAction, train: _TrainForecast, label: str) -> dict[str, Any]:
    """The figures of a label: the first prize with its chance, which only a train of one’s own has, and the fees."""
    costs = (train.payment,) if train.payment and has_number(label, train.payment) else ()
    if not isinstance(action, Enter):
        return {"costs": costs}
    return {"gains": (PRIZES[0],), "costs": costs, "chance": 1 if train.chance is None else round(train.chance, 2)}


def _accept_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: Accept, rival: str
) -> ShortLabel:
    """“Accept Ada: joint, 40%, pay 4 gold”."""
    train = _forecast_train(state, question, action)
    kind = "joint" if _find_offer(question, run, Seat(action.partner)).joint else "exchange"
    chance = "" if train.chance is None else f", {train.chance:.0%}"
    pays = f", {_payment_text(train)}" if train.payment else ""
    label = fit_label(
        f"Accept {rival}: {kind}{chance}{pays}",
        f"Accept {rival}{chance}{pays}",
        f"Accept {rival}",
        max_length=MAX_LABEL,
    )
    return ShortLabel(label, fit_detail(_run_text(question, run), "can’t be undone"))


def _partner_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: Joint | Exchange | Accept | Decline, name: NameOfSeat
) -> ShortLabel:
    """A rival and its gold; of an offer received, what it is."""
    partner = Seat(action.partner)
    rival = shorten_name(name(partner))
    if isinstance(action, Joint | Exchange):
        return ShortLabel(f"{rival} · {state.gold[partner]} gold")
    offer = _find_offer(question, run, partner)
    fees = fee_text(offer.fees, name)
    if offer.joint:
        return ShortLabel(f"{rival} · joint run", fit_detail(fees), quiet=isinstance(action, Decline))
    return ShortLabel(
        f"{rival} · exchange, pays you {offer.fees.get(question.seat, 0)} gold", quiet=isinstance(action, Decline)
    )


def _forecast_train(
    state: RailwayRivals, question: RunQuestion, action: Enter | Joint | Exchange | Accept
) -> _TrainForecast:
    """The train of an answer, its chance against the fastest known rival, and what the seat pays in all."""
    run, seat = question.runs[question.index_of(action.run)], question.seat
    spared = frozenset[Seat]()
    seats: tuple[Seat, ...] = (seat,)
    if isinstance(action, Accept):
        offer = _find_offer(question, run, Seat(action.partner))
        if not offer.joint:
            own_trip = exchange_trip(state, question, offer, action.route)
            return _TrainForecast(
                own_trip, _win_chance(state, run, own_trip, (seat,)), own_trip.total_fees - offer.fees.get(seat, 0)
            )
        seats = (offer.seat, seat)
    elif isinstance(action, Joint):
        seats = (seat, Seat(action.partner))
    elif isinstance(action, Exchange):
        spared = frozenset((Seat(action.partner),))
    own_trip = trip_on_route(state, run, seats, action.route, spared)
    return _TrainForecast(own_trip, _win_chance(state, run, own_trip, seats), own_trip.total_fees)


def _win_chance(state: RailwayRivals, run: Run, train: Trip, seats: tuple[Seat, ...]) -> float | None:
    """The chance to beat the fastest known rival; None where no rival can run alone. (rulings, section 5)"""
    rivals = [
        movement_costs(state.hex_map, theirs.train_route.hexes)
        for seat in state.everyone
        if seat not in seats
        for theirs in trip_candidates(state, run, (seat,))
    ]
    if not rivals:
        return None
    return route_odds(movement_costs(state.hex_map, train.train_route.hexes), min(rivals, key=sum)).win


def _route_text(state: RailwayRivals, run: Run, action: Enter | Joint | Exchange | Accept, name: NameOfSeat) -> str:
    """“via Northallerton”, or “the fastest way”; hexes are named only where no town tells ways apart."""

    def hex_text(hex: Hex) -> str:
        town = state.hex_map.town_at.get(hex)
        return town.name if town else hex

    between = [hex_text(hex) for hex in action.route.via[1:-1]]
    ends = []
    if len(state.hex_map.hexes_of(run.start)) > 1:
        ends.append(f"from {hex_text(action.route.via[0])}")
    if len(state.hex_map.hexes_of(run.goal)) > 1:
        ends.append(f"to {hex_text(action.route.via[-1])}")
    payees = [shorten_name(name(Seat(seat))) for seat in dict.fromkeys(action.route.payees) if seat]
    payees_text = f"paying {' and '.join(payees)}" if payees else ""
    via = f"via {' and '.join(between)}" if between else ""
    return " ".join(filter(None, [*ends, via, payees_text])) or "the fastest way"


def _find_offer(question: RunQuestion, run: Run, partner: Seat) -> Offer:
    return next(
        offer for offer in question.desk.offers_to(question.seat, question.index_of(str(run))) if offer.seat == partner
    )
