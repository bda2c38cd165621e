"""Wording about runs, routes, and trains; the texts of entries and of deals share it."""

from typing import Any, NamedTuple

from engine.core import NameOfSeat, Seat, join_words
from engine.core.short_label import ShortLabel, fit_detail, fit_label, has_number, shorten_name
from engine.games.railway_rivals.rules.race import PRIZES, Odds, movement_costs, route_odds
from engine.games.railway_rivals.rules.run_answers import RunQuestion
from engine.games.railway_rivals.rules.run_costs import Trip, fee_share, trip_candidates
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.track_wording import fee_text

PRIZES_TEXT = f"{PRIZES[0]} and {PRIZES[1]}"
CHANCE_LEGEND = "%: beats fastest rival."
_MAX_RUN_LABEL = 32


class TrainForecast(NamedTuple):
    """A train that an answer would enter, with its chances and fees."""

    run: Run
    trip: Trip
    seats: tuple[Seat, ...]
    """The owners of the train, who share its prize; the seat that answers comes first."""
    odds: Odds | None
    """The odds against the fastest known rival; None if no rival can run alone."""
    payment: int
    """Maximum gold that the seat pays; negative if it receives gold from an exchange."""
    min_payment: int
    """Minimum gold that the seat pays, after a possible refund by a partner."""

    @property
    def win_chance(self) -> float | None:
        """The chance to beat the fastest known rival; None if no rival can run alone."""
        return None if self.odds is None else self.odds.win

    @property
    def length(self) -> int:
        """The number of steps of the route."""
        return len(self.trip.train_route.hexes) - 1


def forecast_train(
    state: RailwayRivals, run: Run, trip: Trip, seats: tuple[Seat, ...], *, received: int = 0, max_refund: int = 0
) -> TrainForecast:
    """Forecast the chances and fees of a train. (rulings, section 5)

    ``received`` is the gold that exchange partners certainly pay to the seat, ``max_refund`` the most that they may pay
    in addition.
    """
    rival = _fastest_rival(state, run, seats)
    costs = movement_costs(state.hex_map, trip.train_route.hexes)
    odds = None if rival is None else route_odds(costs, rival)
    payment = fee_share(state, seats, seats[0], trip.total_fees) - received
    return TrainForecast(run, trip, seats, odds, payment, payment - max_refund)


def _fastest_rival(state: RailwayRivals, run: Run, seats: tuple[Seat, ...]) -> tuple[int, ...] | None:
    """The movement costs of the fastest route of another seat alone; None if no other seat can run alone."""
    rivals = [
        movement_costs(state.hex_map, trip.train_route.hexes)
        for seat in state.everyone
        if seat not in seats
        for trip in trip_candidates(state, run, (seat,))
    ]
    return min(rivals, key=sum, default=None)


# -- labels


def run_label(state: RailwayRivals, run: Run) -> str:
    """“Birkenhead to London (12-61): at least 23 hexes, prizes of 20 and 10 gold”."""
    ends = state.hex_map.hexes_of(run.start), state.hex_map.hexes_of(run.goal)
    distance = track_distance(state.hex_map, state.track, *ends)
    return f"{run.title}: at least {distance} hexes, prizes of {PRIZES_TEXT} gold"


def route_label(state: RailwayRivals, train: TrainForecast, terms: str, name: NameOfSeat) -> str:
    """“Via Leeds and York: 23 hexes, pays no fees”; ``terms`` is the text after the colon."""
    route = route_text(state, train.run, train.trip.route, name)
    return f"{route[0].upper()}{route[1:]}: {terms}"


def train_text(state: RailwayRivals, train: TrainForecast, name: NameOfSeat) -> str:
    """“23 hexes, pays 4 gold to Ben, 58% to beat and 11% to tie the fastest known rival”.

    If a joint run pays fees, the seat's share of them is added.
    """
    text = f"{length_text(state, train.trip)}, {fee_text(train.trip.fees, name)}"
    if train.odds is None:
        text += ", no rival can run it alone"
    else:
        text += f", {train.odds.win:.0%} to beat and {train.odds.tie:.0%} to tie the fastest known rival"
    is_shared = len(train.seats) > 1 and train.trip.total_fees
    return f"{text}, your share of the fees is {train.payment}" if is_shared else text


def length_text(state: RailwayRivals, trip: Trip) -> str:
    """“23 hexes”, or “23 hexes (25 with hills)” if hills cost more movement."""
    hexes = len(trip.train_route.hexes) - 1
    movement = sum(movement_costs(state.hex_map, trip.train_route.hexes))
    return f"{hexes} hexes" + (f" ({movement} with hills)" if movement > hexes else "")


def route_text(state: RailwayRivals, run: Run, route: Route, name: NameOfSeat) -> str:
    """“via Leeds (paying Ben) and York”, or “by the fastest way”.

    The start or the end of the run is named only if there are several possible hexes for it.
    """
    towns = state.hex_map.town_names_on(route.via)
    payees = [f" (paying {name(Seat(payee))})" if payee else "" for payee in route.payees or (0,) * len(route.via)]
    points = [f"{towns.get(hex, hex)}{payee}" for hex, payee in zip(route.via, payees, strict=True)]
    between = points[1:-1]
    start = f"from {points[0]}" if len(state.hex_map.hexes_of(run.start)) > 1 else ""
    via = f"via {join_words(between)}" if between else ""
    end = f"ending at {points[-1]}" if len(state.hex_map.hexes_of(run.goal)) > 1 else ""
    return " ".join(filter(None, [start, via, end])) or "by the fastest way"


def declined_offers_text(offers: list[Offer], name: NameOfSeat) -> str:
    """“. This declines Ben’s offer”; empty without offers."""
    if not offers:
        return ""
    makers = join_words(tuple(f"{name(offer.seat)}’s" for offer in offers))
    return f". This declines {makers} offer{'s' * (len(offers) > 1)}"


def offers_to_seat(question: RunQuestion, run: Run) -> list[Offer]:
    """The open offers to the seat for a run."""
    return list(question.desk.offers_to(question.seat, question.index_of(str(run))))


def offers_text(question: RunQuestion) -> str:
    """A sentence that names the runs for which rivals offer the seat a deal; empty if there is none."""
    runs = [run_text(question, run) for run in question.runs if offers_to_seat(question, run)]
    return f"You have an offer for {join_words(runs)}." if runs else ""


# -- short labels


def run_text(question: RunQuestion, run: Run) -> str:
    """“Penrith→Kirkby Stephen”, with the card numbers if two open runs have the same names.

    Long names are cut to their first words.
    """
    start, goal = (name.partition(" & ")[0] for name in run.names)
    text = fit_label(f"{start}→{goal}", f"{start.split()[0]}→{goal.split()[0]}", max_length=_MAX_RUN_LABEL)
    runs_of_same_name = [other for other in question.runs if other.names == run.names]
    return f"{text} {run}" if len(runs_of_same_name) > 1 else text


def run_short_label(state: RailwayRivals, question: RunQuestion, run: Run, *, is_quiet: bool = False) -> ShortLabel:
    """“Penrith→Keswick, 40%, pay 2”: a run, and the seat's chance and fees if it enters alone.

    ``is_quiet`` marks the choice to stay out of the run, as in “Out of Penrith→Keswick, 40%, pay 2”.
    """
    text = f"Out of {run_text(question, run)}" if is_quiet else run_text(question, run)
    trip = next(iter(trip_candidates(state, run, (question.seat,))), None)
    if trip is None:
        return ShortLabel(fit_label(f"{text}, no way alone", text), quiet=is_quiet)
    train = forecast_train(state, run, trip, (question.seat,))
    chance, fees = chance_text(train), f", pay {trip.total_fees}" if trip.total_fees else ""
    label = fit_label(f"{text}, {chance}{fees}", f"{text}, {chance}", text)
    return ShortLabel(label, quiet=True) if is_quiet else ShortLabel(label, **label_numbers(train, label))


def chance_text(train: TrainForecast) -> str:
    """“40%”, the chance to beat the fastest rival; or “no rival”."""
    return "no rival" if train.win_chance is None else f"{train.win_chance:.0%}"


def payment_text(train: TrainForecast) -> str:
    """“pay 4 gold”, “get 2 gold”, “pay 0–4 gold” if a partner may pay a part, or empty."""
    if train.min_payment < train.payment:
        return f"pay {train.min_payment}–{train.payment} gold"
    return f"pay {train.payment} gold" if train.payment > 0 else f"get {-train.payment} gold" if train.payment else ""


def route_short_label(state: RailwayRivals, train: TrainForecast, name: NameOfSeat) -> ShortLabel:
    """“40%, 12 hexes, pay 1 gold”, with the towns on the route if they fit."""
    chance, payment = chance_text(train), payment_text(train) or "no fees"
    route = short_route_text(state, train, name)
    short = f"{chance}, {train.length} hexes, {payment}"
    label = fit_label(f"{short}, {route}", f"{chance}, {payment}, {route}", short)
    detail = fit_detail(f"{route[0].upper()}{route[1:]}", fee_text(train.trip.fees, name), between="; ")
    return ShortLabel(label, detail, **label_numbers(train, label))


def short_route_text(state: RailwayRivals, train: TrainForecast, name: NameOfSeat) -> str:
    """“via Northallerton paying Ben”, or “the fastest way”; towns are named instead of their hexes."""
    route, run = train.trip.route, train.run
    towns = state.hex_map.town_names_on(route.via)
    points = [towns.get(hex, hex) for hex in route.via]
    between = points[1:-1]
    start = f"from {points[0]}" if len(state.hex_map.hexes_of(run.start)) > 1 else ""
    end = f"to {points[-1]}" if len(state.hex_map.hexes_of(run.goal)) > 1 else ""
    via = f"via {' and '.join(between)}" if between else ""
    payees = [shorten_name(name(Seat(seat))) for seat in dict.fromkeys(route.payees) if seat]
    paying = f"paying {' and '.join(payees)}" if payees else ""
    return " ".join(filter(None, [start, end, via, paying])) or "the fastest way"


def label_numbers(train: TrainForecast, label: str) -> dict[str, Any]:
    """The gains, costs, and chance that the text of a short label contains, as arguments of ``ShortLabel``.

    The gain is the first prize, or the seat's share of it.
    """
    costs = (train.payment,) if train.payment and has_number(label, train.payment) else ()
    chance = 1 if train.win_chance is None else round(train.win_chance, 2)
    if chance != 1 and f"{chance:.0%}" not in label:
        return {"costs": costs}
    return {"gains": (PRIZES[0] // len(train.seats),), "costs": costs, "chance": chance}


# -- the lines above a question


def has_chance(state: RailwayRivals, question: RunQuestion, run: Run, field: str) -> bool:
    """Whether the labels for ``field`` contain percentages, because some rival can run alone."""
    runs = [question.runs[index] for index in question.runs_to_decide] if field == "run" else [run]
    return any(_fastest_rival(state, other, (question.seat,)) is not None for other in runs)


def no_own_way_text(state: RailwayRivals, question: RunQuestion) -> str:
    """A sentence for a seat that can enter no open run alone; empty for others."""
    if any(next(trip_candidates(state, question.runs[i], (question.seat,)), None) for i in question.runs_to_decide):
        return ""
    return f"You have no way to run alone. A joint run shares {PRIZES[0]} or {PRIZES[1]} gold."
