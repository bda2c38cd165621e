"""Texts of running trains and of planning trips. (RC Phase 6)"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    View,
    count_noun,
    dollar_amount,
    join_words,
    possessive_of,
)
from engine.core.action import LAST_STEP
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import BID_STEP, WINNING_CASH
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.rules.plan_timing import state_when_running
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.running import trains_to_run
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.search.trip_value import trip_values_of
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.display_names import (
    CityByHex,
    city_text,
    goods_text,
    name_to_reader,
    place_text,
    short_spot_text,
    spot_text,
    train_text,
)
from engine.games.railroads_of_catan.state.events import TrainRun
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import capitalize, place_name
from engine.games.railroads_of_catan.text.trip_bills import (
    bill_sentences,
    dollars_with_sign,
    payments_text,
    work_clauses,
)

_View = View[RailroadsOfCatan]
_Outcome = Journey | Obstacle | None
"""The journey of a trip, or the obstacle to it; None if the seat does not have the train."""
_PlaceText = Callable[[CityByHex, NodeId, NameOfSeat], str]
"""A function that names a place: ``city_text`` (“Ada’s 5-dot city”) or ``place_text`` (“Ada’s 5”)."""


def _run_outcome(state: RailroadsOfCatan, action: Run | PlanRun) -> _Outcome:
    """Return the result of making a trip now, or of making a planned trip on the seat's turn."""
    train = state.find_train(action.seat, action.number)
    if train is None:
        return None
    if isinstance(action, PlanRun):
        return travel(state_when_running(state, action.seat), {}, train, action.trip)
    phase = state.flow[-1] if state.flow else None
    fees_paid = phase.fees if isinstance(phase, Running) and phase.seat == action.seat else {}
    return travel(state, fees_paid, train, action.trip)


# -- labels


def _run_label(view: _View, action: Run, field: str, name: NameOfSeat) -> str:
    """Return the label of the train, the trip, or its last stop, depending on ``field``; "" means the whole action."""
    own_name = name_to_reader(name, view.seat)
    if field:
        return _field_label(view.state, action, field, own_name)
    outcome = _run_outcome(view.state, action)
    cash_sentences = []
    if isinstance(outcome, Journey):
        cash_sentences.append(f"You then have {dollar_amount(outcome.cash)}.")
        if outcome.cash >= WINNING_CASH:  # cash is counted when all trains have run (ruling 89)
            winning_cash = dollar_amount(WINNING_CASH)
            cash_sentences.append(f"With {winning_cash} or more at the end of the turn, you end the game.")
    return _whole_label(view.state, "Run", action, outcome, cash_sentences, own_name)


def _plan_run_label(view: _View, action: PlanRun, field: str, name: NameOfSeat) -> str:
    """Return the label of the train, the trip, or the limit, depending on ``field``; "" means the whole plan."""
    own_name, limit = name_to_reader(name, view.seat), dollar_amount(action.limit)
    if field == "limit":
        return f"{limit} in fees"
    if field:
        return _field_label(view.state, action, field, own_name)
    outcome = _run_outcome(view.state, action)
    net = (f"Net {dollars_with_sign(outcome.bill.net)}, as things are now.",) if isinstance(outcome, Journey) else ()
    limit_sentence = f"Only for up to {limit} in fees. For trains without a plan, you choose on your turn."
    return _whole_label(view.state, "Plan to run", action, outcome, (*net, limit_sentence), own_name)


def _field_label(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: NameOfSeat) -> str:
    """Return the label of the train, of the trip, or of the trip's last stop, depending on ``field``."""
    if field == "number":
        train = state.find_train(action.seat, action.number)
        return capitalize(train_text(state.cities, train, name) if train else f"train {action.number}")
    outcome = _run_outcome(state, action)
    if field == LAST_STEP:
        return _last_stop_label(state, action.trip, outcome, name)
    return _trip_label(state, action.trip, outcome, name)


def _last_stop_label(state: RailroadsOfCatan, trip: Trip, outcome: _Outcome, name: NameOfSeat) -> str:
    """“Ben’s 5-dot city: sell 2 ore, load 3 wood, +$3,000 in 5 moves so far”."""
    stop = trip.stops[-1]
    texts = _work_texts(state, stop) or ["no stop"]
    if isinstance(outcome, Journey):
        moves = count_noun(outcome.moves, "move")
        texts.append(f"{dollars_with_sign(outcome.bill.net)} in {moves} so far")
    return f"{capitalize(city_text(state.cities, stop.place, name))}: {', '.join(texts)}"


_MAX_TRIP_LABEL = 190
"""Maximum characters of a trip in a menu; in longer texts the names of cities are shortened."""


def _trip_label(state: RailroadsOfCatan, trip: Trip, outcome: _Outcome, name: NameOfSeat) -> str:
    """“+$6,600 in 6 moves: load 2 ore in Ada’s 5-dot city, sell 2 ore in Ben’s 5-dot city”."""
    labels = (
        _trip_text(state, _stop_texts(state, trip, name, city_text), outcome),
        _trip_text(state, _stop_texts(state, trip, name, place_text), outcome),
        _trip_text(state, _short_stop_texts(state, trip), outcome),
    )
    return next((label for label in labels if len(label) <= _MAX_TRIP_LABEL), labels[-1])


def _trip_text(state: RailroadsOfCatan, stops: list[str], outcome: _Outcome) -> str:
    stops_text = ", ".join(stops)
    if not isinstance(outcome, Journey):
        return f"{capitalize(stops_text)} (not possible now)"
    income = f"{dollars_with_sign(outcome.bill.net)} in {count_noun(outcome.moves, 'move')}"
    return f"{income}: {stops_text}{_cargo_text(state, outcome)}"


def _cargo_text(state: RailroadsOfCatan, journey: Journey) -> str:
    """Return “, 2 ore on board, wanted by order A”: the goods that stay on the train after the trip."""
    goods = journey.train.goods
    letters = [order.letter for order in state.orders if order.good in goods and order.letter not in journey.filled]
    orders_text = f", wanted by {_orders_text(letters)}" if letters else ""
    return f", {goods_text(goods)} on board{orders_text}" if goods else ""


def _orders_text(letters: Sequence[str]) -> str:
    """“order A”, “orders A and B”."""
    return f"{'order' if len(letters) == 1 else 'orders'} {join_words(letters)}"


def _stop_texts(state: RailroadsOfCatan, trip: Trip, name: NameOfSeat, place_words: _PlaceText) -> list[str]:
    """Return “load 2 ore in Ada’s 5”, “end at V75”: the work at each stop of a trip, and the end of the trip."""

    def location(place: NodeId) -> str:
        return f"{'in' if place in state.cities else 'at'} {place_words(state.cities, place, name)}"

    texts = [f"{join_words(_work_texts(state, stop))} {location(stop.place)}" for stop in _stops_with_work(trip)]
    return [*texts, *(f"{verb} {location(trip.stops[-1].place)}" for verb in _end_verbs(trip))]


def _short_stop_texts(state: RailroadsOfCatan, trip: Trip) -> list[str]:
    """Return “H28 load 2 ore”, “end V75”: the work at each stop of a trip, and the end of the trip."""
    texts = [f"{stop.place} {join_words(_work_texts(state, stop))}" for stop in _stops_with_work(trip)]
    return [*texts, *(f"{verb} {trip.stops[-1].place}" for verb in _end_verbs(trip))]


def _stops_with_work(trip: Trip) -> list[Stop]:
    """The stops at which goods are loaded, sold, or thrown away."""
    return [stop for stop in trip.stops if stop.has_work or stop.thrown]


def _end_verbs(trip: Trip) -> Iterable[str]:
    """Return “end”, or “stay” if the train does not move; nothing if there is work at the last stop."""
    last = trip.stops[-1]
    if last.has_work or last.thrown:
        return ()
    return ("end",) if len(trip.stops) > 1 else ("stay",)


def _work_texts(state: RailroadsOfCatan, stop: Stop) -> list[str]:
    """“throw away 1 wood”, “sell 2 ore”, “load 3 wheat”."""
    thrown_texts = [f"throw away {goods_text(stop.thrown)}"] if stop.thrown else []
    sale_texts = [f"sell {join_words(_sale_texts(stop.sales))}"] if stop.sales else []
    load_texts = [f"load {stop.load} {state.layout.good_of(stop.place) or 'barrels'}"] if stop.load else []
    return [*thrown_texts, *sale_texts, *load_texts]


def _sale_texts(sales: Sequence[Sale]) -> list[str]:
    """Return one text for each good: “1 ore (order A)”, “2 wood”, “3 wheat (1 for order B)”."""
    goods = dict.fromkeys(sale.good for sale in sales)
    return [_sale_text(good, [sale for sale in sales if sale.good == good]) for good in goods]


def _sale_text(good: Good, sales: Sequence[Sale]) -> str:
    barrels, letters = sum(sale.barrels for sale in sales), [sale.order for sale in sales if sale.order]
    if not letters:
        return f"{barrels} {good}"
    barrels_for_orders, orders = sum(sale.barrels for sale in sales if sale.order), _orders_text(letters)
    return f"{barrels} {good} ({orders if barrels_for_orders == barrels else f'{barrels_for_orders} for {orders}'})"


def _whole_label(
    state: RailroadsOfCatan,
    verb: str,
    action: Run | PlanRun,
    outcome: _Outcome,
    more_sentences: Iterable[str],
    name: NameOfSeat,
) -> str:
    """Return the label of a whole action: the stops, moves, and bill of its trip, or the obstacle to it.

    ``more_sentences`` are added at the end.
    """
    *before, last = _stop_texts(state, action.trip, name, city_text)
    stops = f"{', '.join(before)}, then {last}" if before else last
    sentences = [f"{verb} train {action.number}: {stops}."]
    if isinstance(outcome, Journey):
        sentences.append(f"{outcome.moves} of {count_noun(outcome.train.moves, 'move')}.")
        sentences += bill_sentences(outcome.bill, name)
    elif outcome:
        sentences.append(f"Not possible now: {obstacle_sentence(outcome)}")
    return " ".join((*sentences, *more_sentences))


# -- short labels


def _run_short_label(view: _View, action: Run, field: str, name: NameOfSeat) -> ShortLabel | None:
    """Return the short label of the train or of the trip, depending on ``field``; None for the last stop."""
    if field == LAST_STEP:
        return None
    if field == "number":
        return _train_short_label(view.state, action)
    return _trip_short_label(view.state, action, field, name)


def _plan_run_short_label(view: _View, action: PlanRun, field: str, name: NameOfSeat) -> ShortLabel | None:
    """Return the short label of the train, the trip, or the limit, depending on ``field``; None for the last stop."""
    if field == LAST_STEP:
        return None
    if field == "number":
        return _train_short_label(view.state, action)
    if field == "limit":
        return ShortLabel(f"Up to {dollar_amount(action.limit)} in fees")
    return _trip_short_label(view.state, action, field, name)


def _train_short_label(state: RailroadsOfCatan, action: Run | PlanRun) -> ShortLabel:
    """Return “Other trips of train 2 · +$5,800”; the amount is the net income of the train's second-best trip."""
    train, phase = state.find_train(action.seat, action.number), state.flow[-1] if state.flow else None
    if train is None:
        return ShortLabel(f"Train {action.number}")
    label = f"Other trips of train {action.number}"
    if not isinstance(phase, Running):
        return ShortLabel(label)
    for trip in trip_proposals(state, phase.fees, train)[1:2]:
        journey = travel(state, phase.fees, train, trip)
        if isinstance(journey, Journey):
            return ShortLabel(f"{label} · {dollars_with_sign(journey.bill.net)}")
    return ShortLabel(label)


def _trip_short_label(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “+$6,600 · 2 orders, end your 5” or “+$3,600 · sell 4 ore, keep 2 wheat, 6 moves”."""
    outcome, own_name = _run_outcome(state, action), name_to_reader(name, action.seat)
    stop_texts = _stop_texts(state, action.trip, own_name, place_text), _short_stop_texts(state, action.trip)
    stops = capitalize(fit_detail("; ".join(stop_texts[0])) or fit_detail("; ".join(stop_texts[1])))
    number = "" if field else f"Train {action.number}: "
    if not isinstance(outcome, Journey):
        return ShortLabel(f"{number}not possible now", stops, quiet=True)
    net, later = outcome.bill.net, _later_sales(state, action, outcome)
    end = place_name(state, action.trip.stops[-1].place, action.seat, name)
    head = f"{number}{dollars_with_sign(net)}{f', later ≈{dollar_amount(later)}' if later else ''} · "
    moves = count_noun(outcome.moves, "move")
    work, short_work = (_work_text(state, action.trip, outcome, is_short=is_short) for is_short in (False, True))
    tails = (
        f"{work}, end {end}, {moves}",
        f"{work}, end {end}",
        f"{work}, {moves}",
        work,
        f"{short_work}, end {end}",
        short_work,
        short_work.partition(",")[0],
        "",
    )
    label = fit_label(*(f"{head}{tail}".removesuffix(" · ") for tail in tails), max_length=MAX_LABEL)
    detail = (
        (fit_detail(f"{moves}; {stops}") or stops)
        if stops
        else fit_detail(count_noun(len(action.trip.stops), "stop"), moves, f"ends in {end}")
    )
    return ShortLabel(label, detail, gains=(max(net, 0), later), costs=(max(-net, 0),))


def _later_sales(state: RailroadsOfCatan, action: Run | PlanRun, journey: Journey) -> int:
    """Return the dollars, rounded to $100, that the goods on board will probably earn in later turns."""
    value = trip_values_of(state, action.seat).cargo_value(journey.train, journey.filled) if journey.train.goods else 0
    return round(value / BID_STEP) * BID_STEP


def _work_text(state: RailroadsOfCatan, trip: Trip, journey: Journey, *, is_short: bool) -> str:
    """Return “ore order, keep 2 wheat” or “sell 2 ore 1 wood”; with ``is_short``, “sell 3”; without work, “stay”."""
    barrels_sold = Counter[str]()
    for stop in trip.stops:
        for sale in stop.sales:
            barrels_sold[sale.good] += sale.barrels
    texts = []
    if len(journey.filled) == 1:
        texts += [f"{order.good} order" for order in state.orders if order.letter in journey.filled]
    elif journey.filled:
        texts.append(f"{len(journey.filled)} orders")
    elif barrels_sold:
        goods_named = " ".join(f"{barrels} {good}" for good, barrels in barrels_sold.items())
        texts.append(f"sell {barrels_sold.total() if is_short else goods_named}")
    if goods := journey.train.goods:
        goods_named = goods[0] if len(set(goods)) == 1 else "goods"
        texts.append(f"keep {len(goods)}{'' if is_short else f' {goods_named}'}")
    return ", ".join(texts) or "stay"


def _run_context(view: _View, action: Run, field: str) -> str:
    """Return a warning if the best trips of two trains fill the same order, which pays only once; otherwise ""."""
    state = view.state
    phase = state.flow[-1] if state.flow else None
    if field != "number" or not isinstance(phase, Running):
        return ""
    trains_by_order = Counter[str]()
    for train in trains_to_run(state, phase):
        for trip in trip_proposals(state, phase.fees, train)[:1]:
            journey = travel(state, phase.fees, train, trip)
            trains_by_order.update(journey.filled if isinstance(journey, Journey) else ())
    is_wanted_twice = any(trains > 1 for trains in trains_by_order.values())
    return "They want the same order: it pays once." if is_wanted_twice else ""


def _trip_legend(view: _View, action: Run | PlanRun, field: str) -> str:
    """Explain the numbers in the labels of trips."""
    if field == "trip":
        return "Best trip first. ≈: later sales of goods kept."
    return "≈: later sales of the goods kept on board." if field in ("", "number") else ""


def _narrate_run(event: TrainRun, name: NameOfSeat) -> Narration:
    end = _point_text(short_spot_text(event.cities, event.trip.stops[-1].place, name, event.seat))
    return Narration(_run_sentences(event, name), f"ran train {event.number} to {end}")


def _run_sentences(event: TrainRun, name: NameOfSeat) -> str:
    """“Ada’s train 1 ran from their 5-dot city to Ben’s 4-dot city in 6 moves and …”"""
    stops, moves = event.trip.stops, count_noun(event.bill.moves, "move")
    first, last = stops[0].place, stops[-1].place
    start = spot_text(event.cities, first, name, event.seat)
    start_city = event.cities.get(first)
    about = event.seat if start_city is None or start_city.seat == event.seat else None
    goal = "and back" if first == last else f"to {_point_text(spot_text(event.cities, last, name, about))}"
    run_clause = f"stayed {start}" if len(stops) == 1 else f"ran from {_point_text(start)} {goal} in {moves}"
    goods_thrown = [good for stop in stops for good in stop.thrown]
    throw_clauses = [f"threw away {goods_text(goods_thrown)}"] if goods_thrown else []
    clauses = join_words([run_clause, *throw_clauses, *work_clauses(event.bill)])
    train = f"{possessive_of(name(event.seat))} train {event.number}"
    return " ".join([f"{train} {clauses}.", *_payment_sentences(event, name)])


def _point_text(spot: str) -> str:
    """Return “Ada’s 5-dot city” or “a point near Ada’s 5-dot city”: a place in the form that follows “from” or “to”."""
    return f"a point {spot}" if spot.startswith("near ") else spot.removeprefix("in ").removeprefix("at ")


def _payment_sentences(event: TrainRun, name: NameOfSeat) -> Iterator[str]:
    """Yield the payments to rivals, and the net income if the bill has several kinds of lines."""
    if payment_text := payments_text(event.bill, name):
        yield f"{name(event.seat)} paid {payment_text}."
    if len({line.kind for line in event.bill.lines if line.dollars}) > 1:
        yield f"Net: {dollars_with_sign(event.bill.net)}."


ACTION_TEXTS: ActionTexts = {
    Run: ActionText(label=_run_label, short_label=_run_short_label, question_context=_run_context, legend=_trip_legend),
    PlanRun: ActionText(label=_plan_run_label, short_label=_plan_run_short_label, legend=_trip_legend),
}
EVENT_TEXTS: EventTexts = {TrainRun: _narrate_run}
