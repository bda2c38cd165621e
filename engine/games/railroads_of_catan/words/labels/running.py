"""Trips and plans of trips, as a menu says them."""

from collections.abc import Callable, Sequence

from engine.core import Action, Name, counted, dollars, listed
from engine.core.action import LAST_STEP
from engine.games.railroads_of_catan.box.figures import RICH
from engine.games.railroads_of_catan.box.island import Good, Place
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.rules.running import waiting
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.when import when_running
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.naming import Cities, city_words, goods_words, place_words, train_words
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration.working import bill_words, gain


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """The label of an action of this phase, or of one that is left; empty for others."""
    match action:
        case Run() | PlanRun():
            return _run(state, action, field, name)
        case Done():
            return done_words(state)
        case Forget():
            return "Cancel all your plans"
        case _:
            return ""


def done_words(state: RailroadsOfCatan) -> str:
    """Words for stopping, with what stays undone."""
    match state.flow[-1:]:
        case (Maintenance(),):
            return "Stop bidding"
        case (Running() as running,):
            left = waiting(state, running)
            numbers = listed([str(train.number) for train in left])
            which = f"train {numbers} stays" if len(left) == 1 else f"trains {numbers} stay"
            return f"Stop running trains: {which} in place"
        case _:
            return "Finish"


def _run(state: RailroadsOfCatan, action: Run | PlanRun, field: str, name: Name) -> str:
    train = state.train(action.seat, action.number)
    if field == "number":
        words = train_words(state.cities, train, name) if train else f"train {action.number}"
        return f"{words[0].upper()}{words[1:]}"
    if field == "limit" and isinstance(action, PlanRun):
        return f"{dollars(action.limit)} in fees"
    phase = state.flow[-1] if state.flow else None
    paid = phase.fees if isinstance(phase, Running) and phase.seat == action.seat else {}
    then = state if isinstance(action, Run) else when_running(state, action.seat)
    made = travel(then, paid if isinstance(action, Run) else {}, train, action.trip) if train else None
    if field == LAST_STEP:
        return _last(state, action.trip, made, name)
    if field:
        return _trip(state, action.trip, made, name)
    return _whole(state, action, made, name)


def _last(state: RailroadsOfCatan, trip: Trip, made: Journey | Obstacle | None, name: Name) -> str:
    """“Ben’s 5: sell 2 ore, load 3 wood, +$3,000 in 5 moves so far”."""
    stop = trip.stops[-1]
    works = _works(state, stop) or ["no stop"]
    so_far = [f"{gain(made.bill.net)} in {counted(made.moves, 'move')} so far"] if isinstance(made, Journey) else []
    return f"{_capital(place_words(state.cities, stop.place, name))}: {', '.join([*works, *so_far])}"


Called = Callable[[Cities, Place, Name], str]
"""How a place is called: “Ada’s 5” in a list, “Ada’s 5-dot city” in a sentence."""
_LONGEST = 190
"""Characters of a trip in a menu: one that is longer names its stops by hexes alone."""


def _trip(state: RailroadsOfCatan, trip: Trip, made: Journey | Obstacle | None, name: Name) -> str:
    """“+$6,600 in 6 moves: load 2 ore in Ada’s 5, sell 2 ore (order A) in Ben’s 5”."""
    said = _priced(state, stops_words(state, trip, name), made)
    return said if len(said) <= _LONGEST else _priced(state, stops_words(state, trip, None), made)


def _priced(state: RailroadsOfCatan, stops: list[str], made: Journey | Obstacle | None) -> str:
    way = ", ".join(stops)
    if not isinstance(made, Journey):
        return f"{_capital(way)} (not possible now)"
    return f"{gain(made.bill.net)} in {counted(made.moves, 'move')}: {way}{_aboard(state, made)}"


def _aboard(state: RailroadsOfCatan, made: Journey) -> str:
    """“, 2 ore on board, wanted by order A”: what counts for a trip besides its money."""
    goods = made.train.goods
    letters = [order.letter for order in state.orders if order.good in goods and order.letter not in made.filled]
    wanted = f", wanted by {'order' if len(letters) == 1 else 'orders'} {listed(letters)}" if letters else ""
    return f", {goods_words(goods)} on board{wanted}" if goods else ""


def stops_words(state: RailroadsOfCatan, trip: Trip, name: Name | None, called: Called = place_words) -> list[str]:
    """Tell what is done on the way, and where it ends; without ``name``, by hexes alone."""
    words = [
        _at(listed(_works(state, stop)), _place(state, stop.place, name, called), short=name is None)
        for stop in trip.stops
        if stop.works or stop.thrown
    ]
    last = trip.stops[-1]
    if not (last.works or last.thrown):
        words.append(f"{'end' if len(trip.stops) > 1 else 'stay'} {_place(state, last.place, name, called)}")
    return words


def _at(works: str, place: str, *, short: bool) -> str:
    """“load 2 ore in Ada’s 5”, in short “H28 load 2 ore”."""
    return f"{place} {works}" if short else f"{works} {place}"


def _place(state: RailroadsOfCatan, place: Place, name: Name | None, called: Called) -> str:
    """“in Ada’s 5”, “at V75”; without ``name`` the point alone."""
    if name is None:
        return place
    return f"{'in' if place in state.cities else 'at'} {called(state.cities, place, name)}"


def _works(state: RailroadsOfCatan, stop: Stop) -> list[str]:
    thrown = [f"throw away {goods_words(stop.thrown)}"] if stop.thrown else []
    sales = [f"sell {listed(_sales(stop.sales))}"] if stop.sales else []
    load = [f"load {stop.load} {state.layout.good(stop.place) or 'barrels'}"] if stop.load else []
    return [*thrown, *sales, *load]


def _sales(sales: Sequence[Sale]) -> list[str]:
    """“1 ore (order A)”, “2 ore”, and “3 ore (1 for order A)”: barrels of one good are counted together."""
    return [_sold(good, [sale for sale in sales if sale.good == good]) for good in dict.fromkeys(s.good for s in sales)]


def _sold(good: Good, sales: Sequence[Sale]) -> str:
    barrels, letters = sum(sale.barrels for sale in sales), [sale.order for sale in sales if sale.order]
    ordered = sum(sale.barrels for sale in sales if sale.order)
    if not letters:
        return f"{barrels} {good}"
    orders = f"{'order' if len(letters) == 1 else 'orders'} {listed(letters)}"
    return f"{barrels} {good} ({orders if ordered == barrels else f'{ordered} for {orders}'})"


def _whole(state: RailroadsOfCatan, action: Run | PlanRun, made: Journey | Obstacle | None, name: Name) -> str:
    """The bill in words: moves, goods, sales, orders, what rivals are paid, and the cash after it."""
    way = _in_order(stops_words(state, action.trip, name, city_words))
    run = f"{'Run' if isinstance(action, Run) else 'Plan to run'} train {action.number}: {way}."
    limit = () if isinstance(action, Run) else (_limited(action),)
    if not isinstance(made, Journey):
        return " ".join(filter(None, (run, f"Not possible now: {refusal(made)}" if made else "", *limit)))
    moves = f"{made.moves} of {counted(made.train.moves, 'move')}."
    bill = (f"{line}." for line in bill_words(made.bill, name))
    after = _cash_after(made) if isinstance(action, Run) else (f"Net {gain(made.bill.net)}, as things are now.",)
    return " ".join((run, moves, *bill, *after, *limit))


def _in_order(stops: Sequence[str]) -> str:
    """All stops in their order; unlike in a list, equal ones are not told together."""
    *before, last = stops
    return f"{', '.join(before)}, then {last}" if before else last


def _cash_after(made: Journey) -> tuple[str, ...]:
    """The cash after a trip, and whether it can end the game: it is counted when all have run. (ruling 89)"""
    rich = f"With {dollars(RICH)} or more at the end of the turn, you end the game."
    cash = f"You then have {dollars(made.cash)}."
    return (cash, rich) if made.cash >= RICH else (cash,)


def _limited(plan: PlanRun) -> str:
    """Tell when a planned trip is made, and what becomes of the seat's other trains."""
    return f"Only for up to {dollars(plan.limit)} in fees. For trains without a plan, you choose on your turn."


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
