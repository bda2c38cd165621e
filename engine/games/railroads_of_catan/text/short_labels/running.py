"""Trips and plans of trips, as their buttons say them."""

from collections import Counter
from collections.abc import Sequence

from engine.core import Action, NameOfSeat, count_noun, dollar_amount
from engine.core.action import LAST_STEP
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.game_data.island import Good
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.plan_timing import state_when_running
from engine.games.railroads_of_catan.rules.running import trains_to_run
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.search.trip_value import trip_values_of
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.display_names import name_to_reader, place_text
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels.running import done_label, stop_texts
from engine.games.railroads_of_catan.text.narration.working import dollars_with_sign
from engine.games.railroads_of_catan.text.short_labels.place_names import capitalize, place_name


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of an action of this phase; None for others, and for a step of a trip."""
    match action:
        case Run() | PlanRun() if field != LAST_STEP:
            return _run_short_label(state, action, field, name)
        case Done():
            building = isinstance(state.flow[-1] if state.flow else None, Building)
            words, _, stays = ("Stop building" if building else done_label(state)).partition(": ")
            return ShortLabel(words, capitalize(stays), quiet=True)
        case Forget():
            return ShortLabel("Cancel all your plans", quiet=True)
        case _:
            return None


def question_context(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """A warning that the best trips of two trains fill the same order, which pays only once."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(action, Run) or field != "number" or not isinstance(phase, Running):
        return ""
    filled = Counter[str]()
    for train in trains_to_run(state, phase):
        best_trips = trip_proposals(state, phase.fees, train)[:1]
        journeys = (travel(state, phase.fees, train, trip) for trip in best_trips)
        filled.update(letter for journey in journeys if isinstance(journey, Journey) for letter in journey.filled)
    return "They want the same order: it pays once." if any(times > 1 for times in filled.values()) else ""


def legend(action: Action, field: str) -> str:
    """The meaning of the numbers of trips."""
    if not isinstance(action, Run | PlanRun) or field not in ("", "trip", "number"):
        return ""
    if field == "trip":
        return "Best trip first. ≈: later sales of goods kept."
    return "≈: later sales of the goods kept on board."


def _run_short_label(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: NameOfSeat) -> ShortLabel:
    train = state.find_train(action.seat, action.number)
    if field == "number":
        if train is None:
            return ShortLabel(f"Train {action.number}")
        return ShortLabel(f"Other trips of train {action.number}{_second_trip_text(state, train)}")
    if field == "limit" and isinstance(action, PlanRun):
        return ShortLabel(f"Up to {dollar_amount(action.limit)} in fees")
    phase = state.flow[-1] if state.flow else None
    is_mine = isinstance(phase, Running) and phase.seat == action.seat and isinstance(action, Run)
    fees_paid = phase.fees if is_mine and isinstance(phase, Running) else {}
    state_then = state if isinstance(action, Run) else state_when_running(state, action.seat)
    journey = travel(state_then, fees_paid, train, action.trip) if train else None
    own_name = name_to_reader(name, action.seat)
    stops = fit_detail("; ".join(stop_texts(state, action.trip, own_name, place_text))) or fit_detail(
        "; ".join(stop_texts(state, action.trip, None))
    )
    number = "" if field else f"Train {action.number}: "
    if not isinstance(journey, Journey):
        return ShortLabel(f"{number}not possible now", capitalize(stops), quiet=True)
    return _trip_short_label(state, action, journey, number, capitalize(stops), name)


def _second_trip_text(state: RailroadsOfCatan, train: TrainPiece) -> str:
    """“ · +$5,800”: what the second of a train's best trips brings at once; nothing where there is none."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Running):
        return ""
    for trip in trip_proposals(state, phase.fees, train)[1:2]:
        journey = travel(state, phase.fees, train, trip)
        if isinstance(journey, Journey):
            return f" · {dollars_with_sign(journey.bill.net)}"
    return ""


def _trip_short_label(
    state: RailroadsOfCatan, action: Run | PlanRun, journey: Journey, number: str, stops: str, name: NameOfSeat
) -> ShortLabel:
    """“+$6,600 · orders A+B, end your 5”, “+$3,600 · sell 4 ore, keep 2 wheat, 6 moves”."""
    net, later = journey.bill.net, _later_sales(state, action, journey)
    end = place_name(state, action.trip.stops[-1].place, action.seat, name)
    money = f"{dollars_with_sign(net)}{f', later ≈{dollar_amount(later)}' if later else ''}"
    moves, ends, head = f", {count_noun(journey.moves, 'move')}", f", end {end}", f"{number}{money} · "
    goods = [order.good for letter in journey.filled for order in state.orders if order.letter == letter]
    work_text, short_work_text = (_work_text(action, journey, goods, is_short=is_short) for is_short in (False, True))
    endings = (
        f"{work_text}{ends}{moves}",
        f"{work_text}{ends}",
        f"{work_text}{moves}",
        work_text,
        f"{short_work_text}{ends}",
        short_work_text,
        short_work_text.partition(",")[0],
        "",
    )
    label = fit_label(*(f"{head}{tail}".removesuffix(" · ") for tail in endings), max_length=MAX_LABEL)
    moves_and_stops = fit_detail(f"{count_noun(journey.moves, 'move')}; {stops}") if stops else ""
    detail = (
        moves_and_stops
        or stops
        or fit_detail(count_noun(len(action.trip.stops), "stop"), count_noun(journey.moves, "move"), f"ends in {end}")
    )
    return ShortLabel(label, detail, gains=(max(net, 0), later), costs=(max(-net, 0),))


def _later_sales(state: RailroadsOfCatan, action: Run | PlanRun, journey: Journey) -> int:
    """About what the goods on board may bring in later turns, to $100."""
    value = trip_values_of(state, action.seat).cargo_value(journey.train, journey.filled) if journey.train.goods else 0
    return round(value / BID_STEP) * BID_STEP


def _work_text(action: Run | PlanRun, journey: Journey, ordered: Sequence[Good], *, is_short: bool) -> str:
    """“ore order, keep 2 wheat”, “sell 2 ore 1 wood”, in short “sell 3”; “stay” where nothing is done."""
    barrels_sold = Counter[str]()
    for stop in action.trip.stops:
        for sale in stop.sales:
            barrels_sold[sale.good] += sale.barrels
    goods = journey.train.goods
    parts = []
    if journey.filled:
        parts.append(f"{ordered[0]} order" if len(ordered) == 1 else f"{len(journey.filled)} orders")
    elif barrels_sold:
        goods_named = " ".join(f"{barrels} {good}" for good, barrels in barrels_sold.items())
        parts.append(f"sell {barrels_sold.total() if is_short else goods_named}")
    if goods:
        goods_named = goods[0] if len(set(goods)) == 1 else "goods"
        parts.append(f"keep {len(goods)}{'' if is_short else f' {goods_named}'}")
    return ", ".join(parts) or "stay"
