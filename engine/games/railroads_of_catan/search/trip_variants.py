"""Variants of a trip that sell or load other numbers of barrels at one stop. (RC Phase 6; rulings 71-78)"""

from collections import Counter
from collections.abc import Iterator

from engine.games.railroads_of_catan.rules.trips import Journey, parking_obstacle, step_to, work_at_stop
from engine.games.railroads_of_catan.search.sales import sales_with_orders
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Sale, Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def trip_variants(
    state: RailroadsOfCatan, start: Journey, stops: tuple[Stop, ...]
) -> Iterator[tuple[tuple[Stop, ...], Journey]]:
    """Yield (stops, journey) of each possible variant of a trip.

    At later stops, the train sells and loads as many barrels as it still can.
    """
    journey: Journey | Obstacle = start
    for i, stop in enumerate(stops):
        here = step_to(state, journey, stop.place) if i and isinstance(journey, Journey) else journey
        assert isinstance(here, Journey)
        for other in _stop_variants(state, here, stop) if stop.has_work else ():
            later_stops, end = _follow_stops(state, here, (other, *stops[i + 1 :]))
            if isinstance(end, Journey) and (later_stops[-1].has_work or not stops[-1].has_work):
                yield (*stops[:i], *later_stops), end
        journey = work_at_stop(state, here, stop)


def _stop_variants(state: RailroadsOfCatan, here: Journey, stop: Stop) -> Iterator[Stop]:
    """Yield variants of a stop with another load, or with another number of barrels of one good sold."""
    for load in range(here.train.capacity + 1):
        if load != stop.load:
            yield stop._replace(load=load)
    own_good = state.layout.good_of(stop.place)
    barrels_by_good = Counter({good: 0 for good in here.train.goods if good is not own_good})
    for sale in stop.sales:
        barrels_by_good[sale.good] += sale.barrels
    for good, barrels in barrels_by_good.items():
        others = tuple(sale for sale in stop.sales if sale.good is not good)
        for count in range(here.train.goods.count(good) + 1):
            if count != barrels:
                new_sales = sales_with_orders(state, stop.place, good, count, here.filled)
                yield stop._replace(sales=(*others, *new_sales))


def _follow_stops(
    state: RailroadsOfCatan, here: Journey, stops: tuple[Stop, ...]
) -> tuple[tuple[Stop, ...], Journey | Obstacle]:
    """Limit the sales and loads of later stops to what is possible; return them with the journey or the obstacle."""
    stops_after: list[Stop] = []
    journey: Journey | Obstacle = here
    for stop in stops:
        journey = step_to(state, journey, stop.place) if stops_after and isinstance(journey, Journey) else journey
        if isinstance(journey, Obstacle):
            break
        stops_after.append(_limit_stop(journey, stop))
        journey = work_at_stop(state, journey, stops_after[-1])
    if isinstance(journey, Journey) and (obstacle := parking_obstacle(state, journey.train)):
        journey = obstacle
    return tuple(stops_after), journey


def _limit_stop(here: Journey, stop: Stop) -> Stop:
    """Return the stop with sales limited to the goods on board, and with a load limited to the free room."""
    remaining, sales = Counter(here.train.goods), list[Sale]()
    for sale in stop.sales:
        if barrels := min(sale.barrels, remaining[sale.good]):
            remaining[sale.good] -= barrels
            sales.append(sale._replace(barrels=barrels))
    room = here.train.capacity - remaining.total()
    return stop._replace(sales=tuple(sales), load=min(stop.load, room))
