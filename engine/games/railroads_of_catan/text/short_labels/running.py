"""Trips and plans of trips, as their buttons say them."""

from collections import Counter

from engine.core import Action, NameOfSeat, count_noun, dollar_amount
from engine.core.action import LAST_STEP
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.rules.plan_timing import state_when_running
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.display_names import goods_text
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels.running import done_label, stop_texts
from engine.games.railroads_of_catan.text.narration.working import dollars_with_sign
from engine.games.railroads_of_catan.text.short_labels.place_names import capitalize, place_name


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for an action of this phase; None for others, and for a step of a trip."""
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


def legend(action: Action, field: str) -> str:
    """The meaning of the figures of trips."""
    is_asked = isinstance(action, Run | PlanRun) and field in ("", "trip", "number")
    return "Sell and keep: barrels. Letters: orders." if is_asked else ""


def _run_short_label(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: NameOfSeat) -> ShortLabel:
    train = state.find_train(action.seat, action.number)
    if field == "number":
        if train is None:
            return ShortLabel(f"Train {action.number}")
        label = f"Train {action.number} · {place_name(state, train.at, action.seat, name)}"
        return ShortLabel(fit_label(f"{label}, {goods_text(train.goods)}", label))
    if field == "limit" and isinstance(action, PlanRun):
        return ShortLabel(f"Up to {dollar_amount(action.limit)} in fees")
    phase = state.flow[-1] if state.flow else None
    is_mine = isinstance(phase, Running) and phase.seat == action.seat and isinstance(action, Run)
    fees_paid = phase.fees if is_mine and isinstance(phase, Running) else {}
    state_then = state if isinstance(action, Run) else state_when_running(state, action.seat)
    journey = travel(state_then, fees_paid, train, action.trip) if train else None
    stops = fit_detail("; ".join(stop_texts(state, action.trip, name))) or fit_detail(
        "; ".join(stop_texts(state, action.trip, None))
    )
    number = "" if field else f"Train {action.number}: "
    if not isinstance(journey, Journey):
        return ShortLabel(f"{number}not possible now", capitalize(stops), quiet=True)
    return _trip_short_label(state, action, journey, number, capitalize(stops), name)


def _trip_short_label(
    state: RailroadsOfCatan, action: Run | PlanRun, journey: Journey, number: str, stops: str, name: NameOfSeat
) -> ShortLabel:
    """“+$6,600 · orders A+B, end your 5”, “+$3,600 · sell 4 ore, keep 2 wheat, 6 moves”."""
    net = journey.bill.net
    end = place_name(state, action.trip.stops[-1].place, action.seat, name)
    moves, ends, head = f", {count_noun(journey.moves, 'move')}", f", end {end}", f"{number}{dollars_with_sign(net)} · "
    work_text, short_work_text = _work_text(action, journey), _work_text(action, journey, is_short=True)
    endings = (
        f"{work_text}{ends}{moves}",
        f"{work_text}{ends}",
        f"{work_text}{moves}",
        work_text,
        f"{short_work_text}{ends}",
        short_work_text,
        "",
    )
    label = fit_label(*(f"{head}{tail}".removesuffix(" · ") for tail in endings), max_length=MAX_LABEL)
    detail = stops or fit_detail(
        count_noun(len(action.trip.stops), "stop"), count_noun(journey.moves, "move"), f"ends in {end}"
    )
    gains, costs = (net,) if net > 0 else (), (-net,) if net < 0 else ()
    return ShortLabel(label, detail, gains=gains, costs=costs)


def _work_text(action: Run | PlanRun, journey: Journey, *, is_short: bool = False) -> str:
    """“order A, keep 2 wheat”, “sell 2 ore 1 wood”, in short “sell 3”; “stay” where nothing is done."""
    barrels_sold = Counter[str]()
    for stop in action.trip.stops:
        for sale in stop.sales:
            barrels_sold[sale.good] += sale.barrels
    goods = journey.train.goods
    parts = []
    if journey.filled:
        parts.append(f"{'order' if len(journey.filled) == 1 else 'orders'} {'+'.join(journey.filled)}")
    elif barrels_sold:
        goods_named = " ".join(f"{barrels} {good}" for good, barrels in barrels_sold.items())
        parts.append(f"sell {barrels_sold.total() if is_short else goods_named}")
    if goods:
        goods_named = goods[0] if len(set(goods)) == 1 else "goods"
        parts.append(f"keep {len(goods)}{'' if is_short else f' {goods_named}'}")
    return ", ".join(parts) or "stay"
