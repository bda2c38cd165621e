"""Trips and plans of trips, as a menu says them."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.figures import RICH
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.rules.running import waiting
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.when import when_running
from engine.games.railroads_of_catan.state.actions import Done, Forget, PlanRun, Run
from engine.games.railroads_of_catan.state.naming import dollars, goods_words, place_words, train_words
from engine.games.railroads_of_catan.state.paths import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration.working import bill_words


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """Of an action of this phase, and of those that are left; empty for others."""
    match action:
        case Run() | PlanRun():
            return _run(state, action, field, name)
        case Done():
            return _done(state)
        case Forget():
            return "Forget all that you said ahead."
        case _:
            return ""


def _done(state: RailroadsOfCatan) -> str:
    match state.flow[-1:]:
        case (Maintenance(),):
            return "Bid no more."
        case (Running() as running,):
            left = waiting(state, running)
            numbers = listed([str(train.number) for train in left])
            which = f"train {numbers} stays" if len(left) == 1 else f"trains {numbers} stay"
            return f"Run no more trains this turn: {which} in place."
        case _:
            return "Done."


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
    made = travel(then, paid if isinstance(action, Run) else {}, train, action.trip) if train else ""
    if field:
        return _trip(state, action.trip, made, name)
    return _whole(state, action, made, name)


_LONGEST = 190
"""Characters of a trip in a menu: one that is longer names its stops by hexes alone."""


def _trip(state: RailroadsOfCatan, trip: Trip, made: Journey | str, name: Name) -> str:
    """“+$6,600 in 6 moves: Ada’s 5 load 2 ore, Ben’s 5 sell 2 ore (order A)”."""
    said = _priced(state, _stops(state, trip, name), made)
    return said if len(said) <= _LONGEST else _priced(state, _stops(state, trip, None), made)


def _priced(state: RailroadsOfCatan, stops: list[str], made: Journey | str) -> str:
    way = ", ".join(stops)
    if not isinstance(made, Journey):
        return f"{way} (not possible now)"
    plus = "+" if made.bill.net > 0 else ""
    return f"{plus}{dollars(made.bill.net)} in {counted(made.moves, 'move')}: {way}{_aboard(state, made)}"


def _aboard(state: RailroadsOfCatan, made: Journey) -> str:
    """“; 2 ore on board for order A”: what counts for a trip besides its money."""
    goods = made.train.goods
    letters = [order.letter for order in state.orders if order.good in goods and order.letter not in made.filled]
    wanted = f" for {'order' if len(letters) == 1 else 'orders'} {listed(letters)}" if letters else ""
    return f"; {goods_words(goods)} on board{wanted}" if goods else ""


def _stops(state: RailroadsOfCatan, trip: Trip, name: Name | None) -> list[str]:
    """What is done on the way, and where it ends; without ``name``, by hexes alone."""
    words = [
        f"{_place(state, stop.place, name)} {listed(_works(state, stop))}"
        for stop in trip.stops
        if stop.works or stop.thrown
    ]
    last = trip.stops[-1]
    if not (last.works or last.thrown):
        end = _place(state, last.place, name)
        where = f"{'in' if last.place in state.cities else 'at'} {end}"
        words.append(f"end {where}" if len(trip.stops) > 1 else f"stay {where}")
    return words


def _place(state: RailroadsOfCatan, place: Place, name: Name | None) -> str:
    return place_words(state.cities, place, name) if name is not None else place


def _works(state: RailroadsOfCatan, stop: Stop) -> list[str]:
    thrown = [f"throw away {goods_words(stop.thrown)}"] if stop.thrown else []
    sales = [f"sell {listed([_sale(sale) for sale in stop.sales])}"] if stop.sales else []
    load = [f"load {stop.load} {state.layout.good(stop.place) or 'barrels'}"] if stop.load else []
    return [*thrown, *sales, *load]


def _sale(sale: Sale) -> str:
    return f"{sale.barrels} {sale.good}" + (f" (order {sale.order})" if sale.order else "")


_OTHERS = " About trains without a plan you are asked then."
"""What becomes of the others of a seat that has planned a trip."""


def _whole(state: RailroadsOfCatan, action: Run | PlanRun, made: Journey | str, name: Name) -> str:
    """The bill in words: moves, goods, fees, sales, orders, and the cash after it."""
    way = ", ".join(_stops(state, action.trip, name))
    when = "" if isinstance(action, Run) else "When your turn comes: "
    limit = "" if isinstance(action, Run) else f" Only if the fees are {dollars(action.limit)} at most.{_OTHERS}"
    run = f"{when}{'run' if when else 'Run'} train {action.number}: {way}."
    if not isinstance(made, Journey):
        return f"{run}{' As things are: ' + made if made else ''}{limit}"
    used = f"{made.moves} of {counted(made.train.moves, 'move')}"
    bill = "; ".join((used, *bill_words(made.bill, name), f"you then have {dollars(made.cash)}"))
    rich = f" {dollars(RICH)} end the game after this turn." if made.cash >= RICH else ""
    return f"{run} {bill[0].upper()}{bill[1:]}.{rich}{limit}"
