"""Trips and plans of trips, as their buttons say them."""

from collections import Counter

from engine.core import Action, Name, counted, dollars
from engine.core.action import LAST_STEP
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.when import when_running
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.naming import goods_words
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.briefs.places import capital, place_name
from engine.games.railroads_of_catan.words.labels.running import done_words, stops_words
from engine.games.railroads_of_catan.words.narration.working import gain


def brief(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for an action of this phase; None for others, and for a step of a trip."""
    match action:
        case Run() | PlanRun() if field != LAST_STEP:
            return _run(state, action, field, name)
        case Done():
            building = isinstance(state.flow[-1] if state.flow else None, Building)
            words, _, stays = ("Stop building" if building else done_words(state)).partition(": ")
            return Brief(words, capital(stays), quiet=True)
        case Forget():
            return Brief("Cancel all your plans", quiet=True)
        case _:
            return None


def legend(action: Action, field: str) -> str:
    """The meaning of the figures of trips."""
    is_asked = isinstance(action, Run | PlanRun) and field in ("", "trip", "number")
    return "Sell and keep: barrels. Letters: orders." if is_asked else ""


def _run(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: Name) -> Brief:
    train = state.train(action.seat, action.number)
    if field == "number":
        if train is None:
            return Brief(f"Train {action.number}")
        label = f"Train {action.number} · {place_name(state, train.at, action.seat, name)}"
        return Brief(label_that_fits(f"{label}, {goods_words(train.goods)}", label))
    if field == "limit" and isinstance(action, PlanRun):
        return Brief(f"Up to {dollars(action.limit)} in fees")
    phase = state.flow[-1] if state.flow else None
    is_mine = isinstance(phase, Running) and phase.seat == action.seat and isinstance(action, Run)
    paid = phase.fees if is_mine and isinstance(phase, Running) else {}
    then = state if isinstance(action, Run) else when_running(state, action.seat)
    made = travel(then, paid, train, action.trip) if train else None
    stops = detail_of("; ".join(stops_words(state, action.trip, name))) or detail_of(
        "; ".join(stops_words(state, action.trip, None))
    )
    number = "" if field else f"Train {action.number}: "
    if not isinstance(made, Journey):
        return Brief(f"{number}not possible now", capital(stops), quiet=True)
    return _trip(state, action, made, number, capital(stops), name)


def _trip(state: RailroadsOfCatan, action: Run | PlanRun, made: Journey, number: str, stops: str, name: Name) -> Brief:
    """“+$6,600 · orders A+B, end your 5”, “+$3,600 · sell 4 ore, keep 2 wheat, 6 moves”."""
    net = made.bill.net
    end = place_name(state, action.trip.stops[-1].place, action.seat, name)
    moves, ends, head = f", {counted(made.moves, 'move')}", f", end {end}", f"{number}{gain(net)} · "
    whole, short = _works(action, made), _works(action, made, short=True)
    tails = (f"{whole}{ends}{moves}", f"{whole}{ends}", f"{whole}{moves}", whole, f"{short}{ends}", short, "")
    label = label_that_fits(*(f"{head}{tail}".removesuffix(" · ") for tail in tails), room=LONGEST)
    detail = stops or detail_of(counted(len(action.trip.stops), "stop"), counted(made.moves, "move"), f"ends in {end}")
    gains, costs = (net,) if net > 0 else (), (-net,) if net < 0 else ()
    return Brief(label, detail, gains=gains, costs=costs)


def _works(action: Run | PlanRun, made: Journey, *, short: bool = False) -> str:
    """“order A, keep 2 wheat”, “sell 2 ore 1 wood”, in short “sell 3”; “stay” where nothing is done."""
    sold = Counter[str]()
    for stop in action.trip.stops:
        for sale in stop.sales:
            sold[sale.good] += sale.barrels
    goods = made.train.goods
    parts = []
    if made.filled:
        parts.append(f"{'order' if len(made.filled) == 1 else 'orders'} {'+'.join(made.filled)}")
    elif sold:
        named = " ".join(f"{barrels} {good}" for good, barrels in sold.items())
        parts.append(f"sell {sold.total() if short else named}")
    if goods:
        named = goods[0] if len(set(goods)) == 1 else "goods"
        parts.append(f"keep {len(goods)}{'' if short else f' {named}'}")
    return ", ".join(parts) or "stay"
