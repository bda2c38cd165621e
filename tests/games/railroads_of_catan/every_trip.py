"""The income of the best trip of a train, found by a slow search of every step and every stop."""

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
    """The dollars that the best trip earns; 0 for staying."""
    return most_and_soonest(state, fees, train)[0]


def most_and_soonest(state: RailroadsOfCatan, fees: Mapping[Seat, int], train: TrainPiece) -> tuple[int, int]:
    """The dollars that the best trip earns, and the fewest moves of a trip that earns as much."""
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
    """The journeys after each possible stop: any number of barrels sold, with the best orders, and loaded."""
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
    """The dollars that a trip earns; fails if it is impossible or does not fit a line of notation."""
    made = travel(state, fees, train, trip)
    assert isinstance(made, Journey)
    assert len(write_action(Run(train.seat, train.number, trip))) <= MAX_LENGTH
    return made.bill.net
