"""Labels of trips and plans of trips."""

from collections.abc import Callable, Sequence

from engine.core import Action, NameOfSeat, count_noun, dollar_amount, join_words
from engine.core.action import LAST_STEP
from engine.games.railroads_of_catan.game_data.constants import WINNING_CASH
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.rules.plan_timing import state_when_running
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.running import trains_to_run
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.display_names import CityByHex, city_text, goods_text, place_text, train_text
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.narration.working import bill_clauses, dollars_with_sign

PlaceWords = Callable[[CityByHex, NodeId, NameOfSeat], str]
"""``city_text`` (“Ada’s 5-dot city”), or ``place_text`` (“Ada’s 5”) where room is short."""


def label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> str:
    """The label of an action of this phase, or of a remaining one; empty for others."""
    match action:
        case Run() | PlanRun():
            return _run_label(state, action, field, name)
        case Done():
            return done_label(state)
        case Forget():
            return "Cancel all your plans"
        case _:
            return ""


def done_label(state: RailroadsOfCatan) -> str:
    """The label for stopping, with what remains undone."""
    match state.flow[-1:]:
        case (Maintenance(),):
            return "Stop bidding"
        case (Running() as running,):
            trains = trains_to_run(state, running)
            numbers = join_words([str(train.number) for train in trains])
            which = f"train {numbers} stays" if len(trains) == 1 else f"trains {numbers} stay"
            return f"Stop running trains: {which} in place"
        case _:
            return "Finish"


def _run_label(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: NameOfSeat) -> str:
    train = state.find_train(action.seat, action.number)
    if field == "number":
        words = train_text(state.cities, train, name) if train else f"train {action.number}"
        return f"{words[0].upper()}{words[1:]}"
    if field == "limit" and isinstance(action, PlanRun):
        return f"{dollar_amount(action.limit)} in fees"
    phase = state.flow[-1] if state.flow else None
    fees_paid = phase.fees if isinstance(phase, Running) and phase.seat == action.seat else {}
    state_then = state if isinstance(action, Run) else state_when_running(state, action.seat)
    journey = travel(state_then, fees_paid if isinstance(action, Run) else {}, train, action.trip) if train else None
    if field == LAST_STEP:
        return _last_stop_label(state, action.trip, journey, name)
    if field:
        return _trip_label(state, action.trip, journey, name)
    return _whole_label(state, action, journey, name)


def _last_stop_label(state: RailroadsOfCatan, trip: Trip, journey: Journey | Obstacle | None, name: NameOfSeat) -> str:
    """“Ben’s 5-dot city: sell 2 ore, load 3 wood, +$3,000 in 5 moves so far”."""
    stop = trip.stops[-1]
    work_texts = _work_texts(state, stop) or ["no stop"]
    so_far = (
        [f"{dollars_with_sign(journey.bill.net)} in {count_noun(journey.moves, 'move')} so far"]
        if isinstance(journey, Journey)
        else []
    )
    return f"{_capitalize(city_text(state.cities, stop.place, name))}: {', '.join([*work_texts, *so_far])}"


_MAX_TRIP_LABEL = 190
"""Characters of a trip in a menu: a longer one names its cities “Ada’s 5”, or its stops by hexes alone."""


def _trip_label(state: RailroadsOfCatan, trip: Trip, journey: Journey | Obstacle | None, name: NameOfSeat) -> str:
    """“+$6,600 in 6 moves: load 2 ore in Ada’s 5-dot city, sell 2 ore (order A) in Ben’s 5-dot city”."""
    texts = (
        _trip_text(state, stop_texts(state, trip, name), journey),
        _trip_text(state, stop_texts(state, trip, name, place_text), journey),
        _trip_text(state, stop_texts(state, trip, None), journey),
    )
    return next((text for text in texts if len(text) <= _MAX_TRIP_LABEL), texts[-1])


def _trip_text(state: RailroadsOfCatan, stops: list[str], journey: Journey | Obstacle | None) -> str:
    stops_text = ", ".join(stops)
    if not isinstance(journey, Journey):
        return f"{_capitalize(stops_text)} (not possible now)"
    return (
        f"{dollars_with_sign(journey.bill.net)} in {count_noun(journey.moves, 'move')}: "
        f"{stops_text}{_cargo_text(state, journey)}"
    )


def _cargo_text(state: RailroadsOfCatan, journey: Journey) -> str:
    """“, 2 ore on board, wanted by order A”: what counts for a trip besides its money."""
    goods = journey.train.goods
    letters = [order.letter for order in state.orders if order.good in goods and order.letter not in journey.filled]
    orders_text = f", wanted by {'order' if len(letters) == 1 else 'orders'} {join_words(letters)}" if letters else ""
    return f", {goods_text(goods)} on board{orders_text}" if goods else ""


def stop_texts(
    state: RailroadsOfCatan, trip: Trip, name: NameOfSeat | None, place_words: PlaceWords = city_text
) -> list[str]:
    """The work at each stop of a trip, and the last stop; without ``name``, places are hexes."""
    words = [
        _work_at_place_text(
            join_words(_work_texts(state, stop)),
            _location_text(state, stop.place, name, place_words),
            is_short=name is None,
        )
        for stop in trip.stops
        if stop.has_work or stop.thrown
    ]
    last = trip.stops[-1]
    if not (last.has_work or last.thrown):
        words.append(
            f"{'end' if len(trip.stops) > 1 else 'stay'} {_location_text(state, last.place, name, place_words)}"
        )
    return words


def _work_at_place_text(works: str, place: str, *, is_short: bool) -> str:
    """“load 2 ore in Ada’s 5”, in short “H28 load 2 ore”."""
    return f"{place} {works}" if is_short else f"{works} {place}"


def _location_text(state: RailroadsOfCatan, place: NodeId, name: NameOfSeat | None, place_words: PlaceWords) -> str:
    """“in Ada’s 5-dot city”, “at V75”; without ``name`` the point alone."""
    if name is None:
        return place
    return f"{'in' if place in state.cities else 'at'} {place_words(state.cities, place, name)}"


def _work_texts(state: RailroadsOfCatan, stop: Stop) -> list[str]:
    thrown_texts = [f"throw away {goods_text(stop.thrown)}"] if stop.thrown else []
    sale_texts = [f"sell {join_words(_sale_texts(stop.sales))}"] if stop.sales else []
    load_texts = [f"load {stop.load} {state.layout.good_of(stop.place) or 'barrels'}"] if stop.load else []
    return [*thrown_texts, *sale_texts, *load_texts]


def _sale_texts(sales: Sequence[Sale]) -> list[str]:
    """“1 ore (order A)”, “2 ore”, and “3 ore (1 for order A)”: barrels of one good are counted together."""
    return [
        _sale_text(good, [sale for sale in sales if sale.good == good]) for good in dict.fromkeys(s.good for s in sales)
    ]


def _sale_text(good: Good, sales: Sequence[Sale]) -> str:
    barrels, letters = sum(sale.barrels for sale in sales), [sale.order for sale in sales if sale.order]
    barrels_for_orders = sum(sale.barrels for sale in sales if sale.order)
    if not letters:
        return f"{barrels} {good}"
    orders = f"{'order' if len(letters) == 1 else 'orders'} {join_words(letters)}"
    return f"{barrels} {good} ({orders if barrels_for_orders == barrels else f'{barrels_for_orders} for {orders}'})"


def _whole_label(
    state: RailroadsOfCatan, action: Run | PlanRun, journey: Journey | Obstacle | None, name: NameOfSeat
) -> str:
    """The bill in words: moves, goods, sales, orders, what rivals are paid, and the cash after it."""
    stops_text = _join_stops(stop_texts(state, action.trip, name))
    run_sentence = f"{'Run' if isinstance(action, Run) else 'Plan to run'} train {action.number}: {stops_text}."
    limit_sentences = () if isinstance(action, Run) else (_limit_sentence(action),)
    if not isinstance(journey, Journey):
        return " ".join(
            filter(
                None,
                (run_sentence, f"Not possible now: {obstacle_sentence(journey)}" if journey else "", *limit_sentences),
            )
        )
    moves = f"{journey.moves} of {count_noun(journey.train.moves, 'move')}."
    bill = (f"{line}." for line in bill_clauses(journey.bill, name))
    after = (
        _cash_sentences(journey)
        if isinstance(action, Run)
        else (f"Net {dollars_with_sign(journey.bill.net)}, as things are now.",)
    )
    return " ".join((run_sentence, moves, *bill, *after, *limit_sentences))


def _join_stops(stops: Sequence[str]) -> str:
    """All stops in their order; unlike in a list, equal ones are not told together."""
    *before, last = stops
    return f"{', '.join(before)}, then {last}" if before else last


def _cash_sentences(journey: Journey) -> tuple[str, ...]:
    """The cash after a trip, and whether it can end the game: it is counted when all have run. (ruling 89)"""
    ending_sentence = f"With {dollar_amount(WINNING_CASH)} or more at the end of the turn, you end the game."
    cash = f"You then have {dollar_amount(journey.cash)}."
    return (cash, ending_sentence) if journey.cash >= WINNING_CASH else (cash,)


def _limit_sentence(plan: PlanRun) -> str:
    """Tell when a planned trip is made, and what becomes of the seat's other trains."""
    return f"Only for up to {dollar_amount(plan.limit)} in fees. For trains without a plan, you choose on your turn."


def _capitalize(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
