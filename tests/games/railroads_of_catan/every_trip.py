"""The most that any trip of a train brings, found by making every step and every stop: slow, and plain to see."""

from collections.abc import Iterator, Mapping
from itertools import product

from engine.core import MAX_LENGTH, Seat, write_action
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.trips import (
    Journey,
    open_neighbors,
    parking_obstacle,
    step_to,
    travel,
    work_at_stop,
)
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop, Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def most(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece) -> int:
    """Dollars that the best trip brings; 0 for staying where it is."""
    return most_and_soonest(state, fees, train)[0]


def most_and_soonest(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece) -> tuple[int, int]:
    """Dollars that the best trip brings, and the fewest moves in which one brings as much."""
    begun = Journey(train, state.cash[train.seat], fees)
    seen, waiting, best = set(), [(begun, False)], (0, 0)
    while waiting:
        made, stopped = waiting.pop()
        key = (made.train, made.cash, tuple(sorted(made.fees.items())), made.moves, frozenset(made.filled), stopped)
        if key in seen:
            continue
        seen.add(key)
        if not parking_obstacle(state, made.train):
            best = max(best, (made.cash - begun.cash, -made.moves))
        if not stopped:
            waiting += ((after, True) for after in _worked(state, made))
        for place in open_neighbors(state, made.train.at):
            if isinstance(there := step_to(state, made, place), Journey):
                waiting.append((there, False))
    return best[0], -best[1]


def _worked(state: RailroadsOfCatan, made: Journey) -> Iterator[Journey]:
    """After each stop that can be made: any barrels sold, for the dearest orders or for none, and any loaded."""
    goods = sorted(set(made.train.goods))
    for amounts in product(*[range(made.train.goods.count(good) + 1) for good in goods]):
        sales = []
        for good, barrels in zip(goods, amounts, strict=True):
            open_ = [
                o for o in state.orders if (o.city, o.good) == (made.train.at, good) and o.letter not in made.filled
            ]
            filling = sorted(open_, key=lambda order: -order.bonus)[:barrels]
            sales += [Sale(good, 1, order.letter) for order in filling]
            sales += [Sale(good, barrels - len(filling))] if barrels > len(filling) else []
        for load in range(made.train.capacity - len(made.train.goods) + sum(amounts) + 1):
            stop = Stop(made.train.at, sales=tuple(sales), load=load)
            after = work_at_stop(state, made, stop) if stop.has_work else ""
            if isinstance(after, Journey):
                yield after


def brings(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece, trip: Trip) -> int:
    """Dollars that a trip brings that can be made and written in a line."""
    made = travel(state, fees, train, trip)
    assert isinstance(made, Journey)
    assert len(write_action(Run(train.seat, train.number, trip))) <= MAX_LENGTH
    return made.bill.net
