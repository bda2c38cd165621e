"""Entries, routes and deals, as their buttons say them."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.core import Action, NameOfSeat, Seat
from engine.core.short_label import (
    MAX_LABEL,
    MAX_MARKED_LABEL,
    ShortLabel,
    fit_detail,
    fit_label,
    has_number,
    shorten_name,
)
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.deals import exchange_trip
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.race import PRIZES, movement_costs, route_odds
from engine.games.railway_rivals.rules.run_answers import AnswerAction, RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, fee_share, trip_candidates, trip_on_route
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.narration.operating import fee_text

_MAX_DEAL_LABEL, _MAX_RUN_LABEL = MAX_LABEL - 4, 32


class _TrainForecast(NamedTuple):
    """A train as it would run: its trip, its chance to win (None: no rival can run), and what is paid at most.

    ``seats`` share its prize. ``offset`` is what a partner's fees may leave of the payment, at the least.
    """

    trip: Trip
    chance: float | None
    payment: int
    seats: tuple[Seat, ...]
    offset: int


def short_label(state: RailwayRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of an answer about the open runs; None for other actions."""
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
            return _run_short_label(state, question, run, action)
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
    if not isinstance(action, AnswerAction) or not isinstance(state.flow[-1], Entering):
        return ""
    if isinstance(action, Stay | Joint | Exchange) and field == "" and (reason := _why_shared(state, action.seat)):
        return reason
    prizes = f"Prizes: {PRIZES[0]} and {PRIZES[1]}"
    match action:
        case Stay() if field == "run":
            return "You would give up this chance, and its fees."
        case Stay() | Decline():
            return ""
        case Joint() | Exchange() if field == "partner" and _are_equal_partners(state, action):
            return f"{prizes}. All bring the same; take any."
        case Joint() if field and _has_chance(state, action, field):
            return f"Half of {PRIZES[0]} or {PRIZES[1]}. %: beats fastest rival."
        case Exchange() if field and _has_chance(state, action, field):
            return f"Both run: {PRIZES[0]} or {PRIZES[1]}. %: beats fastest rival."
        case _ if field in ("run", "partner", "route") and _has_chance(state, action, field):
            return f"{prizes}. %: beats fastest rival."
        case _ if not isinstance(action, Decline | Stay):
            return f"{prizes} gold." if field != "partner" else ""
        case _:
            return ""


def legend(state: RailwayRivals, action: Action, field: str) -> str:
    """The meaning of deals, when they are first offered and when one is made."""
    match action:
        case Enter() if field == "run":
            return "Joint: one train for two. Exchange: share track." if state.seats > 2 else ""
        case Joint() if field != "route":
            return "Joint run: one train for two, half the prize each."
        case Exchange() if field != "route":
            return "Exchange: both run; fees between you two offset."
        case _:
            return ""


def _are_equal_partners(state: RailwayRivals, action: Joint | Exchange) -> bool:
    """Whether a deal with any rival that can make it has the same chance and fees, and there are several."""
    question = run_question_of(state, action.seat)
    run = question.open_run(action.run)
    figures = list[tuple[float | None, int, int]]()
    for rival in state.everyone:
        seats = (action.seat, rival) if isinstance(action, Joint) else (action.seat,)
        spared = frozenset[Seat]() if isinstance(action, Joint) else frozenset((rival,))
        trip = next(iter(trip_candidates(state, run, seats, spared)), None) if rival != action.seat else None
        if trip is not None:
            train = _forecast_train(state, question, replace(action, partner=rival, route=trip.route))
            figures.append((train.chance, train.payment, train.offset))
    return len(figures) > 1 and len(set(figures)) == 1


def _has_chance(state: RailwayRivals, action: AnswerAction, field: str) -> bool:
    """Whether any answer to the question has a percentage: some rival can run alone."""
    question = run_question_of(state, action.seat)
    runs = [question.runs[index] for index in question.runs_to_decide]
    if field != "run" and action.run != REST_OF_RUNS:
        runs = [question.open_run(action.run)]
    return any(_fastest_rival(state, run, (action.seat,)) is not None for run in runs)


def _why_shared(state: RailwayRivals, seat: Seat) -> str:
    """Why a seat can enter no run alone; nothing where it can."""
    if not isinstance(state.flow[-1], Entering):
        return ""
    at = run_question_of(state, seat)
    if any(next(trip_candidates(state, at.runs[index], (seat,)), None) for index in at.runs_to_decide):
        return ""
    return f"You have no way to run alone. A joint run shares {PRIZES[0]} or {PRIZES[1]} gold."


def _run_text(question: RunQuestion, run: Run) -> str:
    """“Penrith→Kirkby Stephen”, of long names the first words; with numbers where two open runs have the same names."""
    start, goal = (name.partition(" & ")[0] for name in run.names)
    words = fit_label(f"{start}→{goal}", f"{start.split()[0]}→{goal.split()[0]}", max_length=_MAX_RUN_LABEL)
    runs_of_same_name = [other for other in question.runs if other.names == run.names]
    return f"{words} {run}" if len(runs_of_same_name) > 1 else words


def _run_short_label(state: RailwayRivals, question: RunQuestion, run: Run, action: AnswerAction) -> ShortLabel:
    """“Penrith→Keswick, 40%, pay 2”: a run, and the seat's chance in it alone."""
    words, quiet = _run_text(question, run), isinstance(action, Stay)
    own = next(iter(trip_candidates(state, run, (question.seat,))), None)
    if own is None:
        return ShortLabel(fit_label(f"{words}, no way alone", words), quiet=quiet)
    chance = _chance_text(_win_chance(state, run, own, (question.seat,)))
    fees = f", pay {own.total_fees}" if own.total_fees else ""
    return ShortLabel(fit_label(f"{words}, {chance}{fees}", f"{words}, {chance}", words), quiet=quiet)


def _chance_text(chance: float | None) -> str:
    return "no rival" if chance is None else f"{chance:.0%}"


def _answer_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: AnswerAction, name: NameOfSeat
) -> ShortLabel:
    match action:
        case Stay():
            words = _run_text(question, run)
            return ShortLabel(fit_label(f"Stay out: {words}", f"Out: {words}", max_length=_MAX_DEAL_LABEL), quiet=True)
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
        case Joint() | Exchange():
            return _deal_short_label(state, question, run, action, name)
        case _:
            return _enter_short_label(state, question, run, action, name)


def _deal_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: Joint | Exchange, name: NameOfSeat
) -> ShortLabel:
    """“Ben: Penrith→Keswick 40%, pay 2”: a rival, the run, the chance of the train, and one's own fees."""
    train, rival = _forecast_train(state, question, action), shorten_name(name(Seat(action.partner)))
    chance, fees = (
        _chance_text(train.chance),
        f", {_payment_text(train)}".removesuffix(" gold") if train.payment else "",
    )
    words = _run_text(question, run)
    shorter = "→".join(end.split()[0] for end in words.split("→"))
    labels = f"{rival}: {words} {chance}{fees}", f"{rival}: {shorter} {chance}{fees}"
    fitting = next((label for label in labels if len(label) <= MAX_MARKED_LABEL), None)
    label = fitting or fit_label(*labels, f"{rival}: {shorter} {chance}", f"{rival}: {shorter}", max_length=MAX_LABEL)
    return ShortLabel(label, _route_text(state, run, action, name), **_label_numbers(action, train, label))


def _enter_short_label(
    state: RailwayRivals, question: RunQuestion, run: Run, action: Enter, name: NameOfSeat
) -> ShortLabel:
    """“Penrith→Keswick, 40%, pay 1 gold”: the run, the chance to win, and the fees."""
    train = _forecast_train(state, question, action)
    chance = _chance_text(train.chance)
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
    chance = _chance_text(train.chance)
    hexes = len(train.trip.train_route.hexes) - 1
    pays = _payment_text(train) or "no fees"
    via = _route_text(state, run, action, name)
    short = f"{chance}, {hexes} hexes, {pays}"
    label = fit_label(f"{short}, {via}", f"{chance}, {pays}, {via}", short)
    detail = fit_detail(f"{via[0].upper()}{via[1:]}", fee_text(train.trip.fees, name), between="; ")
    return ShortLabel(label, detail, **_label_numbers(action, train, label))


def _payment_text(train: _TrainForecast) -> str:
    """“pay 4 gold”, “get 2 gold” of an exchange, or nothing; where a partner's fees may count against it “pay 0–4”."""
    if train.offset < train.payment:
        return f"pay {train.offset}–{train.payment} gold"
    return f"pay {train.payment} gold" if train.payment > 0 else f"get {-train.payment} gold" if train.payment else ""


def _label_numbers(action: AnswerAction, train: _TrainForecast, label: str) -> dict[str, Any]:
    """The figures of a label: the first prize with its chance, which only a train of one’s own has, and the fees."""
    costs = (train.payment,) if train.payment and has_number(label, train.payment) else ()
    chance = 1 if train.chance is None else round(train.chance, 2)
    if chance != 1 and f"{chance:.0%}" not in label:
        return {"costs": costs}
    return {"gains": (PRIZES[0] // len(train.seats),), "costs": costs, "chance": chance}


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
        train = _forecast_train(state, question, action)
        pays = f", {_payment_text(train)}" if train.payment else ", no fees"
        detail = f"{rival} has {state.gold[partner]} gold"
        return ShortLabel(fit_label(f"{rival} · {_chance_text(train.chance)}{pays}"), detail)
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
            paid = own_trip.total_fees - offer.fees.get(seat, 0)
            return _TrainForecast(own_trip, _win_chance(state, run, own_trip, seats), paid, seats, paid)
        seats = (seat, offer.seat)
    elif isinstance(action, Joint):
        seats = (seat, Seat(action.partner))
    elif isinstance(action, Exchange):
        spared = frozenset((Seat(action.partner),))
    own_trip = trip_on_route(state, run, seats, action.route, spared)
    payment = fee_share(state, seats, seat, own_trip.total_fees) if len(seats) > 1 else own_trip.total_fees
    offset = payment - sum(own_trip.fees.get(other, 0) for other in spared)
    return _TrainForecast(own_trip, _win_chance(state, run, own_trip, seats), payment, seats, offset)


def _win_chance(state: RailwayRivals, run: Run, train: Trip, seats: tuple[Seat, ...]) -> float | None:
    """The chance to beat the fastest known rival; None where no rival can run alone. (rulings, section 5)"""
    rival = _fastest_rival(state, run, seats)
    return None if rival is None else route_odds(movement_costs(state.hex_map, train.train_route.hexes), rival).win


def _fastest_rival(state: RailwayRivals, run: Run, seats: tuple[Seat, ...]) -> tuple[int, ...] | None:
    """The movement of the fastest way of any other seat alone; None where none can run."""
    rivals = [
        movement_costs(state.hex_map, theirs.train_route.hexes)
        for seat in state.everyone
        if seat not in seats
        for theirs in trip_candidates(state, run, (seat,))
    ]
    return min(rivals, key=sum, default=None)


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
